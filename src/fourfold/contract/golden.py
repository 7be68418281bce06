"""Golden files of a game: what it did when they were written. A changed rule shows as a changed file.

    python -m fourfold.contract.golden chomp

writes them anew; read the diff before you commit it. In `golden/`, `perft.txt` holds counts by depth for each variant,
`signature.txt` the results of random playouts, which change with every move, and each `playthrough-*.txt` a whole
game, ply by ply. Figures and the picture on the shelf are drawn, and the ratings of the levels are written. Which of
them solve which puzzle is measured by `fourfold puzzles measure`.
"""

import json
import random
import sys
from pathlib import Path

from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import by_chance
from fourfold.core.display.figures import SHELF, list_figures, shelf_picture
from fourfold.core.moves import Deal
from fourfold.core.registry import folder, list_games
from fourfold.search.perft import perft
from fourfold.search.playouts import playouts

MOST_NODES = 200_000  # counts stay small enough to be checked in every run of the tests
DEEPEST = 6
GROWTH = 40  # about as many moves as a position has
SHOWN_PLIES = 40
SHOWN_VIEWS = 10  # at every tenth ply, what the seats see
SEED = 4
PLAYOUTS = 200


def perft_text(game: str) -> str:
    """A line for each variant: its name, and its perft counts up to a small depth."""
    lines = []
    for variant in list_variants([game]):
        counts = [perft(variant.start(seed=SEED), 1)]
        while len(counts) < DEEPEST and counts[-1] * GROWTH < MOST_NODES:
            counts.append(perft(variant.start(seed=SEED), len(counts) + 1))
        lines.append(f"{variant} {' '.join(map(str, counts))}")
    return "\n".join(lines) + "\n"


def signature_text(game: str) -> str:
    """A line for each variant: its name, and the results of many random games."""
    lines = []
    for variant in list_variants([game]):
        result = playouts(variant.start(seed=SEED), PLAYOUTS, seed=SEED)
        wins = " ".join(map(str, result.wins))
        lines.append(f"{variant} moves {result.moves} draws {result.draws} wins {wins} signature {result.signature}")
    return "\n".join(lines) + "\n"


def playthrough_text(variant: Variant) -> str:
    """A random game: boards, texts, views, numbers of moves, and the moves played."""
    chance = random.Random(str(variant))
    position = variant.start(seed=SEED)
    lines = [str(variant)]
    while position.outcome is None and position.ply < SHOWN_PLIES:
        are_shown = position.game.is_hidden(position.options) and position.ply % SHOWN_VIEWS == 0
        seats = [None, *range(variant.seats)] if are_shown else []
        moves = position.moves()
        lines += [
            "",
            f"ply {position.ply}",
            str(position),
            *(str(position.view(seat)) for seat in seats),
            position.board(),
        ]
        if position.is_deal_due:
            position = position.deal(seed=SEED)
            assert isinstance(position.last, Deal)
            lines.append("deal")
            continue
        shown = ", ".join(map(str, moves[:5])) + (", …" if len(moves) > 5 else "")
        move = by_chance(position, chance)
        lines += [f"seat {position.to_move} has {len(moves)} moves: {shown}", f"plays {move}"]
        position = position.play(move)
    lines += ["", str(position), position.board()]
    if position.outcome:
        lines.append(repr(position.outcome))
    return "\n".join(line.rstrip() for text in lines for line in text.splitlines() or [""]) + "\n"


def shown_variants(game: str) -> list[Variant]:
    """The first variant of each number of seats."""
    chosen: dict[int, Variant] = {}
    for variant in list_variants([game]):
        chosen.setdefault(variant.seats, variant)
    return list(chosen.values())


def golden_files(game: str) -> dict[str, str]:
    """All golden files of a game: name and content."""
    files = {"perft.txt": perft_text(game), "signature.txt": signature_text(game)}
    return files | {f"playthrough-{variant.seats}.txt": playthrough_text(variant) for variant in shown_variants(game)}


def ratings_text(game: str) -> str:
    """The ratings of the levels from the game's ladder; empty where it has none."""
    path = folder(game) / "ladder.json"
    if not path.exists():
        return ""
    levels = json.loads(path.read_text(encoding="utf-8"))["levels"]
    return json.dumps({level["id"]: round(level["elo"]["value"]) for level in levels}, indent=2) + "\n"


def drawn_files(game: str) -> dict[str, str]:
    """What is drawn or counted without play: figures, the picture on the shelf, ratings; empty where there is none."""
    figures = {f"{name}.svg": figure.svg() for name, figure in list_figures(game).items() if name != SHELF}
    return {
        **{f"figures/{name}": content for name, content in figures.items()},
        "shelf.svg": shelf_picture(game),
        "ratings.json": ratings_text(game),
    }


def write_files(where: Path, files: dict[str, str]) -> None:
    """Write files that have a content, each in place of the old one; when anything fails, the old ones stay."""
    parts = {name: where / f"{name}.part" for name, content in files.items() if content}
    try:
        for name, part in parts.items():
            part.parent.mkdir(exist_ok=True)
            part.write_text(files[name], encoding="utf-8", newline="\n")
        for name, part in parts.items():
            part.replace(where / name)
            print(where / name)
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def write_game(game: str) -> None:
    """Write all files of a game, then remove those of its two folders that are no longer made."""
    files = {f"golden/{name}": content for name, content in golden_files(game).items()}
    files |= drawn_files(game)
    write_files(folder(game), files)
    for path in (*folder(game).glob("golden/*"), *folder(game).glob("figures/*.svg")):
        if path.relative_to(folder(game)).as_posix() not in files:
            path.unlink()


if __name__ == "__main__":
    for given in sys.argv[1:] or list_games():
        write_game(given)
