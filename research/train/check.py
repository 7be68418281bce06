"""Checks self-play on a graphics processor: the same trees as on a processor, where a net likes all moves alike.

python research/train/check.py make FOLDER     # where Numba and numba-cuda are: what a GPU runs, and digests
python research/train/check.py run FOLDER      # where the GPU is; FOURFOLD_CACHE is the folder
"""

import argparse
import hashlib
import json
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from tables import Tables

from fourfold import list_games
from fourfold.core.registry import vision
from fourfold.research.devices import Compiler, Cuda, Device, Processors

KERNELS = ("open_games", "solve_roots", "gather", "absorb", "stir_roots", "finish_round")
WITH_NETS = [game for game in list_games() if vision(game)]


def play(game: str, sizes: dict[str, int], device: Device) -> str:
    """Play rounds of self-play in two groups, and give a digest of all positions, visits and results."""
    games, tries = sizes["games"], sizes["tries"]
    digest, chance = hashlib.sha256(), np.random.default_rng(1)
    groups = [Tables(game, games, tries, device, seed) for seed in (1, 2)]

    def ask(play: Any) -> None:
        play.chances[:] = device.words(chance.integers(0, 1025, games)) / 1024
        play.forest.seen[:] = 0

    for _ in range(sizes["rounds"]):
        for step in range(tries):
            for tables in groups:
                tables.step(partial(ask, tables.play), step, tries, sizes["nodes"])
        for play in (tables.play for tables in groups):
            for array in (play.forest.roots, play.seen, play.marked, play.shares, play.seats, play.results):
                digest.update(device.fetch(array).tobytes())
    return digest.hexdigest()


def make(folder: Path, sizes: dict[str, int]) -> None:
    """Compile all that a GPU needs, into the cache of a machine without a compiler, and note what a processor plays."""
    noted = {}
    shutil.rmtree(folder / "kernels", ignore_errors=True)
    for game in WITH_NETS:
        compiler = Tables(game, 1, 1, Compiler(), 0).device
        assert isinstance(compiler, Compiler)
        for path in map(compiler.ptx, KERNELS):
            kept = folder / "kernels" / path.parent.parent.name / path.parent.name
            kept.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, kept)
        noted[game] = play(game, sizes, Processors(1))
        print(game, flush=True)
    (folder / "noted.json").write_text(json.dumps({"sizes": sizes, "digests": noted}, indent=1))


def run(folder: Path) -> int:
    """Play the same on the GPU and compare; the exit code."""
    noted = json.loads((folder / "noted.json").read_text())
    found = {game: play(game, noted["sizes"], Cuda()) for game in noted["digests"]}
    for game, digest in noted["digests"].items():
        print(f"{game}: {'the same' if found[game] == digest else 'NOT THE SAME'}", flush=True)
    return 0 if found == noted["digests"] else 1


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=("make", "run"))
    parser.add_argument("folder", type=Path)
    for name, normal in (("games", 1000), ("tries", 16), ("rounds", 6), ("nodes", 1000)):
        parser.add_argument(f"--{name}", type=int, default=normal)
    given = parser.parse_args()
    if given.command == "run":
        return run(given.folder)
    make(given.folder, {name: getattr(given, name) for name in ("games", "tries", "rounds", "nodes")})
    return 0


if __name__ == "__main__":
    sys.exit(main())
