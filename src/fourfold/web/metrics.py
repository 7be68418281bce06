"""Figures for operators, in the form that Prometheus reads."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

MOVES = Counter("fourfold_moves_total", "Moves that were stored.")
COMPUTER_MOVES = Counter("fourfold_computer_moves_total", "Moves that computers made.")
REFUSALS = Counter("fourfold_refusals_total", "Commands that were refused.", ["code"])
LISTENERS = Gauge("fourfold_listeners", "Clients that listen to matches.", multiprocess_mode="livesum")
LIVE_MATCHES = Gauge("fourfold_live_matches", "Matches in memory.", multiprocess_mode="livesum")
COMMAND_SECONDS = Histogram(
    "fourfold_command_seconds",
    "Time from a command's arrival to its answer.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)


def write_figures() -> bytes:
    """All figures as text; of several processes that belong together, their sums."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest()
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
