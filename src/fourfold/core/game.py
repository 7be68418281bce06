"""A game, composed of parts: metadata, rules (kernels), notation, look, clicks and opinions."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, cast

import numpy as np

from fourfold.core.clicks import Click, MoveClicks, Tree, TreeCache
from fourfold.core.display.look import Look
from fourfold.core.display.usual_kit import make_kit
from fourfold.core.errors import BadNotation, BadValue, FaultyGame
from fourfold.core.facts import Facts
from fourfold.core.help.move_words import MoveWords
from fourfold.core.help.notice import Notice
from fourfold.core.notation import Notation
from fourfold.core.options import format_options, parse_options
from fourfold.core.outcome import Theory
from fourfold.core.position import Position, View
from fourfold.kernel.evaluation import (
    evaluate_nothing,
    judge_nothing,
    promise_nothing,
    relax_nothing,
    threaten_nothing,
)
from fourfold.kernel.jit import CHANCE, Key, Opinions, Row, Rules, addresses
from fourfold.picture.kit import Kit

NO_OPINIONS: dict[str, Any] = {
    "evaluate": evaluate_nothing,
    "judge": judge_nothing,
    "promise": promise_nothing,
    "threaten": threaten_nothing,
    "relax": relax_nothing,
}
RULING = re.compile(r"[FR][0-9]+[A-Z]?_")  # how the constants of rulings begin: with the rule
MOST_SPELLED = 20_000  # cached moves, about 8 MB
MOST_WRITTEN = 1000  # cached sets of options
# For a game without its own: nodes, and how many of 1024 moves are overlooked.
GRADES = ((100, 500), (300, 350), (1000, 220), (3000, 120), (10_000, 50), (40_000, 0), (150_000, 0))

Spelled = tuple[tuple[Click, ...], Click, str]  # the clicks that make a move, the last one by itself, and its text


def name_rulings(module: ModuleType) -> dict[int, str]:
    """Map the rulings of a module to message names by its constants: F5_EDGES_DIFFER to `edges_differ`."""
    names = [name for name in vars(module) if RULING.match(name)]
    return {getattr(module, name): name.partition("_")[2].lower() for name in names}


def any_options(seats: int, options: dict[str, Any]) -> None:
    """All options go together."""


def no_values(row: Row, move: int, ruling: int) -> dict[str, Any]:
    """The message of a refused move has no values but the move."""
    return {}


def nothing_hidden(options: Mapping[str, Any]) -> bool:
    """Everybody sees everything."""
    return False


def no_deck(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Nothing is dealt."""
    return ()


def no_words(before: Row, move: int, after: Row) -> None:
    """Moves have their notation only."""


def no_merit(before: Row, better: int, after: Row, instead: Row) -> None:
    """Moves are compared by search only."""


