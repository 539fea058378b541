"""The first form of the tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes all tables."""
    op.create_table(
        "matches",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Text, nullable=False),
        sa.Column("seed_box", sa.LargeBinary, nullable=False),
        sa.Column("seed_commitment", sa.Text, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("chain", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
    )
    op.create_index(
        "matches_unfinished",
        "matches",
        ["created_at", "match_id"],
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_table(
        "owners",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.match_id"), primary_key=True),
        sa.Column("node", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        postgresql_with={"fillfactor": 50},
    )
    op.create_table(
        "entries",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("decision", sa.BigInteger),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        sa.Column("chain", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "entries_acts",
        "entries",
        ["match_id", "seat", "decision"],
        unique=True,
        sqlite_where=sa.text("kind = 'act'"),
        postgresql_where=sa.text("kind = 'act'"),
    )
    op.create_table(
        "documents",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drops all tables, and what is in them."""
    for name in ("documents", "entries", "owners", "matches"):
        op.drop_table(name)
