"""What has happened to hands, as a row of small entries that belief is worked out from. Compiled.

Everything that a seat can conclude about cards it has not seen follows from these entries and from
which of them it could read (beliefs.py). The row grows at its end and is shared by copies of a
position, so remembering costs a position next to nothing. It lies in pages, because an object for each entry
would keep Python's collector of garbage busy with nothing but old entries.
"""

from typing import Final, final

from librt.vecs import vec
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
PAGE: Final = 16  # entries: few, since a copy that writes on copies a page


@final
class Note:
    """One entry, to be read."""

    def __init__(self, entry: i64) -> None:
        self.entry: i64 = entry

    def kind(self) -> i64:
        return self.entry & KIND_BITS

    def who(self) -> i64:
        return (self.entry >> WHO) & 15

    def what(self) -> i64:
        return (self.entry >> WHAT) & 15

    def amount(self, resource: i64) -> i64:
        return (self.entry >> (AMOUNTS + AMOUNT_BITS * resource)) & AMOUNT_MASK


@final
class Page:
    """Entries that follow each other, the first of them number `first` of its journal. What is written stays."""

    def __init__(self, before: "Page | None", first: i64, words: vec[i64]) -> None:
        self.before = before
        self.first: i64 = first
        self.words = words  # PAGE of them; those that are not written yet are 0


@final
class Journal:
    """The entries up to some moment: `count` of them, the last in `page`. Never changed."""

    def __init__(self, page: Page, count: i64) -> None:
        self.page = page
        self.count: i64 = count

    def words(self, begin: i64) -> list[i64]:
        """The entries from number `begin` on, oldest first."""
        pages: list[Page] = []
        page: Page | None = self.page
        while page is not None and page.first + PAGE > begin:
            pages.append(page)
            page = page.before
        pages.reverse()
        found: list[i64] = []
        for one in pages:
            for number in range(max(begin, one.first), min(self.count, one.first + PAGE)):
                found.append(one.words[number - one.first])  # noqa: PERF401 (compiled)
        return found


def grown(journal: Journal | None, entry: i64, is_own: bool) -> Journal:
    """A journal with one entry more.

    `is_own`: nobody else writes behind these entries, so that there may be written in the same page.
    """
    if journal is None:
        return Journal(page_of(None, 0, entry), 1)
    page, count = journal.page, journal.count
    at = count - page.first
    if at == PAGE:
        page = page_of(page, count, entry)
    else:
        if not is_own:
            page = Page(page.before, page.first, page.words[:])
        page.words[at] = entry
    return Journal(page, count + 1)


def page_of(before: Page | None, first: i64, entry: i64) -> Page:
    """A new page with one entry."""
    words = vec[i64]([0] * PAGE)
    words[0] = entry
    return Page(before, first, words)


def words_of(journal: Journal | None) -> list[i64]:
    """The entries of a journal as words, oldest first."""
    return [] if journal is None else journal.words(0)


def journal_of(words: list[i64]) -> Journal | None:
    """The journal of these entries; the inverse of `words_of`."""
    journal: Journal | None = None
    for word in words:
        journal = grown(journal, word, True)
    return journal


def entry_of(kind: i64, who: i64, what: i64 = 0) -> i64:
    """An entry without amounts."""
    return kind | (who << WHO) | (what << WHAT)


def with_amount(entry: i64, resource: i64, amount: i64) -> i64:
    """`entry` with `amount` more of `resource`."""
    return entry + (amount << (AMOUNTS + AMOUNT_BITS * resource))


def entries_since(journal: Journal | None, seen: Journal | None) -> list[Note]:
    """The entries of a journal behind those of an earlier one, oldest first."""
    if journal is None:
        return []
    return [Note(word) for word in journal.words(0 if seen is None else seen.count)]
