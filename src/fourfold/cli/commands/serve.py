"""`fourfold serve`: the HTTP server, in one process or in several worker processes."""

import gc
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fourfold.cli.config import read_file, setting
from fourfold.cli.network import address_of, draw_code, own_addresses
from fourfold.core.errors import BadValue, FourfoldError
from fourfold.text import DEFAULT_LANGUAGE, say, speak

if TYPE_CHECKING:
    from fourfold.web.app import Safety

LOCAL = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
# Garbage collection stops everything: collect the young often and briefly, all that clients need rarely.
GARBAGE_THRESHOLDS = (2_000, 500, 1_000)
SWITCH_SECONDS = 0.0005  # the longest wait of the store's thread for the interpreter lock


def run(
    host: Annotated[str, setting("--host", "cli.serve.host")] = "127.0.0.1",
    port: Annotated[int, setting("--port", "cli.serve.port", min=0, max=65535)] = 4444,
    browser: Annotated[bool, setting("--browser/--no-browser", "cli.serve.browser")] = True,
    workers: Annotated[int, setting("--workers", "cli.serve.workers_help", min=1, max=64)] = 1,
    database: Annotated[
        str | None, setting("--database", "cli.serve.database", metavar="PLACE", show_default=False)
    ] = None,
    name: Annotated[list[str] | None, setting("--name", "cli.serve.name", metavar="HOST", show_default=False)] = None,
    config: Annotated[
        Path | None,
        setting("--config", "cli.serve.config", metavar="FILE", show_default=False, is_eager=True, callback=read_file),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None, setting("--trust-proxy", "cli.serve.trust_proxy", metavar="ADDRESS", show_default=False)
    ] = None,
    limits: Annotated[bool, setting("--limits/--no-limits", "cli.serve.limits")] = True,
    keep_days: Annotated[int, setting("--keep-days", "cli.serve.keep_days", min=1, max=36_500)] = 180,
    drain: Annotated[float, setting("--drain", "cli.serve.drain", metavar="SECONDS", min=0, max=60)] = 0,
    ray: Annotated[str | None, setting("--ray", "cli.serve.ray", metavar="ADDRESS", show_default=False)] = None,
    push_key: Annotated[str, setting("--push-key", "cli.serve.push_key", metavar="KEY", show_default=False)] = "",
    push_contact: Annotated[
        str, setting("--push-contact", "cli.serve.push_contact", metavar="ADDRESS", show_default=False)
    ] = "",
    push_service: Annotated[
        list[str] | None, setting("--push-service", "cli.serve.push_service", metavar="ORIGIN", show_default=False)
    ] = None,
) -> None:
    from fourfold.web.logs import configure_logs

    configure_logs()  # before the other imports, which may compile
    from fourfold.web.app import Safety
    from fourfold.web.push.delivery import PushSettings

    push = PushSettings(push_key, push_contact, push_service or []) if push_key else None
    safety = Safety(trust_proxy or [], limits, keep_days, push, workers)
    try:
        serve(host, port, browser, workers, database, name or [], safety, drain, ray)
    except FourfoldError as error:
        from fourfold.cli.logs import log_refusal

        log_refusal(error)
        raise


def serve(
    host: str,
    port: int,
    browser: bool,
    workers: int,
    database: str | None,
    names: list[str],
    safety: "Safety",
    drain_seconds: float,
    ray: str | None = None,
) -> None:
    """Serve until stopped; every event is stored at once, so stopping loses nothing."""
    from fourfold.store.store import Store
    from fourfold.web.app import Application
    from fourfold.web.jobs.cluster import Cluster
    from fourfold.web.jobs.pool import WorkerPool
    from fourfold.web.server import Server, bind
    from fourfold.web.workers import give_sign, is_worker

    cluster = Cluster(ray) if ray else None
    if workers > 1 and not is_worker():
        serve_with_workers(host, port, browser, workers, database, names, drain_seconds)
        return
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    hosts = [*LOCAL, *names, *reachable_hosts(host)]
    with (
        bind(host, port, is_shared=is_worker()) as socket,
        Store.open(database, is_server=True) as store,
    ):
        if not is_worker():
            show_address(host, socket.getsockname()[1], browser, names)
        speak(DEFAULT_LANGUAGE)  # for programs, and for pages that translate it
        application = Application(store, WorkerPool(cluster=cluster), hosts, safety)
        Server(application, give_sign if is_worker() else None, drain_seconds).serve_at(socket)


def serve_with_workers(
    host: str, port: int, browser: bool, workers: int, database: str | None, names: list[str], drain_seconds: float
) -> None:
    """Start worker processes with the same command line, and wait for them."""
    from fourfold.store.location import find_place
    from fourfold.store.store import Store
    from fourfold.web.server import reserve
    from fourfold.web.workers import Workers

    if isinstance(find_place(database), Path):
        raise BadValue("cli.serve.workers", workers=workers)
    with reserve(host, port) as socket:
        Store.open(database).close()  # creates the tables, and fails here rather than in every worker
        port = socket.getsockname()[1]
        show_address(host, port, browser, names)
        command = [sys.executable, "-m", "fourfold", *sys.argv[1:], "--port", str(port)]
        code = Workers(workers, command, drain_seconds).run()
    if code:
        sys.exit(code)


def reachable_hosts(host: str) -> list[str]:
    """The hosts under which others on the network reach a server that is bound to `host`."""
    return own_addresses() if host in EVERYWHERE else [host.lower()]


def show_address(host: str, port: int, browser: bool, names: list[str]) -> None:
    """Print the address of the server, also for others on the network (with a QR code), and open the browser."""
    address = address_of("localhost" if host in (*LOCAL, *EVERYWHERE) else host, port)
    print(say("web.started", address=address), flush=True)
    if host not in LOCAL and (others := [*names, *reachable_hosts(host)]):
        elsewhere = address_of(others[0], port)
        print(say("web.on_network", address=elsewhere), flush=True)
        if sys.stdout.isatty():
            print(draw_code(elsewhere), flush=True)
    if browser:
        opening = threading.Timer(1.0, webbrowser.open, [address])
        opening.daemon = True
        opening.start()
