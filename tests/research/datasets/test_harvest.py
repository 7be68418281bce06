"""Harvests are complete, exact, and go on where they were broken off."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

import fourfold
from fourfold.arena.runs.pool import open_pool
from fourfold.players.errors import UnknownLevel
from fourfold.research.datasets.harvest import GAMES, POSITIONS, Harvest, gather, read_records
from fourfold.research.errors import BadBatch, BadHarvest

parquet = pytest.importorskip("pyarrow.parquet")

HARVEST = Harvest(
    "quadominos",
    ("random", "simple", "random"),
    games=7,
    options={"target": "40"},
    seed=5,
    positions=True,
    games_a_part=3,
)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_games_can_be_replayed_from_their_rows(tmp_path: Path) -> None:
    assert list(gather(HARVEST, tmp_path, open_pool(1))) == [1, 2, 3]
    rows = [row for path in sorted(tmp_path.glob("games-*")) for row in parquet.read_table(path).to_pylist()]
    records = list(read_records(tmp_path))
    assert [row["number"] for row in rows] == list(range(7))
    for row, record in zip(rows, records, strict=True):
        last = record.position
        assert last.outcome is not None
        assert row["winner"] == last.outcome.winner
        assert row["scores"] == list(last.outcome.scores)
        assert (row["plies"], row["reason"]) == (last.ply, last.outcome.code)
        assert row["players"] == ["random", "simple", "random"]
        assert json.loads(row["options"]) == {"target": "40"}


def test_positions_are_those_of_the_games(tmp_path: Path) -> None:
    list(gather(HARVEST, tmp_path, open_pool(1)))
    rows = [row for path in sorted(tmp_path.glob("positions-*")) for row in parquet.read_table(path).to_pylist()]
    expected = []
    for number, record in enumerate(read_records(tmp_path)):
        chain = list(record.positions())
        winner = chain[-1].outcome.winner if chain[-1].outcome else None
        for before, after in pairwise(chain):
            if before.to_move is not None:
                worth = 0 if winner is None else 1 if winner == before.to_move else -0.5
                played = len(before.moves()), str(after.last), worth
                expected.append((number, before.ply, before.to_move, str(before), *played))
    assert [tuple(row.values()) for row in rows] == expected


def test_columns_are_as_documented(tmp_path: Path) -> None:
    list(gather(HARVEST, tmp_path, open_pool(1)))
    page = (Path(__file__).parents[3] / "docs" / "research.md").read_text(encoding="utf-8")
    for kind, columns in (("games", GAMES), ("positions", POSITIONS)):
        schema = parquet.read_schema(tmp_path / f"{kind}-00000.parquet")
        assert [field.name for field in schema] == list(columns)
        for field in schema:
            assert str(field.type).replace("element: ", "").replace("item: ", "") == columns[field.name]
            assert f"| `{field.name}` | {columns[field.name]} |" in page


def test_what_was_broken_off_goes_on_exactly(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    list(gather(HARVEST, whole, open_pool(2)))
    running = gather(HARVEST, broken, open_pool(1))
    assert next(running) == 1
    running.close()
    assert len(list(broken.glob("games-*"))) == 1
    assert list(gather(HARVEST, broken, open_pool(1))) == [1, 2, 3]
    assert contents(broken) == contents(whole)
    assert list(gather(HARVEST, broken, open_pool(1))) == [3]


def test_more_games_may_be_added(tmp_path: Path) -> None:
    more = Harvest(**{**HARVEST.__dict__, "games": 11})
    list(gather(HARVEST, tmp_path / "grown", open_pool(1)))
    list(gather(more, tmp_path / "grown", open_pool(1)))
    list(gather(more, tmp_path / "whole", open_pool(1)))
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")
    with pytest.raises(BadHarvest, match="holds 11 games already"):
        list(gather(HARVEST, tmp_path / "grown", open_pool(1)))


def test_a_folder_may_be_named_by_its_text_and_must_hold_a_harvest(tmp_path: Path) -> None:
    folder = str(tmp_path / "games")
    list(gather(Harvest("qawale", ("random", "random"), 2, {"pebbles": "1"}), folder, open_pool(1)))
    assert len(list(read_records(folder))) == 2
    with pytest.raises(BadHarvest, match="holds no harvest"):
        read_records(str(tmp_path / "nothing"))


def test_a_torn_description_is_not_taken_for_this_harvest(tmp_path: Path) -> None:
    (tmp_path / "harvest.json").write_text('{"game"')
    with pytest.raises(BadHarvest, match="holds another harvest"):
        list(gather(HARVEST, tmp_path, open_pool(1)))


def test_a_level_that_is_limited_by_time_can_be_harvested(tmp_path: Path) -> None:
    list(gather(Harvest("qawale", ("level-8", "random"), 1, {"pebbles": "1"}), tmp_path, open_pool(1)))
    assert len(list(read_records(tmp_path))) == 1


def test_bad_harvests_are_refused_and_leave_others_alone(tmp_path: Path) -> None:
    list(gather(HARVEST, tmp_path / "one", open_pool(1)))
    before = contents(tmp_path / "one")
    other = Harvest(**{**HARVEST.__dict__, "seed": 6})
    with pytest.raises(BadHarvest, match="holds another harvest"):
        list(gather(other, tmp_path / "one", open_pool(1)))
    assert contents(tmp_path / "one") == before
    (tmp_path / "file").write_text("")
    with pytest.raises(BadHarvest, match="cannot be written"):
        list(gather(HARVEST, tmp_path / "file", open_pool(1)))
    with pytest.raises(UnknownLevel):
        list(gather(Harvest("qawale", ("nobody", "random"), 5), tmp_path / "two", open_pool(1)))
    with pytest.raises(BadBatch):
        list(gather(Harvest("qawale", ("random", "random"), 0), tmp_path / "two", open_pool(1)))
    with pytest.raises(fourfold.BadValue):
        list(gather(Harvest("qawale", ("random",), 5), tmp_path / "two", open_pool(1)))
    assert not (tmp_path / "two").exists()
