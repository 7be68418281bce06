"""`fourfold puzzles`: puzzles mined from games of computer players."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli.interrupts import iterate_interruptible
from fourfold.cli.options import GameArgument, GamesSeedOption, option
from fourfold.cli.progress import watched
from fourfold.core.registry import facts
from fourfold.text import say

app = typer.Typer(no_args_is_help=True, help=say("cli.puzzles.help"))


@app.command(help=say("cli.puzzles.mine.help"))
def mine(
    game: GameArgument,
    games: Annotated[int, option("N", "cli.puzzles.games", min=1, show_default=True)] = 20,
    seed: GamesSeedOption = 0,
    output: Annotated[Path | None, option("FILE", "cli.puzzles.output", "--output", "-o")] = None,
) -> None:
    """Print the puzzles of some games, or append them to a file, one line of JSON each."""
    from fourfold.puzzles.miner import mine as mine_games

    found = 0
    mined = iterate_interruptible(mine_games(facts(game).id, games, seed))
    for puzzles in watched(mined, games, say("cli.puzzles.progress")):
        for puzzle in puzzles:
            found += 1
            if output is None:
                print(puzzle.to_line(), flush=True)
            else:
                with output.open("a", encoding="utf-8") as file:
                    file.write(puzzle.to_line() + "\n")
    if output is not None:
        print(say("cli.puzzles.found", count=found, path=str(output)))
