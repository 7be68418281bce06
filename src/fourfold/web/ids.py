"""Names and secrets that nobody can guess."""

import secrets

from fourfold.match import lots


def fresh_id() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(12)


def fresh_secret() -> str:
    """What lots and deals of a match come from."""
    return secrets.token_hex(lots.SECRET_BYTES)
