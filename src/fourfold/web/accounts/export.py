"""All that is kept about an account, as one JSON document, written piece by piece."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fourfold.match.encoding import encode_json
from fourfold.match.events import Event, decode_body
from fourfold.match.match import Match
from fourfold.store import rows
from fourfold.store.store import Store
from fourfold.web.context import AppContext

FORMAT = 1
AT_ONCE = 50  # matches that are looked up together


async def export_account(context: AppContext, identity: rows.Identity, page: Any) -> AsyncIterator[bytes]:
    """Everything about an account: what its page shows, what was said, and every match with its record.

    A running match with hidden hands comes without its record: it would tell what others hold.
    """
    remarks = [
        {"match": match_id, "time": remark.time, "text": remark.text}
        for match_id, remark in await context.store.read_async(context.store.chat.of, identity.id)
    ]
    head = encode_json({"format": FORMAT, "account": page, "remarks": remarks})
    yield head[:-1] + b',"matches":['
    behind: rows.MatchRow | None = None
    is_first = True
    while found := await context.store.read_async(next_matches, context.store, identity.id, behind):
        behind = found[-1]
        for match in found:
            await context.service.need(match.game)
            described = await asyncio.to_thread(describe_match, context.store, match, identity.id)
            yield (b"" if is_first else b",") + encode_json(described)
            is_first = False
    yield b"]}"


def next_matches(store: Store, player: str, behind: rows.MatchRow | None) -> list[rows.MatchRow]:
    """Some more matches of a player."""
    return store.matches.search(guest_id=player, behind=behind, limit=AT_ONCE)


def describe_match(store: Store, stored: rows.MatchRow, player: str) -> dict[str, Any]:
    """A match as its player may know it."""
    match = Match.replay([Event(e.sequence, e.time, decode_body(e.body)) for e in store.events.read(stored.id)])
    position = match.position
    is_open = position is None or (match.ended is None and position.game.is_hidden(position.options))
    return {
        "match": stored.id,
        "game": stored.game,
        "status": stored.status,
        "created": stored.created,
        "updated": stored.updated,
        "seats": match.seats_of(player),
        "players": [seat.name for seat in match.seats],
        "record": None if is_open else str(match.record()),
    }
