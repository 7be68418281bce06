"""`/api/ratings`: the best players of a rating pool."""

from typing import Annotated

from msgspec import Meta

from fourfold.players.levels import find_level
from fourfold.web.accounts.sessions import name_of
from fourfold.web.contests.ratings import LEVEL
from fourfold.web.context import AppContext
from fourfold.web.http.router import Api
from fourfold.web.schemas.tournaments import RatingList, ShownRating

Pool = Annotated[str, Meta(max_length=300, description="The game, its seats and unusual options, as listed.")]
Group = Annotated[str, Meta(pattern="^(all|people|levels)$", description="Whose matches count.")]


def add_ratings(api: Api, context: AppContext) -> None:
    """Add the route."""
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
                *describe(row.player), round(row.mu, 2), round(row.sigma, 2), row.games, kinds.get(row.player, "")
            )
            for row in found
        ]
        return RatingList(pools, shown)
