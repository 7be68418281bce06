"""A walk: one game, stepped choice by choice; the common part of the environments."""

import copy
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from fourfold.core.moves import Move
from fourfold.core.position import Position
from fourfold.core.registry import encoding, game
from fourfold.kernel.choices import COMPLETE, DEPTH, NOT_LEGAL, SPAN_WORDS
from fourfold.kernel.jit import CHANCE, DRAWN, RUNNING, addresses
from fourfold.research.errors import BadChoice, NoChoice
from fourfold.research.game_facts import facts_of
from fourfold.research.kernels.steps import begin_one, choose_one, mark_one, observe_one
from fourfold.research.validation import whole


class Walk:
    """A game in progress, changed in place: choices in, masks and observations out.

    >>> walk = Walk("quads")
    >>> walk.seat, int(walk.mask().sum())
    (0, 2)
    >>> walk.choose(64)
    False
    >>> walk.choose(66)
    True
    >>> walk.position.last, walk.seat
    (Move('a1=PPPP'), 1)
    """

    def __init__(self, game_id: str, *, seats: Any = 2, **options: Any) -> None:
        self.game = game(game_id)
        self.encoding = encoding(game_id)
        self.start = self.game.undealt(seats=seats, **options)
        self.seats = self.start.seats
        self.deck = int(self.game.rules.deck(self.start.row.copy()))
        self._rules = addresses(self.game.rules)
        self._coding = addresses(self.encoding.kernels, self.encoding.steps)
        self._facts = facts_of(self.game, self.encoding)
        self._work = np.zeros(self.game.work_words, np.int64)
        self._view = np.zeros(len(self.start.row), np.int64)
        self._played = np.zeros(1, np.int64)
        self.begin()

    def begin(self, position: Position | None = None) -> None:
        """Restart from a position of this game, by default the first one, before all deals."""
        self.row = (position or self.start).row.copy()
        self._path = np.zeros(self.encoding.longest, np.int64)
        self._span = np.zeros(SPAN_WORDS, np.int64)
        self._occurred: dict[bytes, int] = {}
        self._earlier = 0  # how often the position occurred before
        self.codes: list[int] = []  # of the played moves
        self._settle()

    def copy(self) -> Self:
        """An independent copy."""
        twin = copy.copy(self)
        twin.row, twin._path, twin._span = self.row.copy(), self._path.copy(), self._span.copy()
        twin._work, twin._view, twin._played = self._work.copy(), self._view.copy(), self._played.copy()
        twin._occurred = dict(self._occurred)
        twin.codes = list(self.codes)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def _settle(self) -> None:
        """Update the status and the seat to move."""
        rules = self.game.rules
        self.status = int(rules.status(self.row))
        if self.game.repetition and self._is_repeated() and self.status == RUNNING:
            self.status = DRAWN
        mover = int(rules.to_move(self.row)) if self.status == RUNNING else CHANCE
        self.seat = None if mover == CHANCE else mover
        if self.seat is not None and self._span[DEPTH] == 0:
            begin_one(self._rules, self.row, self._work, self._span)

    def _is_repeated(self) -> bool:
        """Compare the whole row but the number of the ply, as a position does."""
        ply = self.row[self.game.ply_word]
        self.row[self.game.ply_word] = 0
        row = self.row.tobytes()
        self.row[self.game.ply_word] = ply
        self._earlier = self._occurred.get(row, 0)
        self._occurred[row] = self._earlier + 1
        return self._occurred[row] >= self.game.repetition

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status != RUNNING

    @property
    def is_deal_due(self) -> bool:
        """Whether chance is to move."""
        return self.status == RUNNING and self.seat is None

    def deal(self, order: Sequence[int] | NDArray[np.int64]) -> None:
        """Deal the deck in this order of its numbers."""
        self.game.rules.deal(self.row, np.ascontiguousarray(order, np.int64))
        self._settle()

    def deal_by(self, chance: np.random.Generator) -> None:
        """Deal at random for as long as a deal is due."""
        while self.is_deal_due:
            self.deal(chance.permutation(self.deck))

    def choose(self, choice: int) -> bool:
        """Make a choice for the seat to move; return whether that completed its move, which is then played.

        BadChoice, and no change, where the choice is not legal.
        """
        if self.seat is None:
            raise BadChoice("research.deal_due" if self.is_deal_due else "research.over")
        made = choose_one(
            self._rules, self._coding, self._facts, self.row, self._work, self._path, self._span, choice, self._played
        )
        if made == COMPLETE:
            self.codes.append(int(self._played[0]))
            self._settle()
            return True
        if made == NOT_LEGAL:
            self._refuse(choice)
        return False

    def choose_any(self, choice: Any) -> bool:
        """Make a choice of any type: as `choose`, and NoChoice where it is not an integer."""
        number = whole(choice)
        if number is None:
            raise NoChoice("research.no_choice", choice=str(choice), last=self.encoding.choices - 1)
        return self.choose(number)

    def play(self, code: int) -> None:
        """Play a whole legal move by its code."""
        self.game.rules.play(self.row, code)
        self._span[DEPTH] = 0
        self.codes.append(code)
        self._settle()

    def imagine(self, seat: int, seed: int) -> None:
        """Deal what a seat, or NOBODY, cannot see anew; so an incomplete move of another seat is taken back."""
        self.game.rules.hide(self.row, seat)
        self.game.rules.fill(self.row, seat, seed)
        if self.seat is not None and self.seat != seat:
            begin_one(self._rules, self.row, self._work, self._span)

    def _refuse(self, choice: int) -> None:
        last = self.encoding.choices - 1
        if not 0 <= choice <= last:
            raise BadChoice("research.no_choice", choice=str(choice), last=last)
        name = self.encoding.describe(choice)
        raise BadChoice("research.bad_choice", choice=str(choice), name=name, seat=str(self.seat))

    def mask(self) -> NDArray[np.int8]:
        """The action mask: 1 for each legal choice of the seat to move; all 0 where nobody is to move."""
        mask = np.zeros(self.encoding.choices, np.int8)
        if self.seat is not None:
            mark_one(self._rules, self._coding, self._facts, self.row, self._work, self._path, self._span, mask)
        return mask

    def observe(self, seat: int) -> NDArray[np.float32]:
        """The view of a seat as numbers (see `Encoding`)."""
        observation = np.empty(self.encoding.size, np.float32)
        depth = self._span[DEPTH] if seat == self.seat else 0
        observe_one(
            self._rules, self._coding, self._facts, self.row, seat, self._path, depth, self._earlier, self._view,
            observation,
        )  # fmt: skip
        return observation

    def rewards(self) -> list[float]:
        """The final reward of each seat: 1 for the winner, -1 shared by the others; 0 for a draw."""
        if self.status in (RUNNING, DRAWN):
            return [0.0] * self.seats
        return [1.0 if seat == self.status - 1 else -1.0 / (self.seats - 1) for seat in range(self.seats)]

    @property
    def path(self) -> tuple[int, ...]:
        """The choices of the incomplete move."""
        return tuple(self._path[: self._span[DEPTH]].tolist())

    @property
    def position(self) -> Position:
        """The current position, without history and without an incomplete move."""
        last = Move(self.spell(self.codes[-1]), self.codes[-1]) if self.codes else None
        return Position(self.game, self.seats, self.start.options, self.row.copy(), None, last)

    def spell(self, code: int) -> str:
        """Format a move of this game."""
        return self.game.notation.format_move(self.row, code)
