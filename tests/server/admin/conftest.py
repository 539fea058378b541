"""Makes the helpers importable however pytest is started, and opens an office for each test."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.server.admin.office import Office


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """One with the usual settings."""
    return Office(tmp_path)
