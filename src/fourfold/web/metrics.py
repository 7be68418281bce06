"""Prometheus metrics."""

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path

import prometheus_client as prometheus
from prometheus_client import Counter, Gauge, Histogram, multiprocess

from fourfold.match.events import Ended, Event, Played, Started

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
LAG_SECONDS = 1.0  # between two measurements of the event loop's lag

prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]

MOVES = Counter("fourfold_moves_total", "Moves that were stored.")
COMPUTER_MOVES = Counter("fourfold_computer_moves_total", "Moves that computers made.")
STARTED = Counter("fourfold_matches_started_total", "Matches that began.", ["game"])
ENDED = Counter("fourfold_matches_ended_total", "Matches that came to an end, by how.", ["game", "code"])
ANSWERS = Counter("fourfold_answers_total", "Answers to HTTP requests.", ["status"])
REFUSALS = Counter("fourfold_refusals_total", "Commands that were refused.", ["code"])
SLOW_CLIENTS = Counter("fourfold_slow_clients_total", "Listeners that were let go because they did not read.")
PUSH_MESSAGES = Counter("fourfold_push_messages_total", "Push messages, by what became of them.", ["result"])
LISTENERS = Gauge("fourfold_listeners", "Clients that listen to matches.", multiprocess_mode="livesum")
LIVE_MATCHES = Gauge("fourfold_live_matches", "Matches in memory.", multiprocess_mode="livesum")
WRITES_WAITING = Gauge("fourfold_writes_waiting", "Writes that wait for the disk.", multiprocess_mode="livesum")
COMPUTERS_ASKED = Gauge(
    "fourfold_computers_asked", "Moves that computers think about, or wait to.", multiprocess_mode="livesum"
)
PROCESSES = Gauge("fourfold_processes", "Server processes.", multiprocess_mode="livesum")
READY = Gauge("fourfold_ready", "Processes that are ready for players.", multiprocess_mode="livesum")
DATABASE_UP = Gauge("fourfold_database_up", "Whether the database answers.", multiprocess_mode="livemin")
DATABASE_SECONDS = Gauge(
    "fourfold_database_seconds", "How long the database took for a small question.", multiprocess_mode="livemax"
)
MEMORY = Gauge("fourfold_memory_bytes", "Memory of the processes.", multiprocess_mode="livesum")
CPU_SECONDS = Counter("fourfold_cpu_seconds_total", "Processor time of the processes.")
JOBS = Gauge("fourfold_jobs", "Pieces of slow work that are done or wait.", multiprocess_mode="livesum")
JOBS_DONE = Counter("fourfold_jobs_done_total", "Pieces of slow work that were done to their end.")
WORKERS_KILLED = Counter(
    "fourfold_workers_killed_total", "Workers killed because their client left or work took too long."
)
CLUSTER_PROCESSORS = Gauge(
    "fourfold_cluster_processors", "Processors of the cluster that thinks; 0 without one.", multiprocess_mode="livemax"
)
COMMAND_SECONDS = Histogram("fourfold_command_seconds", "Time from a command's arrival to its answer.", buckets=QUICK)
STORE_SECONDS = Histogram("fourfold_store_seconds", "Time until the disk has the events of a command.", buckets=QUICK)
THINKING_SECONDS = Histogram(
    "fourfold_thinking_seconds", "Time from a computer's turn to its choice, waiting included.", buckets=(*QUICK, 10)
)
DELAY_SECONDS = Histogram("fourfold_delay_seconds", "How late the event loop comes to what is due.", buckets=QUICK)


def count_events(game: str, made: Sequence[Event]) -> None:
    """Count stored events of a match."""
    for event in made:
        if isinstance(event.body, Played):
            MOVES.inc()
        elif isinstance(event.body, Started):
            STARTED.labels(game).inc()
        elif isinstance(event.body, Ended):
            ENDED.labels(game, event.body.code).inc()


async def measure_process() -> None:
    """Measure the lag of the event loop, the memory and the processor time of this process, for ever."""
    loop, spent = asyncio.get_running_loop(), 0.0
    PROCESSES.set(1)
    while True:
        now = time.process_time()
        CPU_SECONDS.inc(now - spent)
        spent = now
        MEMORY.set(_memory())
        due = loop.time() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        DELAY_SECONDS.observe(max(0.0, loop.time() - due))


def _memory() -> int:
    """The resident memory in bytes; 0 where the system does not say, which is any but Linux."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def write_figures() -> bytes:
    """All metrics as text; with several workers, their sums."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return prometheus.generate_latest()
    together = prometheus.CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return prometheus.generate_latest(together)
