"""Requests and responses about accounts: sign-up, login, sessions, API tokens, recovery codes."""

from typing import Annotated, Literal

import msgspec

from fourfold.match.accounts import AccountKind
from fourfold.match.settings import LONGEST_NAME

Word = Annotated[str, msgspec.Meta(max_length=400)]


class MakeAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make an account; a guest keeps all matches."""

    name: Word
    password: Word
    kind: Literal["person", "bot"] = "person"


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Log in; with `take_along` the account also gets the matches that were played here as a guest."""

    name: Word
    password: Word
    take_along: bool = False


class UseCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choose a new password with a recovery code."""

    name: Word
    code: Word
    password: Word


class NewAccount(msgspec.Struct, frozen=True):
    """The account, and its recovery codes, which are shown only this once."""

    id: str
    name: str
    account: AccountKind
    codes: list[str]


class ShownSession(msgspec.Struct, frozen=True):
    """A session: a browser that is logged in, or an API token."""

    mark: str
    kind: Literal["browser", "token"]
    label: str
    created: int
    seen: int
    is_this: bool


class AccountPage(msgspec.Struct, frozen=True):
    """An account with its sessions, and how many recovery codes are left."""

    id: str
    name: str
    account: AccountKind
    created: int
    is_muted: bool
    codes_left: int
    sessions: list[ShownSession]
    is_moderator: bool


class Confirm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password again, as a confirmation."""

    password: Word


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password, and the new one."""

    password: Word
    new: Word


class MakeToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make an API token for a program."""

    password: Word
    label: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class NewToken(msgspec.Struct, frozen=True):
    """The API token, which is shown only this once."""

    token: str
    mark: str


class Codes(msgspec.Struct, frozen=True):
    """Recovery codes, which are shown only this once."""

    codes: list[str]


class SessionsEnded(msgspec.Struct, frozen=True):
    """How many sessions and tokens have ended."""

    ended: int
