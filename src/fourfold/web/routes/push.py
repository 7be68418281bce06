"""`/api/push`: the key of push messages, and the subscriptions of browsers to them."""

from starlette.requests import Request

from fourfold.store.futures import settle
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.router import Api
from fourfold.web.schemas.push import AddSubscription, EndSubscription, PushKey, SubscriptionState


def add_push(api: Api, context: AppContext) -> None:
    """Add the routes."""
    table = context.store.subscriptions

    @api.get("/api/push/key", "push", "web.summary.push_key")
    async def push_key() -> PushKey:
        return PushKey("")

    @api.post("/api/push/subscriptions", "push", "web.summary.push_subscribe", 409, 503)
    async def subscribe(request: Request, body: AddSubscription) -> SubscriptionState:
        await context.sessions.require(request)
        raise Denied(409, "web.push.off")

    @api.post("/api/push/subscriptions/end", "push", "web.summary.push_end", 503)
    async def unsubscribe(request: Request, body: EndSubscription) -> SubscriptionState:
        player = await context.sessions.require(request)
        await settle(table.remove(body.endpoint, player.id))
        return SubscriptionState(False)
