"""Random words that only the holder of a key can foretell. docs/fairness.md says how they are made."""

import hashlib
from typing import Final, final

from mypy_extensions import i64

WORD_BYTES: Final = 4
BLOCK_BYTES: Final = 64  # of BLAKE2b


@final
class KeyedWords:
    """The endless row of words that a key and a name stand for: BLAKE2b (RFC 7693) in counter mode.

    Block n of 64 bytes is the keyed hash of the name, the byte 0x1f and the decimal digits of n. Whoever has
    seen words of a row knows nothing of its others, nor of any row of another name.
    """

    def __init__(self, key: bytes, name: bytes) -> None:
        """`key` has at most 64 bytes."""
        self._key = key
        self._name = name
        self._block = b""
        self._blocks: i64 = 0  # made so far
        self._used: i64 = 0  # bytes of the block

    def __reduce__(self) -> tuple[object, ...]:
        return KeyedWords, (self._key, self._name), self.__getstate__()

    def branch(self, number: i64) -> "KeyedWords":
        """Row `number` of the family that this one heads."""
        return KeyedWords(self._key, self._name + f"\x1f/{int(number)}".encode())

    def word(self) -> i64:
        """The next 32 random bits: the next four bytes, the lowest first."""
        if self._used == len(self._block):
            message = self._name + f"\x1f{int(self._blocks)}".encode()
            self._block = hashlib.blake2b(message, key=self._key, digest_size=BLOCK_BYTES).digest()
            self._blocks += 1
            self._used = 0
        begin = self._used
        self._used = begin + WORD_BYTES
        return int.from_bytes(self._block[begin : begin + WORD_BYTES], "little")

    def below(self, n: i64) -> i64:
        """A number in 0..n-1, exactly uniform, for 1 <= n < 2^31.

        D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29, 2019.
        """
        product = self.word() * n
        low = product & 0xFFFFFFFF
        if low < n:
            least = 0x100000000 % n
            while low < least:
                product = self.word() * n
                low = product & 0xFFFFFFFF
        return product >> 32
