"""Quick pairing: a player sits down at the oldest open table that fits, or waits at a new one."""

import secrets
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from fourfold.core.registry import game
from fourfold.match.commands import Join
from fourfold.match.refusal import Refused
from fourfold.match.settings import DAY, Seat, Settings
from fourfold.store.errors import UnknownMatch
from fourfold.store.rows import Identity, SeatRow
from fourfold.store.tables.matches import OpenTable
from fourfold.web.accounts.sessions import hash_token, name_of
from fourfold.web.bounded import too_busy
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.http.clients import Clients
from fourfold.web.live.match_lists import decode_settings, is_readable
from fourfold.web.live.match_shares import check_public
from fourfold.web.live.service import Service
from fourfold.web.schemas.requests import FindTable
from fourfold.web.schemas.responses import PairedMatch

ATTEMPTS = 20  # tables that others may take first
WAITING = 10 * 60_000  # milliseconds that somebody without a connection here is believed to wait
WAITING_FOR_DAYS = 7 * DAY


async def find_table(service: Service, guest: Identity, wish: FindTable, clients: Clients) -> PairedMatch:
    """Give a player a seat at a table with these settings.

    The store finds a table or adds the new one in one transaction. Joining is a command like any other: of two who
    want the same seat one is refused, and looks again.
    """
    await service.load_game(wish.game)
    settings = Settings(wish.game, wish.seats, wish.options, wish.clock, is_public=True, clock_waits=True)
    settings = settings.among_people()
    settings.check()
    me = Seat("person", guest.id, name_of(guest), guest.account)
    seats = [me, *[Seat()] * (settings.seats - 1)]
    parts = [wish.part, *[""] * (settings.seats - 1)]
    choice = TableChoice(settings, guest.id, service.connected_players, now_in_milliseconds())
    try:
        await service.store.read_async(check_public, service.store, clients, guest.id)
    except Refused as refusal:
        choice.refusal = refusal
    for _ in range(ATTEMPTS):
        token = secrets.token_urlsafe(24)
        match_id = await service.create(
            settings, seats, guest.id, token_hash=hash_token(token), commitment=wish.commitment, parts=parts,
            unless=choice,
        )  # fmt: skip
        is_new = match_id != choice.chosen
        if not is_new and match_id != choice.own:
            try:
                await service.carry_out(match_id, Join(name=me.name, part=wish.part), guest.id, guest.account)
            except (Refused, UnknownMatch):  # somebody was faster
                choice.refused.add(match_id)
                continue
        match = (await service.find(match_id)).match
        has_begun = match.position is not None
        return PairedMatch(match_id, has_begun, is_new, match.commitment, token if is_new else "")
    raise too_busy()


class TableChoice:
    """Chooses among the open tables of a game; called in the thread of the store.

    A table fits where the settings are those that are wanted and somebody waits there: by the connections of this
    process, or because the table is new. The player's own table comes first, then the oldest.
    """

    def __init__(self, settings: Settings, player: str, connected: Collection[str], now: int) -> None:
        self.wanted = _key_of(settings)
        self.player = player
        self.connected = set(connected)
        waiting = WAITING_FOR_DAYS if settings.clock.kind == "days" else WAITING
        self.since = now - waiting
        self.refused: set[str] = set()
        self.own = ""  # the player's own table, where that was chosen
        self.chosen = ""
        self.refusal: Refused | None = None  # why the player cannot wait at a new table

    def __call__(self, tables: Sequence[OpenTable]) -> str | None:
        fitting = [
            (match.id, seats)
            for match, seats in tables
            if is_readable(match.settings) and _key_of(decode_settings(match.settings)) == self.wanted
        ]
        own = next((match_id for match_id, seats in fitting if self.player in _people(seats)), None)
        self.own = own or ""
        fresh = {match.id for match, _ in tables if match.created >= self.since}
        others = (
            match_id
            for match_id, seats in fitting
            if match_id not in self.refused
            and (people := _people(seats))
            and (match_id in fresh or people & self.connected)
        )
        chosen = own or next(others, None)
        self.chosen = chosen or ""
        if chosen is None and self.refusal is not None:
            raise self.refusal
        return chosen


def _people(seats: Sequence[SeatRow]) -> set[str]:
    return {seat.guest_id for seat in seats if seat.guest_id}


def _key_of(settings: Settings) -> Settings:
    """What must be the same at a table that fits; options are compared as what they come to."""
    start = game(settings.game).undealt(seats=settings.seats, **settings.options)
    options = start.game.written_options(start.seats, start.options)
    return replace(settings, options=options, has_chat=True, has_hints=settings.has_hints or None, first_turn=0)
