"""The games as somebody knows them who only hears them: each sentence changes the position in the listener's head."""

import copy
import re
from collections.abc import Callable
from typing import Any

import fourfold
from fourfold import Position
from fourfold.core.registry import facts
from fourfold.text import say

EDGES = {"solid": "S", "parallel": "P", "towards the centre": "T"}
EDGE = f"({'|'.join(EDGES)})"
Board = dict[str, Any]


class Heard:
    """A position from what was said; `plies` are copies of it after each move."""

    game: str

    def __init__(self) -> None:
        self.seats: dict[str, int] = {}  # by name
        self.board: Board = {}
        self.plies: list[Any] = [self.picture()]
        self.moves: set[str] = set()  # what was said of them
        self.returned = 0

    def picture(self) -> Any:
        return copy.deepcopy(self.board)

    def colours(self) -> list[str]:
        return [say(f"{self.game}.seat.{seat}") for seat in range(facts(self.game).seats[-1])]

    def take(self, sentence: str) -> None:
        """Think of what was said."""
        if found := re.match(r"You are ([^.]+)\.(?: At the table: ([^.]+)\.)?", sentence):
            self.seats["You"] = self.colours().index(found[1])
            for other in found[2].split("; ") if found[2] else ():
                name, _, colour = other.rpartition(", ")
                self.seats[name] = self.colours().index(colour)
        if self.move(sentence):
            self.moves.add(sentence)
            self.plies.append(self.picture())
        self.plies[-1] = self.picture()

    def move(self, sentence: str) -> bool:
        """Whether the sentence was a move, which is then made."""
        raise NotImplementedError

    def notation(self, name: str) -> str:
        """A move of a list as it is typed."""
        return name

    @classmethod
    def truth(cls, position: Position, seat: int) -> Any:
        """What the listener should know of a position."""
        raise NotImplementedError


class Quads(Heard):
    game = "quads"

    def move(self, sentence: str) -> bool:
        tile = rf"laid (light|dark|neutral) tile {EDGE}, {EDGE}, {EDGE}, {EDGE} on (\w\d)\."
        if found := re.search(tile, sentence):
            self.board[found[6]] = (found[1], "".join(EDGES[found[place]] for place in range(2, 6)))
        elif found := re.match(r"(.+?): ([a-f]\d)(?:=|)([SPT ]+)\.", sentence):
            edges = found[3].replace(" ", "")
            self.seats.setdefault(found[1], 1 - self.seats["You"])  # names come with the moves where little is told
            owner = "neutral" if edges in ("PPPP", "TTTT") else self.colours()[self.seats[found[1]]]
            self.board[found[2]] = (owner, edges)
        return found is not None

    def notation(self, name: str) -> str:
        if found := re.match(rf"\w+ tile {EDGE}, {EDGE}, {EDGE}, {EDGE} on (\w\d)", name):
            return f"{found[5]}={''.join(EDGES[found[place]] for place in range(1, 5))}"
        return name

    @classmethod
    def truth(cls, position: Position, seat: int) -> Board:
        board: Board = {}
        for rank, row in zip(range(6, 0, -1), str(position).partition("@")[2].split("/"), strict=True):
            file = 0
            for sign in row.split(","):
                if sign.isdigit():
                    file += int(sign)
                    continue
                owner = "neutral" if sign in ("PPPP", "TTTT") else "light" if sign.isupper() else "dark"
                board["abcdef"[file] + str(rank)] = (owner, sign.upper())
                file += 1
        return board


class Qawale(Heard):
    game = "qawale"

    def __init__(self) -> None:
        super().__init__()
        self.board = dict.fromkeys(("a1", "a4", "d1", "d4"), "nn")
        self.plies = [self.picture()]

    def move(self, sentence: str) -> bool:
        found = re.match(r"(.+?) took (\w\d) and sowed on ([\w, ]+)\.", sentence)
        if found:
            stack = self.board.pop(found[2]) + "xo"[self.seats[found[1]]]
            for pebble, cell in zip(stack, found[3].split(", "), strict=True):
                self.board[cell] = self.board.get(cell, "") + pebble
        return found is not None

    @classmethod
    def truth(cls, position: Position, seat: int) -> Board:
        ranks = str(position).partition("@")[2].rpartition(":")[0].split("/")
        return {
            "abcd"[file] + str(4 - place): stack
            for place, rank in enumerate(ranks)
            for file, stack in enumerate(rank.split(","))
            if stack != "."
        }


