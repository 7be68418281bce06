"""VAPID (RFC 8292): the key by which push services know this server, and the tokens that it signs.

`cryptography` is an optional package (the extra `push`) and is imported where it is used.
"""

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING

from fourfold.core.errors import BadValue, needs_extra
from fourfold.match.encoding import encode_json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

PRIVATE_BYTES = 32
TOKEN_SECONDS = 12 * 3600  # that a token is valid; push services accept at most a day


def to_text(data: bytes) -> str:
    """Bytes in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """Bytes of a text in base64url, with padding or without; ValueError."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def fresh_key() -> str:
    """Make a private key, as the setting `push_key` takes it."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return to_text(number.to_bytes(PRIVATE_BYTES, "big"))


class Vapid:
    """A private key and the operator's contact, which push services may use."""

    def __init__(self, key: str, contact: str) -> None:
        if not contact.startswith(("mailto:", "https://")):
            raise BadValue("web.push.bad_contact", contact=contact[:80])
        self.contact = contact
        self._key = _read_key(key)
        self._tokens: dict[str, tuple[float, str]] = {}

    @property
    def public_key(self) -> str:
        """The public key, as browsers take it."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return to_text(point)

    def authorization(self, origin: str) -> str:
        """The header `Authorization` for a push service; its token is used for half of its time."""
        now = time.time()
        expires, token = self._tokens.get(origin, (0.0, ""))
        if expires < now + TOKEN_SECONDS / 2:
            expires = now + TOKEN_SECONDS
            token = self._sign({"aud": origin, "exp": int(expires), "sub": self.contact})
            self._tokens = {origin: (expires, token)} if len(self._tokens) > 100 else self._tokens
            self._tokens[origin] = expires, token
        return f"vapid t={token}, k={self.public_key}"

    def _sign(self, claims: dict[str, object]) -> str:
        """A JSON Web Token, signed with ES256."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        head = to_text(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        signed = f"{head}.{to_text(encode_json(claims))}"
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"{signed}.{to_text(b''.join(number.to_bytes(PRIVATE_BYTES, 'big') for number in numbers))}"


def _read_key(text: str) -> "EllipticCurvePrivateKey":
    with needs_extra("push"):
        from cryptography.hazmat.primitives.asymmetric import ec
    try:
        data = to_bytes(text)
        if len(data) != PRIVATE_BYTES:
            raise ValueError
        return ec.derive_private_key(int.from_bytes(data, "big"), ec.SECP256R1())
    except ValueError:
        raise BadValue("web.push.bad_key") from None
