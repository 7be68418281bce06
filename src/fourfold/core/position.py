"""Positions and views: immutable states of a game, whole or as one seat sees them."""

import json
import random
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from fourfold.core.display.pictures import draw, ending_of, find_palette
from fourfold.core.errors import BadDeal, BadValue, ContradictoryOptions, IllegalMove, NoSuchSeat
from fourfold.core.moves import Deal, Move, Moves
from fourfold.core.outcome import Outcome
from fourfold.core.records.deal_order import parse_order
from fourfold.kernel.jit import CHANCE, DRAWN, NOBODY, RUNNING, Row
from fourfold.picture.formats.styled_text import Depth, Line, coloured, line_of, plain
from fourfold.picture.formats.svg import svg
from fourfold.picture.shapes import Drawing, MarkKind
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.core.game import Game


class _Table:
    """What positions and views have in common."""

    game: "Game"
    seats: int
    options: Mapping[str, Any]
    _row: Row  # never written to again; kernels cannot be handed read-only arrays
    to_move: int | None
    outcome: Outcome | None
    last: Move | Deal | None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name} cannot be set")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @property
    def row(self) -> Row:
        """The row that the kernels work on; read-only, copy it to play on."""
        row = self._row.view()
        row.setflags(write=False)
        return row

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return int(self._row[self.game.ply_word])

    def board(self) -> str:
        """Draw the board as plain text."""
        return plain(self._lines(None))

    def coloured(self, depth: Depth = Depth.TRUE, palette: str = "light") -> str:
        """Draw the board as coloured text, with the last move marked."""
        last = self.last.code if isinstance(self.last, Move) else None
        return coloured(self._lines(last), depth, find_palette(palette))

    def _lines(self, last: int | None) -> list[Line]:
        """The board as text, and the cells of the line that won."""
        cells = [mark.name for mark in ending_of(self) if mark.kind is MarkKind.LINE]
        won = [line_of(say("fourfold.board.line", cells=", ".join(cells)))] if cells else []
        return [*self.game.look.lines(self._row, last), *won]

    def drawing(self) -> Drawing:
        """Draw the board as data."""
        return draw(self)

    def svg(self, palette: str = "light", width: int | None = None) -> str:
        """Draw the board as an SVG document.

        >>> import fourfold
        >>> fourfold.game("quads").start().svg()[:34]
        '<svg xmlns="http://www.w3.org/2000'
        """
        return svg(self.drawing(), find_palette(palette), width)

    def png(self, palette: str = "light", width: int | None = None) -> bytes:
        """Draw the board as a PNG file."""
        from fourfold.picture.formats.png import WIDTH, png

        return png(self.drawing(), find_palette(palette), width or WIDTH)

    def _repr_svg_(self) -> str:
        """The picture in a notebook."""
        return self.svg(width=480)

    def __str__(self) -> str:
        return self.game.write(self._row, self.seats, self.options)


