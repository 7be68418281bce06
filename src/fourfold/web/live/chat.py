"""Chat: the messages (remarks) that players write during a match, as clients get them."""

from collections.abc import Sequence

import msgspec

from fourfold.match.encoding import encode_json
from fourfold.match.match import Match
from fourfold.store import Store
from fourfold.store.rows import Remark
from fourfold.text import say
from fourfold.web.live.live_match import LiveMatch

FORMAT = 1


class ShownRemark(msgspec.Struct, frozen=True):
    """A chat message and its author; no seat where the author has left."""

    number: int
    time: int
    seat: int | None
    name: str
    text: str


class ShownRemarks(msgspec.Struct, frozen=True):
    """Chat messages, in order."""

    remarks: list[ShownRemark]
    format: int = FORMAT


def show_remarks(store: Store, match: Match, found: Sequence[Remark]) -> ShownRemarks:
    """The messages with the names of their authors."""
    guests = store.guests.find({remark.guest_id for remark in found}) if found else {}

    def show(remark: Remark) -> ShownRemark:
        seats = match.seats_of(remark.guest_id)
        name = match.seats[seats[0]].name if seats else guests[remark.guest_id].name
        shown = name or say("web.guest", number=remark.guest_id[:4])
        return ShownRemark(remark.number, remark.time, seats[0] if seats else None, shown, remark.text)

    return ShownRemarks([show(remark) for remark in found])


async def read_remarks(store: Store, match_id: str, after: int = 0) -> list[Remark]:
    """The messages of a match behind a number."""
    return await store.read_async(store.chat.read, match_id, after)


async def encode_remarks(store: Store, live: LiveMatch, found: Sequence[Remark]) -> bytes:
    """Messages as JSON."""
    return encode_json(await store.read_async(show_remarks, store, live.match, found))


async def publish_remarks(store: Store, live: LiveMatch) -> None:
    """Send new messages to all subscribers who want the chat; the lock must be held."""
    found = await read_remarks(store, live.id, live.last_remark)
    if found:
        live.last_remark = found[-1].number
        message = await encode_remarks(store, live, found)
        for subscriber in [each for each in live.subscribers if each.has_chat]:
            subscriber.send(message)
