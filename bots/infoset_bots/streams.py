"""Opens the rules' random streams from a bot's own generator, and numbers from names."""

import hashlib
import random

from infoset_games.rng import Rng


def open_stream(rng: random.Random) -> Rng:
    """A new stream; equal generators open equal streams."""
    return Rng(f"{rng.getrandbits(64):016x}")


def joined(*names: str) -> str:
    """One name for these; other names never give the same."""
    return "\x1f".join(names)


def seed_number(*names: str) -> int:
    """A number below 2^53 that stands for these names: the same everywhere, another for others."""
    digest = hashlib.sha256(joined(*names).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11
