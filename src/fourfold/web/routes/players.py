"""`/api/players`: the public page of an account."""

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request

from fourfold.arena.statistics.ratings import POINTS, rating_of
from fourfold.store.rows import Account, MatchRow
from fourfold.store.store import Store
from fourfold.store.tables.ratings import DAY, RatingRow
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.router import Api
from fourfold.web.live.match_lists import list_matches
from fourfold.web.routes.challenges import MOST_OPEN
from fourfold.web.schemas.parameters import Id
from fourfold.web.schemas.players import PlayerPage, PlayerRating, RatingPoint
from fourfold.web.schemas.responses import ListedMatch

PAGE_SIZE = 20  # matches
MOST_POOLS = 40
GROUPS = ("all", "people", "levels")

PlayerName = Annotated[str, Meta(max_length=60, description="The name of the account.")]
Behind = Annotated[
    str, Meta(pattern=f"{Id}|^$", description="Only matches that follow this one in the list; all without it.")
]


def add_players(api: Api, context: AppContext) -> None:
    """Add the route."""
    store = context.store

    @api.get("/api/players/{name}", "players", "web.summary.player", 404, 422)
    async def show_player(request: Request, name: PlayerName, behind: Behind = "") -> PlayerPage:
        caller = await context.sessions.find(request)
        return await store.read_async(describe_player, store, name, behind, caller.id if caller else "")


def describe_player(store: Store, name: str, behind: str, caller: str) -> PlayerPage:
    """All that a player's page shows; 404 where there is no such account."""
    account = store.accounts.find(name)
    if account is None or account.is_banned:
        raise Denied(404, "web.no_such_account", name=name)
    last = store.matches.find(behind) if behind else None
    matches, rest = _public_matches(store, account, last)
    is_me = caller == account.id
    can_challenge = not is_me and len(store.challenges.of(account.id)) < MOST_OPEN
    created = account.created // DAY * DAY
    return PlayerPage(
        account.name, account.kind, created, _ratings(store, account), matches, rest, can_challenge, is_me
    )


def _public_matches(store: Store, account: Account, last: MatchRow | None) -> tuple[list[ListedMatch], str]:
    page = list_matches(store, player=account.id, public=True, behind=last, limit=PAGE_SIZE)
    return page, page[-1].match if len(page) == PAGE_SIZE else ""


def _ratings(store: Store, account: Account) -> list[PlayerRating]:
    found = [row for row in store.ratings.of(account.id) if row.pool.partition(" ")[0] in GROUPS]
    return [_rating(store, row) for row in found[:MOST_POOLS]]


def _rating(store: Store, row: RatingRow) -> PlayerRating:
    group, _, pool = row.pool.partition(" ")
    game, seats, *options = pool.split(" ")
    history = [
        RatingPoint(point.day * DAY, round(rating_of(point.mu)), round(point.sigma * POINTS))
        for point in store.ratings.days(row.player, row.pool)
    ]
    return PlayerRating(
        group, pool, game, int(seats), dict(each.split("=", 1) for each in options),
        round(rating_of(row.mu)), round(row.sigma * POINTS), row.games, history,
    )  # fmt: skip
