"""`/api/tournaments`: setting up a tournament, entering it, and its rounds and standings."""

from collections.abc import Awaitable, Callable, Sequence
from typing import get_args

import msgspec
from starlette.requests import Request

from fourfold.arena.tournaments.arena import ArenaGame, stand_arena
from fourfold.arena.tournaments.standings import TIE_BREAKS, Standing, stand
from fourfold.arena.tournaments.tournament import Fixture
from fourfold.match.settings import Seat, Settings
from fourfold.players.levels import find_level
from fourfold.store.rows import Identity
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.contests.ratings import player_of
from fourfold.web.contests.tournament_state import ARENA, Status, TournamentState
from fourfold.web.contests.tournaments import match_name
from fourfold.web.context import AppContext
from fourfold.web.errors import problem
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.routes.session import as_guest
from fourfold.web.schemas import tournaments as schemas
from fourfold.web.schemas.parameters import TournamentId
from fourfold.web.schemas.requests import CreateTournament, EnterTournament, Nothing, WithdrawFromTournament

Change = Callable[[Identity], Awaitable[None]]
MOST_LISTED = 50

TournamentJson = Json[schemas.ShownTournament]


def add_tournaments(api: Api, context: AppContext) -> None:
    """Add the routes."""
    tournaments = context.tournaments

    @api.post("/api/tournaments", "tournaments", "web.summary.create_tournament", 404, 409, 503)
    async def create(request: Request, body: CreateTournament) -> Json[schemas.MadeTournament]:
        settings = Settings(
            body.game, body.seats, body.options, body.clock,
            is_public=True, by_lot=False, has_hints=False, first_turn=body.first_turn,
        )  # fmt: skip
        levels = tuple(Seat("computer", level, find_level(level).name) for level in dict.fromkeys(body.levels))

        async def make(guest: Identity) -> schemas.MadeTournament:
            me = (_seat(guest),) if body.with_me else ()
            entries = (*me, *levels)
            state = TournamentState(
                body.name, guest.id, body.system, settings, body.rounds, body.games, entries, minutes=body.minutes
            )
            return schemas.MadeTournament(await tournaments.create(state, body.commitment, body.part))

        return await as_guest(context, request, "", make)

    @api.get("/api/tournaments", "tournaments", "web.summary.tournaments")
    async def list_all() -> schemas.TournamentList:
        found = await tournaments.search(get_args(Status), MOST_LISTED)
        listed = [
            schemas.ListedTournament(at, c.name, c.status, c.system, c.settings.game, len(c.entries)) for at, c in found
        ]
        return schemas.TournamentList(listed)

    @api.get("/api/tournaments/{tournament_id}", "tournaments", "web.summary.tournament", 404, 422)
    async def show(request: Request, tournament_id: TournamentId) -> schemas.ShownTournament:
        guest = await context.sessions.find(request)
        return await _shown(context, tournament_id, guest.id if guest else "")

    @api.post("/api/tournaments/{tournament_id}/enter", "tournaments", "web.summary.enter_tournament", 404, 409, 503)
    async def enter_tournament(request: Request, tournament_id: TournamentId, body: EnterTournament) -> TournamentJson:
        def enter(guest: Identity) -> Awaitable[None]:
            return tournaments.enter(tournament_id, _seat(guest), body.commitment, body.part)

        return await act(request, tournament_id, enter)

    @api.post(
        "/api/tournaments/{tournament_id}/withdraw", "tournaments", "web.summary.withdraw_tournament", 404, 409, 503
    )
    async def withdraw_tournament(
        request: Request, tournament_id: TournamentId, body: WithdrawFromTournament
    ) -> TournamentJson:
        def withdraw(guest: Identity) -> Awaitable[None]:
            return tournaments.withdraw(tournament_id, body.player or guest.id, guest.id)

        return await act(request, tournament_id, withdraw)

    @api.post("/api/tournaments/{tournament_id}/begin", "tournaments", "web.summary.begin_tournament", 404, 409, 503)
    async def begin_tournament(request: Request, tournament_id: TournamentId, body: Nothing) -> TournamentJson:
        return await act(request, tournament_id, lambda guest: tournaments.begin(tournament_id, guest.id))

    @api.post("/api/tournaments/{tournament_id}/cancel", "tournaments", "web.summary.cancel_tournament", 404, 409, 503)
    async def cancel_tournament(request: Request, tournament_id: TournamentId, body: Nothing) -> TournamentJson:
        return await act(request, tournament_id, lambda guest: tournaments.cancel(tournament_id, guest.id))

    async def act(request: Request, tournament_id: str, change: Change) -> TournamentJson:
        async def make(guest: Identity) -> schemas.ShownTournament:
            await change(guest)
            return await _shown(context, tournament_id, guest.id)

        return await as_guest(context, request, "", make)


