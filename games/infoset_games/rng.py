"""Random numbers for rules and search: one type for both, the same stream compiled or not.

Where nothing is secret (playouts, worlds) they come from a small generator, xoshiro128** 1.1 (D. Blackman and
S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47, 2021). The standard library's costs
more than a whole ply of a compiled game, and librt's promises no stable stream; other languages need one.

A few of its numbers tell all that follow. So whatever players must not foretell is drawn from a stream that
is `keyed`.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.keyed_words import KeyedWords

MASK32: Final = 0xFFFFFFFF
GOLDEN: Final = 0x9E3779B9  # 2^32 divided by the golden ratio
UNNAMED: Final = hashlib.sha256(b"").digest()  # of streams that take their numbers from elsewhere


@final
class Rng:
    """A stream of random numbers. Mutable; equal seeds and labels give equal streams anywhere."""

    def __init__(self, seed: str, *labels: str) -> None:
        """Opens the stream named by `seed` and `labels`; different labels are independent streams."""
        digest = UNNAMED
        if seed or labels:
            digest = hashlib.sha256("\x1f".join((seed, *labels)).encode()).digest()
        self.a: i64 = word_at(digest, 0)
        self.b: i64 = word_at(digest, 4)
        self.c: i64 = word_at(digest, 8)
        self.d: i64 = word_at(digest, 12) | 1  # the all-zero state is a fixed point
        self._keyed: KeyedWords | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return Rng, ("",), self.__getstate__()

    @staticmethod
    def keyed(words: KeyedWords) -> "Rng":
        """A stream of these words, for draws that nobody may foretell. Its numbers below another have no bias."""
        stream = Rng("")
        stream._keyed = words
        return stream

    def branch(self, number: i64) -> "Rng":
        """Stream `number`, 0 <= number < 2^32, of the family that this one heads; see `restart`."""
        stream = Rng("")
        stream.restart(self, number)
        return stream

    def restart(self, head: "Rng", number: i64) -> None:
        """Makes this the start of stream `number` of the family of `head`, whose own state stays as it is.

        Any member is found at once, and for a hundredth of what opening a named stream costs. A head is for
        its family alone: draw nothing from it.
        """
        keyed = head._keyed
        self._keyed = None if keyed is None else keyed.branch(number)
        step = (number * GOLDEN) & MASK32
        self.a = scramble((head.a + step) & MASK32)
        self.b = scramble((head.b + step) & MASK32)
        self.c = scramble((head.c + step) & MASK32)
        self.d = scramble((head.d + step) & MASK32) | 1

    def word(self) -> i64:
        """The next 32 random bits."""
        if self._keyed is not None:
            return self._keyed.word()
        return self._step()

    def _step(self) -> i64:
        """The next word of the small generator."""
        b = self.b
        m = (b * 5) & MASK32
        result = ((((m << 7) & MASK32) | (m >> 25)) * 9) & MASK32
        t = (b << 9) & MASK32
        a = self.a
        c = self.c ^ a
        d = self.d ^ b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ t
        self.d = ((d << 11) & MASK32) | (d >> 21)
        return result

    def below(self, n: i64) -> i64:
        """A number in 0..n-1, for 1 <= n < 2^31; the bias of at most n / 2^32 is below what any test sees."""
        if self._keyed is not None:
            return self._keyed.below(n)
        return (self._step() * n) >> 32

    def large_below(self, n: int) -> int:
        """A number in 0..n-1 for any n >= 1, exactly uniform (product spaces outgrow a machine word)."""
        bits = n.bit_length()
        words = (bits + 31) // 32
        while True:
            value = 0
            for _ in range(words):
                value = (value << 32) | int(self.word())
            value >>= words * 32 - bits
            if value < n:
                return value

    def uniform(self) -> float:
        """A float in [0, 1) with 53 random bits."""
        high = int(self.word()) >> 5
        low = int(self.word()) >> 6
        return (high * 67108864 + low) / 9007199254740992.0

    def shuffle(self, items: vec[u8]) -> None:
        """Puts `items` into uniformly random order, in place (Fisher and Yates)."""
        i: i64 = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            held = items[i]
            items[i] = items[j]
            items[j] = held
            i -= 1

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """Small numbers in the order that `shuffle` puts them into, as a list of their own.

        Interpreted code calls this one: mypyc 2.4 never frees a `vec` that such code hands to compiled code.
        """
        packed = vec[u8]([u8(item) for item in items])
        self.shuffle(packed)
        return [int(item) for item in packed]


def scramble(word: i64) -> i64:
    """32 bits to 32 other bits, one to one, so that neighbours become strangers.

    The function `lowbias32` of C. Wellons, "Prospecting for hash functions", 2018.
    """
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & MASK32
    word = ((word ^ (word >> 15)) * 0x846CA68B) & MASK32
    return word ^ (word >> 16)


def word_at(data: bytes, start: i64) -> i64:
    """The 32 bits that begin there, the least significant byte first."""
    low = i64(data[start]) | i64(data[start + 1]) << 8
    return low | i64(data[start + 2]) << 16 | i64(data[start + 3]) << 24
