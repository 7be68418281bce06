"""A game: its facts, its rules, and how its positions and moves are written."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

import numpy as np

from fourfold.core.display.scene import Scene
from fourfold.core.errors import BadNotation, BadValue
from fourfold.core.facts import Facts
from fourfold.core.help.notice import Notice
from fourfold.core.options import format_options, parse_options
from fourfold.core.position import Position, View
from fourfold.core.theory import Theory
from fourfold.kernel.evaluation import evaluate_nothing, judge_nothing, promise_nothing, threaten_nothing
from fourfold.kernel.jit import CHANCE, Evaluate, Judge, Key, Opinions, Promise, Row, Rules, Threaten, addresses
from fourfold.picture.formats.styled_text import Line, plain
from fourfold.picture.kit import Kit
from fourfold.picture.shapes import Box, Drawing, Frame, Hands, Pieces, Symbol

MOST_SPELLED = 20_000  # some 8 MB
# For a game that has none of its own: nodes, and how many of 1024 moves are overlooked.
GRADES = ((100, 500), (300, 350), (1000, 220), (3000, 120), (10_000, 50), (40_000, 0), (150_000, 0))

Spelled = tuple[tuple[str, ...], str, str]  # the clicks that make a move, the last one by itself, and its text


class Game(ABC):
    """What a game's folder fills in, and what everybody else asks of it.

    >>> import fourfold
    >>> game = fourfold.game("exago")
    >>> game.name
    'Exago'
    >>> game.start(seats=3).play("e5").to_move
    1
    """

    facts: ClassVar[Facts]
    rules: ClassVar[Rules]
    work_words: ClassVar[int]  # how much scratch space the kernels ask for
    ply_word: ClassVar[int]  # which word of a row counts the moves played
    repetition: ClassVar[int] = 0  # a position that occurs so often is a draw; 0: never
    is_grouped: ClassVar[bool] = False  # whether `nth` counts moves click by click; a must where there can be thousands
    rulings: ClassVar[Mapping[int, str]]  # what `refuse` answers, as names of messages
    solvable: ClassVar[int] = 0  # with at most so many plies left it is worth while to solve a position to the end

    @property
    def id(self) -> str:
        """The word that names the game in programs."""
        return self.facts.id

    @property
    def name(self) -> str:
        """The name on the box."""
        return self.facts.name

    @property
    def symmetric_key(self) -> Key:
        """The kernel of a key that is the same for positions of one worth: turned, or unlike in what never matters."""
        return self.rules.key

    @cached_property
    def rule_words(self) -> Row:
        """The addresses of the kernels of the rules."""
        return addresses(self.rules)

    @cached_property
    def search_words(self) -> Row:
        """The addresses of the kernels of the rules, and of the opinions behind them."""
        opinions = Opinions(self.evaluate, self.judge, self.promise, self.threaten, self.symmetric_key)
        return addresses(self.rules, opinions)

    @cached_property
    def evaluate(self) -> Evaluate:
        """The kernel that writes each seat's chances as far as they can be seen without search; its own or none's."""
        opinion: Evaluate = getattr(self._opinions, "evaluate", evaluate_nothing)
        return opinion

    @cached_property
    def judge(self) -> Judge:
        """The kernel that says what is sure for the seat to move by looking alone; its own or none's."""
        proof: Judge = getattr(self._opinions, "judge", judge_nothing)
        return proof

    @cached_property
    def promise(self) -> Promise:
        """The kernel that says how good a move looks before it is played; its own or none's."""
        opinion: Promise = getattr(self._opinions, "promise", promise_nothing)
        return opinion

    @cached_property
    def threaten(self) -> Threaten:
        """The kernel that counts a seat's threats to win; its own or none's."""
        opinion: Threaten = getattr(self._opinions, "threaten", threaten_nothing)
        return opinion

    @cached_property
    def grades(self) -> tuple[tuple[int, int], ...]:
        """How much each of the limited levels thinks, in nodes, and how many of 1024 moves it overlooks."""
        own: tuple[tuple[int, int], ...] = getattr(self._opinions, "GRADES", GRADES)
        return own

    @cached_property
    def _opinions(self) -> Any:
        """The module `evaluation` of the game's folder, where there is one."""
        name = f"fourfold.games.{self.id}.evaluation"
        return import_module(name) if find_spec(name) else None

    def __repr__(self) -> str:
        return f"fourfold.game({self.id!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        from fourfold.core.registry import game

        return game, (self.id,)

    def start(
        self,
        /,
        *,
        seats: Any = 2,
        seed: int | None = None,
        deal: str | Sequence[str] | None = None,
        **options: Any,
    ) -> Position:
        """Set up the first position, with the options by keyword.

        Where something is dealt, `deal` gives the order or `seed` makes it repeatable; the other
        games take a seed too and have no use for it.
        """
        if deal is not None and not self.facts.has_deals:
            options["deal"] = deal
        also = ("seats", "seed", "deal") if self.facts.has_deals else ("seats", "seed")
        position = self._undealt(seats, options, also)
        if position.is_deal_due or deal is not None:
            position = position.deal(deal, seed=seed)
        return position

    def undealt(self, /, *, seats: Any = 2, **options: Any) -> Position:
        """Set up the table before the first deal; the same as `start` where nothing is dealt."""
        return self._undealt(seats, options)

    def _undealt(self, seats: Any, options: Mapping[str, Any], also: Sequence[str] = ("seats",)) -> Position:
        count = self._parse_seats(seats)
        values = parse_options(self.name, self.facts.options, options, count, also)
        self.settle(count, values)
        return Position(self, count, values, self.blank(count, values))

    def _parse_seats(self, seats: Any) -> int:
        low, high = self.facts.seats[0], self.facts.seats[-1]
        try:
            count = int(seats)
        except (TypeError, ValueError, OverflowError):
            count = 0
        if count not in self.facts.seats or isinstance(seats, bool) or str(count) != str(seats):
            raise BadValue("fourfold.bad_seats", game=self.name, value=str(seats), low=low, high=high)
        return count

    def read(self, text: str) -> Position:
        """Read a position that `str(position)` wrote. What happened before is not in the text.

        >>> import fourfold
        >>> game = fourfold.game("qawale")
        >>> position = game.start(swap=True).play("a1NEE")
        >>> game.read(str(position)) == position
        True
        """
        return self._read(text, self.parse_body)

    def read_view(self, text: str, seat: int) -> View:
        """Read what `str(view)` wrote, for the seat whose view it is. What happened before is not in the text.

        >>> import fourfold
        >>> game = fourfold.game("quadominos")
        >>> view = game.start(seed=1).view(0)
        >>> str(game.read_view(str(view), 0)) == str(view)
        True
        """
        return self._read(text, self.parse_view_body).view(seat)

    def _read(self, text: str, parse: Callable[[str, int, Mapping[str, Any]], Row]) -> Position:
        text = str(text).strip()
        head, at, body = text.partition("@")
        name, *pairs = head.split(":")
        if not at or name != self.id:
            raise BadNotation("fourfold.not_a_position", game=self.name, id=self.id, text=text)
        given = {}
        for pair in pairs:
            key, equals, value = pair.partition("=")
            if not equals or key in given:
                raise BadNotation("fourfold.bad_position_option", text=pair)
            given[key] = value
        undealt = self._undealt(given.pop("seats", 2), given)
        return Position(self, undealt.seats, undealt.options, parse(body, undealt.seats, undealt.options))

    def write(self, row: Row, seats: int, options: Mapping[str, Any]) -> str:
        """Write a row, whole or blanked, as one line without spaces."""
        pairs = {"seats": str(seats)} if seats != 2 else {}
        pairs |= self.written_options(seats, options)
        return self.id + "".join(f":{key}={value}" for key, value in pairs.items()) + "@" + self.format_body(row)

    def written_options(self, seats: int, options: Mapping[str, Any]) -> dict[str, str]:
        """Write the options as words, without those that would be the same if nothing were said."""
        return dict(self._words_of(seats, tuple(options.items())))

    @cache  # noqa: B019 - a game lives as long as the program
    def _words_of(self, seats: int, options: tuple[tuple[str, Any], ...]) -> Mapping[str, str]:
        words = format_options(self.facts.options, dict(options), seats)
        for name in list(words):
            rest = {key: word for key, word in words.items() if key != name}
            if dict(self._undealt(seats, rest).options) == dict(options):
                words = rest
        return words

    def is_hidden(self, options: Mapping[str, Any]) -> bool:
        """Tell whether seats see different things."""
        return False

    def theory(self, row: Row) -> Theory | None:
        """What is known about a row for certain without any search; None where nothing is."""
        return None

    def plies_left(self, row: Row) -> int | None:
        """How many more plies there can be at most, where that is a small number."""
        return None

    def deck(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Name the things that a deal orders, in the order of their numbers."""
        return ()

    def settle(self, seats: int, options: dict[str, Any]) -> None:
        """Check the options against each other, and fill in defaults that depend on others."""

    def explain(self, row: Row, move: int, ruling: int) -> dict[str, Any]:
        """Give the values that the message of a refused move asks for, beside the move itself."""
        return {}

    def clicks(self, row: Row, move: int) -> tuple[str, ...]:
        """Give the names of what is clicked, one after the other, to make the move; different moves differ in it."""
        return (self.format_move(row, move),)

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """List the moves that clicks could mean, legal or not, the likeliest first.

        Clicks may be missing or come in another order; where too many are missing nothing is meant.
        """
        return list(clicks[:1])

    def notice(self, row: Row) -> Notice | None:
        """Tell what a rule asks of the seat to move just now, from what a row shows, whole or blanked."""
        return None

    def click(self, row: Row, move: int, place: int) -> str:
        """Give one of the clicks alone; where there can be millions of moves, faster than making them all."""
        return self.clicks(row, move)[place]

    def dialect(self, row: Row) -> int:
        """Tell by a number what the writing of moves depends on beside their codes; 0: on nothing."""
        return 0

    def spell(self, row: Row, moves: Sequence[int]) -> list[Spelled]:
        """Give the clicks and the text of each move, remembered from the last time that somebody asked."""
        known = self._spelled.setdefault(self.dialect(row), {})
        try:
            return [known[move] for move in moves]
        except KeyError:
            if len(known) > MOST_SPELLED:
                known.clear()
                self._paths.clear()
            for move in moves:
                if move not in known:
                    known[move] = self._spell(row, move)
        return [known[move] for move in moves]

    def _spell(self, row: Row, move: int) -> Spelled:
        *before, last = self.clicks(row, move)
        return self._paths.setdefault(tuple(before), tuple(before)), last, self.format_move(row, move)

    @cached_property
    def _paths(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """The clicks before the last one, each path once: of moves that share one it is the same object."""
        return {}

    @cached_property
    def _spelled(self) -> dict[int, dict[int, Spelled]]:
        return {}

    def parse_view_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        """Read what `format_body` wrote of a view; where nothing is hidden that is the position."""
        return self.parse_body(body, seats, options)

    def place_deal(self, row: Row, order: Sequence[int]) -> None:
        """Make the deal on the row."""
        assert self.rules.to_move(row) == CHANCE
        self.rules.deal(row, np.array(order, np.int64))

    @abstractmethod
    def blank(self, seats: int, options: Mapping[str, Any]) -> Row:
        """Make the row that a game begins with, before any deal."""

    @abstractmethod
    def parse_move(self, row: Row, text: str) -> int:
        """Read a move's text as its code, legal or not; raise BadNotation where it cannot be read."""

    @abstractmethod
    def format_move(self, row: Row, move: int) -> str:
        """Write a move's code as its text."""

    @abstractmethod
    def parse_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        """Read what `format_body` wrote; raise BadNotation or BadPosition."""

    @abstractmethod
    def format_body(self, row: Row) -> str:
        """Write all of a row but seats and options, without spaces and `@`; `_` for what is blanked."""

    @abstractmethod
    def reason(self, row: Row) -> str:
        """Name the reason why a finished row is finished: a message `reason.NAME` of the catalogue."""

    @abstractmethod
    def draw(self, row: Row, scene: Scene) -> Drawing:
        """Draw a row, whole or blanked, as a picture; the last move is marked."""

    @abstractmethod
    def symbols(self) -> Mapping[str, Symbol]:
        """All symbols that can occur on a board and beside it, by their ids."""

    @abstractmethod
    def kit(self) -> Kit:
        """What has to be cut out of paper to play: all boards and pieces that lie in the box."""

    @abstractmethod
    def frame(self, row: Row) -> Frame:
        """The board without pieces: it depends on the options alone."""

    @abstractmethod
    def pieces(self, row: Row, last: int | None) -> Pieces:
        """What lies on the board of a row, whole or blanked, and how it came there with the last move."""

    @abstractmethod
    def hands(self, row: Row) -> Hands:
        """What lies beside the board of a row, whole or blanked."""

    @abstractmethod
    def lines(self, row: Row, last: int | None = None) -> list[Line]:
        """Draw a row, whole or blanked, as styled text; the last move's code says what to mark."""

    def board(self, row: Row) -> str:
        """Draw a row, whole or blanked, as plain text of several lines."""
        return plain(self.lines(row))

    def span(self, row: Row) -> Box:
        """The cells that lie on a table without rim; nothing where a board says how large the picture is."""
        return Box(0, 0, 0, 0)
