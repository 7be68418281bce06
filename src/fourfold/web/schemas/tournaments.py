"""Response bodies: tournaments and ratings."""

import msgspec

from fourfold.match.accounts import AccountKind
from fourfold.match.settings import Settings
from fourfold.web.errors import Problem


class MadeTournament(msgspec.Struct, frozen=True):
    """The id of a new tournament."""

    tournament: str


class Entry(msgspec.Struct, frozen=True):
    """A participant."""

    player: str
    name: str
    kind: str
    account: str  # of people: `person` or `bot` where they have one
    is_away: bool = False  # whether the player has withdrawn, or did not come


class ShownGame(msgspec.Struct, frozen=True):
    """One game: its players as indices of the entries, in the order of the seats, its match, and the scores.

    The match is empty until it is set up. A match that cannot be read has a problem, and counts for nothing.
    """

    players: list[int]
    match: str
    scores: list[float] | None
    problem: Problem | None = None


class ShownRound(msgspec.Struct, frozen=True):
    """One round: its games, and the entries that have a bye."""

    games: list[ShownGame]
    byes: list[int]


class ShownStanding(msgspec.Struct, frozen=True):
    """The standing of an entry: rank, points, tie-breaks in their order, and points against each other entry."""

    entry: int
    rank: int
    points: float
    games: int
    tie_breaks: list[float]
    against: dict[str, float]


class ShownTournament(msgspec.Struct, frozen=True):
    """A tournament: entries, rounds, standings."""

    tournament: str
    name: str
    status: str
    system: str
    settings: Settings
    rounds_planned: int
    games: int
    is_mine: bool
    me: int | None
    entries: list[Entry]
    rounds: list[ShownRound] = []
    standings: list[ShownStanding] = []
    tie_breaks: list[str] = []
    commitment: str = ""  # to the seed of all secrets
    seed: str = ""  # told when all is over
    minutes: int = 0  # of an arena
    ends: int = 0  # when the last pairings of an arena are made


class ListedTournament(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    tournament: str
    name: str
    status: str
    system: str
    game: str
    entries: int


class TournamentList(msgspec.Struct, frozen=True):
    """Tournaments, the latest first."""

    tournaments: list[ListedTournament]


class ShownRating(msgspec.Struct, frozen=True):
    """A player's rating in Elo points, its standard deviation, and the number of matches behind it."""

    name: str
    kind: str
    value: int
    spread: int
    games: int
    account: AccountKind = ""  # who has an account has a page


class RatingList(msgspec.Struct, frozen=True):
    """All rating pools, and the best players of the one that was asked for."""

    pools: list[str]
    ratings: list[ShownRating]


class ShownLevelFit(msgspec.Struct, frozen=True):
    """The level of the computer that fits the asking player, and why.

    Without any rated match it is the usual level, and `rating` that of a new player.
    """

    level: str
    rating: int
    spread: int
    games: int
