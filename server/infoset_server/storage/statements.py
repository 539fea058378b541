"""What the store says to a database: functions of a connection, each within somebody's transaction.

What SQLite and PostgreSQL understand alike; the rest is in their own files.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    func,
    select,
    tuple_,
    update,
)

from infoset_server.storage.chain import head_link
from infoset_server.storage.claim_statements import INSERTS, require_claims
from infoset_server.storage.database import ENTRY_COLUMNS, EntryRow, Rows
from infoset_server.storage.errors import (
    CorruptError,
    MatchExistsError,
    UnknownMatchError,
)
from infoset_server.storage.port import (
    ACT,
    OPEN,
    Append,
    Claim,
    Duplicate,
    Fenced,
    NewMatch,
    Outcome,
    Stale,
    StoredMatch,
)
from infoset_server.storage.tables import documents, entries, matches, owners

HEAD_COLUMNS: Final = (
    "match_id",
    "game",
    "rules_version",
    "seed_box",
    "seed_commitment",
    "options",
    "created_at",
)

ENTRY_BYTES: Final = 110  # of a row and its keys, beside the content; as SQLite files have grown
HEAD_BYTES: Final = 1_500

Key: TypeAlias = tuple[int | None, int | None]  # seat and decision of an act


# Appending


def find_links(connection: Connection, places: Sequence[tuple[str, int]]) -> dict[str, bytes]:
    """The value of each match's chain at an entry, where that exists; entry 0 is the head."""
    heads = [match_id for match_id, seq in places if seq == 0]
    others = [place for place in places if place[1] > 0]
    found: dict[str, bytes] = {}
    if heads:
        query = select(matches.c.match_id, matches.c.chain).where(matches.c.match_id.in_(heads))
        found |= {row.match_id: row.chain for row in connection.execute(query)}
    if others:
        which = tuple_(entries.c.match_id, entries.c.seq).in_(others)
        query = select(entries.c.match_id, entries.c.chain).where(which)
        found |= {row.match_id: row.chain for row in connection.execute(query)}
    return found


def find_act(connection: Connection, match_id: str, keys: Sequence[Key]) -> int | None:
    """The number of the first stored act that has one of these keys."""
    if not keys:
        return None
    query = select(func.min(entries.c.seq)).where(
        entries.c.match_id == match_id,
        entries.c.kind == ACT,
        tuple_(entries.c.seat, entries.c.decision).in_(keys),
    )
    return connection.execute(query).scalar()


def find_conflicts(connection: Connection, batch: Sequence[Rows]) -> set[str]:
    """The matches of a batch whose acts are stored already.

    Raises CorruptError for one whose log is longer than its owner's row says.
    """
    conflicts = set()
    for rows in batch:
        keys = [
            (seat, decision) for _, _, _, kind, seat, decision, *_ in rows.entries if kind == ACT
        ]
        if find_act(connection, rows.match_id, keys) is not None:
            conflicts.add(rows.match_id)
        elif is_taken(connection, rows):
            raise CorruptError(rows.match_id, rows.expected + 1, "the log is too long")
    return conflicts


def is_taken(connection: Connection, rows: Rows) -> bool:
    """Whether there are entries where these rows are to go, though the owner's row says otherwise."""
    owner = find_owner(connection, rows.match_id)
    query = select(func.max(entries.c.seq)).where(entries.c.match_id == rows.match_id)
    last = connection.execute(query).scalar()
    return last is not None and last > owner.seq


def reason(connection: Connection, append: Append) -> Outcome:
    """Why an append was refused. Raises CorruptError where only damage explains it."""
    try:
        owner = find_owner(connection, append.match_id)
    except UnknownMatchError:
        return Fenced()
    if owner.epoch != append.epoch:
        return Fenced()
    keys = [(new.seat, new.decision) for new in append.entries if new.kind == ACT]
    seq = find_act(connection, append.match_id, keys)
    if seq is not None:
        return Duplicate(seq)
    if owner.seq != append.expected:
        return Stale(owner.seq)
    raise CorruptError(append.match_id, append.expected, "the entry is missing")


# Matches


