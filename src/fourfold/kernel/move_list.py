"""Many moves in one call."""

from fourfold.kernel.jit import Nth, Row, compiled


@compiled
def list_moves(nth: Nth, state: Row, work: Row, moves: Row) -> None:
    """Write the first moves of those just counted with this work, as many as there are places."""
    for index in range(moves.shape[0]):
        moves[index] = nth(state, index, work)
