"""A store that forgets when the process ends: for `--no-store`, and as the model other stores are tested by."""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import nsmallest

from infoset_server.storage.errors import FencedError, MatchExistsError, UnknownMatchError
from infoset_server.storage.port import (
    ACT,
    OPEN,
    Append,
    Appended,
    Claim,
    DocumentName,
    Duplicate,
    Entry,
    Fenced,
    HeldBy,
    Lease,
    NewEntry,
    NewMatch,
    Outcome,
    SeenClaim,
    Stale,
    StoredMatch,
    check_batch,
    place,
)


@dataclass(slots=True)
class Log:
    """One match: its head, its owner, its entries."""

    head: NewMatch
    node: str
    epoch: int = 1
    status: str = OPEN
    entries: list[Entry] = field(default_factory=list)
    acts: dict[tuple[int | None, int | None], int] = field(default_factory=dict)  # seq by key

    def duplicate(self, entries: Sequence[NewEntry]) -> int | None:
        """The number of the first stored act that has the key of one of these."""
        seqs = (self.acts.get((new.seat, new.decision)) for new in entries if new.kind == ACT)
        return min((seq for seq in seqs if seq is not None), default=None)

    def extend(self, entries: Sequence[NewEntry]) -> None:
        """Writes the entries behind the last one."""
        for seq, new in enumerate(entries, len(self.entries) + 1):
            if new.kind == ACT:
                self.acts[new.seat, new.decision] = seq
            self.entries.append(place(self.head.match_id, seq, self.epoch, new))


