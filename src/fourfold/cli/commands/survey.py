"""`fourfold survey`: evaluates every move of a harvest, and stores the result as Parquet beside it."""

from pathlib import Path
from typing import Annotated

from fourfold.cli.options import JobsOption, RayOption, argument, option
from fourfold.cli.progress import watch
from fourfold.text import say


def run(
    folder: Annotated[Path, argument("FOLDER", "cli.survey.folder")],
    nodes: Annotated[int, option("N", "cli.survey.nodes", show_default=True)] = 10_000,
    jobs: JobsOption = None,
    ray: RayOption = None,
) -> None:
    from fourfold.research.datasets.parquet import load_arrow

    load_arrow()
    from fourfold.arena.runs.pool import open_pool
    from fourfold.research.datasets.survey import survey

    parts = len(list(folder.glob("games-*.parquet")))
    watch(survey(folder, nodes, open_pool(jobs, ray)), parts, say("cli.survey.progress"))
    print(say("cli.survey.done", parts=parts, path=str(folder)))
