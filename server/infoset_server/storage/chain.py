"""How a damaged log is noticed: a checksum for each entry, and a hash that runs through all of them.

The checksum finds bits that flipped. The chain finds what a checksum cannot: an entry that was exchanged
for another, moved, or taken out. It begins with the head of the match. It is no defence against a person
who may write to the database: they can compute it, too.
"""

import struct
import zlib
from hashlib import blake2b
from typing import Final

from infoset_server.storage.errors import CorruptError
from infoset_server.storage.port import Entry, NewEntry, NewMatch

LINK_BYTES: Final = 16
NOBODY: Final = -1  # for an absent seat or decision
_numbers: Final = struct.Struct(">qqqqqIII").pack
_lengths: Final = struct.Struct(">7I").pack


def entry_bytes(match_id: str, seq: int, epoch: int, said: NewEntry | Entry) -> bytes:
    """Everything the entry at a place says, in one way only."""
    match, kind, body = match_id.encode(), said.kind.encode(), said.body
    numbers = _numbers(
        seq,
        epoch,
        NOBODY if said.seat is None else said.seat,
        NOBODY if said.decision is None else said.decision,
        said.at_ms,
        len(match),
        len(kind),
        len(body),
    )
    return b"".join((numbers, match, kind, body))


def head_bytes(head: NewMatch) -> bytes:
    """Everything the head of a match says, in one way only."""
    parts = (
        head.match_id.encode(),
        head.game.encode(),
        head.rules_version.encode(),
        head.seed_box,
        head.seed_commitment.encode(),
        head.options,
        str(head.created_at).encode(),
    )
    return _lengths(*map(len, parts)) + b"".join(parts)


def checksum(content: bytes) -> int:
    """CRC-32, as a number without sign."""
    return zlib.crc32(content)


def link(before: bytes, content: bytes) -> bytes:
    """The value of the chain after `content`; `before` is its value until then, empty for the head."""
    return blake2b(before + content, digest_size=LINK_BYTES).digest()


def head_link(head: NewMatch) -> bytes:
    """The value of the chain after the head of a match."""
    return link(b"", head_bytes(head))


def document_checksum(kind: str, key: str, body: bytes) -> int:
    """Of a document, its name included."""
    return zlib.crc32(body, zlib.crc32(f"{len(kind)} {kind}{key}".encode()))


class Verifier:
    """Follows the log of one match and raises CorruptError where it is not what was written."""

    def __init__(self, match_id: str, seq: int, value: bytes) -> None:
        """Begins behind entry `seq`, after which the chain had this value."""
        self.match_id = match_id
        self.seq = seq
        self._value = value

    def take(self, entry: Entry, crc: int, value: bytes) -> None:
        """Checks the next entry against its checksum and its place in the chain."""
        if entry.seq != self.seq + 1:
            raise CorruptError(self.match_id, self.seq + 1, "the entry is missing")
        content = entry_bytes(entry.match_id, entry.seq, entry.epoch, entry)
        if checksum(content) != crc:
            raise CorruptError(self.match_id, entry.seq, "the checksum does not fit")
        self._value = link(self._value, content)
        if self._value != value:
            raise CorruptError(
                self.match_id, entry.seq, "it does not follow from what is before it"
            )
        self.seq = entry.seq

    def finish(self, last: int) -> None:
        """Checks that the log goes as far as its owner's last append."""
        if self.seq < last:
            raise CorruptError(self.match_id, self.seq + 1, "the entry is missing")
