"""The luck of a match: all that chance brings, from a secret that nothing it brings tells anything of.

docs/fairness.md has the algorithm for other languages, and what is promised to whom.
"""

import hashlib
from typing import Final, final

from infoset_games.keyed_words import KeyedWords
from infoset_games.rng import Rng

LUCK: Final = "infoset-luck/1"  # the algorithm: in front of the secrets it is meant for, and in what it hashes


@final
class LuckSource:
    """Draws by name. Each has a stream of its own, however the seats play: equal seeds bring equal luck."""

    def __init__(self, seed: str) -> None:
        """`seed` is the secret of a match: what is drawn is as hard to guess as it is."""
        self._key = hashlib.blake2b(seed.encode()).digest()

    def deal(self) -> Rng:
        """What the deal is drawn from."""
        return self._stream("deal")

    def chance(self, number: int) -> Rng:
        """What the chance ply of this number is drawn from; they are counted from 0."""
        return self._stream(f"chance\x1f{number}")

    def miss(self, seat: int, decision: int) -> Rng:
        """What a random action is drawn from that is played for a seat."""
        return self._stream(f"timeout\x1f{seat}\x1f{decision}")

    def anew(self) -> Rng:
        """What is drawn from that was settled for later when the match was begun at a position of another."""
        return self._stream("anew")

    def _stream(self, name: str) -> Rng:
        return Rng.keyed(KeyedWords(self._key, f"{LUCK}\x1f{name}".encode()))


def seed_commitment(seed: str) -> str:
    """What is told of a seed at the start, in hexadecimal digits: anyone can check the seed against it at the end.

    Another hash than the one the luck comes from, so that neither tells of the other.
    """
    return hashlib.sha256(seed.encode()).hexdigest()
