"""Makes the helpers importable however pytest is started, and starts servers for them."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "clients" / "sdk")]

from tests.integration.conftest import serve

__all__ = ["serve"]