def _seat(guest: Identity) -> Seat:
    return Seat("person", guest.id, account=guest.account)


async def _shown(context: AppContext, tournament_id: str, player: str) -> schemas.ShownTournament:
    tournaments = context.tournaments
    state = await tournaments.find(tournament_id)
    if state.status == "running" and state.is_time_up(now_in_milliseconds()):
        await tournaments.advance(tournament_id)
        state = await tournaments.find(tournament_id)
    players = state.players
    games = await tournaments.games_of(tournament_id, state) if state.system == ARENA else []
    away = set(players) - state.ready(games)
    named = await tournaments.named(state)
    entries = [
        schemas.Entry(player_of(entry), entry.name, entry.kind, entry.account, player_of(entry) in away)
        for entry in named
    ]
    seed = await tournaments.told_seed(tournament_id, state)
    base = schemas.ShownTournament(
        tournament_id, state.name, state.status, state.system, state.settings, state.rounds, state.games,
        player == state.creator, players.index(player) if player in players else None, entries,
        commitment=state.commitment, seed=seed, minutes=state.minutes, ends=state.ends,
    )  # fmt: skip
    if not state.has_begun:
        return base
    if state.system == ARENA:
        return _shown_arena(base, tournament_id, players, games)
    scores, tournament = await tournaments.scores_of(tournament_id, state), state.tournament()

    async def shown_game(fixture: Fixture) -> schemas.ShownGame:
        name, made = match_name(tournament_id, fixture), scores.get(fixture.key)
        result = await tournaments.result_of(tournament_id, fixture)
        is_there = result is not None or await context.service.is_stored(name)
        seats = [players.index(each) for each in fixture.players]
        wrong = problem("store.unreadable_match", match=name) if result is not None and result.is_unreadable else None
        return schemas.ShownGame(seats, name if is_there else "", None if made is None else list(made), wrong)

    rounds = [
        schemas.ShownRound(
            [await shown_game(each) for each in played.fixtures], [players.index(each) for each in played.byes]
        )
        for played in tournament.played(scores)
    ]
    return _with_standings(base, players, stand(tournament, scores), TIE_BREAKS[tournament.system], rounds)


def _shown_arena(
    base: schemas.ShownTournament, tournament_id: str, players: Sequence[str], games: Sequence[ArenaGame]
) -> schemas.ShownTournament:
    """An arena has one round: all its games, the latest first."""
    shown = [
        schemas.ShownGame(
            [players.index(each) for each in game.players], match_name(tournament_id, Fixture(number, 0, 0, ())),
            None if game.scores is None else list(game.scores) if game.counts else [0.0, 0.0],
        )
        for number, game in enumerate(games)
    ]  # fmt: skip
    rounds = [schemas.ShownRound(shown[::-1], [])]
    return _with_standings(base, players, stand_arena(players, games), ("wins",), rounds)


def _with_standings(
    base: schemas.ShownTournament,
    players: Sequence[str],
    standings: Sequence[Standing],
    tie_breaks: Sequence[str],
    rounds: list[schemas.ShownRound],
) -> schemas.ShownTournament:
    shown = [
        schemas.ShownStanding(
            players.index(one.player), one.rank, one.points, one.games, [getattr(one, name) for name in tie_breaks],
            {str(players.index(other)): made for other, made in one.against.items()},
        )
        for one in standings
    ]  # fmt: skip
    return msgspec.structs.replace(base, rounds=rounds, standings=shown, tie_breaks=list(tie_breaks))