class Position(_Table):
    """A position of a game. It never changes: `play` and `deal` give new ones.

    Positions are equal when game, options and row are equal, whatever their history.

    >>> import fourfold
    >>> position = fourfold.game("qawale").start()
    >>> position.to_move, len(position.moves()), position.outcome
    (0, 40, None)
    >>> position = position.play("a1NEE")
    >>> position.to_move, position.last, str(position)
    (1, Move('a1NEE'), 'qawale@nn,.,.,nn/.,.,.,./n,n,x,./.,.,.,nn:1')
    """

    def __init__(
        self,
        game: "Game",
        seats: int,
        options: Mapping[str, Any],
        row: Row,
        previous: "Position | None" = None,
        last: Move | Deal | None = None,
    ) -> None:
        self.__dict__.update(
            game=game,
            seats=seats,
            options=options if isinstance(options, MappingProxyType) else MappingProxyType(dict(options)),
            _row=row,
            previous=previous,
            last=last,
        )

    previous: "Position | None"
    last: Move | Deal | None

    @cached_property
    def outcome(self) -> Outcome | None:  # type: ignore[override]
        """The outcome, or None while the game is running."""
        status = int(self.game.rules.status(self._row))
        if status == RUNNING and not self._is_repeated:
            return None
        winner = None if status in (DRAWN, RUNNING) else status - 1
        code = self.game.reason(self._row) if status != RUNNING else "repetition"
        return Outcome(winner, self.points(), self.game.id, code)

    @cached_property
    def _is_repeated(self) -> bool:
        """Detect repetition exactly: compare rows without the ply."""
        if not self.game.repetition:
            return False
        times, own, earlier = 1, self._without_ply, self.previous
        while earlier is not None and times < self.game.repetition:
            times += earlier._without_ply == own
            earlier = earlier.previous
        return times >= self.game.repetition

    @cached_property
    def _without_ply(self) -> bytes:
        row = self._row.copy()
        row[self.game.ply_word] = 0
        return row.tobytes()

    @cached_property
    def to_move(self) -> int | None:  # type: ignore[override]
        """The seat to move; None when the game is over or a deal is due."""
        if self.outcome or self.is_deal_due:
            return None
        return int(self.game.rules.to_move(self._row))

    @cached_property
    def is_deal_due(self) -> bool:
        """Whether chance is to move: `deal` comes next."""
        return not self.outcome and int(self.game.rules.to_move(self._row)) == CHANCE

    @cached_property
    def _key(self) -> int:
        return int(self.game.rules.key(self._row))

    def earlier_keys(self) -> tuple[int, ...]:
        """The hash keys of the earlier positions, in order, if repetition counts and nothing is hidden."""
        keys: list[int] = []
        earlier = self.previous
        if self.game.repetition and not self.game.is_hidden(self.options):
            while earlier is not None:
                keys.append(earlier._key)
                earlier = earlier.previous
        return tuple(reversed(keys))

    def points(self) -> tuple[int, ...]:
        """The score of each seat; in games without points 1 for the winner, else 0."""
        scores = np.zeros(self.seats, np.int64)
        self.game.rules.scores(self._row, scores)
        return tuple(scores.tolist())

    def moves(self) -> Moves:
        """The legal moves, as a lazy sequence; empty when the game is over or a deal is due."""
        return Moves(self.game, self._row, known=self.to_move is not None)

    def play(self, move: Move | str) -> "Position":
        """Play a move, given as text or as Move, and return the new position.

        Raises BadNotation if the text cannot be parsed, and IllegalMove, naming the rule, if the move is not legal.

        >>> import fourfold
        >>> fourfold.game("qawale").start().play("a1NSN")
        Traceback (most recent call last):
        ...
        fourfold.core.errors.IllegalMove: Qawale R1: the second pebble of a1NSN goes straight back ...
        """
        text = str(move).strip()
        code = self.game.notation.parse_move(self._row, text)
        if self.outcome:
            raise IllegalMove("fourfold.game_over", move=text, reason=self.outcome.reason)
        if self.is_deal_due:
            raise IllegalMove("fourfold.deal_due", move=text)
        ruling = int(self.game.rules.refuse(self._row, code, np.zeros(self.game.work_words, np.int64)))
        if ruling:
            values = self.game.explain(self._row, code, ruling)
            raise IllegalMove(f"{self.game.id}.refuse.{self.game.rulings[ruling]}", move=text, **values)
        row = self._row.copy()
        written = Move(self.game.notation.format_move(self._row, code), code)
        self.game.rules.play(row, code)
        return Position(self.game, self.seats, self.options, row, self, written)

    def deal(self, order: str | Sequence[str] | None = None, *, seed: int | None = None) -> "Position":
        """Deal in the given order, repeatably from a seed, or at random."""
        if not self.is_deal_due:
            raise BadDeal("fourfold.no_deal_due", game=self.game.name)
        if order is not None and seed is not None:
            raise ContradictoryOptions("fourfold.deal_and_seed")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise BadValue("fourfold.bad_seed", value=str(seed))
        deck = self.game.deck(self.options)
        if order is None:
            numbers = list(range(len(deck)))
            (secrets.SystemRandom() if seed is None else random.Random(seed)).shuffle(numbers)
        else:
            numbers = parse_order(order, deck)
        row = self._row.copy()
        self.game.place_deal(row, numbers)
        return Position(self.game, self.seats, self.options, row, self, Deal(tuple(deck[n] for n in numbers)))

    def forgetting(self) -> "Position":
        """Give the same position without its history, which is kept only if repetition counts.

        It saves memory for callers who keep many positions.

        >>> import fourfold
        >>> position = fourfold.game("qawale").start().play("a1NEE").forgetting()
        >>> position.last, position.history
        (Move('a1NEE'), ())
        """
        if self.game.repetition:
            return self
        return Position(self.game, self.seats, self.options, self._row, None, self.last)

    @property
    def history(self) -> tuple[Move | Deal, ...]:
        """All moves and deals since the first known position."""
        steps: list[Move | Deal] = []
        position = self
        while position.previous is not None and position.last is not None:
            steps.append(position.last)
            position = position.previous
        return tuple(reversed(steps))

    @property
    def origin(self) -> "Position":
        """The first known position: the start of the game, or the position that was parsed."""
        position = self
        while position.previous is not None:
            position = position.previous
        return position

    def view(self, seat: int | None = None) -> "View":
        """Give all that the seat may know; without a seat, all that a spectator may know."""
        if seat is not None and (type(seat) is not int or seat not in range(self.seats)):
            raise NoSuchSeat("fourfold.no_such_seat", seat=str(seat), last=self.seats - 1)
        return View.of(self, seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[Any, ...]:
        return self.game.id, self.seats, tuple(self.options.items()), self._row.tobytes()

    def __repr__(self) -> str:
        return f"fourfold.read({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the history as a list: a chain of positions would be too deep."""
        chain = [self]
        while chain[-1].previous is not None:
            chain.append(chain[-1].previous)
        links = [(position._row, position.last) for position in reversed(chain)]
        return _rebuild_position, (self.game, self.seats, dict(self.options), links)


def _rebuild_position(
    game: "Game", seats: int, options: Mapping[str, Any], links: Sequence[tuple[Row, Move | Deal | None]]
) -> Position:
    position = None
    for row, last in links:
        position = Position(game, seats, options, row, position, last)
    assert position is not None
    return position


class View(_Table):
    """All that one seat, or a spectator, may know. Servers and players pass views, never positions.

    Views are equal exactly when they show the same; `bytes(view)` holds everything that is in it. With hidden
    information only the seat to move gets the legal moves.

    >>> import fourfold
    >>> position = fourfold.game("quadominos").start(seed=1)
    >>> [len(position.view(seat).moves()) > 0 for seat in (0, 1)]
    [True, False]
    """

    seat: int | None
    is_deal_due: bool
    last: Move | None  # deals are hidden
    _past: Position | None  # where nothing is hidden, for the history, which few ask for

    def __init__(self, **shown: Any) -> None:
        self.__dict__.update(shown)

    @cached_property
    def history(self) -> tuple[str, ...]:
        """The texts of all moves, and of deals that may be known, since the first known position."""
        assert self._past is not None
        return tuple(map(str, self._past.history))

    @cached_property
    def earlier(self) -> tuple[int, ...]:
        """The same as `Position.earlier_keys`."""
        assert self._past is not None
        return self._past.earlier_keys()

    @classmethod
    def of(cls, position: Position, seat: int | None) -> "View":
        """Make the view of a seat, or of a spectator; the order of deals is shown only after the game."""
        row = position._row.copy()
        position.game.rules.hide(row, NOBODY if seat is None else seat)
        is_open = not position.game.is_hidden(position.options) and not position.game.facts.has_deals
        view = cls(
            game=position.game,
            seats=position.seats,
            options=position.options,
            _row=row,
            seat=seat,
            to_move=position.to_move,
            outcome=position.outcome,
            is_deal_due=position.is_deal_due,
            last=position.last if isinstance(position.last, Move) else None,
            _past=position if is_open else None,
        )
        if not is_open:
            is_over = position.outcome is not None
            steps = (str(step) if is_over or isinstance(step, Move) else "deal" for step in position.history)
            view.__dict__.update(history=tuple(steps), earlier=position.earlier_keys())
        return view

    def __reduce__(self) -> tuple[Any, ...]:
        shown = {**self.__dict__, "options": dict(self.options), "history": self.history, "earlier": self.earlier}
        return _rebuild_view, ({**shown, "_past": None},)

    def moves(self) -> Moves:
        """The legal moves if this seat may know them; else none."""
        open_to_all = not self.game.is_hidden(self.options)
        return Moves(
            self.game, self._row, known=self.to_move is not None and (open_to_all or self.to_move == self.seat)
        )

    def __bytes__(self) -> bytes:
        content = {
            "position": str(self),
            "row": self._row.tobytes().hex(),
            "seat": self.seat,
            "to_move": self.to_move,
            "outcome": self.outcome and self.outcome.to_dict(),
            "is_deal_due": self.is_deal_due,
            "history": self.history,
            "earlier": self.earlier,
        }
        return json.dumps(content, sort_keys=True).encode()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<view of {who}: {self}>"


def _rebuild_view(shown: dict[str, Any]) -> View:
    return View(**{**shown, "options": MappingProxyType(shown["options"])})
