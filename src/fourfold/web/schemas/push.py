"""Requests and responses about Web Push: the server's key, and the subscriptions of browsers."""

from typing import Annotated

import msgspec

Endpoint = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, description="The address at the push service.")]


class PushKey(msgspec.Struct, frozen=True):
    """The public key of the server (VAPID), in base64url; empty where push messages are not configured."""

    key: str


class PushKeys(msgspec.Struct, frozen=True):
    """The keys of a subscription, in base64url: the browser's public key, and the shared secret."""

    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class AddSubscription(msgspec.Struct, frozen=True):
    """A subscription as browsers give it (`PushSubscription.toJSON`), and the language of the messages."""

    endpoint: Endpoint
    keys: PushKeys
    language: Annotated[str, msgspec.Meta(max_length=20)] = ""


class EndSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The subscription that ends."""

    endpoint: Endpoint


class SubscriptionState(msgspec.Struct, frozen=True):
    """Whether the browser gets push messages now."""

    is_on: bool
