"""Golden files of a game: what it did when they were written. A changed rule shows as a changed file.

    python -m fourfold.contract.golden morris

writes them anew; read the diff before you commit it. `perft.txt` holds counts by depth for each variant,
`signature.txt` the results of random playouts, which change with every move, and each `playthrough-*.txt` a whole
game, ply by ply.
"""

import random
import sys

from fourfold.contract.variants import Variant, list_variants
from fourfold.contract.ways import by_chance
from fourfold.core.moves import Deal
from fourfold.core.registry import folder
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


def write_golden(game: str) -> None:
    """Write all golden files of a game anew."""
    where = folder(game) / "golden"
    where.mkdir(exist_ok=True)
    for old in where.iterdir():
        old.unlink()
    for name, content in golden_files(game).items():
        (where / name).write_text(content, encoding="utf-8")
        print(where / name)


if __name__ == "__main__":
    for given in sys.argv[1:]:
        write_golden(given)
