"""Structured logging of the server: one line of JSON for each log entry, on standard error."""

import logging
import sys
from typing import Any

import structlog
import typer

from fourfold.cli import FAILURE, MISTAKE
from fourfold.core import registry
from fourfold.core.errors import Failure, FourfoldError

PROCESSORS: list[Any] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]
AS_JSON = structlog.processors.JSONRenderer(ensure_ascii=False)  # people read it, too


def configure_logs() -> None:
    """Log our own entries, and the errors of libraries."""
    structlog.configure(
        processors=[*PROCESSORS, AS_JSON],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, AS_JSON],
            foreign_pre_chain=PROCESSORS,
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.ERROR)
    registry.announce_compilation = lambda part: structlog.get_logger().info("compiling", part=part)


def log_refusal(error: FourfoldError | typer.BadParameter) -> None:
    """End a server that cannot start with an entry of the log; on a terminal the caller tells it."""
    if sys.stderr.isatty():
        return
    if isinstance(error, FourfoldError):
        told = {"code": error.code, "problem": str(error)}
    else:
        told = {"problem": error.format_message()}
    log = structlog.wrap_logger(structlog.PrintLogger(sys.stderr), processors=[*PROCESSORS, AS_JSON])
    log.critical("not_started", **told)
    sys.exit(FAILURE if isinstance(error, Failure) else MISTAKE)
