"""The store on a database, of either kind. What it says to it is in statements.py."""

import logging
import struct
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError

from infoset_server.storage import claim_statements as claiming
from infoset_server.storage import statements as sql
from infoset_server.storage.chain import Verifier, document_checksum, head_link
from infoset_server.storage.database import (
    DRIVER_ERRORS,
    Database,
    KeyConflictError,
    Rows,
    entry_rows,
    linked_rows,
)
from infoset_server.storage.errors import CorruptError, StoreError, UnavailableError
from infoset_server.storage.port import (
    Append,
    Appended,
    Claim,
    DocumentName,
    Entry,
    HeldBy,
    Lease,
    NewEntry,
    NewMatch,
    Outcome,
    SeenClaim,
    StoredMatch,
    check_batch,
)

logger = logging.getLogger(__name__)

T = TypeVar("T")

PAGE: Final = 500  # entries fetched at once
MAX_TAILS: Final = 65_536  # matches whose end of chain is remembered; others cost a query


class SqlStore:
    """See `port.py`. Made by `opening.open_store`."""

    def __init__(self, database: Database, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._monotonic = monotonic
        self._tails: dict[str, tuple[int, bytes]] = {}  # last entry known, and the chain there

    # Appending

    async def append(self, batch: Sequence[Append]) -> list[Outcome]:
        check_batch(batch)
        with self._explained():
            rows = await self._linked(batch)
            outcomes: dict[str, Outcome] = {}
            if len(rows) < len(batch):
                outcomes = await self._reasons([one for one in batch if one.match_id not in rows])
            stored = await self._stored(list(rows.values()))
        for match_id in stored:
            outcomes[match_id] = Appended(rows[match_id].last)
            self._remember(match_id, rows[match_id].last, rows[match_id].entries[-1][-1])
        if len(outcomes) < len(batch):
            outcomes |= await self._reasons_after(
                stored, [one for one in batch if one.match_id not in outcomes]
            )
        return [outcomes[append.match_id] for append in batch]

    async def _reasons_after(
        self, stored: set[str], refused: Sequence[Append]
    ) -> dict[str, Outcome]:
        """Why these were refused. What goes wrong now must not look as if nothing were stored."""
        try:
            with self._explained():
                return await self._reasons(refused)
        except StoreError as error:
            if not stored:
                raise
            raise UnavailableError(str(error), is_unknown=True) from error

    async def _linked(self, batch: Sequence[Append]) -> dict[str, Rows]:
        """The rows to be written, by match; without those whose expected entry does not exist."""
        chains: dict[str, bytes] = {}
        unknown: list[tuple[str, int]] = []
        for append in batch:
            seq, chain = self._tails.get(append.match_id, (None, b""))
            if seq == append.expected:
                chains[append.match_id] = chain
            else:
                unknown.append((append.match_id, append.expected))
        if unknown:
            chains |= await self._database.read(
                lambda connection: sql.find_links(connection, unknown)
            )
        return {
            append.match_id: linked_rows(append, chains[append.match_id])
            for append in batch
            if append.match_id in chains
        }

    def _remember(self, match_id: str, seq: int, chain: bytes) -> None:
        self._tails.pop(match_id, None)
        if len(self._tails) >= MAX_TAILS:
            del self._tails[next(iter(self._tails))]
        self._tails[match_id] = (seq, chain)

    async def _stored(self, batch: list[Rows]) -> set[str]:
        """Stores what fits. A key that is there already holds up only its own match."""
        while batch:
            try:
                return await self._database.append(batch)
            except KeyConflictError:
                conflicts = await self._conflicts(batch)
                batch = [rows for rows in batch if rows.match_id not in conflicts]
        return set()

    async def _conflicts(self, batch: list[Rows]) -> set[str]:
        """Whose keys are taken. Raises CorruptError, and UnavailableError where nothing is wrong any more."""
        found = await self._database.read(lambda connection: sql.find_conflicts(connection, batch))
        if not found:
            raise UnavailableError("a key was taken and is free again")
        return found

    async def _reasons(self, refused: Sequence[Append]) -> dict[str, Outcome]:
        """Why the database refuses these. Raises CorruptError."""

        def work(connection: Connection) -> dict[str, Outcome]:
            return {append.match_id: sql.reason(connection, append) for append in refused}

        return await self._database.read(work)

    # Matches

    @property
    def is_shared(self) -> bool:
        return self._database.is_shared

    async def create_match(
        self,
        match: NewMatch,
        node: Claim,
        entries: Sequence[NewEntry] = (),
        *,
        also: Sequence[Claim] = (),
    ) -> Lease:
        head = sql.head_row(match)
        rows = entry_rows(match.match_id, 0, 1, entries, head["chain"])
        with self._explained():
            try:
                await self._database.write(
                    lambda connection: sql.insert_match(connection, node, also, head, rows)
                )
            except IntegrityError:
                seq = await self._database.read(
                    lambda connection: sql.find_created(connection, match, node.node)
                )
            else:
                seq = len(rows)
                self._remember(match.match_id, seq, rows[-1][-1] if rows else head["chain"])
        return Lease(match.match_id, node.node, 1, seq)

    async def close_match(self, match_id: str, epoch: int, status: str) -> bool:
        self._tails.pop(match_id, None)
        return await self.change(
            lambda connection: sql.set_status(connection, match_id, epoch, status)
        )

    async def find_match(self, match_id: str) -> StoredMatch:
        with self._explained(match_id):
            return await self._database.read(lambda connection: sql.find_head(connection, match_id))

    async def heads(self, match_ids: Sequence[str]) -> Mapping[str, NewMatch]:
        found = await self.look(lambda connection: sql.find_whole(connection, match_ids))
        return {match_id: match.head for match_id, match in found.items()}

    async def read_many(
        self, match_ids: Sequence[str]
    ) -> Mapping[str, tuple[StoredMatch, list[Entry]]]:
        stored, rows = await self.look(
            lambda connection: (
                sql.find_whole(connection, match_ids),
                sql.find_entries(connection, match_ids),
            )
        )
        by_match = {match_id: list(theirs) for match_id, theirs in groupby(rows, itemgetter(0))}
        found = {}
        for match_id, match in stored.items():
            with suppress(CorruptError):
                found[match_id] = match, all_verified(match, by_match.get(match_id, []))
        return found

    async def read(self, match_id: str, after: int = 0) -> AsyncIterator[Entry]:
        with self._explained(match_id):
            last, chain = await self._database.read(
                lambda connection: sql.find_start(connection, match_id, after)
            )
        verifier = Verifier(match_id, after, chain)
        size = PAGE
        while size == PAGE:
            rows = await self._page(verifier)
            for row in rows:
                yield verified(verifier, row)
            size = len(rows)
        try:
            verifier.finish(last)
        except CorruptError:
            await self.find_match(match_id)  # is it missing because the match was deleted?
            raise

    async def _page(self, verifier: Verifier) -> Sequence[Row[Any]]:
        """The next entries as they stand there."""
        match_id, after = verifier.match_id, verifier.seq
        with self._explained(match_id, after + 1):
            return await self._database.read(
                lambda connection: sql.find_page(connection, match_id, after, PAGE)
            )

    async def unfinished(self, node: str | None = None) -> list[str]:
        return await self.look(lambda connection: sql.find_open(connection, node))

    async def ids_behind(self, match_id: str, most: int) -> list[str]:
        return await self.look(lambda connection: sql.find_ids_behind(connection, match_id, most))

    async def sizes(self, match_ids: Sequence[str]) -> Mapping[str, int]:
        return await self.look(lambda connection: sql.find_sizes(connection, match_ids))

    async def delete_matches(
        self, match_ids: Sequence[str], claims: Sequence[Claim] = ()
    ) -> list[str]:
        deleted = await self.change(
            lambda connection: sql.delete_closed(connection, match_ids, claims)
        )
        for match_id in deleted:
            self._tails.pop(match_id, None)
        return deleted

    # Documents

    async def change_documents(
        self, changes: Mapping[DocumentName, bytes | None], claims: Sequence[Claim] = ()
    ) -> None:
        put: list[dict[str, Any]] = []
        gone: list[dict[str, Any]] = []
        for (kind, key), body in sorted(changes.items(), key=lambda change: change[0]):
            if body is None:
                gone.append({"of_kind": kind, "of_key": key})
            else:
                crc = document_checksum(kind, key, body)
                put.append({"kind": kind, "key": key, "body": body, "crc": crc})
        await self.change(lambda connection: sql.change_documents(connection, put, gone, claims))

    async def documents(self, kind: str) -> Mapping[str, bytes]:
        found = {}
        rows = await self.look(lambda connection: sql.find_documents(connection, kind))
        for _, key, body, crc in map(tuple, rows):
            if crc == document_checksum(kind, key, body):
                found[key] = body
            else:
                logger.error("document %s/%s is damaged and left out", kind, key)
        return found

    # Who owns a match

    async def owners(self, match_ids: Sequence[str]) -> Mapping[str, str]:
        return await self.look(lambda connection: sql.find_owners(connection, match_ids))

    async def owner(self, match_id: str) -> str:
        with self._explained(match_id):
            row = await self._database.read(lambda connection: sql.find_owner(connection, match_id))
        return str(row.node)

    async def take(self, match_ids: Sequence[str], of: Claim, by: Claim) -> list[Lease]:
        taken = await self.change(lambda connection: sql.take(connection, match_ids, of, by))
        return [Lease(match_id, by.node, epoch, seq) for match_id, epoch, seq in taken]

    # Who does a task

    async def claim(self, task: str, holder: str, ttl_s: float) -> Claim | HeldBy:
        deadline_s = self._monotonic() + ttl_s
        now_ms = self._database.now_ms
        taken = await self.change(
            lambda connection: claiming.claim_task(connection, now_ms, task, holder, ttl_s)
        )
        return taken if isinstance(taken, HeldBy) else Claim(task, holder, taken, deadline_s)

    async def claims(self, prefix: str) -> list[SeenClaim]:
        now_ms = self._database.now_ms
        return await self.look(lambda connection: claiming.find_claims(connection, now_ms, prefix))

    async def renew_claim(self, claim: Claim, ttl_s: float) -> Claim | None:
        deadline_s = self._monotonic() + ttl_s
        now_ms = self._database.now_ms
        is_ours = await self.change(
            lambda connection: claiming.extend_claim(connection, now_ms, claim, ttl_s)
        )
        return replace(claim, deadline_s=deadline_s) if is_ours else None

    async def give_up(self, claim: Claim) -> None:
        await self.change(lambda connection: claiming.end_claim(connection, claim))

    # The rest

    async def rest(self) -> None:
        await self._database.rest()

    def release_ballast(self) -> bool:
        return self._database.release_ballast()

    async def close(self) -> None:
        await self._database.close()

    async def look(self, work: Callable[[Connection], T]) -> T:
        """A transaction that sees one moment of the whole store: `work` says which part."""
        with self._explained():
            return await self._database.read(work)

    async def change(self, work: Callable[[Connection], T]) -> T:
        """A transaction over the whole store."""
        with self._explained():
            return await self._database.write(work)

    @contextmanager
    def _explained(self, match_id: str = "", seq: int = 0) -> Iterator[None]:
        """Turns what drivers raise into what `port.py` promises; damage of a file becomes the match's."""
        try:
            yield
        except DRIVER_ERRORS as error:
            explained = self._database.explain(error)
            if isinstance(explained, CorruptError) and match_id:
                explained = CorruptError(match_id, seq, str(explained))
            raise explained from error


def is_whole(document: Row[Any]) -> bool:
    """Whether a document's checksum fits."""
    crc: int = document.crc
    return crc == document_checksum(document.kind, document.key, document.body)


def all_verified(match: StoredMatch, rows: Sequence[Row[Any]]) -> list[Entry]:
    """All rows of a match as entries. Raises CorruptError where one is damaged, or missing."""
    verifier = Verifier(match.head.match_id, 0, head_link(match.head))
    entries = [verified(verifier, row) for row in rows]
    verifier.finish(match.seq)
    return entries


def verified(verifier: Verifier, row: Row[Any]) -> Entry:
    """A row as an entry. Raises CorruptError where it is damaged."""
    *values, crc, chain = tuple(row)
    try:
        entry = Entry(*values)
        verifier.take(entry, crc, chain)
    except (struct.error, AttributeError, TypeError) as error:  # a number that is none any more
        raise CorruptError(verifier.match_id, verifier.seq + 1, str(error)) from error
    return entry
