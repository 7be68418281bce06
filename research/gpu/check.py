"""Checks a graphics processor against a processor: the same games for the same seeds, word for word.

    python research/gpu/check.py compile FOLDER     # where numba-cuda is: PTX files
    python research/gpu/check.py note FOLDER        # where Numba is: digests of games, and counts of positions
    python research/gpu/check.py run FOLDER         # where the GPU is: needs CuPy and no compiler

`run` plays what `note` has noted, on the GPU, and writes `check.md` and `check.json` to the folder; its exit code is 1
where anything differs. With `--simulate` an emulator takes the place of the GPU.
"""

import argparse
import hashlib
import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from machine import describe_machine, tell_machine

SEEN = ("rows", "to_move", "counts", "rewards", "ended", "masks", "observations")
ROUNDS = 8  # of the digests of a way to play
PART = 100_000  # games of the random ones at once: a million of Exago take 10 GB
MOST = 2_000_000  # positions of a perft


def digest_of(batch: Any, digest: Any) -> None:
    """Add all that a batch shows to a digest."""
    for name in SEEN:
        digest.update(batch._device.fetch(getattr(batch, name)).tobytes())


def play(way: str, case: tuple[str, int, dict[str, Any]], sizes: dict[str, int], device: Any) -> str:
    """Play games in one way, and give a digest of all that was seen of them; random ones are more and come in parts."""
    import numpy as np

    from fourfold.research.batch import ANY_SEAT, Batch

    game, seats, options = case
    ways: dict[str, dict[str, Any]] = {
        "random": {"masks": False, "observations": False},
        "whole moves": {},
        "choices": {"finals": True},
        "one seat": {"seat": ANY_SEAT, "resets_later": True},
    }
    digest, chance = hashlib.sha256(), np.random.default_rng(1)
    games = sizes["random"] if way == "random" else sizes["games"]
    for part in range(0, games, PART):
        settings = {"seats": seats, "seed": 1 + part, "device": device, **ways[way], **options}
        with Batch(game, min(PART, games - part), **settings) as batch:
            for _ in range(ROUNDS):
                if way in ("random", "whole moves"):
                    digest.update(repr(batch.run(sizes["steps"])).encode())
                else:
                    for _ in range(sizes["steps"]):
                        batch.step(batch.draw(chance))
                    digest_of(batch, digest)
            digest_of(batch, digest)
    return digest.hexdigest()


WAYS = ("random", "whole moves", "choices", "one seat")


def start_of(case: tuple[str, int, dict[str, Any]]) -> Any:
    """The position that a perft starts from."""
    import fourfold

    game, seats, options = case
    return fourfold.game(game).start(seats=seats, seed=1, **options)


def count(case: tuple[str, int, dict[str, Any]], sizes: dict[str, int]) -> list[int]:
    """Count move sequences on a processor, as deep as the GPU can hold the positions before the last move."""
    from fourfold.search.perft import perft

    counts: list[int] = []
    while len(counts) < sizes["depth"] and (not counts or counts[-1] <= MOST):
        counts.append(perft(start_of(case), len(counts) + 1))
    return counts


def count_on_device(case: tuple[str, int, dict[str, Any]], depth: int, device: Any) -> list[int]:
    """Count move sequences breadth-first: all positions of a depth lie on the device."""
    import numpy as np

    from fourfold.research.batch import Batch

    game, seats, options = case
    position = start_of(case)
    Batch(game, 1, seats=seats, device=device, **options)  # names the game to the device
    rows = device.words(position.row[None, :])
    width = device.words([len(position.moves())])
    counts = [int(width.sum())]
    while len(counts) < depth:
        total, arrays = counts[-1], device.arrays
        ends = arrays.cumsum(width)
        every = arrays.arange(total)
        parents = device.words(arrays.searchsorted(ends, every, side="right"))
        indices = device.words(every - (ends - width)[parents])
        children, width = device.zeros((total, rows.shape[1]), np.int64), device.zeros(total, np.int64)
        device.launch("grow", total, device.nothing, rows, parents, indices, children, width)
        rows = children
        counts.append(int(width.sum()))
    return counts


def name_of(case: tuple[str, int, dict[str, Any]]) -> str:
    """Name a case."""
    game, seats, options = case
    return " ".join((game, f"seats={seats}", *(f"{name}={value}" for name, value in options.items())))


