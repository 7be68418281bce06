"""The server's database, for commands beside the server: found in the same settings, and never created."""

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

    keep_log_off_standard_output()
    store = Store.open(database, is_server=is_server, is_new=False)
    print(say("cli.database", place=str(store.database)), file=sys.stderr)
    return store


def keep_log_off_standard_output() -> None:
    """Write the log to standard error: standard output is the answer."""
    import structlog

    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
