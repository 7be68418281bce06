"""`fourfold play` line by line: people at one terminal or behind a pipe, and computers where they are wanted."""

import random
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from fourfold.cli.commands.draw import shown
from fourfold.cli.commands.replay import outcome_text
from fourfold.cli.files import write_text
from fourfold.cli.interrupts import attend
from fourfold.core.errors import BadValue, FourfoldError
from fourfold.core.position import Position, View
from fourfold.core.records.record import Record
from fourfold.core.registry import facts, list_games
from fourfold.players.levels import USUAL, find_level, list_levels
from fourfold.terminal.language import Translator

with suppress(ImportError):  # where there is one, lines can be edited and found again
    import readline  # noqa: F401

SHOWN_MOVES = 120
CLEARED = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what was scrolled off it
WIDTH = 100


class LeaveTable(Exception):
    """Somebody gets up."""


def ask(prompt: str) -> str:
    """Read one line; the end of the input means that somebody gets up."""
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError):  # the end of the input, or none at all
        print()
        raise LeaveTable from None


def choose(computers: dict[int, str], tell: Translator) -> tuple[str, dict[int, str]]:
    """Ask for a game and an opponent, for those who named none."""
    ids = list_games()
    print(tell.code("cli.play.choose"))
    for number, game in enumerate(ids, 1):
        print(f"  {number}  {facts(game).name:12} {tell.code(f'{game}.tagline')}")
    try:
        while True:
            answer = ask(tell.code("cli.play.which", last=len(ids)) + " ")
            if answer in ids:
                game = answer
                break
            if answer.isdecimal() and int(answer) in range(1, len(ids) + 1):
                game = ids[int(answer) - 1]
                break
        if not computers:
            levels = list_levels()
            names = ", ".join(find_level(level).id for level in levels)
            answer = ask(tell.code("cli.play.opponent", levels=names) + " ").lower()
            if answer in levels or answer.startswith(("c", "o")):
                computers = {1: answer if answer in levels else USUAL}
    except (LeaveTable, KeyboardInterrupt):
        print()
        sys.exit(0)
    return game, computers


class ConsoleTable:
    """One game at the terminal, until it is over or somebody leaves. Plain: nothing but lines, one after the other."""

    def __init__(
        self,
        position: Position,
        computers: Mapping[int, str],
        seed: int | None,
        tell: Translator,
        is_plain: bool = False,
    ) -> None:
        for seat in computers:
            if seat not in range(position.seats):
                raise BadValue("cli.play.bad_seat", seat=seat, last=position.seats - 1)
        self.position = position
        self.levels = {seat: find_level(level) for seat, level in computers.items()}
        self.people = [seat for seat in range(position.seats) if seat not in computers]
        self.tell = tell
        self.is_plain = is_plain
        self.chance = random.Random(seed)
        self.looking: int | None = None  # whose hand was shown last

    def draw(self, table: Position | View) -> str:
        """The board as this terminal shows it."""
        return table.board() if self.is_plain else shown(table)

    def sit_down(self) -> None:
        """Play until the end."""
        print(self.tell.code("cli.play.welcome", name=self.position.game.name))
        try:
            while self.position.outcome is None:
                self.turn()
        except (LeaveTable, KeyboardInterrupt):
            is_hidden = self.position.game.is_hidden(self.position.options)
            print(
                self.tell.code("cli.play.left_hidden")
                if is_hidden
                else self.tell.code("cli.play.left", game=self.position.game.id, position=str(self.position))
            )
            return
        print(f"\n{self.draw(self.position)}\n")
        print(outcome_text(self.position.outcome, self.tell.code))
        self.after_the_end()

    def after_the_end(self) -> None:
        """Offer to keep the game."""
        try:
            while (answer := ask(self.tell.code("cli.play.keep") + " ")) not in ("", "quit"):
                self.command(answer)
                if self.position.outcome is None:
                    self.sit_down()
                    return
        except (LeaveTable, KeyboardInterrupt):
            pass

    def turn(self) -> None:
        """Let chance, a random player or a person take the next step."""
        seat = self.position.to_move
        if seat is None:
            print(f"\n{self.draw(self.position.view())}\n\n" + self.tell.code("cli.play.next_round"))
            self.position = self.position.deal(seed=self.chance.getrandbits(63))
            self.looking = None
        elif seat in self.levels:
            level = self.levels[seat]
            limit = level.limit(self.chance.getrandbits(62))
            view = self.position.view(seat)
            move = attend(lambda: level.player.choose(view, limit), limit.stop)
            print(self.tell.code("cli.play.computer_move", seat=seat, level=level.name, move=str(move)))
            self.position = self.position.play(move)
        else:
            self.person(seat)

    def person(self, seat: int) -> None:
        """Show the seat what it may know, and do what it says."""
        self.draw_curtain(seat)
        ply = self.position.ply
        print(f"\n{self.draw(self.position.view(seat))}\n")
        while self.position.ply == ply and self.position.to_move == seat:
            answer = ask(
                self.tell.code("cli.play.prompt", seat=self.tell.seat_name(self.position.game.id, seat), number=seat)
                + " "
            )
            if answer:
                self.command(answer)

    def draw_curtain(self, seat: int) -> None:
        """Let nobody see another hand: the screen changes hands first."""
        if self.position.game.is_hidden(self.position.options) and len(self.people) > 1 and self.looking != seat:
            print(CLEARED if sys.stdout.isatty() and not self.is_plain else "\n" * 60, end="")
            ask(self.tell.code("cli.play.curtain", seat=seat) + " ")
        self.looking = seat

    def command(self, answer: str) -> None:
        """Do what was typed: a word of ours, or a move."""
        word, _, rest = answer.partition(" ")
        try:
            if word == "moves":
                self.show_moves(rest.strip())
            elif word == "undo":
                self.undo()
            elif word == "board":
                print(f"\n{self.draw(self.position.view(self.position.to_move))}\n")
            elif word in ("help", "?"):
                print(self.tell.code("cli.play.commands"))
            elif word == "position":
                print(self.position.view(self.position.to_move))
            elif word == "save":
                write_text(Path(rest or f"{self.position.game.id}.txt"), str(Record.of(self.position)))
                print(self.tell.code("cli.play.saved", path=rest or f"{self.position.game.id}.txt"))
            elif word in ("quit", "exit"):
                raise LeaveTable
            else:
                self.position = self.position.play(answer)
        except FourfoldError as error:
            print(self.tell.error(error))

    def show_moves(self, beginning: str) -> None:
        """List the legal moves, or those that begin so; only the first of very many."""
        moves = self.position.moves()
        found = (str(move) for move in moves if str(move).startswith(beginning))
        shown = [text for _, text in zip(range(SHOWN_MOVES), found, strict=False)]
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
