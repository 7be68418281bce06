"""`/api/ratings`: the best players of a rating pool, and the level of the computer that fits a player."""

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request

from fourfold.arena.statistics.ratings import POINTS, rating_of
from fourfold.core.registry import facts
from fourfold.players.levels import find_level
from fourfold.web.accounts.sessions import name_of
from fourfold.web.contests.ratings import LEVEL, fitting_level
from fourfold.web.context import AppContext
from fourfold.web.http.router import Api
from fourfold.web.schemas.parameters import GameId
from fourfold.web.schemas.tournaments import RatingList, ShownLevelFit, ShownRating

Pool = Annotated[str, Meta(max_length=300, description="The game, its seats and unusual options, as listed.")]
Group = Annotated[str, Meta(pattern="^(all|people|levels)$", description="Whose matches count.")]


def add_ratings(api: Api, context: AppContext) -> None:
    """Add the routes."""
    store = context.store

    @api.get("/api/ratings", "ratings", "web.summary.ratings", 422)
    async def ratings(pool: Pool = "", group: Group = "all") -> RatingList:
        pools = [
            each.partition(" ")[2] for each in await store.read_async(store.ratings.pools) if each.startswith("all ")
        ]
        found = await store.read_async(store.ratings.best, f"{group} {pool}")
        players = {rating.player for rating in found}
        guests = await store.read_async(store.guests.find, players)
        kinds = await store.read_async(store.accounts.kinds, players)

        def describe(player: str) -> tuple[str, str]:
            if player.startswith(LEVEL):
                return find_level(player.removeprefix(LEVEL)).name, "computer"
            return name_of(guests[player]) if player in guests else "", "person"

        shown = [
            ShownRating(
                *describe(row.player),
                round(rating_of(row.mu)),
                round(row.sigma * POINTS),
                row.games,
                kinds.get(row.player, ""),
            )
            for row in found
        ]
        return RatingList(pools, shown)

    @api.get("/api/ratings/{game_id}/level", "ratings", "web.summary.fitting_level", 404, 422)
    async def find_fitting_level(request: Request, game_id: GameId) -> ShownLevelFit:
        game = facts(game_id).id
        caller = await context.sessions.find(request)
        known = await store.read_async(store.ratings.of, caller.id) if caller else []
        return ShownLevelFit(*fitting_level(game, known))
