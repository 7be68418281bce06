"""`fourfold harvest`: games of computer players as data."""

from pathlib import Path

from fourfold.arena.runs.pool import Pool
from fourfold.cli.progress import watched
from fourfold.core.registry import facts
from fourfold.research.datasets.harvest import Harvest, gather
from fourfold.text import say


def run_harvest(harvest: Harvest, folder: Path, crew: Pool) -> None:
    """Gather behind a bar, and say what there is."""
    text = say("cli.harvest.progress", game=facts(harvest.game).name)
    for _ in watched(gather(harvest, folder, crew), harvest.parts, text):
        pass
    print(say("cli.harvest.done", games=harvest.games, parts=harvest.parts, path=str(folder)))
