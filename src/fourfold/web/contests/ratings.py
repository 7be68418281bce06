"""Ratings at the table: every match that is over counts once, in the pools that it belongs to.

A pool is a game with its seats and options, and whose matches count: those of people among themselves (`people`), of
computers among themselves (`levels`), or all (`all`).
"""

import asyncio
from collections.abc import Sequence

import structlog

from fourfold.arena.statistics.ratings import rank_seats, rate_one
from fourfold.core.registry import game
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Settings
from fourfold.store.futures import settle
from fourfold.store.store import Store
from fourfold.store.tables.ratings import RatingRow
from fourfold.web.live.service import Service

GROUPS = ("all", "people", "levels")
LEVEL = "level:"  # before a level's id, so that no guest's id is the same

log = structlog.get_logger()


def table_of(settings: Settings) -> str:
    """The game with its seats and those options that are not as usual, as one line."""
    start = game(settings.game).undealt(seats=settings.seats, **settings.options)
    options = start.game.written_options(start.seats, start.options)
    return " ".join([settings.game, str(settings.seats), *(f"{key}={options[key]}" for key in sorted(options))])


def player_of(seat: Seat) -> str:
    """What a player is called in ratings."""
    return LEVEL + seat.player if seat.kind == "computer" else seat.player


def pools_of(match: Match) -> list[str]:
    """The pools that a match counts in; none where it says nothing about anybody's strength.

    A match counts when different players held their seats to the end and everybody had a turn, from the game's own
    beginning, without hints and without taking moves back.
    """
    settings = match.settings
    assert settings is not None
    players = [player_of(seat) for seat in match.seats]
    if match.ended is None or match.was_mended or match.hinted or settings.start:
        return []
    if len(set(players)) < len(players) or match.ply < len(players):
        return []
    table = table_of(settings)
    kinds = {seat.kind for seat in match.seats}
    groups = ["all", *(["people"] if kinds == {"person"} else ["levels"] if kinds == {"computer"} else [])]
    return [f"{group} {table}" for group in groups]


class Ratings:
    """Lets matches count when they end; what a process did not live to count is counted by the next."""

    def __init__(self, store: Store, service: Service) -> None:
        self.store = store
        self.service = service

    async def count(self, match_id: str, match: Match) -> None:
        """Let a match count that is over; once, however often it is asked for."""
        assert match.ended is not None
        ranks = rank_seats(match.ended.winner, match.ended.scores, match.resigned)

        def change(before: Sequence[RatingRow | None]) -> list[tuple[float, float]]:
            return rate_one([None if known is None else (known.mu, known.sigma) for known in before], ranks)

        players = [player_of(seat) for seat in match.seats]
        await settle(self.store.ratings.rate_match(match_id, pools_of(match), players, match.time, change))

    async def catch_up(self) -> None:
        """Count all matches that are over and have not counted."""
        while found := await self.store.read_async(self.store.ratings.unrated_matches):
            for match_id in found:
                await self.count_stored(match_id)
                await asyncio.sleep(0)

    async def count_stored(self, match_id: str) -> None:
        """Count a match as the log has it; one that cannot be read counts as nothing."""
        try:
            await self.service.need((await self.store.read_async(self.store.matches.find, match_id)).game)
            match = Match.replay(await self.service.stored_events(match_id))
            await self.count(match_id, match)
        except Exception as error:  # whatever is wrong with it, the others count
            log.error("match_not_rated", match=match_id, exc_info=error)
            await settle(self.store.ratings.rate_match(match_id, (), (), 0, lambda _: []))

    async def reckon_again(self) -> int:
        """Forget all ratings and count every match anew, in the order in which they counted; the result is how many."""
        order = await self.store.read_async(self.store.ratings.rated_matches)
        await settle(self.store.ratings.clear())
        for match_id in order:
            await self.count_stored(match_id)
        await self.catch_up()
        return len(await self.store.read_async(self.store.ratings.rated_matches))
