"""Lists of matches: from the store alone, and of a player's own also whose turn it is."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from fourfold.core.errors import FourfoldError
from fourfold.match.events import Ended, Played
from fourfold.match.settings import Settings
from fourfold.store import Store
from fourfold.store.rows import MatchRow, SeatRow
from fourfold.web.accounts.sessions import name_of
from fourfold.web.errors import problem
from fourfold.web.live.writer import MatchWriter
from fourfold.web.schemas.messages import show_outcome
from fourfold.web.schemas.responses import ListedMatch, ListedSeat, Result

decode_settings = msgspec.json.Decoder(Settings).decode
_decode_ended = msgspec.json.Decoder(Ended).decode
_decode_played = msgspec.json.Decoder(Played).decode


def list_matches(store: Store, *, player: str = "", **wanted: Any) -> list[ListedMatch]:
    """List the matches of a player, or of anybody, that fit: with the names of all players, and the results."""
    found = store.matches.search(guest_id=player or None, **wanted)
    ids = [match.id for match in found]
    seats = store.seats.find(ids)
    sitting = {seat.guest_id for row in seats.values() for seat in row if seat.guest_id}
    guests, kinds = store.guests.find(sitting), store.accounts.kinds(sitting)
    begun = [match.id for match in found if match.status != "open"]
    moves = store.events.last_of_kind(begun, "played")
    endings = store.events.last_of_kind([match.id for match in found if match.status == "over"], "ended")

    def listed(seat: SeatRow) -> ListedSeat:
        guest = guests.get(seat.guest_id or "")
        if guest is None:
            return ListedSeat(seat.kind, seat.name)  # type: ignore[arg-type]  # the store keeps words
        return ListedSeat(seat.kind, name_of(guest), kinds.get(guest.id, ""))  # type: ignore[arg-type]

    def entry(match: MatchRow) -> ListedMatch:
        move, mine = moves.get(match.id), [seat.seat for seat in seats[match.id] if player and seat.guest_id == player]
        ended = _decode_ended(endings[match.id].body) if match.id in endings else None
        return ListedMatch(
            match.id, match.game, match.status, match.created, match.updated, public_settings(match.settings),
            [listed(seat) for seat in seats[match.id]], show_outcome(ended), mine, result_of(ended, mine),
            ply=0 if move is None else _decode_played(move.body).ply + 1,
            moved=0 if move is None else move.time,
            picture="" if match.status == "open" else f"/api/matches/{match.id}/picture",
        )  # fmt: skip

    def unreadable(match: MatchRow) -> ListedMatch:
        """A match of which only its row can be read; the others are listed all the same."""
        mine = [seat.seat for seat in seats[match.id] if player and seat.guest_id == player]
        return ListedMatch(
            match.id, match.game, match.status, match.created, match.updated, Settings(match.game),
            [listed(seat) for seat in seats[match.id]], None, mine, "",
            problem=problem("store.unreadable_match", match=match.id),
        )  # fmt: skip

    shown = []
    for match in found:
        try:
            shown.append(entry(match))
        except (msgspec.DecodeError, RecursionError):
            shown.append(unreadable(match))
    return shown


def result_of(ended: Ended | None, seats: Sequence[int]) -> Result:
    """The result of a match for who has these seats."""
    if not seats:
        return ""
    if ended is None:
        return "running"
    if ended.winner is None:
        return "drawn"
    return "won" if ended.winner in seats else "lost"


async def show_turns(matches: MatchWriter, listed: Sequence[ListedMatch]) -> list[ListedMatch]:
    """A player's unfinished matches with whose turn it is: the player's own first, the most urgent before others."""
    shown = []
    for entry in listed:
        if entry.status != "running":
            shown.append(entry)
            continue
        with suppress(FourfoldError):  # whatever is wrong with it, the others are listed
            async with matches.locked(entry.match) as live:
                match = live.match
                is_mine = match.to_move in entry.mine
                deadline = match.deadline() if is_mine else None
                entry = replace(entry, to_move=match.to_move, is_my_turn=is_mine, deadline=deadline, ply=match.ply)
        shown.append(entry)
    return sorted(shown, key=_urgency)


def _urgency(entry: ListedMatch) -> tuple[Any, ...]:
    """My turn first, the nearest deadline and the longest wait before others; then running matches, then open ones."""
    if entry.is_my_turn:
        return 0, entry.deadline is None, entry.deadline or 0, entry.moved or entry.created
    return (1 if entry.status != "open" else 2), False, 0, -entry.updated


def public_settings(text: str) -> Settings:
    """Settings without the start position, which may show hidden hands."""
    return replace(decode_settings(text), start="")


def is_readable(text: str) -> bool:
    """Whether settings that were stored can be read."""
    try:
        decode_settings(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
