"""`fourfold bench`: playouts, perft and search nodes a second of CPU time, on one thread."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from fourfold.cli.interrupts import iterate_interruptible
from fourfold.cli.output import join_options, print_json, print_table
from fourfold.cli.progress import watched
from fourfold.core.position import Position
from fourfold.core.registry import facts, game, module
from fourfold.search.alphabeta.iterative_deepening import deepen
from fourfold.search.alphabeta.state import ROWS
from fourfold.search.limit import Limit
from fourfold.search.perft import perft, walk
from fourfold.search.playouts import playouts
from fourfold.search.repetition import begin_keys
from fourfold.text import say

BATCHES = 5  # the best batch is reported: other programs only ever slow a batch down
SIGNATURE_GAMES = 1000
DEEPEST_PERFT, DEEPEST_WALK = 61, 29
RATES = {  # columns of the table, by the keys of the JSON
    "playouts_per_s": "playouts",
    "moves_per_s": "moves",
    "perft_nodes_per_s": "perft",
    "search_nodes_per_s": "search",
    "ratio_to_perft": "walk",
    "ratio_to_oracle": "ratio",
}


def run(ids: Sequence[str], given: Mapping[str, Any], seconds: float, oracles: bool, as_json: bool) -> None:
    """Measure each game with the given options, or with those that its facts name for it, and print the rates."""
    measured = iterate_interruptible(_measure(name, given, seconds, oracles) for name in ids)
    results = list(zip(ids, watched(measured, len(ids), say("cli.bench.progress")), strict=True))
    if as_json:
        print_json(dict(results))
        return
    columns = ("game", *RATES.values())
    rows = []
    for name, found in results:
        rates = (f"{found[key]:,}" if key in found else "-" for key in RATES)
        rows.append([f"{facts(name).name} {join_options(found['options'])}".strip(), *rates])
    print_table("cli.bench.column", columns, rows, left=("game",), title=say("cli.bench.title"))


def _measure(name: str, given: Mapping[str, Any], seconds: float, oracles: bool) -> dict[str, Any]:
    options = dict(given or facts(name).bench)
    chosen = game(name)
    start = chosen.undealt(**options)
    rate, moves = _best_playouts(start, seconds)
    result: dict[str, Any] = {
        "options": {key: value if isinstance(value, int) else str(value) for key, value in options.items()},
        "playouts_per_s": round(rate),
        "moves_per_s": round(rate * moves),
        "perft_nodes_per_s": round(_count_rate(perft, chosen.start(seed=1, **options), seconds, DEEPEST_PERFT)),
        "signature": playouts(start, SIGNATURE_GAMES).signature,
    }
    if start.seats == 2 and not chosen.facts.has_deals:
        result["search_nodes_per_s"] = round(_search_rate(chosen.start(**options), seconds))
        # Perft that plays the last moves too: a search cannot be faster.
        walked = _count_rate(walk, chosen.start(**options), seconds, DEEPEST_WALK)
        result["ratio_to_perft"] = round(result["search_nodes_per_s"] / walked, 2)
    oracle = module(name, "oracle") if oracles else None
    if oracle is not None:
        slow = _oracle_rate(oracle, chosen.start(seed=1, **options), seconds)
        result["oracle_playouts_per_s"] = round(slow, 1)
        result["ratio_to_oracle"] = round(rate / slow)
    return result


def _best_playouts(start: Position, seconds: float) -> tuple[float, float]:
    """Playouts a second in the best batch, and the average number of moves in a playout."""
    _timed(start, 2, 0)  # the first call compiles
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


def _count_rate(count: Callable[[Position, int], int], position: Position, seconds: float, deepest: int) -> float:
    """Nodes a second at the first depth that takes long enough to be measured."""
    for depth in range(1, deepest + 1):
        began = time.process_time()
        nodes = count(position, depth)
        spent = time.process_time() - began
        if spent > seconds / 10:
            break
    return nodes / max(spent, 1e-9)


def _search_rate(position: Position, seconds: float) -> float:
    """Nodes a second of alpha-beta with its transposition table; the better of two runs."""
    deepen(position.game, position.row.copy(), *begin_keys(position, ROWS), Limit(nodes=1000))
    rates = []
    for _ in range(2):
        began = time.process_time()
        found = deepen(position.game, position.row.copy(), *begin_keys(position, ROWS), Limit(seconds=seconds))
        rates.append(found.nodes / max(time.process_time() - began, 1e-9))
    return max(rates)


def _oracle_rate(module: ModuleType, position: Position, seconds: float) -> float:
    """Random playouts a second by the slow second implementation of the rules."""
    chance, played, began = random.Random(1), 0, time.process_time()
    deal = position.last.order if position.last and hasattr(position.last, "order") else None
    while played == 0 or time.process_time() - began < seconds:
        oracle = module.Oracle(seats=position.seats, **({"deal": deal} if deal else {}), **position.options)
        while oracle.outcome is None:
            oracle.play(chance.choice(oracle.moves()))
        played += 1
    return played / (time.process_time() - began)
