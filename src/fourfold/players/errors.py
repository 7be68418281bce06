"""Errors of computer players."""

from fourfold.core.errors import BadOption, Failure, FourfoldError


class UnknownLevel(FourfoldError):
    """There is no computer player of that name."""


class NotToMove(FourfoldError):
    """A player was handed a view of a seat that is not to move."""


class NoMoveChosen(Failure):
    """A player gave no move; the parent of the three kinds below."""


class TooBusy(NoMoveChosen):
    """The queue of the runner is full, or the runner is closed."""


class TooSlow(NoMoveChosen):
    """The player did not answer in time."""


class PlayerFailed(NoMoveChosen):
    """The player raised an error, or chose what is no legal move."""


class NoNet(BadOption):
    """The player that needs a net cannot play: there is none for the game."""