def nothing_known(row: Row) -> None:
    """Nothing is known, or demanded."""


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game, composed of its rules and of the parts in other modules of its package, loaded when first used.

    >>> import fourfold
    >>> game = fourfold.game("exago")
    >>> game.name
    'Exago'
    >>> game.start(seats=3).play("e5").to_move
    1
    """

    package: str  # of its modules: `fourfold.games.exago`
    facts: Facts
    rules: Rules  # its kernels
    blank: Callable[[int, Mapping[str, Any]], Row]  # (seats, options) -> the first row of a game, before any deal
    reason: Callable[[Row], str]  # why a game ended: a message `reason.NAME`
    rulings: Mapping[int, str]  # the message names of what the kernel `refuse` answers
    work_words: int = 1  # the size of the scratch row of the kernels
    ply_word: int = 0  # the word of a row that counts the plies
    repetition: int = 0  # the occurrence of a position that makes a draw; 0: never
    settle: Callable[[int, dict[str, Any]], None] = any_options  # checks options against each other, fills in defaults
    explain: Callable[[Row, int, int], dict[str, Any]] = no_values  # (row, move, ruling) -> values of its message
    notice: Callable[[Row], Notice | None] = nothing_known  # what a rule demands of the seat to move
    prompt: Callable[[Row], Notice | None] = nothing_known  # what the seat to move does now: a message `prompt.NAME`
    describe: Callable[[Row, int, Row], MoveWords | None] = no_words  # (before, move, after) -> a move in words
    # (before, a better move, after it, after the move played instead) -> what it would have done: a phrase `merit.NAME`
    merit: Callable[[Row, int, Row, Row], Notice | None] = no_merit
    is_hidden: Callable[[Mapping[str, Any]], bool] = nothing_hidden  # whether there is hidden information
    deck: Callable[[Mapping[str, Any]], tuple[str, ...]] = no_deck  # the tiles in the order of their numbers
    theory: Callable[[Row], Theory | None] = nothing_known  # the proved result, known without search
    plies_left: Callable[[Row], int | None] = nothing_known  # the highest number of plies to come, where it is small
    solvable: int = 0  # with at most this many plies left a position can be solved exactly
    symmetric_key: Key | None = None  # a hash that is the same for equivalent positions; by default the key

    @property
    def id(self) -> str:
        """The identifier of the game."""
        return self.facts.id

    @property
    def name(self) -> str:
        """The name on the box."""
        return self.facts.name

    def module(self, name: str) -> Any:
        """A module of the game's package, or None where it has none."""
        found = f"{self.package}.{name}"
        return import_module(found) if find_spec(found) else None

    def _part(self, module: str, name: str) -> Any:
        """A part that every game has."""
        part = getattr(self.module(module), name, None)
        if part is None:
            raise FaultyGame("fourfold.faulty_game.part", package=self.package, id=self.id, name=f"{module}.{name}")
        return part

    @cached_property
    def notation(self) -> Notation:
        """The text of moves and positions."""
        return cast("Notation", self._part("notation", "NOTATION"))

    @cached_property
    def look(self) -> Look:
        """The board and the pieces."""
        return cast("Look", self._part("board", "LOOK"))

    @cached_property
    def clicks(self) -> MoveClicks:
        """The clicks that make a move."""
        module = self.module("clicks")
        return cast("MoveClicks", module.CLICKS) if module else MoveClicks.of_text(self.notation.format_move)

    @cached_property
    def opinions(self) -> Opinions:
        """The kernels of the evaluation: those of its module `evaluation`, and nothing for the others."""
        module = self.module("evaluation")
        found = NO_OPINIONS | {name: getattr(module, name) for name in NO_OPINIONS if hasattr(module, name)}
        return Opinions(**found, symmetric_key=self.symmetric_key or self.rules.key)

    @cached_property
    def grades(self) -> tuple[tuple[int, int], ...]:
        """For each limited level its nodes, and how many of 1024 moves it overlooks."""
        return cast("tuple[tuple[int, int], ...]", getattr(self.module("evaluation"), "GRADES", GRADES))

    @cached_property
    def kit(self) -> Kit:
        """The boards and pieces to print and cut out."""
        module = self.module("kit")
        return cast("Kit", module.kit()) if module else make_kit(self)

    @cached_property
    def rule_words(self) -> Row:
        """The addresses of the kernels of the rules."""
        return addresses(self.rules)

    @cached_property
    def search_words(self) -> Row:
        """The addresses of the kernels of the rules, and of the opinions behind them."""
        return addresses(self.rules, self.opinions)

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
        return self._read(text, self.notation.parse_body)

    def read_view(self, text: str, seat: int) -> View:
        """Parse the text of a view, for the seat whose view it is. The text does not hold the history.

        >>> import fourfold
        >>> game = fourfold.game("quadominos")
        >>> view = game.start(seed=1).view(0)
        >>> str(game.read_view(str(view), 0)) == str(view)
        True
        """
        return self._read(text, self.notation.parse_view_body or self.notation.parse_body).view(seat)

    def _read(self, text: str, parse: Callable[[str, Row], None]) -> Position:
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
        row = undealt.row.copy()
        parse(body, row)
        return Position(self, undealt.seats, undealt.options, row)

    def write(self, row: Row, seats: int, options: Mapping[str, Any]) -> str:
        """Format a row, whole or blanked, as one line without spaces."""
        pairs = {"seats": str(seats)} if seats != 2 else {}
        pairs |= self.written_options(seats, options)
        head = self.id + "".join(f":{key}={value}" for key, value in pairs.items())
        return f"{head}@{self.notation.format_body(row)}"

    def written_options(self, seats: int, options: Mapping[str, Any]) -> dict[str, str]:
        """Format the options as words, without those that follow by default."""
        return dict(self._words_of(seats, tuple(options.items())))

    @lru_cache(maxsize=MOST_WRITTEN)  # noqa: B019 - a game lives as long as the program
    def _words_of(self, seats: int, options: tuple[tuple[str, Any], ...]) -> Mapping[str, str]:
        words = format_options(self.facts.options, dict(options), seats)
        for name in list(words):
            rest = {key: word for key, word in words.items() if key != name}
            if dict(self._undealt(seats, rest).options) == dict(options):
                words = rest
        return words

    def spell(self, row: Row, moves: Sequence[int]) -> list[Spelled]:
        """Give the clicks and the text of each move, from a cache."""
        dialect = self.notation.dialect(row)
        known = self._spelled.setdefault(dialect, {})
        try:
            return [known[move] for move in moves]
        except KeyError:
            if sum(map(len, self._spelled.values())) > MOST_SPELLED:
                self._spelled.clear()
                self._paths.clear()
                known = self._spelled[dialect] = {}
            for move in moves:
                if move not in known:
                    known[move] = self._spell(row, move)
        return [known[move] for move in moves]

    def _spell(self, row: Row, move: int) -> Spelled:
        *before, last = self.clicks.of(row, move)
        return self._paths.setdefault(tuple(before), tuple(before)), last, self.notation.format_move(row, move)

    @cached_property
    def _paths(self) -> dict[tuple[Click, ...], tuple[Click, ...]]:
        """The paths of clicks before the last one, interned: moves with the same path share one object."""
        return {}

    @cached_property
    def _spelled(self) -> dict[int, dict[int, Spelled]]:
        return {}

    def tree_of_run(self, row: Row, moves: tuple[int, ...]) -> tuple[Tree, int]:
        """The click tree of moves with the same first click, from a cache, and an upper bound for its branches."""
        return self.trees.find((self.notation.dialect(row), moves), lambda: self.spell(row, moves))

    @cached_property
    def trees(self) -> TreeCache:
        """The cache of click trees."""
        return TreeCache()

    def place_deal(self, row: Row, order: Sequence[int]) -> None:
        """Make the deal on the row."""
        assert self.rules.to_move(row) == CHANCE
        self.rules.deal(row, np.array(order, np.int64))
