"""`fourfold bench`: how fast the rules run, on one thread, in CPU time."""

import importlib.util
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from fourfold.cli.interrupts import attend_each
from fourfold.cli.output import page
from fourfold.cli.progress import watched
from fourfold.core.errors import BadNotation
from fourfold.core.position import Position
from fourfold.core.registry import facts, game
from fourfold.search.alphabeta.iterative_deepening import deepen
from fourfold.search.alphabeta.state import ROWS
from fourfold.search.limit import Limit
from fourfold.search.perft import perft, walk
from fourfold.search.playouts import playouts
from fourfold.search.repetition import begin_keys
from fourfold.text import say

BATCHES = 5  # the best of so many is reported: other programs only ever slow a batch down
SIGNATURE_GAMES = 1000


def run_bench(
    ids: Sequence[str], given: Mapping[str, Any], seconds: float, oracles: Path | None
) -> dict[str, dict[str, Any]]:
    """Measure each game with the given options, or with those that its facts name for it."""
    measured = attend_each(_measure(name, given, seconds, oracles) for name in ids)
    return dict(zip(ids, watched(measured, len(ids), say("cli.bench.progress")), strict=True))


def _measure(name: str, given: Mapping[str, Any], seconds: float, oracles: Path | None) -> dict[str, Any]:
    options = dict(given or facts(name).bench)
    chosen = game(name)
    start = chosen.undealt(**options)
    rate, moves = _best_playouts(start, seconds)
    result: dict[str, Any] = {
        "options": {key: value if isinstance(value, int) else str(value) for key, value in options.items()},
        "playouts_per_s": round(rate),
        "moves_per_s": round(rate * moves),
        "perft_nodes_per_s": round(_perft_rate(chosen.start(seed=1, **options), seconds)),
        "signature": playouts(start, SIGNATURE_GAMES).signature,
    }
    if start.seats == 2 and not chosen.facts.has_deals:
        result["search_nodes_per_s"] = round(_search_rate(chosen.start(**options), seconds))
        result["ratio_to_perft"] = round(result["search_nodes_per_s"] / _walk_rate(chosen.start(**options), seconds), 2)
    if oracles is not None:
        slow = _oracle_rate(oracles / f"{name}.py", chosen.start(seed=1, **options), seconds)
        result["oracle_playouts_per_s"] = round(slow, 1)
        result["ratio_to_oracle"] = round(rate / slow)
    return result


def _best_playouts(start: Position, seconds: float) -> tuple[float, float]:
    """Playouts a second in the best batch, and the moves that a playout has."""
    _timed(start, 2, 0)  # the first call ever loads and compiles
    games = 1
    while (spent := _timed(start, games, 0)[0]) < seconds / BATCHES / 4:
        games *= 2
    games = max(1, int(games * seconds / BATCHES / spent))
    batches = [_timed(start, games, seed) for seed in range(1, BATCHES + 1)]
    return games / min(spent for spent, _ in batches), sum(moves for _, moves in batches) / BATCHES / games


def _timed(start: Position, games: int, seed: int) -> tuple[float, int]:
    began = time.process_time()
    result = playouts(start, games, seed)
    return max(time.process_time() - began, 1e-9), result.moves


def _perft_rate(position: Position, seconds: float) -> float:
    """Leaves a second at the first depth that takes long enough to be measured."""
    depth = 1
    while True:
        began = time.process_time()
        nodes = perft(position, depth)
        spent = time.process_time() - began
        if spent > seconds / 10 or depth > 60:
            return nodes / max(spent, 1e-9)
        depth += 1


def _walk_rate(position: Position, seconds: float) -> float:
    """Moves played a second by perft that plays out every move, the last ones too: what a search cannot beat."""
    nodes, spent, depth = 0, 0.0, 1
    while spent < seconds / 10 and depth < 30:
        began = time.process_time()
        nodes = walk(position, depth)
        spent = time.process_time() - began
        depth += 1
    return nodes / max(spent, 1e-9)


def _search_rate(position: Position, seconds: float) -> float:
    """Nodes a second of alpha-beta with its table; the better of two."""
    deepen(position.game, position.row.copy(), *begin_keys(position, ROWS), Limit(nodes=1000))
    rates = []
    for _ in range(2):
        began = time.process_time()
        found = deepen(position.game, position.row.copy(), *begin_keys(position, ROWS), Limit(seconds=seconds))
        rates.append(found.nodes / max(time.process_time() - began, 1e-9))
    return max(rates)


def _oracle_rate(path: Path, position: Position, seconds: float) -> float:
    """The same random playouts by the slow oracle that the tests compare with."""
    spec = importlib.util.spec_from_file_location(f"oracle_{path.stem}", path)
    if spec is None or spec.loader is None or not path.exists():
        raise BadNotation("cli.cannot_read", path=str(path), problem=say("cli.bench.no_oracle"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    chance, played, began = random.Random(1), 0, time.process_time()
    deal = position.last.order if position.last and hasattr(position.last, "order") else None
    while played == 0 or time.process_time() - began < seconds:
        oracle = module.Oracle(seats=position.seats, **({"deal": deal} if deal else {}), **position.options)
        while oracle.outcome is None:
            oracle.play(chance.choice(oracle.moves()))
        played += 1
    return played / (time.process_time() - began)


def print_bench(results: Mapping[str, Mapping[str, Any]]) -> None:
    """Show the figures as a table."""
    table = Table(title=say("cli.bench.title"))
    for column in ("game", "playouts", "moves", "perft", "search", "walk", "ratio"):
        table.add_column(say(f"cli.bench.column.{column}"), justify="left" if column == "game" else "right")
    for name, result in results.items():
        options = " ".join(f"{key}={value}" for key, value in result["options"].items())
        ratio = f"{result['ratio_to_oracle']:,}" if "ratio_to_oracle" in result else "-"
        numbers = (f"{result[key]:,}" for key in ("playouts_per_s", "moves_per_s", "perft_nodes_per_s"))
        search = f"{result['search_nodes_per_s']:,}" if "search_nodes_per_s" in result else "-"
        walked = str(result.get("ratio_to_perft", "-"))
        table.add_row(f"{facts(name).name} {options}".strip(), *numbers, search, walked, ratio)
    page().print(table)
