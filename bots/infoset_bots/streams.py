"""Opens the rules' random streams from a bot's own generator."""

import random

from infoset_games.rng import Rng


def open_stream(rng: random.Random) -> Rng:
    """A new stream; equal generators open equal streams."""
    return Rng(f"{rng.getrandbits(64):016x}")
