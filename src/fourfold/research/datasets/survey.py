"""Survey: a review of every move of a harvest, with its cost and the best move, as Parquet files.

A survey lies beside its harvest, one file for each file of games. It is limited by nodes: a part is the same wherever
and however often it runs, and an interrupted survey resumes with the missing parts.
"""

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourfold.arena.runs.pool import Pool
from fourfold.research.datasets.harvest import read_part
from fourfold.research.datasets.parquet import load_arrow, write_table
from fourfold.research.datasets.parts import read_about, run_missing, write_about
from fourfold.research.errors import BadHarvest, BadNumber
from fourfold.search.limit import Limit
from fourfold.search.review import judge_moves

ABOUT = "survey.json"

# One row a move. `chances` are those of all seats after it; `cost` is the loss of winning chances; `proved` is the
# proved result for the seat that moved; `reason` is null where the move was good.
MOVES = {
    "number": "int64", "ply": "int32", "seat": "int8", "move": "string", "chances": "list<float>", "proved": "string",
    "cost": "float", "best": "string", "reason": "string",
}  # fmt: skip


@dataclass(frozen=True)
class SurveyPart:
    """A task of the process pool: one file of games, and the nodes for each position."""

    games: Path
    nodes: int

    @property
    def path(self) -> Path:
        """The file of the reviewed moves."""
        return self.games.with_name(self.games.name.replace("games-", "moves-"))

    def write(self, rows: list[dict[str, Any]]) -> None:
        """Write the file."""
        write_table(self.path, rows, MOVES)


def survey(folder: str | Path, nodes: int, pool: Pool) -> Generator[int]:
    """Review the parts that are missing, and write each when it is done; yield how many are there.

    BadHarvest where the folder holds no harvest, or a survey with another limit.
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
    yield from run_missing(parts, lambda part: part.path, judge_part, SurveyPart.write, pool)


def judge_part(part: SurveyPart) -> list[dict[str, Any]]:
    """Review the moves of the games of one file."""
    rows = []
    for number, record in read_part(part.games):
        for verdict in judge_moves(record, Limit(nodes=part.nodes)):
            row = {name: getattr(verdict, name) for name in MOVES if name != "number"}
            rows.append({**row, "number": number, "chances": list(verdict.chances)})
    return rows
