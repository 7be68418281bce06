"""What is said at the table, as those there are told."""

from collections.abc import Sequence

import msgspec

from fourfold.match.match import Match
from fourfold.store.rows import Remark
from fourfold.store.store import Store
from fourfold.text import say

FORMAT = 1


class ShownRemark(msgspec.Struct, frozen=True):
    """Something that was said, and by whom; nobody's seat where who said it has got up."""

    number: int
    time: int
    seat: int | None
    name: str
    text: str


class Remarks(msgspec.Struct, frozen=True):
    """What was said, in order."""

    remarks: list[ShownRemark]
    format: int = FORMAT


def show_remarks(store: Store, match: Match, found: Sequence[Remark]) -> Remarks:
    """The remarks with the names of who made them."""
    guests = store.guests({remark.guest_id for remark in found}) if found else {}

    def show(remark: Remark) -> ShownRemark:
        seats = match.seats_of(remark.guest_id)
        name = match.seats[seats[0]].name if seats else guests[remark.guest_id].name
        shown = name or say("web.guest", number=remark.guest_id[:4])
        return ShownRemark(remark.number, remark.time, seats[0] if seats else None, shown, remark.text)

    return Remarks([show(remark) for remark in found])
