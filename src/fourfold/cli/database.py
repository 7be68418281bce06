"""The server's database, for commands beside the server: found in the same settings, and never created."""

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fourfold.cli.config import read_file_in_part, setting
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.store.store import Store

DatabaseOption = Annotated[str | None, setting("--database", "cli.serve.database", metavar="PLACE", show_default=False)]
ConfigOption = Annotated[
    Path | None,
    setting(
        "--config", "cli.serve.config", metavar="FILE", show_default=False, is_eager=True, callback=read_file_in_part
    ),
]


def open_store(database: str | None, *, is_server: bool = False) -> "Store":
    """Open the database that is there, and say on standard error which one it is."""
    from fourfold.store.store import Store

    log_warnings_to_standard_error()
    store = Store.open(database, is_server=is_server, is_new=False)
    print(say("cli.database", place=str(store.database)), file=sys.stderr)
    return store


def log_warnings_to_standard_error() -> None:
    """Keep the log off the answer, which is standard output; a command says itself what went well."""
    import structlog

    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
