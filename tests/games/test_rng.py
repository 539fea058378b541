"""Random streams: what every implementation of the rules, and whoever talks to them, must draw alike."""

import hashlib
from collections import Counter
from itertools import pairwise

import pytest

from infoset_games.rng import Rng

MASK = 0xFFFFFFFF


def published(seed: str, family: str, number: int) -> list[int]:
    """The state of a numbered stream by the words of the specification (protocol/spec/10-compute.md)."""
    digest = hashlib.sha256(seed.encode() + b"\x1f" + family.encode()).digest()
    words = [int.from_bytes(digest[place : place + 4], "little") for place in (0, 4, 8, 12)]
    words[3] |= 1
    state = []
    for word in words:
        x = (word + number * 0x9E3779B9) & MASK
        x = ((x ^ x >> 16) * 0x7FEB352D) & MASK
        x = ((x ^ x >> 15) * 0x846CA68B) & MASK
        state.append(x ^ x >> 16)
    state[3] |= 1
    return state


def state_of(rng: Rng) -> list[int]:
    return [int(word) for word in (rng.a, rng.b, rng.c, rng.d)]


@pytest.mark.parametrize("number", [0, 1, 5, 2**31, 2**32 - 1])
def test_a_numbered_stream_is_the_one_the_specification_names(number: int) -> None:
    for seed in ("0", "7", str(2**53 - 1)):
        for family in ("world", "luck"):
            found = Rng(seed, family).branch(number)
            assert state_of(found) == published(seed, family, number)


def test_a_stream_that_is_started_anew_forgets_what_it_was() -> None:
    head, stream = Rng("head"), Rng("something else")
    before = state_of(head)
    stream.restart(head, 9)
    first = [int(stream.word()) for _ in range(5)]
    stream.restart(head, 9)
    assert [int(stream.word()) for _ in range(5)] == first
    assert [int(head.branch(9).word())] == first[:1]
    assert state_of(head) == before


def test_the_streams_of_a_family_are_strangers() -> None:
    """The first three numbers of neighbours, and pairs of neighbours, are as frequent as they should be."""
    head = Rng("strangers")
    rows = []
    for number in range(8000):
        stream = head.branch(number)
        rows.append([int(stream.below(4)) for _ in range(3)])
    for place in range(3):
        singles = Counter(row[place] for row in rows)
        pairs = Counter((one[place], two[place]) for one, two in pairwise(rows))
        assert all(abs(singles[value] - 2000) < 200 for value in range(4))
        assert all(abs(pairs[one, two] - 500) < 110 for one in range(4) for two in range(4))
