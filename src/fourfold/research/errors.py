"""What can be wrong with what a program asks of the research library."""

from fourfold.core.errors import BadOption, FourfoldError


class BadChoice(FourfoldError):
    """A choice is not legal here, or there is nothing to choose."""


class NoChoice(BadChoice):
    """What was handed in as a choice is no whole number."""


class BadSetting(FourfoldError):
    """An environment cannot be set up or asked so."""


class BadBatch(FourfoldError):
    """A batch cannot be set up so, or arrays handed to it have the wrong shape."""


class BadNumber(BadBatch, BadOption):
    """A number of games or nodes that makes no sense."""


class PlayerForfeited(FourfoldError):
    """A computer player failed in the middle of a game that was to be measured."""


class BadHarvest(FourfoldError):
    """A folder holds another harvest, or cannot be written to, or what writes the files is missing."""


class NotBegun(FourfoldError):
    """An environment was asked something before its first reset."""