class MemoryStore:
    """See `port.py`; everything is done by the time a call returns."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._logs: dict[str, Log] = {}
        self._documents: dict[str, dict[str, bytes]] = {}
        self._claims: dict[str, Claim] = {}  # by task, the newest of each
        self._given_up: set[str] = set()  # tasks

    async def append(self, batch: Sequence[Append]) -> list[Outcome]:
        check_batch(batch)
        return [self._append(append) for append in batch]

    def _append(self, append: Append) -> Outcome:
        log = self._logs.get(append.match_id)
        if log is None or log.epoch != append.epoch:
            return Fenced()
        if (seq := log.duplicate(append.entries)) is not None:
            return Duplicate(seq)
        if len(log.entries) != append.expected:
            return Stale(len(log.entries))
        log.extend(append.entries)
        return Appended(len(log.entries))

    @property
    def is_shared(self) -> bool:
        return False

    async def create_match(
        self,
        match: NewMatch,
        node: Claim,
        entries: Sequence[NewEntry] = (),
        *,
        also: Sequence[Claim] = (),
    ) -> Lease:
        self._require_newest([node, *also])
        log = self._logs.get(match.match_id)
        if log is None:
            log = self._logs[match.match_id] = Log(match, node.node)
            log.extend(entries)
        elif not (log.head == match and log.node == node.node and log.epoch == 1):
            raise MatchExistsError(f"match {match.match_id} exists already")
        return Lease(match.match_id, node.node, 1, len(log.entries))

    async def close_match(self, match_id: str, epoch: int, status: str) -> bool:
        log = self._find(match_id)
        if log.epoch != epoch:
            return False
        log.status = status
        return True

    async def find_match(self, match_id: str) -> StoredMatch:
        log = self._find(match_id)
        return StoredMatch(log.head, log.status, len(log.entries))

    async def heads(self, match_ids: Sequence[str]) -> Mapping[str, NewMatch]:
        return {
            match_id: self._logs[match_id].head for match_id in match_ids if match_id in self._logs
        }

    async def read_many(
        self, match_ids: Sequence[str]
    ) -> Mapping[str, tuple[StoredMatch, list[Entry]]]:
        return {
            match_id: (await self.find_match(match_id), [*self._logs[match_id].entries])
            for match_id in match_ids
            if match_id in self._logs
        }

    async def read(self, match_id: str, after: int = 0) -> AsyncIterator[Entry]:
        for entry in self._find(match_id).entries[after:]:
            yield entry

    async def unfinished(self, node: str | None = None) -> list[str]:
        logs = (
            log
            for log in self._logs.values()
            if log.status == OPEN and (node is None or log.node == node)
        )
        in_order = sorted(logs, key=lambda log: (log.head.created_at, log.head.match_id))
        return [log.head.match_id for log in in_order]

    async def ids_behind(self, match_id: str, most: int) -> list[str]:
        return nsmallest(most, (known for known in self._logs if known > match_id))

    async def sizes(self, match_ids: Sequence[str]) -> Mapping[str, int]:
        return {
            match_id: sum(len(entry.body) for entry in self._logs[match_id].entries)
            for match_id in self._closed(match_ids)
        }

    async def delete_matches(
        self, match_ids: Sequence[str], claims: Sequence[Claim] = ()
    ) -> list[str]:
        self._require_newest(claims)
        closed = self._closed(match_ids)
        for match_id in closed:
            del self._logs[match_id]
        return closed

    def _closed(self, match_ids: Sequence[str]) -> list[str]:
        """Those of them that are over."""
        return [
            match_id
            for match_id in match_ids
            if match_id in self._logs and self._logs[match_id].status != OPEN
        ]

    async def change_documents(
        self, changes: Mapping[DocumentName, bytes | None], claims: Sequence[Claim] = ()
    ) -> None:
        self._require_newest(claims)
        for (kind, key), body in changes.items():
            if body is None:
                self._documents.get(kind, {}).pop(key, None)
            else:
                self._documents.setdefault(kind, {})[key] = body

    async def documents(self, kind: str) -> Mapping[str, bytes]:
        return dict(self._documents.get(kind, {}))

    async def rest(self) -> None:
        """There is nothing to do."""

    def release_ballast(self) -> bool:
        return False

    async def close(self) -> None:
        """There is nothing to let go of."""

    async def owner(self, match_id: str) -> str:
        return self._find(match_id).node

    async def owners(self, match_ids: Sequence[str]) -> Mapping[str, str]:
        return {
            match_id: self._logs[match_id].node for match_id in match_ids if match_id in self._logs
        }

    async def take(self, match_ids: Sequence[str], of: Claim, by: Claim) -> list[Lease]:
        self._require_newest([of, by])
        taken = []
        for match_id in match_ids:
            log = self._logs.get(match_id)
            if log is not None and log.node == of.node:
                log.node, log.epoch = by.node, log.epoch + 1
                taken.append(Lease(match_id, by.node, log.epoch, len(log.entries)))
        return taken

    async def claim(self, task: str, holder: str, ttl_s: float) -> Claim | HeldBy:
        now_s = self._monotonic()
        last = self._claims.get(task)
        if last is not None and last.deadline_s > now_s and last.holder != holder:
            return HeldBy(last.holder, last.deadline_s - now_s)
        epoch = 1 if last is None else last.epoch + 1
        self._claims[task] = Claim(task, holder, epoch, now_s + ttl_s)
        self._given_up.discard(task)
        return self._claims[task]

    async def claims(self, prefix: str) -> list[SeenClaim]:
        now_s = self._monotonic()
        return [
            SeenClaim(
                task,
                claim.epoch,
                0 if task in self._given_up else int(claim.deadline_s * 1000),
                claim.deadline_s - now_s,
            )
            for task, claim in self._claims.items()
            if task.startswith(prefix)
        ]

    async def renew_claim(self, claim: Claim, ttl_s: float) -> Claim | None:
        if not self._is_newest(claim):
            return None
        self._given_up.discard(claim.task)
        self._claims[claim.task] = replace(claim, deadline_s=self._monotonic() + ttl_s)
        return self._claims[claim.task]

    async def give_up(self, claim: Claim) -> None:
        if self._is_newest(claim):
            self._claims[claim.task] = replace(claim, deadline_s=self._monotonic())
            self._given_up.add(claim.task)

    def _require_newest(self, claims: Sequence[Claim]) -> None:
        """Raises FencedError."""
        for claim in claims:
            if not self._is_newest(claim):
                raise FencedError(claim)

    def _is_newest(self, claim: Claim) -> bool:
        last = self._claims.get(claim.task)
        return last is not None and last.epoch == claim.epoch

    def _find(self, match_id: str) -> Log:
        log = self._logs.get(match_id)
        if log is None:
            raise UnknownMatchError(f"no match {match_id}")
        return log
