"""`fourfold puzzles`: puzzles mined from games of computer players."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.text import say

app = typer.Typer(no_args_is_help=True, help=say("cli.puzzles.help"))


@app.command(help=say("cli.puzzles.mine.help"))
def mine(
    game: Annotated[str, typer.Argument(metavar="GAME", help=say("cli.game"), show_default=False)],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help=say("cli.puzzles.games"))] = 20,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help=say("cli.duel.seed"))] = 0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help=say("cli.puzzles.output"), show_default=False)
    ] = None,
) -> None:
    """Print, or add to a file, the puzzles of some games, a line of JSON each."""
    from fourfold.cli.interrupts import attend_each
    from fourfold.cli.progress import watched
    from fourfold.core.registry import facts
    from fourfold.puzzles.miner import mine as mine_games

    found = 0
    mined = attend_each(mine_games(facts(game).id, games, seed))
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
