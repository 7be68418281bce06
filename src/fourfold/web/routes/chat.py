"""Talking at the table: by those who sit there, to all who look, unless it is switched off."""

from typing import Annotated

import msgspec
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from fourfold.store.futures import settle
from fourfold.text import say
from fourfold.web.accounts.sessions import address_of
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.live.chat import ShownRemarks, read_remarks, tell_remarks, write_remarks
from fourfold.web.openapi import gives, takes
from fourfold.web.routes.matches import MatchId
from fourfold.web.schemas.requests import read_body

LONGEST_REMARK = 300


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say something at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REMARK)]


def add_chatting(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""

    @app.get(
        "/api/matches/{match_id}/chat", tags=["chat"], summary=say("web.summary.chat"), **gives(ShownRemarks, 404, 422)
    )  # fmt: skip
    async def read_chat(match_id: MatchId) -> Response:
        async with context.service.held(match_id) as live:
            found = await read_remarks(context.store, match_id)
            return Response(await write_remarks(context.store, live, found), media_type="application/json")

    @app.post(
        "/api/matches/{match_id}/chat", tags=["chat"], summary=say("web.summary.say"),
        **takes(Say, ShownRemarks, 404, 409, 503),
    )  # fmt: skip
    async def say_something(request: Request, match_id: MatchId) -> Response:
        player = await context.sessions.require(request)
        text = " ".join((await read_body(request, Say)).text.split())
        if not text or not text.isprintable():
            raise Denied(422, "web.bad_remark")
        if player.is_muted:
            raise Denied(403, "web.muted")
        async with context.service.held(match_id) as live:
            assert live.match.settings is not None
            if not live.match.settings.has_chat:
                raise Denied(409, "web.no_chat")
            if not live.match.seats_of(player.id):
                raise Denied(403, "web.only_seated_talk")
            context.limits.check("remark", address_of(request), player.id)
            made = await settle(context.store.remarks.add(match_id, player.id, now_in_milliseconds(), text))
            await tell_remarks(context.store, live)
            return Response(await write_remarks(context.store, live, [made]), media_type="application/json")
