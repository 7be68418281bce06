"""`fourfold serve`: the table as a server."""

import logging
import sys
import threading
import webbrowser

import structlog
import uvicorn

from fourfold.core.errors import BadValue
from fourfold.players.runner import Runner
from fourfold.store.store import Store
from fourfold.text import say
from fourfold.web.app import create_app

LOCAL = ("localhost", "127.0.0.1", "::1")
GRACE = 5  # seconds that clients have to finish when the server stops


def serve(host: str, port: int, browser: bool, workers: int, database: str | None, hosts: list[str]) -> None:
    """Serve until stopped; every match is stored, so stopping loses nothing."""
    if workers != 1:
        raise BadValue("cli.serve.workers", workers=workers)
    configure_logs()
    address = f"http://{'localhost' if host in (*LOCAL, '0.0.0.0', '::') else host}:{port}/"
    with Store.open(database) as store, Runner() as runner:
        names = [*LOCAL, *hosts, *([] if host in ("0.0.0.0", "::") else [host.lower()])]
        app = create_app(store, runner, names)
        print(say("web.started", address=address), flush=True)
        if browser:
            threading.Timer(1.0, webbrowser.open, [address]).start()
        uvicorn.run(
            app, host=host, port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE,
            ws_max_size=4096, ws_max_queue=4, server_header=False,
        )  # fmt: skip


def configure_logs() -> None:
    """One line of JSON for each thing worth noting, on standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
