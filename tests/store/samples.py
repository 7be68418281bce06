"""Matches and events to store in the tests."""

from fourfold.store import EventRow, MatchRow


def sample_match(match_id: str = "m", **others: object) -> MatchRow:
    values: dict[str, object] = {"game": "quads", "created": 1000, "status": "open", "settings": '{"side": 5}'}
    return MatchRow(id=match_id, **(values | others))  # type: ignore[arg-type]


def sample_event(number: int = 1, match_id: str = "m") -> EventRow:
    return EventRow("move", f'{{"match": "{match_id}", "number": {number}}}'.encode(), time=1000 + number)


def sample_events(first: int, last: int, match_id: str = "m") -> list[EventRow]:
    return [sample_event(number, match_id) for number in range(first, last + 1)]
