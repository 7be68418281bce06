"""`fourfold serve`: the table as a server."""

import gc
import logging
import sys
import threading
import webbrowser
from typing import Any

import structlog

from fourfold.core.errors import BadValue
from fourfold.players.runner import Runner
from fourfold.store.store import Store
from fourfold.text import say
from fourfold.web.app import Application, Safety
from fourfold.web.server import Server, bind

LOCAL = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
GARBAGE_THRESHOLDS = (20_000, 50, 1_000)  # looking through all that thousands of clients need stops everything
SWITCH_SECONDS = 0.0005  # the store's thread waits no longer than this for its turn beside the event loop


def serve(
    host: str, port: int, browser: bool, workers: int, database: str | None, hosts: list[str], safety: Safety
) -> None:
    """Serve until stopped; every match is stored, so stopping loses nothing."""
    if workers != 1:
        raise BadValue("cli.serve.workers", workers=workers)
    configure_logs()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    names = [*LOCAL, *hosts, *([] if host in EVERYWHERE else [host.lower()])]
    with bind(host, port) as socket, Store.open(database) as store, Runner() as runner:
        shown = "localhost" if host in (*LOCAL, *EVERYWHERE) else host
        address = f"http://{shown}:{socket.getsockname()[1]}/"
        print(say("web.started", address=address), flush=True)
        if browser:
            opening = threading.Timer(1.0, webbrowser.open, [address])
            opening.daemon = True
            opening.start()
        Server(Application(store, runner, names, safety)).serve_at(socket)


def configure_logs() -> None:
    """One line of JSON for each thing worth noting, on standard error; also for what libraries have to say."""
    common: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*common, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
            foreign_pre_chain=common,
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.ERROR)
