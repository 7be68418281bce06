"""The errors of the store."""

from fourfold.core.errors import Failure, FourfoldError


class StoreError(FourfoldError):
    """Base class of the store's errors."""


class BadAppend(StoreError):
    """An append that can never succeed: no events, or a sequence below 1."""


class SequenceTaken(StoreError):
    """An event with that sequence is stored already: a lost race, or a repetition."""


class SequenceGap(StoreError):
    """The events before that sequence are not stored yet."""


class UnknownMatch(StoreError):
    """There is no match with that id."""


class MatchExists(StoreError):
    """There is a match with that id already."""


class UnknownGuest(StoreError):
    """There is no guest with that id."""


class GuestExists(StoreError):
    """There is a guest with that id or token already."""


class NameTaken(StoreError):
    """Another account has that name."""


class AccountExists(StoreError):
    """The guest has an account already."""


class UnknownCode(StoreError):
    """The recovery code is not valid for this account."""


class InviteExists(StoreError):
    """There is an invite with that token already."""


class UnknownCommitment(StoreError):
    """The commitment was never made, or a match has used it."""


class UnknownTournament(StoreError):
    """There is no tournament with that id."""


class UnreadableMatch(StoreError):
    """What is stored of a match cannot be read."""


class TournamentChanged(StoreError):
    """Somebody else changed the tournament meanwhile; read it again and retry."""


class StorageFailed(StoreError, Failure):
    """The disk or the database failed. Later calls may succeed."""


class StoreBusy(StoreError, Failure):
    """The writer's queue is full; this write was refused."""


class StoreClosed(StoreError):
    """The store was closed."""


class BadPlace(StoreError):
    """The text is not a valid place for a database."""


class NoDatabase(StoreError):
    """There is no database at that place, and none is to be created."""


class AlreadyServed(StoreError):
    """Another server uses the database, which only one can."""


class BadDatabase(StoreError):
    """The file exists, but this version cannot use it."""


class NotOurDatabase(BadDatabase):
    """The file is not a database, or that of another program."""


class NewerDatabase(BadDatabase):
    """The database was made by a newer version."""


class BadExport(StoreError):
    """A file of exported matches cannot be read, or contradicts the store."""


class BadTarget(StoreError):
    """A backup must not be written over the named file."""
