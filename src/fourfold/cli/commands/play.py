"""`fourfold play`: in the full-screen app (TUI), or line by line for pipes and screen readers."""

import random as chance
import re
import shlex
import sys
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

import fourfold
from fourfold.cli import options
from fourfold.cli.console import board_text, is_interactive
from fourfold.cli.files import read_text
from fourfold.cli.interrupts import run_interruptible
from fourfold.cli.options import argument, first_position, option, settings
from fourfold.cli.output import outcome_text
from fourfold.core.errors import BadValue, FourfoldError
from fourfold.core.help.explanation import explain_notation
from fourfold.core.records.record import Record
from fourfold.core.registry import facts, list_games
from fourfold.terminal.language import Translator
from fourfold.terminal.saves import write_record
from fourfold.text import say, spoken
from fourfold.text.language import find_language

with suppress(ImportError):  # line editing and history, where the platform has them
    import readline  # noqa: F401

SHOWN_MOVES = 120
CLEARED = "\x1b[2J\x1b[3J\x1b[H"  # clears the screen and the scrollback
WIDTH = 100


def run(
    game: Annotated[str | None, argument("GAME", "cli.play.game")] = None,
    seats: options.SeatsOption = None,
    set_: options.SetOption = None,
    seed: options.SeedOption = None,
    random: Annotated[list[int] | None, option("SEAT", "cli.play.random")] = None,
    computer: Annotated[list[str] | None, option("SEAT=LEVEL", "cli.play.computer")] = None,
    position: Annotated[str | None, option("TEXT", "cli.play.position")] = None,
    record: Annotated[Path | None, option("FILE", "cli.play.record")] = None,
    link: Annotated[str | None, option("LINK", "cli.play.link")] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("cli.play.plain"))] = False,
    language: options.LanguageOption = None,
) -> None:
    computers = read_computers(random, computer)
    given = settings(seats, set_, seed)
    language = language or spoken()
    if is_interactive() and not plain and position is None:
        from fourfold.terminal.launch import launch_play

        launch_play(game, given, computers, record, link, language)
        return
    tell = Translator(find_language({}, language))
    if link is not None:
        from fourfold.cli.commands.play_online import play_link

        play_link(link, tell, plain)
        return
    if record is not None:
        first = Record.parse(read_text(record)).position
    else:
        if game is None:
            game, computers = _choose(computers, tell)
        first = first_position(game, position, given)
    ConsoleTable(first, computers, seed, tell, plain).play()


def read_computers(randoms: list[int] | None, pairs: list[str] | None) -> dict[int, str]:
    """Parse `--random SEAT` and `--computer SEAT=LEVEL`: the level of each seat that a computer plays.

    >>> read_computers([0], ["1=simple"])
    {0: 'random', 1: 'simple'}
    """
    from fourfold.players.levels import list_levels

    computers = dict.fromkeys(randoms or [], "random")
    for pair in pairs or []:
        found = re.fullmatch(r"([0-9])=([a-z0-9_-]+)", pair)
        if found is None:
            raise BadValue("cli.play.bad_computer", text=pair, levels=", ".join(list_levels()))
        computers[int(found[1])] = found[2]
    return computers


class LeaveTable(Exception):
    """A player quits, or the input ends."""


def _ask(prompt: str) -> str:
    """Read one line; the end of the input raises LeaveTable."""
    try:
        return input(f"{prompt} ").strip()
    except (EOFError, RuntimeError):  # the end of the input, or no input at all
        print()
        raise LeaveTable from None


def _choose(computers: dict[int, str], tell: Translator) -> tuple[str, dict[int, str]]:
    """Ask for a game, and for an opponent where none is given."""
    try:
        game = _choose_game(tell)
        return game, computers or _choose_opponent(tell)
    except (LeaveTable, KeyboardInterrupt):
        print()
        sys.exit(0)


def _choose_game(tell: Translator) -> str:
    numbered = {str(number): game for number, game in enumerate(list_games(), 1)}
    print(tell.code("cli.play.choose"))
    for number, game in numbered.items():
        print(f"  {number}  {facts(game).name:12} {tell.code(f'{game}.tagline')}")
    while True:
        answer = _ask(tell.code("cli.play.which", last=len(numbered)))
        if answer in numbered.values():
            return answer
        if answer.isdecimal() and str(int(answer)) in numbered:
            return numbered[str(int(answer))]


def _choose_opponent(tell: Translator) -> dict[int, str]:
    from fourfold.players.levels import USUAL, find_level, list_levels

    levels = list_levels()
    names = ", ".join(find_level(level).id for level in levels)
    answer = _ask(tell.code("cli.play.opponent", levels=names)).lower()
    if answer in levels or answer.startswith(("c", "o")):
        return {1: answer if answer in levels else USUAL}
    return {}


