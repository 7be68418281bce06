"""Matches that were called off: who does it too often loses the right to rated matches for a while."""

from collections.abc import Collection

import msgspec

from fourfold.match.events import Ended, Resigned
from fourfold.match.settings import DAY
from fourfold.store import Store

MOST = 3  # within the time below
TIME = DAY
LOOKED_AT = 20  # last matches of a player

_decode_ended = msgspec.json.Decoder(Ended).decode
_decode_resigned = msgspec.json.Decoder(Resigned).decode


def find_unrated(store: Store, players: Collection[str], now: int) -> set[str]:
    """The players who have called off too many matches lately."""
    return {player for player in players if count_call_offs(store, player, now - TIME) >= MOST}


def count_call_offs(store: Store, player: str, since: int) -> int:
    """How many of a player's last matches with people ended by the player's doing before anything happened.

    The player left, or did not come, when nobody had moved and no hand was dealt.
    """
    empty = store.matches.empty(player, since, LOOKED_AT)
    if len(empty) < MOST:
        return 0
    seats, endings = store.seats.find(empty), store.events.last_of_kind(empty, "ended")
    gone = store.events.last_of_kind(empty, "resigned")

    def is_mine(name: str) -> bool:
        at_fault = {_decode_ended(endings[name].body).absent}
        if name in gone:
            at_fault.add(_decode_resigned(gone[name].body).seat)
        is_among_people = sum(seat.kind == "person" for seat in seats[name]) > 1
        return is_among_people and any(seat.guest_id == player and seat.seat in at_fault for seat in seats[name])

    return sum(map(is_mine, empty))
