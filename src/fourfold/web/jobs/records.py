"""Records that clients send: read, checked for their length, and kept by a worker while it works on their pieces."""

from functools import lru_cache, reduce

from fourfold.core.display.pictures import draw_record
from fourfold.core.position import Position
from fourfold.core.records.record import Record
from fourfold.picture.shapes import Box, Drawing
from fourfold.web.errors import Denied

MOST_STEPS = 1_500
MOST_KEPT = 4  # records in a worker


def parse(text: str) -> Record:
    """Read a record; one that is too long is refused, if possible before it is parsed."""
    if text.count(" ") + text.count("\n") > 4 * MOST_STEPS or len(text) > 64 * MOST_STEPS:
        raise Denied(422, "web.record_too_long", most=MOST_STEPS)
    record = Record.parse(text)
    check_length(record, MOST_STEPS)
    return record


def check_length(record: Record, most: int) -> None:
    """Refuse a record with too many steps."""
    if len(record.steps) > most:
        raise Denied(422, "web.record_too_long", most=most)


@lru_cache(MOST_KEPT)
def positions_of(text: str) -> tuple[Position, ...]:
    """The positions of a record."""
    return tuple(parse(text).positions())


@lru_cache(MOST_KEPT)
def drawings_of(text: str) -> tuple[Box, tuple[Drawing, ...]]:
    """The drawings of a record's positions, and the bounds that they have in common."""
    drawings = tuple(draw_record(parse(text)))
    return reduce(Box.joined, (drawing.box for drawing in drawings)), drawings
