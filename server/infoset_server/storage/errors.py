"""What can go wrong with stored things. The whole family; each says what is certain afterwards."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from infoset_server.storage.port import Claim


class StoreError(Exception):
    """Something stored, or to be stored, is not at hand."""


class StorageFullError(StoreError):
    """There is no room on the disk. Nothing was stored; reading still works."""


class UnavailableError(StoreError):
    """The database does not answer, or not in time.

    `retry_ms`: when to try again. `is_unknown`: it broke off at a moment that leaves open whether the
    change was made; only reading tells. Otherwise nothing was stored.
    """

    def __init__(self, why: str, retry_ms: int = 1000, is_unknown: bool = False) -> None:
        super().__init__(why)
        self.retry_ms = retry_ms
        self.is_unknown = is_unknown


class QueueFullError(UnavailableError):
    """As many appends wait as are allowed to; this one was not taken."""


class CorruptError(StoreError):
    """What was read is not what was written. `seq` 0 is the head of the match, not an entry.

    Other matches are not concerned, and the match can be put aside. Where the database file itself is
    damaged, `match_id` is empty.
    """

    def __init__(self, match_id: str, seq: int, why: str) -> None:
        super().__init__(f"{where(match_id, seq)}: {why}")
        self.match_id = match_id
        self.seq = seq


class FencedError(StoreError):
    """Another server has claimed the task for which this was to be stored. Nothing was stored.

    The caller lets the task go.
    """

    def __init__(self, claim: "Claim") -> None:
        super().__init__(f"another server has claimed {claim.task}")
        self.claim = claim


class UnknownMatchError(StoreError):
    """No match of this id is stored."""


class MatchExistsError(StoreError):
    """Another match has this id."""


class StoreInUseError(StoreError):
    """Another server has this SQLite file open, or this node's name; the message names it."""


class LockLeftError(StoreInUseError):
    """The server that had this SQLite file is gone, but not yet everything that it has started."""


class StoreSetupError(StoreError):
    """The store cannot be used as configured; the message says why and what to do."""


class BackupError(StoreError):
    """A backup cannot be read, or not be restored here; the message says why."""


def where(match_id: str, seq: int) -> str:
    """The place of a damage, in words."""
    if not match_id:
        return "the database"
    return f"match {match_id}, entry {seq}" if seq else f"match {match_id}, head"
