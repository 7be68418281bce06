"""Taking names of players out of what happened. The match stays as it was; only who it was is not known any more."""

from collections.abc import Collection

import msgspec

from fourfold.match.events import Claimed, Created, Joined, decode_body, encode_body

KINDS = ("created", "joined", "claimed")  # the events that name players


def forget_names(body: bytes, players: Collection[str]) -> bytes:
    """The body of an event without the names of these players.

    >>> forget_names(encode_body(Joined(seat=1, player="p7", name="Ann")), ["p7"])
    b'{"kind":"joined","format":1,"seat":1,"player":"p7","name":"","account":"","part":""}'
    """
    event = decode_body(body)
    if isinstance(event, Created):
        seats = tuple(msgspec.structs.replace(s, name="") if s.player in players else s for s in event.seats)
        return encode_body(msgspec.structs.replace(event, seats=seats))
    if isinstance(event, Joined | Claimed) and event.player in players:
        return encode_body(msgspec.structs.replace(event, name=""))
    return body
