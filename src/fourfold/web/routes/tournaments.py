"""The addresses of ratings and tournaments."""

from typing import Annotated

import msgspec
from fastapi import FastAPI, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from fourfold.arena.tournaments.standings import TIE_BREAKS, stand
from fourfold.arena.tournaments.tournament import Fixture, System
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.players.levels import find_level
from fourfold.store import rows
from fourfold.text import say
from fourfold.web.accounts.sessions import name_of
from fourfold.web.contests.ratings import LEVEL, player_of
from fourfold.web.contests.tournaments import TournamentState, decode, match_name
from fourfold.web.context import AppContext
from fourfold.web.openapi import KINDS, gives, takes
from fourfold.web.routes.match_setup import as_guest
from fourfold.web.schemas.requests import Nothing, SeatCount, read_body, register
from fourfold.web.schemas.responses import answer

TournamentId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="The tournament.")]
Pool = Annotated[str, Query(max_length=300, description="The game, its seats and unusual options, as listed.")]
Group = Annotated[str, Query(pattern="^(all|people|levels)$", description="Whose matches count.")]


class CreateTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set up a tournament; levels take part from the beginning, and I do where I say so."""

    name: str
    game: str
    system: System = "round-robin"
    seats: SeatCount = 2
    options: dict[str, str] = {}
    clock: ClockSetting = ClockSetting()
    rounds: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0  # of a Swiss system; 0: as many as find a winner
    games: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 1  # of each meeting
    levels: list[str] = []
    with_me: bool = True


class MadeTournament(msgspec.Struct, frozen=True):
    """A tournament that was set up."""

    tournament: str


class Entry(msgspec.Struct, frozen=True):
    """Who takes part."""

    player: str
    name: str
    kind: str
    account: str  # of people: `person` or `bot` where they have one


class ShownGame(msgspec.Struct, frozen=True):
    """One game: the places of its players among the entries, in the order of the seats, its match, and the scores.

    The match has no name yet where it is about to be set up.
    """

    players: list[int]
    match: str
    scores: list[float] | None


class ShownRound(msgspec.Struct, frozen=True):
    """One round: its games, and the places of those who have none."""

    games: list[ShownGame]
    byes: list[int]


class ShownStanding(msgspec.Struct, frozen=True):
    """How one stands: the place among the entries, rank, points, tie-breaks in their order, and points against each."""

    entry: int
    rank: int
    points: float
    games: int
    tie_breaks: list[float]
    against: dict[str, float]


class ShownTournament(msgspec.Struct, frozen=True):
    """A tournament with all that is known of it."""

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


class ListedTournament(msgspec.Struct, frozen=True):
    """One tournament in a list."""

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
    """One player's rating: its likeliest value, how far it may be off, and from how many matches it comes."""

    name: str
    kind: str
    value: float
    spread: float
    games: int


class RatingList(msgspec.Struct, frozen=True):
    """All pools, and the best of the one that was asked for."""

    pools: list[str]
    ratings: list[ShownRating]


register(CreateTournament)
KINDS.update(
    {kind.__name__: kind for kind in (CreateTournament, MadeTournament, ShownTournament, TournamentList, RatingList)}
)


