"""A store that forgets when the process ends: for `--no-store`, and as the model other stores are tested by."""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from infoset_server.store.errors import FencedError, MatchExistsError, UnknownMatchError
from infoset_server.store.port import (
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
    until_s: float
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

    async def create_match(
        self, match: NewMatch, node: str, ttl_s: float, entries: Sequence[NewEntry] = ()
    ) -> Lease:
        now_s = self._monotonic()
        log = self._logs.get(match.match_id)
        if log is None:
            log = self._logs[match.match_id] = Log(match, node, now_s + ttl_s)
            log.extend(entries)
        elif not (log.head == match and log.node == node and log.epoch == 1):
            raise MatchExistsError(f"match {match.match_id} exists already")
        return Lease(match.match_id, node, 1, len(log.entries), now_s + ttl_s)

    async def close_match(self, match_id: str, epoch: int, status: str) -> bool:
        log = self._find(match_id)
        if log.epoch != epoch:
            return False
        log.status = status
        return True

    async def find_match(self, match_id: str) -> StoredMatch:
        log = self._find(match_id)
        return StoredMatch(log.head, log.status, len(log.entries))

    async def read(self, match_id: str, after: int = 0) -> AsyncIterator[Entry]:
        for entry in self._find(match_id).entries[after:]:
            yield entry

    async def unfinished(self) -> list[str]:
        logs = (log for log in self._logs.values() if log.status == OPEN)
        in_order = sorted(logs, key=lambda log: (log.head.created_at, log.head.match_id))
        return [log.head.match_id for log in in_order]

    async def change_documents(
        self, changes: Mapping[DocumentName, bytes | None], claim: Claim | None = None
    ) -> None:
        if claim is not None and not self._is_newest(claim):
            raise FencedError(f"another server has claimed {claim.task}")
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

    async def acquire(self, match_id: str, node: str, ttl_s: float) -> Lease | HeldBy:
        now_s = self._monotonic()
        log = self._find(match_id)
        if log.until_s > now_s and log.node != node:
            return HeldBy(log.node, log.until_s - now_s)
        log.node, log.epoch, log.until_s = node, log.epoch + 1, now_s + ttl_s
        return Lease(match_id, node, log.epoch, len(log.entries), log.until_s)

    async def renew(self, leases: Sequence[Lease], ttl_s: float) -> Sequence[Lease]:
        until_s = self._monotonic() + ttl_s
        renewed = [lease for lease in leases if self._is_held(lease)]
        for lease in renewed:
            self._logs[lease.match_id].until_s = until_s
        return [replace(lease, deadline_s=until_s) for lease in renewed]

    async def release(self, lease: Lease) -> None:
        if self._is_held(lease):
            self._logs[lease.match_id].until_s = self._monotonic()

    async def claim(self, task: str, node: str, ttl_s: float) -> Claim | HeldBy:
        now_s = self._monotonic()
        last = self._claims.get(task)
        if last is not None and last.deadline_s > now_s and last.node != node:
            return HeldBy(last.node, last.deadline_s - now_s)
        epoch = 1 if last is None else last.epoch + 1
        self._claims[task] = Claim(task, node, epoch, now_s + ttl_s)
        return self._claims[task]

    async def renew_claim(self, claim: Claim, ttl_s: float) -> Claim | None:
        if not self._is_newest(claim):
            return None
        self._claims[claim.task] = replace(claim, deadline_s=self._monotonic() + ttl_s)
        return self._claims[claim.task]

    async def give_up(self, claim: Claim) -> None:
        if self._is_newest(claim):
            self._claims[claim.task] = replace(claim, deadline_s=self._monotonic())

    def _is_newest(self, claim: Claim) -> bool:
        last = self._claims.get(claim.task)
        return last is not None and last.epoch == claim.epoch

    def _find(self, match_id: str) -> Log:
        log = self._logs.get(match_id)
        if log is None:
            raise UnknownMatchError(f"no match {match_id}")
        return log

    def _is_held(self, lease: Lease) -> bool:
        log = self._logs.get(lease.match_id)
        return log is not None and log.epoch == lease.epoch
