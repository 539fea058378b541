"""Leases on tasks that one server at a time does for all."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes their table."""
    op.create_table(
        "leases",
        sa.Column("task", sa.Text, primary_key=True),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drops it."""
    op.drop_table("leases")
