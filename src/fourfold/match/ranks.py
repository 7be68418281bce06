"""The ranks of the seats of a match, for ratings and standings."""

from collections.abc import Collection, Sequence


def rank_seats(
    winner: int | None, scores: Sequence[int], gone: Collection[int] = (), absent: Collection[int] = ()
) -> list[float]:
    """Rank the seats, the best with 0; equal ranks are a draw.

    The winner comes first, then the others by score, then those who resigned, and last those who never moved
    themselves, whatever the moves that were played for them made.

    >>> rank_seats(1, (10, 50, 30), gone=[2])
    [1.0, 0.0, 2.0]
    >>> rank_seats(1, (10, 50, 30), absent=[1])
    [1.0, 2.0, 0.0]
    >>> rank_seats(None, (0, 0))
    [0.0, 0.0]
    """
    merit = [
        (seat not in absent, seat not in gone, seat == winner, score if winner is not None else 0)
        for seat, score in enumerate(scores)
    ]
    order = sorted(set(merit), reverse=True)
    return [float(order.index(each)) for each in merit]
