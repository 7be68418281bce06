"""Default kernels, for games without hidden information, without deals, and without fast steps."""

from fourfold.kernel.jit import INCOMPLETE, Features, Flags, Row, Steps, compiled


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


@compiled
def no_mask(state: Row, work: Row, path: Row, depth: int, out: Flags) -> None:
    """Never called: masks are read off the legal moves."""


@compiled
def never_complete(state: Row, work: Row, path: Row, depth: int) -> int:
    """Never called: moves are found among the legal ones."""
    return INCOMPLETE


@compiled
def erase_all(state: Row, move: int, seat: int, out: Features) -> None:
    """Erase the whole observation."""
    out[:] = 0


@compiled
def observe_view(state: Row, seat: int, out: Features) -> None:
    """Never called: the seat's view is made and observed."""


NO_STEPS = Steps(no_mask, never_complete, erase_all, observe_view)
