"""Reports of abuse, and moderators."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "moderators",
        sa.Column("account_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("account_id", name="pk_moderators"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_moderators_account_id_accounts"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.ForeignKeyConstraint(["reporter"], ["guests.id"], name="fk_reports_reporter_guests"),
        sa.ForeignKeyConstraint(["subject"], ["guests.id"], name="fk_reports_subject_guests"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_reports_match_id_matches"),
    )
    for column in ("time", "reporter", "subject"):
        op.create_index(f"ix_reports_{column}", "reports", [column])
