"""What can be wrong with what a program asks of the research library."""

from fourfold.core.errors import FourfoldError


class BadChoice(FourfoldError):
    """A choice is not legal here, or there is nothing to choose."""


class BadBatch(FourfoldError):
    """A batch cannot be set up so, or arrays handed to it have the wrong shape."""


class WorkerDied(FourfoldError):
    """A task ended every worker that tried it."""


class NotBegun(FourfoldError):
    """An environment was asked something before its first reset."""
