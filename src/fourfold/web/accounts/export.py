"""Data export: all that is stored about an account, as one JSON document that is streamed."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fourfold.match.encoding import encode_json
from fourfold.store import Store, rows
from fourfold.store.errors import UnreadableMatch
from fourfold.web.live.registry import replay_events
from fourfold.web.live.service import Service

FORMAT = 1
AT_ONCE = 50  # matches that one query reads


async def export_account(service: Service, identity: rows.Identity, page: Any) -> AsyncIterator[bytes]:
    """Stream everything about an account: its page, chat messages, push subscriptions, and matches with their records.

    A running match with hidden hands has no record here: it would show the hands of others.
    """
    store = service.store
    remarks = [
        {"match": match_id, "time": remark.time, "text": remark.text}
        for match_id, remark in await store.read_async(store.chat.of, identity.id)
    ]
    subscriptions = [
        {"endpoint": each.endpoint, "created": each.created}
        for each in await store.read_async(store.subscriptions.of, identity.id)
    ]
    head = encode_json({"format": FORMAT, "account": page, "remarks": remarks, "subscriptions": subscriptions})
    yield head[:-1] + b',"matches":['
    behind: rows.MatchRow | None = None
    is_first = True
    while found := await store.read_async(store.matches.search, guest_id=identity.id, behind=behind, limit=AT_ONCE):
        behind = found[-1]
        for match in found:
            await service.load_game(match.game)
            described = await asyncio.to_thread(describe_match, store, match, identity.id)
            yield (b"" if is_first else b",") + encode_json(described)
            is_first = False
    yield b"]}"


def describe_match(store: Store, stored: rows.MatchRow, player: str) -> dict[str, Any]:
    """A match as its player may see it."""
    try:
        match = replay_events(stored.id, store.events.read(stored.id))
    except UnreadableMatch as problem:
        return {"match": stored.id, "game": stored.game, "status": stored.status, "problem": str(problem)}
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
