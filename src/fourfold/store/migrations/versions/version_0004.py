"""Commitments to the secrets of matches that are yet to be set up."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "commitments",
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("commitment", name="pk_commitments"),
    )
    op.create_index("ix_commitments_created", "commitments", ["created"])
