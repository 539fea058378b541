"""Appends as rows of tables, with the checksums and the chain carried on. Knows no database."""

from collections.abc import Sequence
from typing import Final, TypeAlias, final

from infoset_server.store.chain import checksum, entry_bytes, link
from infoset_server.store.port import Append, NewEntry

ENTRY_COLUMNS: Final[tuple[str, ...]] = (
    "match_id",
    "seq",
    "epoch",
    "kind",
    "seat",
    "decision",
    "body",
    "at_ms",
    "crc",
    "chain",
)
EntryRow: TypeAlias = tuple[str, int, int, str, int | None, int | None, bytes, int, int, bytes]


@final
class Rows:
    """An append as rows: the owner's row goes from `expected` to `last` if it has this epoch."""

    def __init__(
        self, match_id: str, epoch: int, expected: int, last: int, entries: list[EntryRow]
    ) -> None:
        self.match_id = match_id
        self.epoch = epoch
        self.expected = expected
        self.last = last
        self.entries = entries


def linked_rows(append: Append, chain: bytes) -> Rows:
    """An append as rows; `chain` is its value at the expected entry."""
    match_id, epoch, expected = append.match_id, append.epoch, append.expected
    rows = entry_rows(match_id, expected, epoch, append.entries, chain)
    return Rows(match_id, epoch, expected, append.last, rows)


def entry_rows(
    match_id: str, after: int, epoch: int, entries: Sequence[NewEntry], chain: bytes
) -> list[EntryRow]:
    """Entries as rows, with checksums and the chain carried on."""
    rows: list[EntryRow] = []
    for seq, new in enumerate(entries, after + 1):
        content = entry_bytes(match_id, seq, epoch, new)
        chain = link(chain, content)
        rows.append(
            (
                match_id,
                seq,
                epoch,
                new.kind,
                new.seat,
                new.decision,
                new.body,
                new.at_ms,
                checksum(content),
                chain,
            )
        )
    return rows
