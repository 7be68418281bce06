"""Encryption of push messages (RFC 8291, `aes128gcm` of RFC 8188): only the browser can read them."""

import os
import struct

from fourfold.web.push.vapid import to_bytes

RECORD_BYTES = 4096
LONGEST_PAYLOAD = 3000  # bytes; push services take messages of 4096
SECRET_BYTES, SALT_BYTES, KEY_BYTES, NONCE_BYTES = 16, 16, 16, 12


def encrypt(payload: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt a message for a browser with a fresh key; ValueError where its keys are none."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    theirs, secret = read_keys(p256dh, auth)
    own = ec.generate_private_key(ec.SECP256R1())
    point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    keying = HKDF(SHA256(), 32, secret, b"WebPush: info\0" + theirs + point).derive(shared)
    salt = os.urandom(SALT_BYTES)
    key = HKDF(SHA256(), KEY_BYTES, salt, b"Content-Encoding: aes128gcm\0").derive(keying)
    nonce = HKDF(SHA256(), NONCE_BYTES, salt, b"Content-Encoding: nonce\0").derive(keying)
    sealed = AESGCM(key).encrypt(nonce, payload[:LONGEST_PAYLOAD] + b"\x02", None)  # 2 ends the last record
    return salt + struct.pack("!IB", RECORD_BYTES, len(point)) + point + sealed


def read_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """The public key and the secret of a browser; ValueError where they are none."""
    from cryptography.hazmat.primitives.asymmetric import ec

    point, secret = to_bytes(p256dh), to_bytes(auth)
    if len(secret) != SECRET_BYTES:
        raise ValueError("the secret has 16 bytes")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return point, secret
