"""Talking at the table: by those who sit there, to all who look, unless it is switched off."""

from typing import Annotated

import msgspec
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from fourfold.store.settling import settle
from fourfold.text import say
from fourfold.web.errors import Denied
from fourfold.web.hall import Hall
from fourfold.web.openapi import gives, takes
from fourfold.web.playing import MatchId
from fourfold.web.remarks import Remarks, read_remarks, tell_remarks, write_remarks
from fourfold.web.requests import read_body
from fourfold.web.sessions import address_of
from fourfold.web.timing import now_in_milliseconds

LONGEST_REMARK = 300


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say something at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REMARK)]


def add_chatting(app: FastAPI, hall: Hall) -> None:
    """Add the addresses."""

    @app.get(
        "/api/matches/{match_id}/chat", tags=["chat"], summary=say("web.summary.chat"), **gives(Remarks, 404, 422)
    )  # fmt: skip
    async def read_chat(match_id: MatchId) -> Response:
        async with hall.service.held(match_id) as live:
            found = await read_remarks(hall.store, match_id)
            return Response(await write_remarks(hall.store, live, found), media_type="application/json")

    @app.post(
        "/api/matches/{match_id}/chat", tags=["chat"], summary=say("web.summary.say"),
        **takes(Say, Remarks, 404, 409, 503),
    )  # fmt: skip
    async def say_something(request: Request, match_id: MatchId) -> Response:
        player = await hall.sessions.require(request)
        text = " ".join((await read_body(request, Say)).text.split())
        if not text or not text.isprintable():
            raise Denied(422, "web.bad_remark")
        if player.is_muted:
            raise Denied(403, "web.muted")
        async with hall.service.held(match_id) as live:
            assert live.match.settings is not None
            if not live.match.settings.has_chat:
                raise Denied(409, "web.no_chat")
            if not live.match.seats_of(player.id):
                raise Denied(403, "web.only_seated_talk")
            hall.limits.check("remark", address_of(request), player.id)
            made = await settle(hall.store.remarks.add(match_id, player.id, now_in_milliseconds(), text))
            await tell_remarks(hall.store, live)
            return Response(await write_remarks(hall.store, live, [made]), media_type="application/json")
