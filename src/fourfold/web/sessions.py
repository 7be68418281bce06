"""Guests: whoever comes gets a cookie and is somebody from then on."""

import hashlib
import secrets
from collections import OrderedDict

from starlette.requests import HTTPConnection
from starlette.responses import Response

from fourfold.store.rows import Guest
from fourfold.store.store import Store, settle
from fourfold.web.errors import Denied
from fourfold.web.service import fresh_id
from fourfold.web.timing import now_in_milliseconds

COOKIE = "fourfold_guest"
YEAR = 365 * 24 * 3600
MOST_CACHED = 20_000
LONGEST_NAME = 40


def hash_token(token: str) -> str:
    """What the store keeps of a token: enough to know it again, not to show it."""
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    """Knows guests by their cookies."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Guest] = OrderedDict()

    def find(self, connection: HTTPConnection) -> Guest | None:
        """Find who a request comes from; None for somebody new."""
        token = connection.cookies.get(COOKIE, "")
        if not token or len(token) > 100:
            return None
        key = hash_token(token)
        guest = self.known.get(key) or self.store.guest_by_token(key)
        if guest is not None:
            self.remember(key, guest)
        return guest

    def remember(self, key: str, guest: Guest) -> None:
        self.known[key] = guest
        self.known.move_to_end(key)
        while len(self.known) > MOST_CACHED:
            self.known.popitem(last=False)

    def require(self, connection: HTTPConnection) -> Guest:
        """Find who a request comes from, who must have been here before."""
        guest = self.find(connection)
        if guest is None:
            raise Denied(401, "web.no_session")
        return guest

    async def begin(self, connection: HTTPConnection, name: str) -> tuple[Guest, str]:
        """Find the guest, or let a new one in, with a token to hand out; a name that is given becomes the guest's."""
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise Denied(422, "web.bad_name", longest=LONGEST_NAME)
        guest = self.find(connection)
        if guest is not None:
            if name and name != guest.name:
                await settle(self.store.change_guest(guest.id, name=name))
                guest = Guest(guest.id, name, guest.created, guest.seen)
                self.remember(hash_token(connection.cookies[COOKIE]), guest)
            return guest, ""
        token, now = secrets.token_urlsafe(32), now_in_milliseconds()
        guest = Guest(fresh_id(), name, now, now)
        await settle(self.store.add_guest(guest, hash_token(token)))
        self.remember(hash_token(token), guest)
        return guest, token

    def hand_out(self, connection: HTTPConnection, response: Response, token: str) -> None:
        """Give a new guest the cookie that says who it is; no script can read it, and no other site send it."""
        is_secure = connection.headers.get("x-forwarded-proto") == "https"  # encryption is what a proxy before us does
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure, path="/")
