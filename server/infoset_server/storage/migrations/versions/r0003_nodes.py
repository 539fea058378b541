"""Matches belong to nodes, each with one lease among those on tasks: matches have none of their own any more.

Whose matches these were until now, `infoset`, has no lease. So it counts as gone, and whoever starts next takes them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Drops the leases of matches."""
    op.drop_column("owners", "until_ms")


def downgrade() -> None:
    """Gives matches leases again; all have run out."""
    op.add_column(
        "owners", sa.Column("until_ms", sa.BigInteger, nullable=False, server_default="0")
    )
