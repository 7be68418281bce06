"""Surveys judge every move of a harvest, exactly, and go on where they were broken off."""

from pathlib import Path

import pytest

from fourfold.arena.runs.pool import open_pool
from fourfold.research.datasets.harvest import Harvest, gather, read_records
from fourfold.research.datasets.survey import MOVES, survey
from fourfold.research.errors import BadBatch, BadHarvest
from fourfold.search.limit import Limit
from fourfold.search.review import judge_moves

parquet = pytest.importorskip("pyarrow.parquet")

HARVEST = Harvest("qawale", ("random", "random"), games=4, options={"pebbles": "8"}, games_a_part=2)
NODES = 300


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("moves-*"))}


@pytest.fixture
def harvest(tmp_path: Path) -> Path:
    list(gather(HARVEST, tmp_path, open_pool(1)))
    return tmp_path


def test_every_move_is_judged_as_a_review_does(harvest: Path) -> None:
    assert list(survey(harvest, NODES, open_pool(1))) == [1, 2]
    rows = [row for path in sorted(harvest.glob("moves-*")) for row in parquet.read_table(path).to_pylist()]
    assert list(rows[0]) == list(MOVES)
    judged = [
        (number, verdict.ply, verdict.move, verdict.best, verdict.proved, verdict.reason)
        for number, record in enumerate(read_records(harvest))
        for verdict in judge_moves(record, Limit(nodes=NODES))
    ]
    columns = ("number", "ply", "move", "best", "proved", "reason")
    assert [tuple(row[name] for name in columns) for row in rows] == judged
    assert any(row["reason"] for row in rows)


def test_what_was_broken_off_goes_on_exactly_whoever_works(harvest: Path) -> None:
    whole = survey(harvest, NODES, open_pool(1))
    assert next(whole) == 1
    whole.close()
    assert len(contents(harvest)) == 1
    assert list(survey(harvest, NODES, open_pool(2))) == [1, 2]
    done = contents(harvest)
    for path in harvest.glob("moves-*"):
        path.unlink()
    assert list(survey(harvest, NODES, open_pool(1))) == [1, 2]
    assert contents(harvest) == done


def test_games_that_are_added_are_judged_too(harvest: Path) -> None:
    list(survey(harvest, NODES, open_pool(1)))
    list(gather(Harvest("qawale", ("random", "random"), 5, {"pebbles": "8"}, games_a_part=2), harvest, open_pool(1)))
    assert list(survey(harvest, NODES, open_pool(1))) == [2, 3]


def test_what_cannot_be_surveyed_is_refused(harvest: Path, tmp_path: Path) -> None:
    with pytest.raises(BadBatch, match="at least one node"):
        list(survey(harvest, 0, open_pool(1)))
    with pytest.raises(BadHarvest, match="holds no harvest"):
        list(survey(tmp_path / "nothing", NODES, open_pool(1)))
    list(survey(harvest, NODES, open_pool(1)))
    with pytest.raises(BadHarvest, match="another number of nodes") as caught:
        list(survey(harvest, NODES + 1, open_pool(1)))
    assert "cannot be written" not in str(caught.value)
    assert ".." not in str(caught.value).removeprefix(str(harvest))
    (harvest / "games-00001.parquet").write_bytes(b"PAR1")
    (harvest / "moves-00001.parquet").unlink()
    with pytest.raises(BadHarvest, match="games-00001"):
        list(survey(harvest, NODES, open_pool(1)))
