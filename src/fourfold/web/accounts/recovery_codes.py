"""Recovery codes for lost passwords, without letters that look alike."""

import secrets

from fourfold.web.accounts.sessions import hash_token

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP = 4, 4


def fresh_code() -> str:
    """A recovery code: 79 random bits, in groups that can be read out."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def hash_code(account_id: str, code: str) -> str:
    """The hash of a code, for the store; case and grouping do not matter."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return hash_token(f"{account_id}:{plain}")
