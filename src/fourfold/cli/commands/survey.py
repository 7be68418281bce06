"""`fourfold survey`: every move of a harvest judged."""

from pathlib import Path

from fourfold.arena.runs.pool import Pool
from fourfold.cli.progress import watched
from fourfold.research.datasets.survey import survey
from fourfold.text import say


def run_survey(folder: Path, nodes: int, crew: Pool) -> None:
    """Judge behind a bar, and say what there is."""
    parts = len(list(folder.glob("games-*.parquet")))
    for _ in watched(survey(folder, nodes, crew), parts, say("cli.survey.progress")):
        pass
    print(say("cli.survey.done", parts=parts, path=str(folder)))