def insert_match(
    connection: Connection,
    node: Claim,
    also: Sequence[Claim],
    head: dict[str, Any],
    rows: Sequence[EntryRow],
) -> None:
    """A match with its owner and first entries. Raises FencedError where one of the claims is not the newest."""
    require_claims(connection, [node, *also])
    owner = {"match_id": head["match_id"], "node": node.node, "epoch": 1, "seq": len(rows)}
    connection.execute(matches.insert(), head)
    connection.execute(owners.insert(), owner)
    if rows:
        values = [dict(zip(ENTRY_COLUMNS, row, strict=True)) for row in rows]
        connection.execute(entries.insert(), values)


def head_row(match: NewMatch) -> dict[str, Any]:
    """The row of a new match."""
    row = {name: getattr(match, name) for name in HEAD_COLUMNS}
    return row | {"chain": head_link(match), "status": OPEN}


def find_created(connection: Connection, match: NewMatch, node: str) -> int:
    """The last entry of a match that this same node has created before. Raises MatchExistsError."""
    stored = find_head(connection, match.match_id)
    owner = find_owner(connection, match.match_id)
    if not (stored.head == match and owner.node == node and owner.epoch == 1):
        raise MatchExistsError(f"match {match.match_id} exists already")
    return stored.seq


def find_head(connection: Connection, match_id: str) -> StoredMatch:
    """Raises UnknownMatchError, and CorruptError where the head is damaged."""
    query = select(matches, owners.c.seq).select_from(matches.join(owners))
    row = connection.execute(query.where(matches.c.match_id == match_id)).one_or_none()
    if row is None:
        raise UnknownMatchError(f"no match {match_id}")
    return StoredMatch(whole_head(row), row.status, row.seq)


def find_whole(connection: Connection, match_ids: Sequence[str]) -> dict[str, StoredMatch]:
    """Those of these matches whose heads are not damaged."""
    query = select(matches, owners.c.seq).select_from(matches.join(owners))
    found = {}
    for row in connection.execute(query.where(matches.c.match_id.in_(match_ids))):
        with suppress(CorruptError):
            found[row.match_id] = StoredMatch(whole_head(row), row.status, row.seq)
    return found


def whole_head(row: Row[Any]) -> NewMatch:
    """The head of a match. Raises CorruptError where it is damaged."""
    head = NewMatch(*row[: len(HEAD_COLUMNS)])
    try:
        is_whole = head_link(head) == row.chain
    except (AttributeError, TypeError):  # a text that is none any more
        is_whole = False
    if not is_whole:
        raise CorruptError(row.match_id, 0, "the checksum does not fit")
    return head


def find_start(connection: Connection, match_id: str, after: int) -> tuple[int, bytes]:
    """What reading behind an entry begins with: the last entry's number, and the chain there.

    Raises UnknownMatchError, and CorruptError where the head is damaged or that entry is missing.
    """
    last = find_head(connection, match_id).seq
    chain = find_links(connection, [(match_id, after)]).get(match_id)
    if chain is None and after <= last:
        raise CorruptError(match_id, after, "the entry is missing")
    return last, chain or b""


def find_page(connection: Connection, match_id: str, after: int, size: int) -> Sequence[Row[Any]]:
    """The next entries."""
    columns = [entries.c[name] for name in ENTRY_COLUMNS]
    which = and_(entries.c.match_id == match_id, entries.c.seq > after)
    query = select(*columns).where(which).order_by(entries.c.seq).limit(size)
    return connection.execute(query).all()


def find_entries(connection: Connection, match_ids: Sequence[str]) -> Sequence[Row[Any]]:
    """All entries of these matches, match by match."""
    columns = [entries.c[name] for name in ENTRY_COLUMNS]
    query = select(*columns).where(entries.c.match_id.in_(match_ids))
    return connection.execute(query.order_by(entries.c.match_id, entries.c.seq)).all()


def find_matches(connection: Connection) -> list[str]:
    """The ids of matches, oldest first."""
    query = select(matches.c.match_id).order_by(matches.c.created_at, matches.c.match_id)
    return list(connection.execute(query).scalars())


def find_ids_behind(connection: Connection, match_id: str, most: int) -> list[str]:
    """The ids of the next matches, in the order of the primary key."""
    query = select(matches.c.match_id).where(matches.c.match_id > match_id)
    return list(connection.execute(query.order_by(matches.c.match_id).limit(most)).scalars())


def find_open(connection: Connection, node: str | None = None) -> list[str]:
    """The ids of the matches that are not closed, or of a node's, oldest first."""
    query = select(matches.c.match_id).where(matches.c.status == OPEN)
    if node is not None:
        query = query.select_from(matches.join(owners)).where(owners.c.node == node)
    ordered = query.order_by(matches.c.created_at, matches.c.match_id)
    return list(connection.execute(ordered).scalars())


