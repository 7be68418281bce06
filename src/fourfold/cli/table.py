"""`fourfold play`: people at one terminal, and random players where they are wanted."""

import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from fourfold.cli.drawing import shown
from fourfold.cli.files import write_text
from fourfold.cli.replaying import outcome_text
from fourfold.core.errors import BadValue, FourfoldError
from fourfold.core.position import Position
from fourfold.core.record import Record
from fourfold.core.registry import facts, list_games
from fourfold.text import say

with suppress(ImportError):  # where there is one, lines can be edited and found again
    import readline  # noqa: F401

SHOWN_MOVES = 120
CLEARED = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what was scrolled off it
WIDTH = 100


class Leave(Exception):
    """Somebody gets up."""


def ask(prompt: str) -> str:
    """Read one line; the end of the input means that somebody gets up."""
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError):  # the end of the input, or none at all
        print()
        raise Leave from None


def choose(randoms: list[int] | None) -> tuple[str, list[int] | None]:
    """Ask for a game and an opponent, for those who named none."""
    ids = list_games()
    print(say("cli.play.choose"))
    for number, game in enumerate(ids, 1):
        print(f"  {number}  {facts(game).name:12} {say(f'{game}.tagline')}")
    try:
        while True:
            answer = ask(say("cli.play.which", last=len(ids)) + " ")
            if answer in ids:
                game = answer
                break
            if answer.isdecimal() and int(answer) in range(1, len(ids) + 1):
                game = ids[int(answer) - 1]
                break
        if randoms is None and ask(say("cli.play.opponent") + " ").lower().startswith("c"):
            randoms = [1]
    except (Leave, KeyboardInterrupt):
        print()
        sys.exit(0)
    return game, randoms


class Table:
    """One game at the terminal, until it is over or somebody leaves."""

    def __init__(self, position: Position, random_seats: Sequence[int], seed: int | None) -> None:
        for seat in random_seats:
            if seat not in range(position.seats):
                raise BadValue("cli.play.bad_seat", seat=seat, last=position.seats - 1)
        self.position = position
        self.random_seats = set(random_seats)
        self.people = [seat for seat in range(position.seats) if seat not in random_seats]
        self.chance = random.Random(seed)
        self.looking: int | None = None  # whose hand was shown last

    def sit_down(self) -> None:
        """Play until the end."""
        print(say("cli.play.welcome", name=self.position.game.name))
        try:
            while self.position.outcome is None:
                self.turn()
        except (Leave, KeyboardInterrupt):
            is_hidden = self.position.game.is_hidden(self.position.options)
            print(
                say("cli.play.left_hidden")
                if is_hidden
                else say("cli.play.left", game=self.position.game.id, position=str(self.position))
            )
            return
        print(f"\n{shown(self.position)}\n")
        print(outcome_text(self.position.outcome))
        self.after_the_end()

    def after_the_end(self) -> None:
        """Offer to keep the game."""
        try:
            while (answer := ask(say("cli.play.keep") + " ")) not in ("", "quit"):
                self.command(answer)
                if self.position.outcome is None:
                    self.sit_down()
                    return
        except (Leave, KeyboardInterrupt):
            pass

    def turn(self) -> None:
        """Let chance, a random player or a person take the next step."""
        seat = self.position.to_move
        if seat is None:
            print(f"\n{shown(self.position.view())}\n\n" + say("cli.play.next_round"))
            self.position = self.position.deal(seed=self.chance.getrandbits(63))
            self.looking = None
        elif seat in self.random_seats:
            moves = self.position.moves()
            move = moves[self.chance.randrange(len(moves))]
            print(say("cli.play.random_move", seat=seat, move=str(move)))
            self.position = self.position.play(move)
        else:
            self.person(seat)

    def person(self, seat: int) -> None:
        """Show the seat what it may know, and do what it says."""
        self.draw_curtain(seat)
        ply = self.position.ply
        print(f"\n{shown(self.position.view(seat))}\n")
        while self.position.ply == ply and self.position.to_move == seat:
            answer = ask(say("cli.play.prompt", seat=say(f"{self.position.game.id}.seat.{seat}"), number=seat) + " ")
            if answer:
                self.command(answer)

    def draw_curtain(self, seat: int) -> None:
        """Let nobody see another hand: the screen changes hands first."""
        if self.position.game.is_hidden(self.position.options) and len(self.people) > 1 and self.looking != seat:
            print(CLEARED if sys.stdout.isatty() else "\n" * 60, end="")
            ask(say("cli.play.curtain", seat=seat) + " ")
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
                print(f"\n{shown(self.position.view(self.position.to_move))}\n")
            elif word in ("help", "?"):
                print(say("cli.play.commands"))
            elif word == "position":
                print(self.position.view(self.position.to_move))
            elif word == "save":
                write_text(Path(rest or f"{self.position.game.id}.txt"), str(Record.of(self.position)))
                print(say("cli.play.saved", path=rest or f"{self.position.game.id}.txt"))
            elif word in ("quit", "exit"):
                raise Leave
            else:
                self.position = self.position.play(answer)
        except FourfoldError as error:
            print(error)

    def show_moves(self, beginning: str) -> None:
        """List the legal moves, or those that begin so; only the first of very many."""
        moves = self.position.moves()
        found = (str(move) for move in moves if str(move).startswith(beginning))
        shown = [text for _, text in zip(range(SHOWN_MOVES), found, strict=False)]
        width = max(map(len, shown), default=0) + 2
        columns = max(1, WIDTH // width)
        for first in range(0, len(shown), columns):
            print("  " + "".join(text.ljust(width) for text in shown[first : first + columns]).rstrip())
        print(say("cli.play.moves", count=len(moves), shown=len(shown)))

    def undo(self) -> None:
        """Go back to the last turn of a person."""
        earlier = self.position.previous
        while earlier is not None and earlier.to_move not in self.people:
            earlier = earlier.previous
        if earlier is None:
            print(say("cli.play.nothing_to_undo"))
        else:
            self.position = earlier