def add_contests(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""
    contests = context.contests

    @app.get("/api/ratings", tags=["ratings"], summary=say("web.summary.ratings"), **gives(RatingList, 422))
    async def ratings(pool: Pool = "", group: Group = "all") -> Response:
        store = context.store
        pools = [each.partition(" ")[2] for each in await store.aside(store.pools) if each.startswith("all ")]
        found = await store.aside(store.ratings, f"{group} {pool}")
        guests = await store.aside(store.guests, {rating.player for rating in found})
        shown = [
            ShownRating(
                _name(rating.player, guests), "computer" if rating.player.startswith(LEVEL) else "person",
                round(rating.mu, 2), round(rating.sigma, 2), rating.games,
            )
            for rating in found
        ]  # fmt: skip
        return answer(RatingList(pools, shown))

    @app.post(
        "/api/tournaments", tags=["tournaments"], summary=say("web.summary.create_tournament"),
        **takes(CreateTournament, MadeTournament, 404, 409, 503),
    )  # fmt: skip
    async def create(request: Request) -> Response:
        wish = await read_body(request, CreateTournament)
        settings = Settings(
            wish.game, wish.seats, wish.options, wish.clock, is_public=True, by_lot=False, has_hints=False
        )
        levels = tuple(Seat("computer", level, find_level(level).name) for level in dict.fromkeys(wish.levels))

        async def make(guest: rows.Identity) -> MadeTournament:
            me = (Seat("person", guest.id, account=guest.account),) if wish.with_me else ()
            contest = TournamentState(
                wish.name,
                guest.id,
                wish.system,
                settings,
                wish.rounds,
                wish.games,
                (*me, *levels),
            )
            return MadeTournament(await contests.create(contest))

        return await as_guest(context, request, "", make)

    @app.get("/api/tournaments", tags=["tournaments"], summary=say("web.summary.tournaments"), **gives(TournamentList))
    async def list_all() -> Response:
        stored = await context.store.aside(context.store.tournaments, ["open", "running", "over"])
        found = [(row.id, decode(row)) for row in stored]
        listed = [ListedTournament(at, c.name, c.status, c.system, c.settings.game, len(c.entries)) for at, c in found]
        return answer(TournamentList(listed))

    @app.get(
        "/api/tournaments/{tournament_id}", tags=["tournaments"], summary=say("web.summary.tournament"),
        **gives(ShownTournament, 404, 422),
    )  # fmt: skip
    async def show(request: Request, tournament_id: TournamentId) -> Response:
        guest = await context.sessions.find(request)
        return answer(await _shown(context, tournament_id, guest.id if guest else ""))

    def add_action(word: str, summary: str) -> None:
        @app.post(
            f"/api/tournaments/{{tournament_id}}/{word}", tags=["tournaments"], name=f"{word}_tournament",
            summary=summary, **takes(Nothing, ShownTournament, 401, 404, 409, 503),
        )  # fmt: skip
        async def act(request: Request, tournament_id: TournamentId) -> Response:
            await read_body(request, Nothing)

            async def done(guest: rows.Identity) -> ShownTournament:
                if word == "enter":
                    await contests.enter(tournament_id, Seat("person", guest.id, account=guest.account))
                elif word == "withdraw":
                    await contests.withdraw(tournament_id, guest.id)
                else:
                    await contests.begin(tournament_id, guest.id)
                return await _shown(context, tournament_id, guest.id)

            return await as_guest(context, request, "", done)

    add_action("enter", say("web.summary.enter_tournament"))
    add_action("withdraw", say("web.summary.withdraw_tournament"))
    add_action("begin", say("web.summary.begin_tournament"))


async def _shown(context: AppContext, tournament_id: str, player: str) -> ShownTournament:
    contest = await context.contests.find(tournament_id)
    players = [player_of(entry) for entry in contest.entries]
    place = {name: at for at, name in enumerate(players)}
    named = await context.contests.named(contest)
    entries = [Entry(player_of(entry), entry.name, entry.kind, entry.account) for entry in named]
    base = ShownTournament(
        tournament_id, contest.name, contest.status, contest.system, contest.settings, contest.rounds, contest.games,
        player == contest.creator, place.get(player), entries,
    )  # fmt: skip
    if contest.status == "open":
        return base
    scores, tournament = await context.contests.scores_of(tournament_id, contest), contest.tournament()
    tie_breaks = TIE_BREAKS[contest.system]

    async def shown_game(fixture: Fixture) -> ShownGame:
        name, made = match_name(tournament_id, fixture), scores.get(fixture.key)
        is_there = made is not None or await context.service.is_stored(name)
        seats = [place[player] for player in fixture.players]
        return ShownGame(seats, name if is_there else "", None if made is None else list(made))

    rounds = [
        ShownRound([await shown_game(fixture) for fixture in played.fixtures], [place[name] for name in played.byes])
        for played in tournament.played(scores)
    ]
    standings = [
        ShownStanding(
            place[one.player], one.rank, one.points, one.games, [getattr(one, name) for name in tie_breaks],
            {str(place[other]): made for other, made in one.against.items()},
        )
        for one in stand(tournament, scores)
    ]  # fmt: skip
    return msgspec.structs.replace(base, rounds=rounds, standings=standings, tie_breaks=list(tie_breaks))


def _name(player: str, guests: dict[str, rows.Guest]) -> str:
    if player.startswith(LEVEL):
        return find_level(player.removeprefix(LEVEL)).name
    return name_of(guests[player]) if player in guests else ""
