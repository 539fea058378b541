"""The tables of the store. Migrations make them; a test compares the two.

`owners` is apart from `matches` because every append updates it: a narrow row. `entries` refers to neither by a
foreign key, which would cost a look-up for each entry: no entry is inserted without an update of its owner.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

metadata: Final = MetaData()

matches: Final = Table(
    "matches",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("seed_box", LargeBinary, nullable=False),
    Column("seed_commitment", Text, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("chain", LargeBinary, nullable=False),  # of the head: see chain.py
    Column("status", Text, nullable=False),
)

unfinished: Final = Index(
    "matches_unfinished",
    matches.c.created_at,
    matches.c.match_id,
    sqlite_where=text("status = 'open'"),
    postgresql_where=text("status = 'open'"),
)

owners: Final = Table(
    "owners",
    metadata,
    Column("match_id", Text, ForeignKey("matches.match_id"), primary_key=True),
    Column("node", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),  # of the last entry
    postgresql_with={"fillfactor": 50},  # room to update a row where it is
)

entries: Final = Table(
    "entries",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("decision", BigInteger),
    Column("body", LargeBinary, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("crc", BigInteger, nullable=False),
    Column("chain", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

acts: Final = Index(
    "entries_acts",
    entries.c.match_id,
    entries.c.seat,
    entries.c.decision,
    unique=True,
    sqlite_where=text("kind = 'act'"),
    postgresql_where=text("kind = 'act'"),
)

documents: Final = Table(
    "documents",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("crc", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

leases: Final = Table(
    "leases",
    metadata,
    Column("task", Text, primary_key=True),
    Column("node", Text, nullable=False),  # who has claimed it, from its start to its end
    Column("epoch", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),  # by the database's clock, since 1970
)
