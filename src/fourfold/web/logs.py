"""Structured logging of the server and its workers: one line of JSON for each log entry, on standard error."""

import logging
import sys
from typing import Any

import structlog

from fourfold.core import registry

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
