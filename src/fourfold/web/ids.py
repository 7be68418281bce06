"""Random ids and secrets."""

import secrets

from fourfold.match import lots


def fresh_id() -> str:
    """A random id."""
    return secrets.token_urlsafe(12)


def fresh_secret() -> str:
    """A random secret, which the lots and deals of a match come from."""
    return secrets.token_hex(lots.SECRET_BYTES)