def cases_of(games: list[str]) -> list[tuple[str, int, dict[str, Any]]]:
    """The simplest and the richest of the few variants of each game."""
    import fourfold
    from fourfold.contract.variants import few_variants

    variants = [few_variants([game])[place] for game in games or fourfold.list_games() for place in (0, -1)]
    return [(variant.game, variant.seats, dict(variant.options)) for variant in variants]


def compile_kernels(folder: Path, games: list[str]) -> None:
    """Compile all that a GPU needs."""
    from fourfold.research.batch import Batch
    from fourfold.research.devices import Compiler

    for case in cases_of(games):
        compiler = Compiler()
        Batch(case[0], 1, seats=case[1], device=compiler, **case[2])
        for path in map(compiler.ptx, ("begin", "play", "choose", "mark", "draw", "grow")):
            kept = folder / "kernels" / path.parent.parent.name / path.parent.name
            kept.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, kept)
        print(name_of(case), flush=True)


def note(folder: Path, sizes: dict[str, int], games: list[str]) -> None:
    """Note what a processor plays."""
    from fourfold.research.devices import Processors

    folder.mkdir(parents=True, exist_ok=True)
    noted = []
    for case in cases_of(games):
        began = time.monotonic()
        digests = {way: play(way, case, sizes, Processors(1)) for way in WAYS}
        noted.append({"case": case, "digests": digests, "perft": count(case, sizes)})
        (folder / "noted.json").write_text(json.dumps({"sizes": sizes, "cases": noted}, indent=1))
        print(f"{name_of(case)}: {time.monotonic() - began:.0f} s", flush=True)


def run(folder: Path, is_simulated: bool) -> int:
    """Play the same on the GPU and compare; the exit code."""
    noted = json.loads((folder / "noted.json").read_text())
    if is_simulated:
        from emulator import Emulator as Device
    else:
        from fourfold.research.devices import Cuda as Device
    lines = []
    for one in noted["cases"]:
        case, device = one["case"], Device()
        for way, wanted in one["digests"].items():
            began = time.monotonic()
            found = play(way, case, noted["sizes"], device)
            lines.append((name_of(case), way, found == wanted, found, wanted, time.monotonic() - began))
            print(*lines[-1], flush=True)
        began = time.monotonic()
        counts = count_on_device(case, len(one["perft"]), device)
        lines.append((name_of(case), "perft", counts == one["perft"], counts, one["perft"], time.monotonic() - began))
        print(*lines[-1], flush=True)
    write_report(folder, noted["sizes"], lines, is_simulated)
    return 0 if all(line[2] for line in lines) else 1


def write_report(folder: Path, sizes: dict[str, int], lines: list[Any], is_simulated: bool) -> None:
    """Write what was found, for people and for programs."""
    facts = describe_machine(is_simulated)
    columns = ("case", "way", "same", "found", "wanted", "seconds")
    found = [dict(zip(columns, line, strict=True)) for line in lines]
    (folder / "check.json").write_text(json.dumps({"machine": facts, "sizes": sizes, "lines": found}, indent=1))
    head = f"""# A graphics processor against a processor

{tell_machine(facts)}.

{sizes["random"]:,} random games and {sizes["games"]:,} played otherwise, {ROUNDS} times
{sizes["steps"]} moves or choices;
rows, masks, observations and rewards are compared by a digest: of choices after each of these times, else at the end.

| game | way | same | seconds |
|---|---|---|---:|
"""
    rows = (f"| {case} | {way} | {'yes' if same else 'NO'} | {took:.1f} |\n" for case, way, same, _, _, took in lines)
    (folder / "check.md").write_text(head + "".join(rows))


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=("compile", "note", "run"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--random", type=int, default=1_000_000, help="games that are played at random")
    parser.add_argument("--steps", type=int, default=50, help="moves or choices before a digest is taken")
    parser.add_argument("--depth", type=int, default=5, help="of the perft")
    parser.add_argument("--only", nargs="+", default=[], help="these games")
    parser.add_argument("--simulate", action="store_true")
    given = parser.parse_args()
    if given.command == "compile":
        compile_kernels(given.folder, given.only)
        return 0
    if given.command == "note":
        note(given.folder, {name: getattr(given, name) for name in ("games", "random", "steps", "depth")}, given.only)
        return 0
    if not given.simulate:  # before Fourfold is imported: the PTX files are there, and there may be no compiler
        os.environ["FOURFOLD_CACHE"] = str(given.folder)
        os.environ.setdefault("FOURFOLD_INTERPRET", "1")
    return run(given.folder, given.simulate)


if __name__ == "__main__":
    sys.exit(main())
