"""The words of a match's luck, made a second time from the documents alone: docs/fairness.md and RFC 7693.

Nothing here is shared with the server, not even the hash: this is what somebody in another language writes.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infoset_protocol.conformance.vectors import read_lines

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "v1" / "luck.ndjson"
ROWS = read_lines(FILE.read_text("ascii"))
MASK = 2**64 - 1
START = (
    *(0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1),
    *(0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179),
)
ORDERS = (
    "0123456789abcdef",
    "ea489fd61c02b753",
    "b8c052fdae367194",
    "7931dcbe265a40f8",
    "905724afe1bc683d",
    "2c6a0b834d75fe19",
    "c51fed4a0763928b",
    "db7ec13950f4862a",
    "6fe9b308c2d714a5",
    "a2847615fb9e3cd0",
)
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def rotated(value: int, bits: int) -> int:
    return (value >> bits | value << 64 - bits) & MASK


def compressed(state: list[int], block: bytes, count: int, is_last: bool) -> list[int]:
    m = [int.from_bytes(block[place : place + 8], "little") for place in range(0, 128, 8)]
    v = [*state, *START]
    v[12] ^= count
    v[14] ^= MASK if is_last else 0
    for turn in range(12):
        order = [int(digit, 16) for digit in ORDERS[turn % 10]]
        for number, (a, b, c, d) in enumerate((*COLUMNS, *DIAGONALS)):
            for word, first, second in (
                (m[order[2 * number]], 32, 24),
                (m[order[2 * number + 1]], 16, 63),
            ):
                v[a] = (v[a] + v[b] + word) & MASK
                v[d] = rotated(v[d] ^ v[a], first)
                v[c] = (v[c] + v[d]) & MASK
                v[b] = rotated(v[b] ^ v[c], second)
    return [state[place] ^ v[place] ^ v[place + 8] for place in range(8)]


def blake2b(message: bytes, key: bytes = b"") -> bytes:
    """64 bytes."""
    state = list(START)
    state[0] ^= 0x01010000 ^ len(key) << 8 ^ 64
    data = (key.ljust(128, b"\0") if key else b"") + message
    blocks = [data[place : place + 128] for place in range(0, len(data), 128)] or [b""]
    for number, block in enumerate(blocks):
        is_last = number == len(blocks) - 1
        count = len(data) if is_last else 128 * (number + 1)
        state = compressed(state, block.ljust(128, b"\0"), count, is_last)
    return b"".join(word.to_bytes(8, "little") for word in state)


def words(row: dict[str, Any]) -> Iterator[int]:
    """The stream of a draw."""
    key = blake2b(row["seed"].encode())
    block = 0
    while True:
        message = "\x1f".join(["infoset-luck/1", *row["draw"], str(block)]).encode()
        found = blake2b(message, key)
        yield from (int.from_bytes(found[place : place + 4], "little") for place in range(0, 64, 4))
        block += 1


def below(stream: Iterator[int], limit: int) -> tuple[int, int]:
    """A number below `limit`, and how many words it took."""
    for tries, word in enumerate(stream, 1):
        if word * limit % 2**32 >= 2**32 % limit:
            return word * limit // 2**32, tries
    raise AssertionError("a stream has no end")


@pytest.mark.parametrize("message", [b"", b"abc", b"x" * 128, b"x" * 129, b"x" * 300])
@pytest.mark.parametrize("key", [b"", b"k", bytes(range(64))])
def test_the_hash_is_the_one_of_the_rfc(message: bytes, key: bytes) -> None:
    assert blake2b(message, key) == hashlib.blake2b(message, key=key).digest()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_words_of_a_draw_are_those_of_the_vectors(row: dict[str, Any]) -> None:
    assert hashlib.sha256(row["seed"].encode()).hexdigest() == row["commit"]
    assert blake2b(row["seed"].encode()).hex() == row["key"]
    stream = words(row)
    assert [next(stream) for _ in row["words"]] == row["words"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_numbers_below_another_are_those_of_the_vectors(row: dict[str, Any]) -> None:
    stream = words(row)
    assert [[limit, below(stream, limit)[0]] for limit, _ in row["below"]] == row["below"]


def test_the_vectors_show_a_number_that_was_drawn_again() -> None:
    streams = [(row, words(row)) for row in ROWS]
    taken = [below(stream, limit)[1] for row, stream in streams for limit, _ in row["below"]]
    assert max(taken) > 1