class ConsoleTable:
    """One game in a terminal, line by line. `is_plain`: without colours and without clearing the screen."""

    def __init__(
        self,
        position: "fourfold.Position",
        computers: Mapping[int, str],
        seed: int | None,
        tell: Translator,
        is_plain: bool,
    ) -> None:
        from fourfold.players.levels import find_level

        for seat in computers:
            if seat not in range(position.seats):
                raise BadValue("cli.play.bad_seat", seat=seat, last=position.seats - 1)
        self.position = position
        self.levels = {seat: find_level(level) for seat, level in computers.items()}
        self.people = [seat for seat in range(position.seats) if seat not in computers]
        self.tell = tell
        self.is_plain = is_plain
        self.chance = chance.Random(seed)
        self.shown_seat: int | None = None  # whose hand was shown last

    @property
    def is_hidden(self) -> bool:
        """Whether seats see different things."""
        return self.position.game.is_hidden(self.position.options)

    def print_board(self, table: "fourfold.Position | fourfold.View") -> None:
        """Print the board between two empty lines."""
        print(f"\n{table.board() if self.is_plain else board_text(table)}\n")

    def play(self) -> None:
        """Play until the game ends or a player leaves; then offer to save it."""
        print(self.tell.code("cli.play.welcome", name=self.position.game.name))
        try:
            while self.position.outcome is None:
                self.take_turn()
        except (LeaveTable, KeyboardInterrupt):
            again = ["fourfold", "play", self.position.game.id, "--position", str(self.position)]
            again += [f"--computer={seat}={level.id}" for seat, level in self.levels.items()]
            left = "cli.play.left_hidden" if self.is_hidden else "cli.play.left"
            print(self.tell.code(left, command=shlex.join(again)))
            return
        self.print_board(self.position)
        print(outcome_text(self.position.outcome, self.tell.code))
        self.offer_save()

    def offer_save(self) -> None:
        """Obey commands after the end; an undo resumes the game."""
        with suppress(LeaveTable, KeyboardInterrupt):
            while (answer := _ask(self.tell.code("cli.play.keep"))) not in ("", "quit", "q"):
                self.obey(answer)
                if self.position.outcome is None:
                    self.play()
                    return

    def take_turn(self) -> None:
        """Deal, or let a computer or a person move."""
        seat = self.position.to_move
        if seat is None:
            self.print_board(self.position.view())
            print(self.tell.code("cli.play.next_round"))
            self.position = self.position.deal(seed=self.chance.getrandbits(63))
            self.shown_seat = None
        elif seat in self.levels:
            level, view = self.levels[seat], self.position.view(seat)
            limit = level.limit(self.chance.getrandbits(62))
            move = run_interruptible(lambda: level.player.choose(view, limit), limit.stop)
            print(self.tell.code("cli.play.computer_move", seat=seat, level=level.name, move=str(move)))
            self.position = self.position.play(move)
        else:
            self.ask_person(seat)

    def ask_person(self, seat: int) -> None:
        """Show the seat its view, and obey until it has moved."""
        self.pass_device(seat)
        ply = self.position.ply
        self.print_board(self.position.view(seat))
        name = self.tell.seat_name(self.position.game.id, seat)
        while self.position.ply == ply and self.position.to_move == seat:
            answer = _ask(self.tell.code("cli.play.prompt", seat=name, number=seat))
            if answer:
                self.obey(answer)

    def pass_device(self, seat: int) -> None:
        """Hot seat with hidden hands: clear the screen and wait until the next player has the device."""
        if self.is_hidden and len(self.people) > 1 and self.shown_seat != seat:
            print(CLEARED if sys.stdout.isatty() and not self.is_plain else "\n" * 60, end="")
            _ask(self.tell.code("cli.play.curtain", seat=seat, others=len(self.people) - 1))
        self.shown_seat = seat

    def obey(self, answer: str) -> None:
        """Carry out a command, or play a move."""
        word, _, rest = answer.partition(" ")
        try:
            match word:
                case "moves":
                    self.print_moves(rest.strip())
                case "undo":
                    self.undo()
                case "board":
                    self.print_board(self.position.view(self.position.to_move))
                case "help" | "?":
                    notation = explain_notation(self.position)
                    print(self.tell.error(notation) if notation else "")
                    print(self.tell.code("cli.play.commands", game=self.position.game.id))
                case "position":
                    print(self.position.view(self.position.to_move))
                case "save":
                    path = rest or f"{self.position.game.id}.txt"
                    saved = write_record(Path(path), Record.of(self.position))
                    print(self.tell.code("cli.play.saved", path=str(saved)))
                case "quit" | "q" | "exit":
                    raise LeaveTable
                case _:
                    self.position = self.position.play(answer)
        except FourfoldError as error:
            print(self.tell.error(error))

    def print_moves(self, prefix: str) -> None:
        """Print the legal moves with a prefix; only the first of very many."""
        moves = self.position.moves()
        found = (str(move) for move in moves if str(move).startswith(prefix))
        shown = list(islice(found, SHOWN_MOVES))
        width = max(map(len, shown), default=0) + 2
        columns = max(1, WIDTH // width)
        for first in range(0, len(shown), columns):
            print("  " + "".join(text.ljust(width) for text in shown[first : first + columns]).rstrip())
        print(self.tell.code("cli.play.moves", count=len(moves), shown=len(shown)))

    def undo(self) -> None:
        """Go back to the last turn of a person."""
        earlier = self.position.previous
        while earlier is not None and earlier.to_move not in self.people:
            earlier = earlier.previous
        if earlier is None:
            print(self.tell.code("cli.play.nothing_to_undo"))
        else:
            self.position = earlier
