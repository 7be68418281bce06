"""The errors of the arena."""

from fourfold.core.errors import BadOption, Failure, FourfoldError


class UnknownEntrant(BadOption):
    """Neither a level, nor a player by name, nor a command that can be run."""


class BadLimit(BadOption):
    """A number of games, seconds, nodes or processes that is not valid."""


class BadTournament(BadOption):
    """A tournament that cannot be played: too few players, too many rounds, or too many seats for its system."""


class OtherRun(FourfoldError):
    """The journal is that of another run, or cannot be read."""


class NoCluster(BadOption):
    """There is no cluster at the address."""


class Crashed(Failure):
    """A task killed every worker process that tried it."""


class Forfeit(Failure):
    """A player forfeits its game: it failed, or chose an illegal move."""


class EngineFailed(Forfeit):
    """An outside engine cannot be started, or broke the protocol."""
