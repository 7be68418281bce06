"""`/api/tournaments`: setting up a tournament, entering it, and its rounds and standings."""

from collections.abc import Awaitable, Callable
from typing import get_args

import msgspec
from starlette.requests import Request

from fourfold.arena.tournaments.standings import TIE_BREAKS, stand
from fourfold.arena.tournaments.tournament import Fixture
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level
from fourfold.store.rows import Identity
from fourfold.web.contests.ratings import player_of
from fourfold.web.contests.tournaments import Status, TournamentState, decode, match_name
from fourfold.web.context import AppContext
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.routes.session import as_guest
from fourfold.web.schemas import tournaments as schemas
from fourfold.web.schemas.parameters import TournamentId
from fourfold.web.schemas.requests import CreateTournament, Nothing

Change = Callable[[Identity], Awaitable[None]]
TournamentJson = Json[schemas.ShownTournament]


def add_tournaments(api: Api, context: AppContext) -> None:
    """Add the routes."""
    tournaments = context.tournaments

    @api.post("/api/tournaments", "tournaments", "web.summary.create_tournament", 404, 409, 503)
    async def create(request: Request, body: CreateTournament) -> Json[schemas.MadeTournament]:
        settings = Settings(
            body.game, body.seats, body.options, body.clock, is_public=True, by_lot=False, has_hints=False
        )
        levels = tuple(Seat("computer", level, find_level(level).name) for level in dict.fromkeys(body.levels))

        async def make(guest: Identity) -> schemas.MadeTournament:
            me = (_seat(guest),) if body.with_me else ()
            entries = (*me, *levels)
            state = TournamentState(body.name, guest.id, body.system, settings, body.rounds, body.games, entries)
            return schemas.MadeTournament(await tournaments.create(state))

        return await as_guest(context, request, "", make)

    @api.get("/api/tournaments", "tournaments", "web.summary.tournaments")
    async def list_all() -> schemas.TournamentList:
        stored = await context.store.read_async(context.store.tournaments.search, get_args(Status))
        found = [(row.id, decode(row)) for row in stored]
        listed = [
            schemas.ListedTournament(at, c.name, c.status, c.system, c.settings.game, len(c.entries)) for at, c in found
        ]
        return schemas.TournamentList(listed)

    @api.get("/api/tournaments/{tournament_id}", "tournaments", "web.summary.tournament", 404, 422)
    async def show(request: Request, tournament_id: TournamentId) -> schemas.ShownTournament:
        guest = await context.sessions.find(request)
        return await _shown(context, tournament_id, guest.id if guest else "")

    @api.post("/api/tournaments/{tournament_id}/enter", "tournaments", "web.summary.enter_tournament", 404, 409, 503)
    async def enter_tournament(request: Request, tournament_id: TournamentId, body: Nothing) -> TournamentJson:
        return await act(request, tournament_id, lambda guest: tournaments.enter(tournament_id, _seat(guest)))

    @api.post(
        "/api/tournaments/{tournament_id}/withdraw", "tournaments", "web.summary.withdraw_tournament", 404, 409, 503
    )
    async def withdraw_tournament(request: Request, tournament_id: TournamentId, body: Nothing) -> TournamentJson:
        return await act(request, tournament_id, lambda guest: tournaments.withdraw(tournament_id, guest.id))

    @api.post("/api/tournaments/{tournament_id}/begin", "tournaments", "web.summary.begin_tournament", 404, 409, 503)
    async def begin_tournament(request: Request, tournament_id: TournamentId, body: Nothing) -> TournamentJson:
        return await act(request, tournament_id, lambda guest: tournaments.begin(tournament_id, guest.id))

    async def act(request: Request, tournament_id: str, change: Change) -> TournamentJson:
        async def make(guest: Identity) -> schemas.ShownTournament:
            await change(guest)
            return await _shown(context, tournament_id, guest.id)

        return await as_guest(context, request, "", make)


def _seat(guest: Identity) -> Seat:
    return Seat("person", guest.id, account=guest.account)


async def _shown(context: AppContext, tournament_id: str, player: str) -> schemas.ShownTournament:
    state = await context.tournaments.find(tournament_id)
    players = [player_of(entry) for entry in state.entries]
    place = {name: at for at, name in enumerate(players)}
    named = await context.tournaments.named(state)
    entries = [schemas.Entry(player_of(entry), entry.name, entry.kind, entry.account) for entry in named]
    base = schemas.ShownTournament(
        tournament_id, state.name, state.status, state.system, state.settings, state.rounds, state.games,
        player == state.creator, place.get(player), entries,
    )  # fmt: skip
    if state.status == "open":
        return base
    scores, tournament = await context.tournaments.scores_of(tournament_id, state), state.tournament()
    tie_breaks = TIE_BREAKS[state.system]

    async def shown_game(fixture: Fixture) -> schemas.ShownGame:
        name, made = match_name(tournament_id, fixture), scores.get(fixture.key)
        is_there = made is not None or await context.service.is_stored(name)
        seats = [place[player] for player in fixture.players]
        return schemas.ShownGame(seats, name if is_there else "", None if made is None else list(made))

    rounds = [
        schemas.ShownRound([await shown_game(each) for each in played.fixtures], [place[name] for name in played.byes])
        for played in tournament.played(scores)
    ]
    standings = [
        schemas.ShownStanding(
            place[one.player], one.rank, one.points, one.games, [getattr(one, name) for name in tie_breaks],
            {str(place[other]): made for other, made in one.against.items()},
        )
        for one in stand(tournament, scores)
    ]  # fmt: skip
    return msgspec.structs.replace(base, rounds=rounds, standings=standings, tie_breaks=list(tie_breaks))
