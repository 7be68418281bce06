"""Everything that can go wrong with storing and finding."""

from fourfold.core.errors import FourfoldError


class StoreError(FourfoldError):
    """The common parent of the store's errors."""


class BadAppend(StoreError):
    """What was to be appended cannot be stored by anyone at any time: no events, or a sequence below 1."""


class SequenceTaken(StoreError):
    """Another event is stored under that sequence already: somebody was faster, or this is a repetition."""


class SequenceGap(StoreError):
    """The sequence leaves a gap: the events before it are not stored yet."""


class UnknownMatch(StoreError):
    """There is no match of that id."""


class MatchExists(StoreError):
    """There is a match of that id already."""


class UnknownGuest(StoreError):
    """There is no guest of that id."""


class GuestExists(StoreError):
    """There is a guest of that id or with that token already."""


class NameTaken(StoreError):
    """Another account has that name."""


class AccountExists(StoreError):
    """The guest has an account already."""


class UnknownCode(StoreError):
    """The recovery code is not one of this account, or not any more."""


class InviteExists(StoreError):
    """There is an invite with that token already."""


class UnknownCommitment(StoreError):
    """Nobody was told this commitment, or it has served for a match already."""


class UnknownTournament(StoreError):
    """There is no tournament of that id."""


class TournamentChanged(StoreError):
    """Somebody else changed the tournament meanwhile; look again and try again."""


class StorageFailed(StoreError):
    """The disk or the database answered with an error. Later calls may succeed again."""


class StoreBusy(StoreError):
    """Too many writes are waiting; this one was not taken."""


class StoreClosed(StoreError):
    """The store was closed."""


class BadPlace(StoreError):
    """The text does not name a place where a database can be."""


class BadDatabase(StoreError):
    """The file exists, but this version cannot use it; the parent of the two kinds below."""


class NotOurDatabase(BadDatabase):
    """The file is not a database, or one of another program."""


class NewerDatabase(BadDatabase):
    """The database was made by a newer version."""


class BadExport(StoreError):
    """A file of exported matches cannot be read, or contradicts what is stored."""


class BadTarget(StoreError):
    """A backup must not be written over the named file."""
