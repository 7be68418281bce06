"""HTTP sessions: who a request comes from. The first visit creates a guest session, kept by a cookie.

A browser has the cookie of a guest, of an account, or both: then the account counts, and after a logout the guest.
Programs send an account's API token in the Authorization header.
"""

import hashlib
import secrets

from msgspec.structs import replace
from starlette.requests import HTTPConnection
from starlette.responses import Response

from fourfold.match.settings import LONGEST_NAME
from fourfold.store import Guest, Store, settle
from fourfold.store.rows import Identity, SessionRow
from fourfold.text import say
from fourfold.web.bounded import LruCache
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.errors import Denied
from fourfold.web.http.rate_limits import RateLimits
from fourfold.web.ids import fresh_id

GUEST_COOKIE, ACCOUNT_COOKIE, DEVICE_COOKIE = "fourfold_guest", "fourfold_account", "fourfold_device"
YEAR = 365 * 24 * 3600
HALF_A_DAY = 12 * 3600 * 1000  # milliseconds between two notes that a session is in use
MEMORY_OF_CHANGES = 60_000  # milliseconds back that changes are looked for: clocks of machines differ
MOST_CACHED = 20_000
LONGEST_TOKEN = 100


def hash_token(token: str) -> str:
    """The hash of a token, for the store: it identifies the token and does not reveal it."""
    return hashlib.sha256(token.encode()).hexdigest()


def fresh_session(guest_id: str, kind: str, label: str) -> tuple[SessionRow, str]:
    """A new session, and its token."""
    token, now = secrets.token_urlsafe(32), now_in_milliseconds()
    return SessionRow(hash_token(token), guest_id, kind, label, now, now), token  # type: ignore[arg-type]


def name_of(guest: Identity | Guest) -> str:
    """The name to show; guests without one get a number."""
    return guest.name or say("web.guest", number=guest.id[:4])


def address_of(connection: HTTPConnection) -> str:
    """The client's address."""
    return connection.client.host if connection.client else ""


