"""Anonymization of stored events: players' names are removed, the match itself stays."""

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from fourfold.match.events import Claimed, Created, Joined, decode_body, encode_body

KINDS = ("created", "joined", "claimed")  # the events that hold names


def forget_names(body: bytes, players: Collection[str]) -> bytes:
    """The body of an event without the names of these players.

    >>> forget_names(encode_body(Joined(seat=1, player="p7", name="Ann")), ["p7"])
    b'{"kind":"joined","format":1,"seat":1,"player":"p7","name":"","account":"","part":""}'
    """
    try:
        event = decode_body(body)
    except (msgspec.DecodeError, RecursionError):
        return b"{}"  # no name stays in what cannot be read, before or after
    if isinstance(event, Created):
        seats = tuple(replace(seat, name="") if seat.player in players else seat for seat in event.seats)
        return encode_body(replace(event, seats=seats))
    if isinstance(event, Joined | Claimed) and event.player in players:
        return encode_body(replace(event, name=""))
    return body
