"""`fourfold perft`: counts the move sequences from a position, depth by depth."""

import json
from collections.abc import Iterator
from typing import Annotated

import typer

import fourfold
from fourfold.cli import options
from fourfold.cli.interrupts import iterate_interruptible
from fourfold.cli.options import first_position, option, settings
from fourfold.cli.progress import watched
from fourfold.text import say

WATCHED_FROM = 4  # shallower counts take no time in any game


def run(
    game: options.GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, help=say("cli.perft.depth"), show_default=False)],
    seats: options.SeatsOption = None,
    set_: options.SetOption = None,
    seed: options.SeedOption = None,
    position: Annotated[str | None, option("TEXT", "cli.perft.position")] = None,
    as_json: options.JsonOption = False,
) -> None:
    given = settings(seats, set_, seed)
    first = first_position(game, position, given if "deal" in given else {"seed": 1, **given})
    counts = {}
    for level, count in _count_depths(first, depth):
        counts[str(level)] = count
        if not as_json:
            print(level, count, flush=True)
    if as_json:
        print(json.dumps(counts))


def _count_depths(position: "fourfold.Position", depth: int) -> Iterator[tuple[int, int]]:
    """Count each depth up to the given one; deep counts go move by move, for the progress bar."""
    from fourfold.search.perft import perft

    moves = position.moves()
    for level in range(1, depth + 1):
        if level < WATCHED_FROM:
            yield level, perft(position, level)
        else:
            text = say("cli.perft.progress", depth=level)
            counts = (perft(position.play(move), level - 1) for move in moves)
            yield level, sum(watched(iterate_interruptible(counts), len(moves), text))
