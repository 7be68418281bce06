"""`/api/matches/{match}/chat`: reading and sending chat messages."""

from starlette.requests import Request

from fourfold.store.futures import settle
from fourfold.web.accounts.sessions import address_of
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.live.chat import ShownRemarks, encode_remarks, publish_remarks, read_remarks
from fourfold.web.schemas.parameters import MatchId
from fourfold.web.schemas.requests import SendChat


def add_match_chat(api: Api, context: AppContext) -> None:
    """Add the routes."""
    service, store = context.service, context.store

    @api.get("/api/matches/{match_id}/chat", "chat", "web.summary.chat", 404, 422)
    async def read_chat(match_id: MatchId) -> Json[ShownRemarks]:
        async with service.locked(match_id) as live:
            return Json(await encode_remarks(store, live, await read_remarks(store, match_id)))

    @api.post("/api/matches/{match_id}/chat", "chat", "web.summary.say", 404, 409, 503)
    async def say_something(request: Request, match_id: MatchId, body: SendChat) -> Json[ShownRemarks]:
        player = await context.sessions.require(request)
        text = " ".join(body.text.split())
        if not text or not text.isprintable():
            raise Denied(422, "web.bad_remark")
        if player.is_muted:
            raise Denied(403, "web.muted")
        async with service.locked(match_id) as live:
            if not live.match.settings.has_chat:
                raise Denied(409, "web.no_chat")
            if not live.match.seats_of(player.id):
                raise Denied(403, "web.only_seated_talk")
            context.limits.check("remark", address_of(request), player.id)
            made = await settle(store.chat.add(match_id, player.id, now_in_milliseconds(), text))
            await publish_remarks(store, live)
            return Json(await encode_remarks(store, live, [made]))
