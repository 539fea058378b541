"""The luck of a match: words as the document says, from streams that tell nothing of each other or of themselves."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from infoset_games.luck import LuckSource, seed_commitment
from infoset_games.rng import Rng

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "v1" / "luck.ndjson"
VECTORS = [json.loads(line) for line in FILE.read_text("ascii").splitlines()]
MASK = 0xFFFFFFFF
SEED = "infoset-luck/1:a secret"


def words(stream: Rng, count: int) -> list[int]:
    return [int(stream.word()) for _ in range(count)]


# The attack that a hashed seed alone does not stop: some words of a stream tell the state of the small generator.


def inverse(factor: int) -> int:
    return pow(factor, -1, MASK + 1)


def state_word(word: int) -> int:
    """The word of the state that a word of the small generator was made of."""
    rotated = word * inverse(9) & MASK
    return ((rotated >> 7 | rotated << 25) & MASK) * inverse(5) & MASK


def foretold(seen: list[int], count: int) -> list[int]:
    """What the small generator gives after four words that were seen."""
    b0, b1, b2, b3 = map(state_word, seen)
    c1 = b1 ^ b0 ^ (b0 << 9 & MASK)  # a step makes b ^ c ^ a of b, and c ^ a ^ (b << 9) of c
    a1 = b2 ^ b1 ^ c1
    c2 = c1 ^ a1 ^ (b1 << 9 & MASK)
    a2 = b3 ^ b2 ^ c2
    stream = Rng("")
    stream.a, stream.b, stream.c, stream.d = a1, b1, c1, a2 ^ a1 ^ b1
    words(stream, len(seen) - 1)
    return words(stream, count)


def test_four_words_of_the_small_generator_tell_all_others() -> None:
    """So the attack is one."""
    told = words(Rng(SEED), 20)
    assert foretold(told[:4], 16) == told[4:]


@pytest.mark.parametrize("name", ["deal", "chance", "miss"])
def test_words_of_a_draw_tell_nothing_of_its_others(name: str) -> None:
    luck = LuckSource(SEED)
    streams = {"deal": luck.deal(), "chance": luck.chance(7), "miss": luck.miss(1, 7)}
    told = words(streams[name], 40)
    for begin in range(len(told) - 4):
        assert foretold(told[begin : begin + 4], 1) != told[begin + 4 : begin + 5]


# Streams.


def test_every_draw_has_a_stream_of_its_own() -> None:
    luck = LuckSource(SEED)
    streams = [luck.deal(), luck.chance(0), luck.chance(1), luck.miss(0, 1), luck.miss(1, 0)]
    streams += [LuckSource("another").deal(), luck.deal().branch(0), luck.deal().branch(1)]
    firsts = [tuple(words(stream, 4)) for stream in streams]
    assert len(set(firsts)) == len(firsts)
    assert words(LuckSource(SEED).chance(1), 4) == list(firsts[2])


def test_a_stream_branched_from_a_keyed_one_is_keyed() -> None:
    head = LuckSource(SEED).deal()
    told = words(head.branch(3), 12)
    assert foretold(told[:4], 8) != told[4:]
    again = Rng("something else")
    again.restart(head, 3)
    assert words(again, 12) == told
    again.restart(Rng("head"), 3)
    assert words(again, 5) == words(Rng("head").branch(3), 5)


def test_all_that_a_stream_offers_is_made_of_its_words() -> None:
    luck = LuckSource(SEED)
    told = words(luck.deal(), 40)
    numbers = [(a << 64 | b << 32 | c) >> 31 for a, b, c in zip(*[iter(told)] * 3, strict=False)]
    assert luck.deal().large_below(1 << 64) == next(one for one in numbers if one < 1 << 64)
    assert luck.deal().uniform() == ((told[0] >> 5) * 2**26 + (told[1] >> 6)) / 2**53
    shuffled = vec[u8](list(range(40)))
    luck.deal().shuffle(shuffled)
    items = list(range(40))
    for place, word in zip(range(39, 0, -1), told, strict=False):
        other = word * (place + 1) >> 32
        items[place], items[other] = items[other], items[place]
    assert list(shuffled) == items


def test_numbers_below_another_have_no_bias() -> None:
    """Of 3 * 2^29 numbers a product without rejection would give each third one twice as often."""
    n = 3 << 29
    stream = LuckSource(SEED).deal()
    found = Counter(int(stream.below(n)) % 3 for _ in range(6000))
    assert all(abs(found[rest] - 2000) < 200 for rest in range(3))


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["name"])
def test_draws_are_those_of_the_vectors(row: dict[str, Any]) -> None:
    luck = LuckSource(row["seed"])
    what, *numbers = row["draw"]
    draws: dict[str, Callable[..., Rng]] = {
        "deal": luck.deal,
        "chance": luck.chance,
        "timeout": luck.miss,
    }
    draw = draws[what]
    assert seed_commitment(row["seed"]) == row["commit"]
    assert words(draw(*map(int, numbers)), len(row["words"])) == row["words"]
    stream = draw(*map(int, numbers))
    assert [[limit, int(stream.below(limit))] for limit, _ in row["below"]] == row["below"]