class Exago(Heard):
    game = "exago"

    def move(self, sentence: str) -> bool:
        if found := re.match(r"(.+?) put a tile on (\w\d)\.", sentence):
            self.board[found[2]] = self.seats[found[1]]
        elif found := re.match(r"(.+?) lifted (\w\d) to (\w\d)\.", sentence):
            self.board[found[3]] = self.board.pop(found[2])
            for back in re.finditer(r"of (\w+) went back to hand: ([\w, ]+)\.", sentence):
                for cell in back[2].split(", "):
                    self.returned += 1
                    assert self.board.pop(cell) == self.colours().index(back[1])
        return found is not None

    @classmethod
    def truth(cls, position: Position, seat: int) -> Board:
        side = 5
        board: Board = {}
        for place, row in enumerate(str(position).partition("@")[2].split(":")[0].split("/")):
            r = side - 1 - place
            q = -(side - 1) - min(r, 0)
            for sign in re.findall(r"\d+|[a-z]", row):
                if sign.isdigit():
                    q += int(sign)
                    continue
                board["abcdefghi"[r + side - 1] + str(q + side)] = "rbygpo".index(sign)
                q += 1
        return board


class Quadominos(Heard):
    game = "quadominos"

    def __init__(self) -> None:
        self.hand: set[str] = set()
        self.scores: dict[int, int] = {}
        super().__init__()

    def picture(self) -> Any:
        return copy.deepcopy((self.board, self.hand, self.scores))

    def take(self, sentence: str) -> None:
        if sentence.startswith("Tiles are dealt"):
            self.board = {}
        elif found := re.match(r"In your hand: \d+: ([^.]+)\.", sentence):
            self.hand = {self.name(tile) for tile in found[1].split("; ")}
        elif found := re.match(r"New in your hand: ([^.]+)\.", sentence):
            self.hand |= {self.name(tile) for tile in found[1].split("; ")}
        super().take(sentence)
        if not self.scores and self.seats:
            self.scores = dict.fromkeys(range(len(self.seats)), 0)
            self.plies[-1] = self.picture()

    @staticmethod
    def name(tile: str) -> str:
        return "".join(sorted(re.findall(r"\d", tile)))

    def move(self, sentence: str) -> bool:
        found = re.match(r"(.+?) (?:laid ((?:\d ){4})on (-?\d+,-?\d+)|drew a tile|passed)\b", sentence)
        if found and found[2]:
            self.board[found[3]] = found[2].replace(" ", "")
            if found[1] == "You":
                self.hand.discard(self.name(found[2]))
        for gain in re.finditer(r"(?:^|\. )([^.:]+): ([+−]\d+) points", sentence):
            self.scores[self.seats[gain[1]]] += int(gain[2].replace("−", "-"))
        return found is not None

    def notation(self, name: str) -> str:
        words = {say(f"quadominos.click.{word}"): word for word in ("draw", "pass", "+25", "+2", "+25+2")}
        if name in words:
            return words[name]
        found = re.fullmatch(r"tile (\d) (\d) (\d) (\d) on ([-\d,]+)(?: \((.+)\))?", name)
        assert found, name
        return f"{found[5]}={''.join(found.group(1, 2, 3, 4))}{words[found[6]] if found[6] else ''}"

    @classmethod
    def truth(cls, position: Position, seat: int) -> Any:
        table, hands, _, scores, *_ = str(position).partition("@")[2].split(":")
        board = dict(tile.split("=") for tile in table.split("/")) if table != "-" else {}
        hand = hands.split("/")[seat]
        return (
            board,
            set(hand.split(".")) - {"-"},
            {place: int(score) for place, score in enumerate(scores.split("/"))},
        )


HEARD: dict[str, Callable[[], Heard]] = {each.game: each for each in (Quads, Qawale, Quadominos, Exago)}


def positions_of(record: str) -> dict[int, Position]:
    """The positions of a record by ply; those after a deal, where one follows."""
    return {position.ply: position for position in fourfold.Record.parse(record).positions()}
