"""The interface of a game: metadata, rules (kernels), notation, display and evaluation."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, ClassVar, Protocol, cast

import numpy as np

from fourfold.core.clicks import Click, word
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

RULING = re.compile(r"[FR][0-9]+[A-Z]?_")  # how the constants of rulings begin: with the rule
MOST_SPELLED = 20_000  # cached moves, about 8 MB
# For a game without its own: nodes, and how many of 1024 moves are overlooked.
GRADES = ((100, 500), (300, 350), (1000, 220), (3000, 120), (10_000, 50), (40_000, 0), (150_000, 0))

Spelled = tuple[tuple[Click, ...], Click, str]  # the clicks that make a move, the last one by itself, and its text


def name_rulings(module: ModuleType) -> dict[int, str]:
    """Map the rulings of a module to message names by its constants: F5_EDGES_DIFFER to `edges_differ`."""
    names = [name for name in vars(module) if RULING.match(name)]
    return {getattr(module, name): name.partition("_")[2].lower() for name in names}


class NotationModule(Protocol):
    """The module `notation` of a game's folder: the methods of `Game` with these names."""

    def parse_move(self, row: Row, text: str) -> int: ...
    def format_move(self, row: Row, move: int) -> str: ...
    def parse_body(self, body: str, row: Row) -> None: ...
    def format_body(self, row: Row) -> str: ...


class BoardModule(Protocol):
    """The module `board` of a game's folder: the methods of `Game` with these names."""

    def frame(self, row: Row) -> Frame: ...
    def pieces(self, row: Row, last: int | None) -> Pieces: ...
    def hands(self, row: Row) -> Hands: ...
    def draw(self, row: Row, scene: Scene) -> Drawing: ...
    def lines(self, row: Row, last: int | None) -> list[Line]: ...


