"""What can go wrong when players are measured."""

from fourfold.core.errors import BadOption, FourfoldError


class UnknownEntrant(BadOption):
    """Neither a level, nor a player by name, nor a command that can be run."""


class BadLimit(BadOption):
    """A number of games, seconds, nodes or processes that makes no sense."""


class BadTournament(BadOption):
    """A tournament that cannot be played: too few players, too many rounds, or more seats than its system takes."""


class OtherRun(FourfoldError):
    """A file holds the games of another run, or cannot be read as one."""


class NoCluster(BadOption):
    """There is no Ray here, or no cluster at the address."""


class Crashed(FourfoldError):
    """A process that played games ended by itself."""


class Forfeit(FourfoldError):
    """A player has lost its game without the board: it failed, or chose what is no legal move."""


class EngineFailed(Forfeit):
    """An outside engine cannot be started, or broke the protocol."""
