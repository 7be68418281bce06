"""Bodies of reports of abuse, and of the moderators' page."""

from typing import Annotated, Literal

import msgspec

from fourfold.match.accounts import AccountKind

LONGEST_REPORT = 500

Reason = Literal["chat", "name", "play", "other"]
Sanction = Literal["mute", "unmute", "ban", "unban"]


class ReportAbuse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report who sits on a seat of a match, or the account with a name."""

    reason: Reason
    match: str = ""
    seat: int = 0
    name: str = ""
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_REPORT)] = ""


class Reported(msgspec.Struct, frozen=True):
    """The report is stored."""

    is_reported: bool = True


class SanctionPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mute or ban a player, or lift it."""

    action: Sanction


class ReportedPlayer(msgspec.Struct, frozen=True):
    """A player as moderators see one."""

    id: str
    name: str
    is_muted: bool
    is_banned: bool


class ShownReport(msgspec.Struct, frozen=True):
    """A report, with what its subject said last at the match."""

    id: str
    time: int
    reporter: str
    subject: ReportedPlayer
    match: str
    reason: str
    text: str
    said: list[str]
    is_open: bool


class ShownAction(msgspec.Struct, frozen=True):
    """An entry of the audit trail; `actor` is a moderator, or an administrator's command."""

    time: int
    actor: str
    action: str
    subject: str
    subject_id: str


class ModeratorPage(msgspec.Struct, frozen=True):
    """Reports, open ones first, and what moderators and administrators did, the latest first."""

    reports: list[ShownReport]
    history: list[ShownAction]


class PlayerHistory(msgspec.Struct, frozen=True):
    """A player, the latest reports about them, and all that was done; `account` is empty for a guest."""

    player: ReportedPlayer
    account: AccountKind
    is_moderator: bool
    reports: list[ShownReport]
    history: list[ShownAction]