class Game(ABC):
    """A game. Its folder provides the modules `kernel`, `notation`, `board`, `symbols`, `kit` and perhaps `evaluation`.

    >>> import fourfold
    >>> game = fourfold.game("exago")
    >>> game.name
    'Exago'
    >>> game.start(seats=3).play("e5").to_move
    1
    """

    facts: ClassVar[Facts]
    rules: ClassVar[Rules]
    work_words: ClassVar[int]  # the size of the scratch row of the kernels
    ply_word: ClassVar[int]  # the word of a row that counts the plies
    repetition: ClassVar[int] = 0  # the occurrence of a position that makes a draw; 0: never
    is_grouped: ClassVar[bool] = False  # whether `nth` orders moves by their clicks; needed for thousands of moves
    rulings: ClassVar[Mapping[int, str]]  # the message names of what `refuse` answers
    solvable: ClassVar[int] = 0  # with at most this many plies left a position can be solved exactly

    @property
    def id(self) -> str:
        """The identifier of the game."""
        return self.facts.id

    @property
    def name(self) -> str:
        """The name on the box."""
        return self.facts.name

    @property
    def symmetric_key(self) -> Key:
        """The kernel of a canonical hash key: equal for positions that are equivalent, for instance by symmetry."""
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
        """The kernel of the static evaluation: writes each seat's chances."""
        return cast("Evaluate", getattr(self._evaluation, "evaluate", evaluate_nothing))

    @cached_property
    def judge(self) -> Judge:
        """The kernel of static proofs: what is certain for the seat to move without search."""
        return cast("Judge", getattr(self._evaluation, "judge", judge_nothing))

    @cached_property
    def promise(self) -> Promise:
        """The kernel of move ordering: scores a move before it is played."""
        return cast("Promise", getattr(self._evaluation, "promise", promise_nothing))

    @cached_property
    def threaten(self) -> Threaten:
        """The kernel that counts a seat's threats to win."""
        return cast("Threaten", getattr(self._evaluation, "threaten", threaten_nothing))

    @cached_property
    def grades(self) -> tuple[tuple[int, int], ...]:
        """For each limited level its nodes, and how many of 1024 moves it overlooks."""
        return cast("tuple[tuple[int, int], ...]", getattr(self._evaluation, "GRADES", GRADES))

    @cached_property
    def _evaluation(self) -> Any:
        """The module `evaluation` of the game's folder, or None."""
        return self._module("evaluation") if find_spec(f"fourfold.games.{self.id}.evaluation") else None

    @cached_property
    def _notation(self) -> NotationModule:
        return cast("NotationModule", self._module("notation"))

    @cached_property
    def _board(self) -> BoardModule:
        return cast("BoardModule", self._module("board"))

    def _module(self, name: str) -> Any:
        """A module of the game's folder."""
        return import_module(f"fourfold.games.{self.id}.{name}")

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

        In a game with deals, `deal` gives the order, or `seed` makes it repeatable. The other games accept a
        seed and ignore it.
        """
        if deal is not None and not self.facts.has_deals:
            options["deal"] = deal
        also = ("seats", "seed", "deal") if self.facts.has_deals else ("seats", "seed")
        position = self._undealt(seats, options, also)
        if position.is_deal_due or deal is not None:
            position = position.deal(deal, seed=seed)
        return position

    def undealt(self, /, *, seats: Any = 2, **options: Any) -> Position:
        """Set up the position before the first deal; the same as `start` in a game without deals."""
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
        """Parse the text of a position. The text does not hold the history.

        >>> import fourfold
        >>> game = fourfold.game("qawale")
        >>> position = game.start(swap=True).play("a1NEE")
        >>> game.read(str(position)) == position
        True
        """
        return self._read(text, self.parse_body)

    def read_view(self, text: str, seat: int) -> View:
        """Parse the text of a view, for the seat whose view it is. The text does not hold the history.

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
        """Format a row, whole or blanked, as one line without spaces."""
        pairs = {"seats": str(seats)} if seats != 2 else {}
        pairs |= self.written_options(seats, options)
        return self.id + "".join(f":{key}={value}" for key, value in pairs.items()) + "@" + self.format_body(row)

    def written_options(self, seats: int, options: Mapping[str, Any]) -> dict[str, str]:
        """Format the options as words, without those that follow by default."""
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
        """Tell whether the game has hidden information with these options."""
        return False

    def theory(self, row: Row) -> Theory | None:
        """The proved result of a row, known without search; or None."""
        return None

    def plies_left(self, row: Row) -> int | None:
        """The highest number of plies still to come, where it is small; or None."""
        return None

    def deck(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Name the tiles of the deck, in the order of their numbers."""
        return ()

    def settle(self, seats: int, options: dict[str, Any]) -> None:
        """Check the options against each other, and fill in defaults that depend on other options."""

    def explain(self, row: Row, move: int, ruling: int) -> dict[str, Any]:
        """Give the values for the message of a refused move, beside the move itself."""
        return {}

    def clicks(self, row: Row, move: int) -> tuple[Click, ...]:
        """Name what is clicked, in order, to enter the move; no two moves have the same clicks."""
        return (word(self.format_move(row, move)),)

    def texts_of(self, row: Row, clicks: Sequence[str]) -> list[str]:
        """List the moves that clicks could mean, legal or not, the most likely first.

        Clicks may be missing or in another order; if too many are missing, the list is empty.
        """
        return list(clicks[:1])

    def notice(self, row: Row) -> Notice | None:
        """Tell what a rule demands of the seat to move now, from a row, whole or blanked."""
        return None

    def click(self, row: Row, move: int, place: int) -> Click:
        """Give one of the clicks; games with millions of moves make it faster than all clicks."""
        return self.clicks(row, move)[place]

    def dialect(self, row: Row) -> int:
        """Number the options on which the text of a move depends; 0 if it depends on the code alone."""
        return 0

    def spell(self, row: Row, moves: Sequence[int]) -> list[Spelled]:
        """Give the clicks and the text of each move, from a cache."""
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
    def _paths(self) -> dict[tuple[Click, ...], tuple[Click, ...]]:
        """The paths of clicks before the last one, interned: moves with the same path share one object."""
        return {}

    @cached_property
    def _spelled(self) -> dict[int, dict[int, Spelled]]:
        return {}

    def parse_view_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        """Parse what `format_body` wrote of a view; without hidden information that is the position."""
        return self.parse_body(body, seats, options)

    def place_deal(self, row: Row, order: Sequence[int]) -> None:
        """Make the deal on the row."""
        assert self.rules.to_move(row) == CHANCE
        self.rules.deal(row, np.array(order, np.int64))

    @abstractmethod
    def blank(self, seats: int, options: Mapping[str, Any]) -> Row:
        """Make the first row of a game, before any deal."""

    @abstractmethod
    def reason(self, row: Row) -> str:
        """Name the reason why a game ended: a message `reason.NAME` of the catalogue."""

    def parse_move(self, row: Row, text: str) -> int:
        """Parse the text of a move, legal or not, as its code; raise BadNotation."""
        return self._notation.parse_move(row, text)

    def format_move(self, row: Row, move: int) -> str:
        """Format the code of a move."""
        return self._notation.format_move(row, move)

    def parse_body(self, body: str, seats: int, options: Mapping[str, Any]) -> Row:
        """Parse what `format_body` wrote; raise BadNotation or BadPosition."""
        row = self.blank(seats, options)
        self._notation.parse_body(body, row)
        return row

    def format_body(self, row: Row) -> str:
        """Format all of a row but seats and options, without spaces and `@`; `_` for what is blanked."""
        return self._notation.format_body(row)

    def symbols(self) -> Mapping[str, Symbol]:
        """All symbols of the game's drawings, by their ids."""
        return cast("Mapping[str, Symbol]", self._module("symbols").symbols())

    def kit(self) -> Kit:
        """The boards and pieces to print and cut out."""
        return cast("Kit", self._module("kit").kit())

    def frame(self, row: Row) -> Frame:
        """The board without pieces; it depends on the options alone."""
        return self._board.frame(row)

    def pieces(self, row: Row, last: int | None) -> Pieces:
        """The pieces on the board of a row, whole or blanked, and how the last move brought them there."""
        return self._board.pieces(row, last)

    def hands(self, row: Row) -> Hands:
        """The hands beside the board of a row, whole or blanked."""
        return self._board.hands(row)

    def draw(self, row: Row, scene: Scene) -> Drawing:
        """Draw a row, whole or blanked, with the last move marked."""
        return self._board.draw(row, scene)

    def lines(self, row: Row, last: int | None = None) -> list[Line]:
        """Draw a row, whole or blanked, as styled text, with the last move marked."""
        return self._board.lines(row, last)

    def board(self, row: Row) -> str:
        """Draw a row, whole or blanked, as plain text of several lines."""
        return plain(self.lines(row))

    def span(self, row: Row) -> Box:
        """The used cells of an unbounded table; empty for a board of fixed size."""
        return Box(0, 0, 0, 0)
