"""Measures batches on a graphics processor: `python research/gpu/bench.py FOLDER`.

Random moves a second, and steps with masks and observations a second, for several numbers of games; beside them the
same on this machine's processors (`--cpu`, needs Numba), and Pgx's connect four where Pgx is installed. Writes
`bench.md` and `bench.json` to the folder, in which PTX files of `check.py compile` are used. With `--simulate` an
emulator takes the place of the GPU: the numbers then mean nothing.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from machine import describe_machine, tell_machine


def rate(action: Callable[[], int], seconds: float) -> float:
    """How much an action does a second, measured for that long after a first time."""
    action()
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        done += action()
    return done / (time.perf_counter() - began)


def measure(game: str, games: int, seconds: float, device: Any) -> dict[str, float]:
    """Moves a second, and steps a second."""
    import numpy as np

    from fourfold.research.batch import Batch

    moves = 100 if games > 1000 else 5

    with Batch(game, games, device=device, masks=False, observations=False) as batch:
        played = rate(lambda: batch.run(moves).moves, seconds)
    chance = np.random.default_rng(1)
    with Batch(game, games, device=device) as batch:

        def step() -> int:
            for _ in range(4):
                batch.step(batch.draw(chance))
            return 4 * games

        stepped = rate(step, seconds)
    return {"moves": played, "steps": stepped}


def measure_pgx(games: int, seconds: float) -> dict[str, float] | None:
    """Random moves of connect four a second in Pgx, with its masks and observations; None where it is not installed."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make("connect_four")
    step = auto_reset(env.step, env.init)

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            drawn, begun = jax.random.split(key)
            action = jax.random.categorical(drawn, logits, axis=-1)
            return jax.vmap(step)(state, action, jax.random.split(begun, games)), None

        return jax.lax.scan(one, state, jax.random.split(key, 100))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    key = jax.random.PRNGKey(1)

    def act() -> int:
        nonlocal state, key
        key, used = jax.random.split(key)
        state = jax.block_until_ready(play(state, used))
        return 100 * games

    return {"steps": rate(act, seconds)}


def main() -> int:
    """Read the command line, measure, and write the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1 << 14, 1 << 17, 1 << 20])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--only", nargs="+", default=[], help="these games")
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--simulate", action="store_true")
    given = parser.parse_args()
    if not given.simulate and not given.cpu:  # before Fourfold is imported
        os.environ["FOURFOLD_CACHE"] = str(given.folder)
        os.environ.setdefault("FOURFOLD_INTERPRET", "1")
    import fourfold

    if given.simulate:
        from emulator import Emulator as Device
    else:
        from fourfold.research.devices import Cuda as Device
    lines: list[dict[str, Any]] = []

    def note(name: str, where: str, games: int, rates: dict[str, float] | None) -> None:
        if rates:
            lines.append({"game": name, "where": where, "games": games, **rates})
            print(lines[-1], flush=True)

    for game in given.only or fourfold.list_games():
        device = Device()
        for games in given.sizes:
            note(game, "gpu", games, measure(game, games, given.seconds, device))
        if given.cpu:
            note(game, "cpu", 4096, measure(game, 4096, given.seconds, "cpu"))
    if not given.simulate:
        for games in given.sizes:
            note("connect four (Pgx)", "gpu", games, measure_pgx(games, given.seconds))
    given.folder.mkdir(parents=True, exist_ok=True)
    facts = describe_machine(given.simulate)
    (given.folder / "bench.json").write_text(json.dumps({"machine": facts, "lines": lines}, indent=1))
    head = f"# Batches on a graphics processor\n\n{tell_machine(facts)}.\n\n"
    head += "| game | where | games | random moves a second | steps a second |\n|---|---|---:|---:|---:|\n"
    columns = ("game", "where", "games", "moves", "steps")
    cells = [[line[name] if name in columns[:2] else f"{line.get(name, 0):,.0f}" for name in columns] for line in lines]
    (given.folder / "bench.md").write_text(head + "".join(f"| {' | '.join(row)} |\n" for row in cells))
    return 0


if __name__ == "__main__":
    sys.exit(main())
