"""What happens by itself: when it is due in each match, and which process takes care of it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns; every running match is looked at once."""
    op.add_column("matches", sa.Column("due", sa.BigInteger))
    op.add_column("matches", sa.Column("worker", sa.Text))
    op.add_column("matches", sa.Column("claimed", sa.BigInteger))
    op.execute("UPDATE matches SET due = 0 WHERE status = 'running'")
    op.create_index("ix_matches_due", "matches", ["due"])
