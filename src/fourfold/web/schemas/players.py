"""Response bodies: the public page of a player."""

import msgspec

from fourfold.match.accounts import AccountKind
from fourfold.web.schemas.responses import ListedMatch


class RatingPoint(msgspec.Struct, frozen=True):
    """The rating at the end of a day, whose first millisecond is `day`."""

    day: int
    value: int
    spread: int


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's rating in a pool: a game with its seats and unusual options, and whose matches count.

    `history` has a point for each day with a rated match, the oldest first.
    """

    group: str
    pool: str
    game: str
    seats: int
    options: dict[str, str]
    value: int
    spread: int
    games: int
    history: list[RatingPoint]


class PlayerPage(msgspec.Struct, frozen=True):
    """What everybody may know of an account: ratings, and its public matches, the latest first.

    `created` is the first millisecond of a day. `behind` is the parameter for the next page of matches, or empty.
    """

    name: str
    account: AccountKind
    created: int
    ratings: list[PlayerRating]
    matches: list[ListedMatch]
    behind: str
    can_challenge: bool  # whether the asking player may challenge this one now
    is_me: bool
