"""Notifications about challenges: that a player is challenged, or that a challenge was declined."""

from fourfold.web.accounts.sessions import name_of
from fourfold.web.live.notifications import Notification
from fourfold.web.live.registry import MatchRegistry


async def notify_challenge(matches: MatchRegistry, match_id: str, player: str) -> None:
    """Notify a player that a seat of a match is reserved for them."""
    if player not in matches.notifications.players:
        return
    match = (await matches.find(match_id)).match
    names = ", ".join(seat.name for seat in match.seats if seat.kind == "person")
    news = Notification("challenge", match_id, match.settings.game, name=names, commitment=match.commitment)
    matches.notifications.notify(player, news)


async def notify_decline(matches: MatchRegistry, match_id: str, player: str) -> None:
    """Notify the players of a match that a player declined to join."""
    store = matches.store
    seats = (await store.read_async(store.seats.find, [match_id]))[match_id]
    waiting = matches.notifications.players & {seat.guest_id for seat in seats if seat.guest_id}
    if not waiting:
        return
    match = await store.read_async(store.matches.find, match_id)
    known = await store.read_async(store.guests.find, {player})
    for one in waiting:
        matches.notifications.notify(one, Notification("declined", match_id, match.game, name=name_of(known[player])))
