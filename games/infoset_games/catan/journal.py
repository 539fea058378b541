"""What has happened to hands, as a chain of small entries that belief is worked out from. Compiled.

Everything that a seat can conclude about cards it has not seen follows from these entries and from
which of them it could read (beliefs.py). The chain grows at its head and is shared by copies of a
position, so remembering costs a position next to nothing.
"""

from typing import Final, final

from mypy_extensions import i64

# Kinds of entries: who, whom or what, and up to five amounts by resource.
GAIN: Final = 0  # seat; amounts come in, seen by all
PAY: Final = 1  # seat; amounts go out, seen by all
STEAL: Final = 2  # thief, victim; the resource is known to these two
HOLDS: Final = 3  # seat; it has shown to have at least these amounts
COUNTED: Final = 4  # seat, resource; it has shown to have exactly so many
DISCARD: Final = 5  # seat; amounts go out, their number is seen by all
STOCK: Final = 6  # resource; the bank was seen to have from .. to cards of it
RETURN: Final = 7  # after the discards that follow the bank will be seen to have these amounts
BUY: Final = 8  # seat, development card, known to the seat
PLAY: Final = 9  # seat, development card, seen by all
REST: Final = 10  # seat; its turn ends, what it bought in it becomes usable
CAPPED: Final = 11  # seat; in its own turn it had not won: it holds at most so many victory cards

KIND_BITS: Final = 15
WHO: Final = 4
WHAT: Final = 8
AMOUNTS: Final = 12
AMOUNT_BITS: Final = 6
AMOUNT_MASK: Final = 63


@final
class Note:
    """One entry and the chain before it."""

    def __init__(self, before: "Note | None", entry: i64) -> None:
        self.before = before
        self.entry: i64 = entry

    def kind(self) -> i64:
        return self.entry & KIND_BITS

    def who(self) -> i64:
        return (self.entry >> WHO) & 15

    def what(self) -> i64:
        return (self.entry >> WHAT) & 15

    def amount(self, resource: i64) -> i64:
        return (self.entry >> (AMOUNTS + AMOUNT_BITS * resource)) & AMOUNT_MASK


def words_of(head: Note | None) -> list[i64]:
    """The entries of a chain as words, oldest first."""
    return [note.entry for note in entries_since(head, None)]


def chain_of(words: list[i64]) -> Note | None:
    """The chain of these entries; the inverse of `words_of`."""
    head: Note | None = None
    for word in words:
        head = Note(head, word)
    return head


def entry_of(kind: i64, who: i64, what: i64 = 0) -> i64:
    """An entry without amounts."""
    return kind | (who << WHO) | (what << WHAT)


def with_amount(entry: i64, resource: i64, amount: i64) -> i64:
    """`entry` with `amount` more of `resource`."""
    return entry + (amount << (AMOUNTS + AMOUNT_BITS * resource))


def entries_since(head: Note | None, seen: Note | None) -> list[Note]:
    """The entries behind `seen` up to `head`, oldest first. `seen` is in the chain of `head`, or None."""
    found: list[Note] = []
    note = head
    while note is not None and note is not seen:
        found.append(note)
        note = note.before
    found.reverse()
    return found
