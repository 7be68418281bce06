"""OpenSkill ratings: every match that is over is rated once, in each rating pool that it belongs to.

A pool is a game with its seats and options, and a group of matches: of people among themselves (`people`), of
computers among themselves (`levels`), or all (`all`). A level that has a ladder keeps the rating that was measured
there, so all ratings are on its scale, and a person's rating says which level fits.
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import structlog

from fourfold.arena.statistics.ratings import MEAN, NEWCOMER_DEVIATION, POINTS, mean_of, rate_one, rating_of
from fourfold.core.registry import game
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import USUAL
from fourfold.players.ratings import ratings
from fourfold.store import Store, settle
from fourfold.store.tables.ratings import RatingRow
from fourfold.web.live.service import Service

GROUPS = ("all", "people", "levels")
LEVEL = "level:"  # before a level's id, so that no guest has the same id
LEVEL_DEVIATION = 30  # of a measured level's rating

log = structlog.get_logger()


def table_of(settings: Settings) -> str:
    """The game with its seats and those options that are not the default, as one line."""
    start = game(settings.game).undealt(seats=settings.seats, **settings.options)
    options = start.game.written_options(start.seats, start.options)
    return " ".join([settings.game, str(settings.seats), *(f"{key}={options[key]}" for key in sorted(options))])


def player_of(seat: Seat) -> str:
    """The id of a player in ratings."""
    return LEVEL + seat.player if seat.kind == "computer" else seat.player


def pools_of(match: Match) -> list[str]:
    """The pools that a match is rated in; none where it says nothing about strength.

    A match is rated when different players kept their seats to the end and it counts (see `Match.has_counted`), from
    the game's own starting position, without hints and without takebacks. Bots are programs, like levels.
    """
    if not match.has_counted or match.was_mended or match.hinted or not can_be_rated(match):
        return []
    table = table_of(match.settings)
    are_people = {seat.kind == "person" and seat.account != "bot" for seat in match.seats}
    groups = ["all", *({True: ["people"], False: ["levels"]}[are_people.pop()] if len(are_people) == 1 else [])]
    return [f"{group} {table}" for group in groups]


def can_be_rated(match: Match) -> bool:
    """Whether a match can count: from the game's own start, by different players who have the right to it."""
    players = [player_of(seat) for seat in match.seats if seat.kind != "open"]
    has_right = match.started is None or match.started.is_rated
    return has_right and not match.settings.start and len(set(players)) == len(players)


def measured_level(player: str, game_id: str) -> tuple[float, float] | None:
    """The mean and the standard deviation of a level that has a ladder; None for everybody else."""
    rating = ratings().get(player.removeprefix(LEVEL), {}).get(game_id) if player.startswith(LEVEL) else None
    return None if rating is None else (mean_of(rating), LEVEL_DEVIATION / POINTS)


class FittingLevel(NamedTuple):
    """The level that fits a player, and why: the rating, its standard deviation, and the matches behind it."""

    level: str
    rating: int
    deviation: int
    games: int


def fitting_level(game_id: str, known: Sequence[RatingRow]) -> FittingLevel:
    """The level whose rating is nearest to a player's, from the pool of the game with the most matches.

    Without any match it is the usual level, and so it is in a game without a ladder.

    >>> fitting_level("qawale", []).level
    'level-2'
    """
    pools = (row for row in known if row.pool.split(" ")[:2] == ["all", game_id])
    row = max(pools, key=lambda row: row.games, default=None)
    rating = rating_of(MEAN if row is None else row.mu)
    deviation = NEWCOMER_DEVIATION if row is None else row.sigma * POINTS
    measured = {level: found[game_id] for level, found in ratings().items() if game_id in found}
    is_known = row is not None and measured
    level = min(measured, key=lambda each: abs(measured[each] - rating)) if is_known else USUAL
    return FittingLevel(level, round(rating), round(deviation), row.games if row is not None else 0)


class Ratings:
    """Rates matches when they end; what a process could not rate any more, the next one does."""

    def __init__(self, store: Store, service: Service) -> None:
        self.store = store
        self.service = service

    async def rate(self, match_id: str, match: Match) -> None:
        """Rate a match that is over; a second time changes nothing."""
        assert match.ended is not None
        ranks = match.ranks()

        players = [player_of(seat) for seat in match.seats]
        levels = [measured_level(player, match.settings.game) for player in players]

        def change(before: Sequence[RatingRow | None]) -> list[tuple[float, float]]:
            stored = [None if row is None else (row.mu, row.sigma) for row in before]
            known = [level or row for level, row in zip(levels, stored, strict=True)]
            return [level or rated for level, rated in zip(levels, rate_one(known, ranks), strict=True)]

        await settle(self.store.ratings.rate_match(match_id, pools_of(match), players, match.time, change))

    async def catch_up(self) -> None:
        """Rate all matches that are over and not rated."""
        while found := await self.store.read_async(self.store.ratings.unrated_matches):
            for match_id in found:
                await self.rate_stored(match_id)
                await asyncio.sleep(0)

    async def rate_stored(self, match_id: str) -> None:
        """Rate a match from its event log; one that cannot be read is skipped for ever."""
        try:
            await self.rate(match_id, await self.service.read_match(match_id))
        except Exception as error:  # whatever is wrong with it, the others are rated
            log.error("match_not_rated", match=match_id, exc_info=error)
            await settle(self.store.ratings.rate_match(match_id, (), (), 0, lambda _: []))

    async def recompute(self) -> int:
        """Compute all ratings again, in the order of the first time; the result is the number of rated matches."""
        order = await self.store.read_async(self.store.ratings.rated_matches)
        await settle(self.store.ratings.clear())
        for match_id in order:
            await self.rate_stored(match_id)
        await self.catch_up()
        return len(await self.store.read_async(self.store.ratings.rated_matches))
