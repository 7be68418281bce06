"""Names of computers in lists, ratings day by day, and subscriptions to push messages."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column and the tables; computers of earlier matches have no name there."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("name", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_ratings_player", "ratings", ["player"])
    op.create_table(
        "rating_days",
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("player", "pool", "day", name="pk_rating_days"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("guest_id", sa.Text, nullable=False),
        sa.Column("session_key", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_subscriptions"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_subscriptions_guest_id_guests"),
        sa.ForeignKeyConstraint(
            ["session_key"], ["sessions.key"], name="fk_subscriptions_session_key_sessions", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_subscriptions_guest_id", "subscriptions", ["guest_id"])
    op.create_index("ix_subscriptions_session_key", "subscriptions", ["session_key"])
