"""Default kernels of the rules, for games without hidden information and without deals."""

from fourfold.kernel.jit import Row, compiled


@compiled
def hide_nothing(state: Row, seat: int) -> None:
    """Everything lies open."""


@compiled
def fill_nothing(state: Row, seat: int, seed: int) -> None:
    """Nothing was blanked."""


@compiled
def no_deck(state: Row) -> int:
    """Nothing is ever dealt."""
    return 0


@compiled
def no_deal(state: Row, order: Row) -> None:
    """Nothing is ever dealt."""
