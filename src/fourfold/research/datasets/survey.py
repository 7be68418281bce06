"""Games by the thousand judged: every move of a harvest, with what it cost and what was better, kept as Parquet.

A survey lies beside the games of its harvest, a file for each of theirs. It is limited by nodes: a part is the same
whoever makes it and however often, and a survey that was broken off goes on with the parts that are missing.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourfold.arena.runs.pool import Pool
from fourfold.research.datasets.harvest import read_about, read_part, write_about
from fourfold.research.datasets.parquet import load_arrow, write_table
from fourfold.research.errors import BadHarvest, BadNumber
from fourfold.search.limit import Limit
from fourfold.search.review import judge_moves

ABOUT = "survey.json"

# One row a move. `chances` are those of all seats after it; `cost` is how much of a won game it gave away; `proved` is
# what is certain for the seat that moved; `reason` is null where nothing was wrong.
MOVES = {
    "number": "int64", "ply": "int32", "seat": "int8", "move": "string", "chances": "list<float>", "proved": "string",
    "cost": "float", "best": "string", "reason": "string",
}  # fmt: skip


@dataclass(frozen=True)
class SurveyPart:
    """A task: the games of one file, and how long each position is thought about."""

    games: Path
    nodes: int

    @property
    def path(self) -> Path:
        """Where the judgements of these games go."""
        return self.games.with_name(self.games.name.replace("games-", "moves-"))


def survey(folder: str | Path, nodes: int, crew: Pool) -> Generator[int]:
    """Judge the games that have no judgement yet, and write each part when it is done; yields how many there are.

    Raises BadHarvest where the folder holds no harvest, or a survey with another limit.
    """
    load_arrow()
    if nodes < 1:
        raise BadNumber("research.bad_nodes", nodes=str(nodes))
    folder = Path(folder)
    parts = [SurveyPart(path, nodes) for path in sorted(folder.glob("games-*.parquet"))]
    if not parts:
        raise BadHarvest("research.no_harvest", path=str(folder))
    if read_about(folder / ABOUT) not in (None, {"nodes": nodes}):
        raise BadHarvest("research.other_survey", path=str(folder))
    write_about(folder / ABOUT, {"nodes": nodes})
    missing = [part for part in parts if not part.path.exists()]
    done = len(parts) - len(missing)
    if done:
        yield done
    with closing(crew.run(judge_part, missing)) as results:
        for part, rows in zip(missing, results, strict=True):
            write_table(part.path, rows, MOVES)
            done += 1
            yield done


def judge_part(part: SurveyPart) -> list[dict[str, Any]]:
    """Judge the moves of the games of one file."""
    rows = []
    for number, record in read_part(part.games):
        for verdict in judge_moves(record, Limit(nodes=part.nodes)):
            row = {name: getattr(verdict, name) for name in MOVES if name != "number"}
            rows.append({**row, "number": number, "chances": list(verdict.chances)})
    return rows
