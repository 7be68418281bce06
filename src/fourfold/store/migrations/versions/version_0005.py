"""Accounts, sessions, recovery codes, challenges, and what is said at the table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables; the tokens of guests become sessions."""
    op.create_table(
        "sessions",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("guest_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_sessions"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_sessions_guest_id_guests"),
    )
    op.create_index("ix_sessions_guest_id", "sessions", ["guest_id"])
    op.execute(
        "INSERT INTO sessions (key, guest_id, kind, label, created, seen) "
        "SELECT token_hash, id, 'browser', '', created, seen FROM guests WHERE token_hash IS NOT NULL"
    )
    with op.batch_alter_table("guests") as guests:
        guests.drop_constraint("uq_guests_token_hash", type_="unique")
        guests.drop_column("token_hash")
        guests.add_column(sa.Column("is_muted", sa.Boolean, nullable=False, server_default=sa.false()))
        guests.add_column(sa.Column("is_banned", sa.Boolean, nullable=False, server_default=sa.false()))
        guests.add_column(sa.Column("changed", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_guests_changed", "guests", ["changed"])
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("key", name="uq_accounts_key"),
        sa.ForeignKeyConstraint(["id"], ["guests.id"], name="fk_accounts_id_guests"),
    )
    op.create_table(
        "recoveries",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.PrimaryKeyConstraint("key", name="pk_recoveries"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_recoveries_account_id_accounts"),
    )
    op.create_index("ix_recoveries_account_id", "recoveries", ["account_id"])
    op.create_table(
        "challenges",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("guest_id", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "guest_id", name="pk_challenges"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_challenges_match_id_matches"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_challenges_guest_id_guests"),
    )
    op.create_index("ix_challenges_guest_id", "challenges", ["guest_id"])
    op.create_table(
        "remarks",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("guest_id", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_remarks"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_remarks_match_id_matches"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_remarks_guest_id_guests"),
    )
    op.create_index("ix_remarks_guest_id", "remarks", ["guest_id"])