def set_status(connection: Connection, match_id: str, epoch: int, status: str) -> bool:
    """False where the epoch is not the owner's. Raises UnknownMatchError."""
    query = select(owners.c.epoch).where(owners.c.match_id == match_id)
    held = connection.execute(query.with_for_update()).scalar()
    if held is None:
        raise UnknownMatchError(f"no match {match_id}")
    if held != epoch:
        return False
    which = matches.c.match_id == match_id
    connection.execute(update(matches).where(which).values(status=status))
    return True


def find_sizes(connection: Connection, match_ids: Sequence[str]) -> dict[str, int]:
    """About how many bytes the closed ones of these matches take."""
    used = func.sum(func.length(entries.c.body) + ENTRY_BYTES)
    size = func.length(matches.c.options) + HEAD_BYTES + func.coalesce(used, 0)
    query = (
        select(matches.c.match_id, size)
        .select_from(matches.outerjoin(entries, entries.c.match_id == matches.c.match_id))
        .where(matches.c.match_id.in_(match_ids), matches.c.status != OPEN)
        .group_by(matches.c.match_id)
    )
    return {match_id: int(found) for match_id, found in connection.execute(query)}


def delete_closed(
    connection: Connection, match_ids: Sequence[str], claims: Sequence[Claim]
) -> list[str]:
    """Deletes the closed ones of these matches, and returns their ids. Raises FencedError.

    Owners go first: whoever still appends waits for that, and then has no match.
    """
    require_claims(connection, claims)
    which = and_(matches.c.match_id.in_(match_ids), matches.c.status != OPEN)
    closed = list(connection.execute(select(matches.c.match_id).where(which)).scalars())
    for table in (owners, entries, matches):
        connection.execute(delete(table).where(table.c.match_id.in_(closed)))
    return closed


# Who owns a match


def find_owner(connection: Connection, match_id: str) -> Row[Any]:
    """The owner's row. Raises UnknownMatchError."""
    row = connection.execute(select(owners).where(owners.c.match_id == match_id)).one_or_none()
    if row is None:
        raise UnknownMatchError(f"no match {match_id}")
    return row


def find_owners(connection: Connection, match_ids: Sequence[str]) -> dict[str, str]:
    """The nodes that own these matches."""
    query = select(owners.c.match_id, owners.c.node).where(owners.c.match_id.in_(match_ids))
    return {row.match_id: row.node for row in connection.execute(query)}


def take(
    connection: Connection, match_ids: Sequence[str], of: Claim, by: Claim
) -> list[tuple[str, int, int]]:
    """Gives matches of one node to another; for each its id, new epoch and last entry. Raises FencedError."""
    require_claims(connection, [of, by])
    statement = (
        update(owners)
        .where(owners.c.match_id.in_(match_ids), owners.c.node == of.node)
        .values(node=by.node, epoch=owners.c.epoch + 1)
        .returning(owners.c.match_id, owners.c.epoch, owners.c.seq)
    )
    return [(row.match_id, row.epoch, row.seq) for row in connection.execute(statement)]


# Documents


def change_documents(
    connection: Connection,
    put: Sequence[dict[str, Any]],
    gone: Sequence[dict[str, Any]],
    claims: Sequence[Claim] = (),
) -> None:
    """Puts rows in place of those before, and removes others: those of a kind and a key.

    Raises FencedError where one of `claims` is not the newest on its task.
    """
    require_claims(connection, claims)
    if put:
        insert = INSERTS[connection.dialect.name](documents)
        changed = {"body": insert.excluded.body, "crc": insert.excluded.crc}
        upsert = insert.on_conflict_do_update(index_elements=["kind", "key"], set_=changed)
        connection.execute(upsert, put)
    if gone:
        which = and_(
            documents.c.kind == bindparam("of_kind"), documents.c.key == bindparam("of_key")
        )
        connection.execute(delete(documents).where(which), gone)


def find_documents(connection: Connection, kind: str | None = None) -> Sequence[Row[Any]]:
    """Documents of a kind, or all."""
    query = select(documents).order_by(documents.c.kind, documents.c.key)
    if kind is not None:
        query = query.where(documents.c.kind == kind)
    return connection.execute(query).all()
