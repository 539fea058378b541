"""What a store promises, whatever it is made of, and the values that pass through it.

Every match is a log. Its entries are numbered from 1 without gaps, never change, and are appended by one
owner at a time, which is a node: one of the servers that share a store. A match has an epoch, which rises whenever
it changes hands; an append states the epoch and the last entry it knows of, and is refused if either is not so
any more.

Being a node is a task like others that one server at a time does: it is claimed, for a while that is renewed, and
may be claimed by another when that has run out. Each claim has an epoch, too: who has lost it begins no match and
stores no document. So a match goes to another node in two steps: that one claims the task of the former owner,
which ends the former owner for good, and then takes the match.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

ACT: Final = "act"  # entries of this kind are stored once for each (match, seat, decision)
OPEN: Final = "open"  # the status of a match until `close_match` gives it another
NODE: Final = "node/"  # the task of being a node is this and the node's name

# Nobody changes these values. Those that each act makes are not frozen all the same: a frozen one takes three times
# as long to make.


@dataclass(slots=True, unsafe_hash=True)
class NewEntry:
    """Something to be written. `at_ms` is wall clock time, milliseconds since 1970; for people only.

    `kind` is up to the caller, but `"act"` is special: `seat` and `decision` are a key then, under which
    a match stores no second act.
    """

    kind: str
    seat: int | None
    decision: int | None
    body: bytes
    at_ms: int


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it stands in the log: what was written, and where."""

    match_id: str
    seq: int
    epoch: int
    kind: str
    seat: int | None
    decision: int | None
    body: bytes
    at_ms: int


def place(match_id: str, seq: int, epoch: int, new: NewEntry) -> Entry:
    """What was to be written, as it stands in the log."""
    return Entry(match_id, seq, epoch, new.kind, new.seat, new.decision, new.body, new.at_ms)


@dataclass(slots=True, unsafe_hash=True)
class Append:
    """The entries of one command: all are stored, or none. They become `expected + 1` and following."""

    match_id: str
    epoch: int
    expected: int
    entries: tuple[NewEntry, ...]

    def __post_init__(self) -> None:
        if not self.entries:
            raise ValueError("an append has at least one entry")
        if len(self.entries) > 1:
            keys = [(new.seat, new.decision) for new in self.entries if new.kind == ACT]
            if len(set(keys)) < len(keys):
                raise ValueError("an append stores one act twice")

    @property
    def last(self) -> int:
        """The number its last entry will have."""
        return self.expected + len(self.entries)

    def placed(self) -> list[Entry]:
        """Its entries as the log will have them."""
        return [
            place(self.match_id, seq, self.epoch, new)
            for seq, new in enumerate(self.entries, self.expected + 1)
        ]


@dataclass(slots=True, unsafe_hash=True)
class Appended:
    """Stored, durably. `seq` is the number of the last of its entries."""

    seq: int


@dataclass(frozen=True, slots=True)
class Fenced:
    """Refused: the match has another owner by now. The caller lets the match go."""


@dataclass(frozen=True, slots=True)
class Stale:
    """Refused: the log's last entry is `seq`, not what was expected."""

    seq: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Refused: entry `seq` is an act of the same seat for the same decision, stored before."""

    seq: int


DocumentName: TypeAlias = tuple[str, str]  # its kind, and its key among its kind
Outcome: TypeAlias = Appended | Fenced | Stale | Duplicate


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The head of a match: what is known before its first entry. Never changes.

    `seed_box` is encrypted by the caller. `created_at` is wall clock time in milliseconds since 1970.
    """

    match_id: str
    game: str
    rules_version: str
    seed_box: bytes
    seed_commitment: str
    options: bytes
    created_at: int


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """The head of a match as stored, its status (`open` until closed), and its last entry's number."""

    head: NewMatch
    status: str
    seq: int


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a node to append to a match, until another takes it. `seq` is its last entry at the time."""

    match_id: str
    node: str
    epoch: int
    seq: int


@dataclass(frozen=True, slots=True)
class HeldBy:
    """Another server does the task, for `left_s` more seconds unless it renews."""

    holder: str
    left_s: float


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to do a task that one server at a time does, such as being a node, or pairing on ladders.

    `holder` names the server from its start to its end. `epoch` rises whenever the task is claimed: whoever writes
    for the task states it, and is refused once it has risen. `deadline_s` is on this process's monotonic clock,
    counted from before the database was asked, so that it is never late. Safety does not rest on it but on `epoch`.
    """

    task: str
    holder: str
    epoch: int
    deadline_s: float

    @property
    def node(self) -> str:
        """The name of the node, where the task is to be one."""
        return self.task.removeprefix(NODE)


@dataclass(frozen=True, slots=True)
class SeenClaim:
    """What a claim looks like to others. `until_ms` changes with each renewal, and is 0 where it was given up.

    `left_s` is by the database's clock, and less than 0 where it has run out.
    """

    task: str
    epoch: int
    until_ms: int
    left_s: float


def check_batch(batch: Sequence[Append]) -> None:
    """Raises ValueError where a match occurs twice."""
    if len({append.match_id for append in batch}) < len(batch):
        raise ValueError("a batch has at most one append of a match")


