"""Makes the helpers of these tests importable, and the toy games known."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from infoset_games.registry import register
from infoset_games.testing.toys.leduc import Leduc

sys.path.insert(0, str(Path(__file__).parents[4]))


@pytest.fixture
def leduc() -> Iterator[None]:
    """A toy game, installed for one test."""
    with register("leduc", Leduc):
        yield
