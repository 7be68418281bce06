"""The database schema: only types and constraints that SQLite and PostgreSQL share.

A change here needs a new file in `migrations/versions`; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("last_sequence", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("due", BigInteger, index=True),  # when scheduled work is due: a computer moves, a clock runs out
    Column("worker", Text),  # the process that has claimed it
    Column("claimed", BigInteger),  # until when
    Index(None, "public", "status", "updated"),
)

events = Table(
    "events",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("format", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # clustered by the key: a match's events lie together
)

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("is_muted", Boolean, nullable=False),
    Column("is_banned", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False, index=True),  # when cached copies of it became stale
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, ForeignKey("guests.id"), primary_key=True),  # an account is a guest with a password
    Column("key", Text, nullable=False, unique=True),  # the normalized name
    Column("password", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("key", Text, primary_key=True),  # the hash of a token
    Column("guest_id", Text, ForeignKey("guests.id"), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

recoveries = Table(
    "recoveries",
    metadata,
    Column("key", Text, primary_key=True),  # the hash of a code
    Column("account_id", Text, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("expires", BigInteger),
)

challenges = Table(
    "challenges",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("guest_id", Text, ForeignKey("guests.id"), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)

remarks = Table(
    "remarks",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guest_id", Text, ForeignKey("guests.id"), nullable=False, index=True),
    Column("time", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest_id", Text, ForeignKey("guests.id"), index=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False, server_default=""),  # of a computer; people have theirs in `guests`
)

invites = Table(
    "invites",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("match_id", Text, ForeignKey("matches.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)

commitments = Table(
    "commitments",
    metadata,
    Column("commitment", Text, primary_key=True),
    Column("secret", Text, nullable=False),  # of no match yet; a match has its secret in its first event
    Column("created", BigInteger, nullable=False, index=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("pool", Text, primary_key=True),  # a game with its options, and whose matches count
    Column("player", Text, primary_key=True, index=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

rating_days = Table(
    "rating_days",
    metadata,
    Column("player", Text, primary_key=True),
    Column("pool", Text, primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),  # days since 1970
    Column("mu", Double, nullable=False),  # this and `sigma`: after the last match of the day
    Column("sigma", Double, nullable=False),
)

rated = Table(
    "rated",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("place", Integer, nullable=False, unique=True),  # the order in which matches were rated
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("status", Text, nullable=False, index=True),
    Column("version", Integer, nullable=False),  # for optimistic concurrency
    Column("body", Text, nullable=False),  # a JSON text
)

audit = Table(
    "audit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("time", BigInteger, nullable=False, index=True),
    Column("actor", Text, nullable=False),  # the id of a moderator; of a command: who ran it, after a colon
    Column("action", Text, nullable=False),
    Column("subject", Text, nullable=False),  # the id of a player
)

moderators = Table(
    "moderators",
    metadata,
    Column("account_id", Text, ForeignKey("accounts.id"), primary_key=True),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("time", BigInteger, nullable=False, index=True),
    Column("reporter", Text, ForeignKey("guests.id"), nullable=False, index=True),
    Column("subject", Text, ForeignKey("guests.id"), nullable=False, index=True),
    Column("match_id", Text, ForeignKey("matches.id")),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("is_open", Boolean, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("key", Text, primary_key=True),  # the hash of the address
    Column("guest_id", Text, ForeignKey("guests.id"), nullable=False, index=True),
    Column("session_key", Text, ForeignKey("sessions.key", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),  # the address at the push service
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
