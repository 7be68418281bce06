"""`/api/push`: the key of push messages, and the subscriptions of browsers to them."""

from starlette.requests import Request

from fourfold.store.futures import settle
from fourfold.store.rows import Subscription
from fourfold.text.language import find_language
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.context import AppContext
from fourfold.web.errors import Denied
from fourfold.web.http.router import Api
from fourfold.web.push.destinations import Destination
from fourfold.web.push.encryption import read_keys
from fourfold.web.schemas.push import AddSubscription, EndSubscription, PushKey, SubscriptionState


def add_push(api: Api, context: AppContext) -> None:
    """Add the routes."""
    table, push = context.store.subscriptions, context.push

    @api.get("/api/push/key", "push", "web.summary.push_key")
    async def push_key() -> PushKey:
        return PushKey("" if push is None else push.vapid.public_key)

    @api.post("/api/push/subscriptions", "push", "web.summary.push_subscribe", 409, 503)
    async def subscribe(request: Request, body: AddSubscription) -> SubscriptionState:
        player = await context.sessions.require(request)
        if push is None:
            raise Denied(409, "web.push.off")
        try:
            read_keys(body.keys.p256dh, body.keys.auth)
            Destination(body.endpoint, push.services)
        except ValueError:
            raise Denied(422, "web.push.bad_subscription") from None
        keys, language = body.keys, find_language({}, body.language)
        now = now_in_milliseconds()
        await settle(table.put(
            Subscription(player.id, player.session.key, body.endpoint, keys.p256dh, keys.auth, language, now)
        ))  # fmt: skip
        return SubscriptionState(True)

    @api.post("/api/push/subscriptions/end", "push", "web.summary.push_end", 503)
    async def unsubscribe(request: Request, body: EndSubscription) -> SubscriptionState:
        player = await context.sessions.require(request)
        await settle(table.remove(body.endpoint, player.id))
        return SubscriptionState(False)
