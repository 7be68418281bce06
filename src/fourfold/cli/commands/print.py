"""`fourfold print`: a game as a PDF to print and cut out."""

from pathlib import Path
from typing import Annotated

import fourfold
from fourfold.cli.files import refuse_suffix, write_bytes
from fourfold.cli.options import GameArgument, option
from fourfold.text import say


def run(
    game: GameArgument,
    target: Annotated[Path | None, option("FILE", "cli.print.target", "--out", "-o", show_default="GAME.pdf")] = None,
    paper: Annotated[str, option("NAME", "cli.print.paper", show_default=True)] = "a4",
) -> None:
    from fourfold.core.display.print_sheets import print_game

    chosen = fourfold.game(game)
    path = target or Path(f"{chosen.id}.pdf")
    if path.suffix.lower() != ".pdf":
        refuse_suffix(path, ".pdf")
    write_bytes(path, print_game(chosen, paper))
    print(say("cli.draw.written", path=str(path)))
