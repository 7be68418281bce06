"""A browser that gets push messages, and a push service that takes them: the other side of RFC 8291 and 8292."""

import json
import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fourfold.web.push.vapid import to_bytes, to_text

CURVE = ec.SECP256R1()


class Browser:
    """The keys of one subscription."""

    def __init__(self, private: str = "", auth: str = "") -> None:
        number = int.from_bytes(to_bytes(private), "big")
        self.key = ec.derive_private_key(number, CURVE) if private else ec.generate_private_key(CURVE)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.p256dh, self.auth = to_text(self.point), auth or to_text(os.urandom(16))

    def read(self, sealed: bytes) -> bytes:
        """Decrypt a message."""
        salt, size, length = sealed[:16], int.from_bytes(sealed[16:20], "big"), sealed[20]
        sender, content = sealed[21 : 21 + length], sealed[21 + length :]
        assert len(content) <= size <= 4096
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + self.point + sender
        keying = HKDF(SHA256(), 32, to_bytes(self.auth), info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(keying)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(keying)
        padded = AESGCM(key).decrypt(nonce, content, None).rstrip(b"\0")
        assert padded[-1] == 2
        return padded[:-1]


def read_token(header: str) -> dict[str, Any]:
    """The claims of an `Authorization` header, whose signature must be that of its key."""
    kind, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert kind == "vapid"
    signed, _, signature = parts["t"].rpartition(".")
    numbers = to_bytes(signature)
    der = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(parts["k"]))
    key.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(to_bytes(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return {**claims, "key": parts["k"]}


class Pushed(NamedTuple):
    """A request that the push service got."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """A push service on this machine; each address answers with the status at its end (`/any/410`)."""

    def __init__(self, server: ThreadingHTTPServer, got: "queue.Queue[Pushed]") -> None:
        self.origin = f"http://127.0.0.1:{server.server_address[1]}"
        self.got = got


@contextmanager
def push_service() -> Iterator[PushService]:
    got: queue.Queue[Pushed] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.put(Pushed(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(int(self.path.rpartition("/")[2]))
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield PushService(server, got)
        server.shutdown()
        thread.join()
