"""Structured logging of the server: one line of JSON for each log entry, on standard error."""

import logging
import sys
from typing import Any

import structlog

from fourfold.core import registry


def configure_logs() -> None:
    """Log our own entries, and the errors of libraries."""
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
    registry.announce_compilation = lambda part: structlog.get_logger().info("compiling", part=part)
