"""The errors of the research library."""

from fourfold.core.errors import BadOption, Failure, FourfoldError


class BadChoice(FourfoldError):
    """A choice is not legal, or there is nothing to choose."""


class NoChoice(BadChoice):
    """A choice is not an integer."""


class BadSetting(FourfoldError):
    """An environment got a setting or an argument that is not valid."""


class BadBatch(FourfoldError):
    """A batch got a setting that is not valid, or an array of the wrong shape."""


class NoDevice(BadBatch):
    """A batch cannot be played where it was to be played."""


class BadNumber(BadBatch, BadOption):
    """A number of games or nodes that is not valid."""


class PlayerForfeited(Failure):
    """A computer player forfeited a game that was to be measured."""


class BadHarvest(FourfoldError):
    """A folder holds another dataset or cannot be used, or cannot be read."""


class NotBegun(FourfoldError):
    """An environment was used before its first reset."""