class Sessions:
    """Finds and creates sessions, with an LRU cache before the store."""

    def __init__(self, store: Store, limits: RateLimits) -> None:
        self.store = store
        self.limits = limits
        self.known: LruCache[str, Identity] = LruCache(MOST_CACHED)
        self._seen_changes: dict[str, int] = {}

    # ----- authentication

    async def find(self, connection: HTTPConnection) -> Identity | None:
        """Who a request comes from; None on a first visit, and for banned people. An invalid token is refused."""
        header = connection.headers.get("authorization")
        if header is not None:
            identity = await self._identify(header[7:].strip(), "token") if header[:7].lower() == "bearer " else None
            if identity is None:
                raise Denied(401, "web.bad_token")
        else:
            identity = next(iter(await self._by_cookies(connection, most=1)), None)
        return None if identity is None or identity.is_banned else identity

    async def require(self, connection: HTTPConnection) -> Identity:
        """Who a request comes from, or a command over a WebSocket; refused without a session."""
        identity = await self.find(connection)
        if identity is None:
            await self._refuse_banned(connection)
            raise Denied(401, "web.no_session")
        self.limits.check("request", address_of(connection), identity.id)
        return identity

    async def require_again(self, connection: HTTPConnection, session: str) -> Identity:
        """As `require`, where the key of the connection's session is known already; commands of sockets come often."""
        identity = self.known.get(session)
        if identity is None or identity.is_banned or identity.session.seen < now_in_milliseconds() - HALF_A_DAY:
            return await self.require(connection)
        self.limits.check("request", address_of(connection), identity.id)
        return identity

    async def require_account(self, connection: HTTPConnection) -> Identity:
        """Whose account a request comes from; refused for API tokens, which cannot change accounts."""
        identity = await self.require(connection)
        if not identity.account:
            raise Denied(401, "web.no_account")
        if identity.session.kind != "browser":
            raise Denied(403, "web.not_by_token")
        return identity

    async def _by_cookies(self, connection: HTTPConnection, most: int = 2) -> list[Identity]:
        """Whose cookies a request has, the account first."""
        found: list[Identity] = []
        cookies = connection.cookies
        for name in (ACCOUNT_COOKIE, GUEST_COOKIE):
            token = cookies.get(name) if len(found) < most else None
            if token and (identity := await self._identify(token, "browser")) is not None:
                found.append(identity)
        return found

    async def _identify(self, token: str, kind: str) -> Identity | None:
        if not token or len(token) > LONGEST_TOKEN:
            return None
        key = hash_token(token)
        identity = self.known.get(key) or await self.store.read_async(self.store.sessions.identify, key)
        if identity is None or identity.session.kind != kind:
            return None
        now = now_in_milliseconds()
        if identity.session.seen < now - HALF_A_DAY:
            self.store.sessions.touch(identity, now)
            identity = replace(identity, session=replace(identity.session, seen=now))
        self.known[key] = identity
        return identity

    async def _refuse_banned(self, connection: HTTPConnection) -> None:
        is_banned = "authorization" in connection.headers  # an invalid token was refused before
        if is_banned or any(identity.is_banned for identity in await self._by_cookies(connection)):
            raise Denied(403, "web.banned")

    # ----- devices

    async def find_device(self, connection: HTTPConnection, account_id: str) -> Identity | None:
        """The mark of a browser where this account was logged in before; it gives no access."""
        token = connection.cookies.get(DEVICE_COOKIE, "")
        found = await self._identify(token, "device") if token else None
        return found if found is not None and found.id == account_id else None

    async def remember_device(self, connection: HTTPConnection, response: Response, account_id: str) -> None:
        """Mark a browser where an account has just logged in."""
        if await self.find_device(connection, account_id) is None:
            device, token = fresh_session(account_id, "device", "")
            await settle(self.store.sessions.add(device))
            hand_out(connection, response, token, DEVICE_COOKIE)

    # ----- cache

    def forget(self, guest_id: str) -> None:
        """Take somebody out of the cache."""
        for key in [key for key, identity in self.known.items() if identity.id == guest_id]:
            del self.known[key]

    async def find_changes(self) -> list[str]:
        """Take those out of the cache whom any process has changed; the result is their ids."""
        since = now_in_milliseconds() - MEMORY_OF_CHANGES
        found = await self.store.read_async(self.store.guests.changed_since, since)
        new = [guest_id for guest_id, time in found.items() if self._seen_changes.get(guest_id) != time]
        self._seen_changes = found
        for guest_id in new:
            self.forget(guest_id)
        return new

    # ----- guests

    async def begin(self, connection: HTTPConnection, name: str) -> tuple[Identity, str]:
        """Find a session, or create one for a guest, with a token for the cookie; a given name becomes the guest's."""
        name = self.check_name(name)
        identity = await self.find(connection)
        if identity is None:
            await self._refuse_banned(connection)
            self.limits.check("guest", address_of(connection))
            return await self._create_guest(name)
        if name and name != identity.name and not identity.account:
            await self.refuse_taken(name)
            await settle(self.store.guests.change(identity.id, name=name))
            self.forget(identity.id)
            identity = replace(identity, name=name)
        return identity, ""

    async def _create_guest(self, name: str) -> tuple[Identity, str]:
        await self.refuse_taken(name)
        session, token = fresh_session(fresh_id(), "browser", "")
        guest = Guest(session.guest_id, name, session.created, session.seen)
        await settle(self.store.guests.add(guest, session.key))
        identity = Identity(guest.id, name, "", False, False, session)
        self.known[session.key] = identity
        return identity, token

    def check_name(self, name: str) -> str:
        """A name as it is stored; refused where it is too long or not printable."""
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise Denied(422, "web.bad_name", longest=LONGEST_NAME)
        return name

    async def refuse_taken(self, name: str) -> None:
        """Refuse a guest the name of an account."""
        if name and await self.store.read_async(self.store.accounts.find, name) is not None:
            raise Denied(409, "store.name_taken", name=name)


def hand_out(connection: HTTPConnection, response: Response, token: str, cookie: str = GUEST_COOKIE) -> None:
    """Set a session cookie that scripts cannot read and other sites cannot send."""
    is_secure = connection.scope.get("scheme") in ("https", "wss")
    response.set_cookie(cookie, token, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure, path="/")


def take_back(response: Response, cookie: str) -> None:
    """Delete a session cookie."""
    response.delete_cookie(cookie, path="/", httponly=True, samesite="lax")
