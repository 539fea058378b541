"""Makes the helpers importable however pytest is started, and founds a town for each test."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.server.accounts.town import Town


@pytest.fixture
def town() -> Town:
    """One with the usual settings."""
    return Town()
