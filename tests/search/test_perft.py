"""Counts of move sequences that are known from elsewhere."""

import pytest

import fourfold
from fourfold.search.perft import perft

KNOWN = [
    ("quads", {}, [72, 2280, 268048]),
    ("quads", {"border": True}, [52, 992]),
    ("quads", {"apart": "diagonal"}, [72, 2080]),
    ("qawale", {}, [40, 2176, 143712, 11129088]),
    ("qawale", {"swap": True}, [40, 2216, 145888]),
    ("exago", {}, [1, 6, 48, 468, 5328, 68742]),
    ("exago", {"seats": 3}, [1, 6, 48, 468, 5328]),
    ("exago", {"side": 6}, [1, 6, 48, 468, 5328, 68928, 994086]),
]
DEEP = [("quads", {}, 4, 33144528), ("qawale", {}, 5, 994083056), ("exago", {"side": 6}, 8, 15752700)]


@pytest.mark.parametrize(("game", "options", "counts"), KNOWN, ids=str)
def test_perft_is_as_known(game: str, options: dict[str, object], counts: list[int]) -> None:
    position = fourfold.game(game).start(**options)  # type: ignore[arg-type]
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("game", "options", "depth", "count"), DEEP, ids=str)
def test_deep_perft_is_as_known(game: str, options: dict[str, object], depth: int, count: int) -> None:
    assert perft(fourfold.game(game).start(**options), depth) == count  # type: ignore[arg-type]


@pytest.mark.parametrize("game", fourfold.list_games())
def test_perft_counts_what_playing_every_move_counts(game: str) -> None:
    position = fourfold.game(game).start(seed=1)
    for _ in range(3):
        position = position.play(position.moves()[-1])
    moves = position.moves()[:40]
    assert sum(len(position.play(move).moves()) for move in position.moves()) == perft(position, 2)
    for move in moves:
        assert perft(position.play(move), 1) == len(position.play(move).moves())
