"""Telling those who follow a player that he is asked to play, or that who was asked does not want to."""

from typing import TYPE_CHECKING

from fourfold.web.accounts.sessions import name_of
from fourfold.web.live.notifications import Notification

if TYPE_CHECKING:
    from fourfold.web.live.service import Service


async def tell_challenge(service: "Service", match_id: str, player: str) -> None:
    """Tell that a seat at a match is kept for a player."""
    if player not in service.followers.players:
        return
    match = (await service.find(match_id)).match
    assert match.settings is not None
    names = ", ".join(seat.name for seat in match.seats if seat.kind == "person")
    service.followers.tell(player, Notification("challenge", match_id, match.settings.game, name=names))


async def tell_decline(service: "Service", match_id: str, player: str) -> None:
    """Tell those who sit at a match that a player does not want to play there."""
    store = service.store
    seats = (await store.read_async(store.seats.find, [match_id]))[match_id]
    waiting = service.followers.players & {seat.guest_id for seat in seats if seat.guest_id}
    if not waiting:
        return
    match = await store.read_async(store.matches.find, match_id)
    known = await store.read_async(store.guests.find, {player})
    for one in waiting:
        service.followers.tell(one, Notification("declined", match_id, match.game, name=name_of(known[player])))
