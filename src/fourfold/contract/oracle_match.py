"""A game against its oracle: move list by move list, outcome by outcome."""

from collections.abc import Sequence
from typing import Any, Protocol

from fourfold.contract.variants import Variant
from fourfold.contract.ways import play
from fourfold.core.moves import Deal
from fourfold.core.position import Position
from fourfold.core.registry import module

MOST_LISTED = 20_000  # of more moves the oracle is not asked


class OracleLike(Protocol):
    """What the class `Oracle` of a game's module `oracle` has; it is made of seats, options and the first deal."""

    to_move: int | None
    outcome: tuple[int | None, list[int]] | None  # the winner and the scores

    def moves(self) -> Sequence[str]:
        """The texts of all legal moves."""

    def play(self, move: str) -> None:
        """Play a move."""

    def deal(self, order: Sequence[str]) -> None:
        """Deal again, where the game does that between moves."""


def make_oracle(variant: Variant, position: Position) -> OracleLike:
    """The oracle at the start of a game, with the deal of its first position."""
    found = module(variant.game, "oracle")
    assert found is not None, f"{variant.game} has no module `oracle`"
    given: dict[str, Any] = {"deal": position.last.order} if isinstance(position.last, Deal) else {}
    oracle: OracleLike = found.Oracle(seats=variant.seats, **given, **variant.options)
    return oracle


def assert_same(position: Position, oracle: OracleLike) -> None:
    """The seat to move, the outcome and the moves are the same."""
    assert position.to_move == oracle.to_move
    outcome = position.outcome
    found = outcome and (outcome.winner, list(outcome.scores))
    assert found == oracle.outcome, (str(position), outcome)
    if len(position.moves()) <= MOST_LISTED:
        mine = [str(move) for move in position.moves()]
        assert len(mine) == len(set(mine))
        assert sorted(mine) == sorted(oracle.moves()), str(position)


def compare(variant: Variant, way: str, seed: int, plies: int = 100_000) -> None:
    """Play one game on both, and compare them at every position."""
    positions = play(variant, way, seed, plies)
    first = next(positions)
    oracle = make_oracle(variant, first)
    assert_same(first, oracle)
    for position in positions:
        if isinstance(position.last, Deal):
            oracle.deal(position.last.order)
        else:
            oracle.play(str(position.last))
        assert_same(position, oracle)
