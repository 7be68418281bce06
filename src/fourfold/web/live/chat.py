"""What is said at the table, as those there are told."""

from collections.abc import Sequence

import msgspec

from fourfold.match.encoding import encode_json
from fourfold.match.match import Match
from fourfold.store.rows import Remark
from fourfold.store.store import Store
from fourfold.text import say
from fourfold.web.live.live_match import LiveMatch

FORMAT = 1


class ShownRemark(msgspec.Struct, frozen=True):
    """Something that was said, and by whom; nobody's seat where who said it has got up."""

    number: int
    time: int
    seat: int | None
    name: str
    text: str


class ShownRemarks(msgspec.Struct, frozen=True):
    """What was said, in order."""

    remarks: list[ShownRemark]
    format: int = FORMAT


def show_remarks(store: Store, match: Match, found: Sequence[Remark]) -> ShownRemarks:
    """The remarks with the names of who made them."""
    guests = store.guests.find({remark.guest_id for remark in found}) if found else {}

    def show(remark: Remark) -> ShownRemark:
        seats = match.seats_of(remark.guest_id)
        name = match.seats[seats[0]].name if seats else guests[remark.guest_id].name
        shown = name or say("web.guest", number=remark.guest_id[:4])
        return ShownRemark(remark.number, remark.time, seats[0] if seats else None, shown, remark.text)

    return ShownRemarks([show(remark) for remark in found])


async def read_remarks(store: Store, match_id: str, after: int = 0) -> list[Remark]:
    """What was said at a match behind a number."""
    return await store.read_async(store.chat.read, match_id, after)


async def write_remarks(store: Store, live: LiveMatch, found: Sequence[Remark]) -> bytes:
    """Remarks as they are told."""
    return encode_json(await store.read_async(show_remarks, store, live.match, found))


async def tell_remarks(store: Store, live: LiveMatch) -> None:
    """Send what was said since the last time to all who want to hear it; the lock must be held."""
    found = await read_remarks(store, live.id, live.told_remarks)
    if found:
        live.told_remarks = found[-1].number
        message = await write_remarks(store, live, found)
        for listener in [listener for listener in live.listeners if listener.has_chat]:
            listener.tell(message)
