"""What the log says of a server that cannot start."""

import sys

import structlog
import typer

from fourfold.cli import FAILURE, MISTAKE
from fourfold.core.errors import Failure, FourfoldError
from fourfold.web.logs import AS_JSON, PROCESSORS


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
