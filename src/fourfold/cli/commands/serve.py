"""`fourfold serve`: the table as a server."""

import gc
import logging
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import structlog

from fourfold.cli.network import address_of, draw_code, own_addresses
from fourfold.core.errors import BadValue
from fourfold.players.runner import Runner
from fourfold.store.location import find_place
from fourfold.store.store import Store
from fourfold.text import DEFAULT_LANGUAGE, say, speak
from fourfold.web.app import Application, Safety
from fourfold.web.server import Server, bind, reserve
from fourfold.web.workers import Workers, give_sign, is_worker

LOCAL = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
# Looking for garbage stops everything: often and briefly through what is new, rarely through all that clients need.
GARBAGE_THRESHOLDS = (2_000, 500, 1_000)
SWITCH_SECONDS = 0.0005  # the store's thread waits no longer than this for its turn beside the event loop


def serve(
    host: str, port: int, browser: bool, workers: int, database: str | None, hosts: list[str], safety: Safety
) -> None:
    """Serve until stopped; every match is stored, so stopping loses nothing."""
    configure_logs()
    if workers > 1 and not is_worker():
        serve_together(host, port, browser, workers, database, hosts)
        return
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    reachable = own_addresses() if host in EVERYWHERE else [host.lower()]
    names = [*LOCAL, *hosts, *reachable]
    with bind(host, port, is_shared=is_worker()) as socket, Store.open(database) as store, Runner() as runner:
        if not is_worker():
            show_address(host, socket.getsockname()[1], browser, hosts)
        speak(DEFAULT_LANGUAGE)  # to programs, and to pages that translate it
        Server(Application(store, runner, names, safety), give_sign if is_worker() else None).serve_at(socket)


def serve_together(host: str, port: int, browser: bool, workers: int, database: str | None, hosts: list[str]) -> None:
    """Let several processes serve, each started as this one was."""
    if isinstance(find_place(database), Path):
        raise BadValue("cli.serve.workers", workers=workers)
    with reserve(host, port) as socket:
        Store.open(database).close()  # what is wrong with it is said once, and the tables are made once
        port = socket.getsockname()[1]
        show_address(host, port, browser, hosts)
        code = Workers(workers, [sys.executable, "-m", "fourfold", *sys.argv[1:], "--port", str(port)]).run()
    if code:
        sys.exit(code)


def show_address(host: str, port: int, browser: bool, hosts: list[str]) -> None:
    """Say where the table is, here and on the network, and open it."""
    address = address_of("localhost" if host in (*LOCAL, *EVERYWHERE) else host, port)
    print(say("web.started", address=address), flush=True)
    reachable = own_addresses() if host in EVERYWHERE else [host.lower()]
    if host not in LOCAL and (others := [*hosts, *reachable]):
        invite_others(address_of(others[0], port))
    if browser:
        opening = threading.Timer(1.0, webbrowser.open, [address])
        opening.daemon = True
        opening.start()


def invite_others(address: str) -> None:
    """Say where others on the network find the table; before a terminal also as a code for their phones."""
    print(say("web.on_network", address=address), flush=True)
    if sys.stdout.isatty():
        print(draw_code(address), flush=True)


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
