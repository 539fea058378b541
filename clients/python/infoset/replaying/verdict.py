"""`infoset replay --verify`: did chance bring in a match what its seed says? In words, with an exit code."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from infoset.errors import CommandError
from infoset.exits import DIFFERENT
from infoset_games.fairness import draws
from infoset_games.luck import LUCK, seed_commitment
from infoset_games.record import Record

MOST_NAMED: Final = 10  # of the draws that do not follow


def verdict(record: Record, told: str | None) -> tuple[list[str], int]:
    """What was found, and the exit code; `told` is the commitment that somebody was told at the start, if known.

    Raises CommandError where nothing can be found.
    """
    if record.seed is None:
        raise CommandError("the match has no end yet, so its seed is not told")
    if told is not None and told.lower() != record.seed_commit:
        return [f"not the seed of the start: it was committed to {told}"], DIFFERENT
    assert record.seed_commit == seed_commitment(record.seed), "reading a record checks it"
    found = list(draws(record))
    odd = [words for words, follows in found if not follows]
    if odd and not record.seed.startswith(LUCK):
        raise CommandError(f"its luck was not drawn by {LUCK}: only the seed can be checked")
    lines = [f"the seed is the one committed to: {record.seed_commit}"]
    if odd:
        return [*lines, *named(odd)], DIFFERENT
    return [*lines, f"the deal and {len(found) - 1} draws follow from the seed"], 0


def named(odd: list[str]) -> Iterator[str]:
    """The draws that do not follow from the seed."""
    for words in islice(odd, MOST_NAMED):
        yield f"does not follow from the seed: {words}"
    if len(odd) > MOST_NAMED:
        yield f"... and {len(odd) - MOST_NAMED} more"