class Store(Protocol):
    """The truth. What `append` calls `Appended` survives the process and, as configured, the machine.

    Any of these may raise UnavailableError, those that write StorageFullError, those that read CorruptError.
    """

    async def append(self, batch: Sequence[Append]) -> list[Outcome]:
        """Stores what can be stored in one transaction; one outcome for each, in order.

        At most one append of a match: ValueError otherwise. An error means that nothing of the batch was
        stored, but for `UnavailableError.is_unknown`. CorruptError names the match that caused it.
        """
        ...

    @property
    def is_shared(self) -> bool:
        """May another server use it at the same time? If not, whoever used it before is known to be gone."""
        ...

    async def create_match(
        self,
        match: NewMatch,
        node: Claim,
        entries: Sequence[NewEntry] = (),
        *,
        also: Sequence[Claim] = (),
    ) -> Lease:
        """Stores a match with its first entries and makes `node` its owner, in one transaction.

        May be repeated after an unknown outcome. Raises MatchExistsError where the id belongs to another,
        FencedError where `node` or one of `also` is not the newest claim on its task.
        """
        ...

    async def close_match(self, match_id: str, epoch: int, status: str) -> bool:
        """Gives a match its final status, so that it is not `unfinished`. May be repeated.

        False, and nothing done, where `epoch` is not the owner's. Raises UnknownMatchError.
        """
        ...

    async def find_match(self, match_id: str) -> StoredMatch:
        """Raises UnknownMatchError."""
        ...

    async def heads(self, match_ids: Sequence[str]) -> Mapping[str, NewMatch]:
        """The heads of these matches by id; those that are damaged, or not there, are left out."""
        ...

    async def read_many(
        self, match_ids: Sequence[str]
    ) -> Mapping[str, tuple[StoredMatch, list[Entry]]]:
        """These matches with all their entries, in one transaction; those that are damaged, or not there, are left out."""
        ...

    def read(self, match_id: str, after: int = 0) -> AsyncIterator[Entry]:
        """The entries behind number `after`, verified against checksums and chain as they come.

        Raises CorruptError at the damaged entry, or where the end is missing; UnknownMatchError, also where the match
        is deleted meanwhile.
        """
        ...

    async def unfinished(self, node: str | None = None) -> list[str]:
        """The ids of all matches that are not closed, or of a node's, oldest first."""
        ...

    async def ids_behind(self, match_id: str, most: int) -> list[str]:
        """The ids of the next matches in an order of its own, at most so many; "" is before the first."""
        ...

    async def sizes(self, match_ids: Sequence[str]) -> Mapping[str, int]:
        """About how many bytes each of these matches takes; those that are open, or not there, are left out."""
        ...

    async def delete_matches(
        self, match_ids: Sequence[str], claims: Sequence[Claim] = ()
    ) -> list[str]:
        """Deletes matches with all their entries, in one transaction; returns the ids of those it deleted.

        Those that are open, or not there, are left as they are. May be repeated. Raises FencedError, and nothing is
        done, where one of `claims` is not the newest on its task.
        """
        ...

    async def change_documents(
        self, changes: Mapping[DocumentName, bytes | None], claims: Sequence[Claim] = ()
    ) -> None:
        """Stores small documents in place of those before, or removes them (None), in one transaction.

        May be repeated. Raises FencedError, and nothing is done, where one of `claims` is not the newest on
        its task; it names the first of those.
        """
        ...

    async def documents(self, kind: str) -> Mapping[str, bytes]:
        """All documents of a kind by key. Damaged ones are left out, and named in the log."""
        ...

    async def rest(self) -> None:
        """Called by the writer when nothing waits: the time for housekeeping. Raises nothing."""
        ...

    def release_ballast(self) -> bool:
        """Gives back disk space that was set aside for an orderly end. False if there is none."""
        ...

    async def close(self) -> None:
        """Lets go of files and connections."""
        ...


class RoomDirectory(Protocol):
    """Who owns a match. Lives where the store lives, because both change in one transaction."""

    async def owner(self, match_id: str) -> str:
        """The name of the node that owns a match. Raises UnknownMatchError."""
        ...

    async def owners(self, match_ids: Sequence[str]) -> Mapping[str, str]:
        """The names of the nodes that own these matches, by match; those that are not there are left out."""
        ...

    async def take(self, match_ids: Sequence[str], of: Claim, by: Claim) -> list[Lease]:
        """Makes the node of `by` the owner of those of the matches that are `of`'s, in one transaction.

        Their epochs rise. Others are left out. Of its own (`of` is `by`) a node takes what an earlier run of it
        had. Raises FencedError where a claim is not the newest on its task.
        """
        ...


class TaskDirectory(Protocol):
    """Who does what one server at a time does for all. Lives where the store lives, as `RoomDirectory`."""

    async def claim(self, task: str, holder: str, ttl_s: float) -> Claim | HeldBy:
        """Gives `holder` the task if nobody has it, if the claim has run out, or if it was the holder's own.

        The epoch rises each time, so that whoever had the task cannot write for it any more.
        """
        ...

    async def claims(self, prefix: str) -> list[SeenClaim]:
        """All claims there ever were on tasks whose names begin like this, the newest of each."""
        ...

    async def renew_claim(self, claim: Claim, ttl_s: float) -> Claim | None:
        """Extends a claim, even one that has run out; None where somebody else has claimed the task since."""
        ...

    async def give_up(self, claim: Claim) -> None:
        """Lets another have the task at once. Nothing happens if it is lost already."""
        ...


class MatchStore(Store, RoomDirectory, TaskDirectory, Protocol):
    """All ports in one: every store here is also the directory of its matches and of tasks."""
