"""Where the modules of the examples are; servers for them."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "examples" / "learner")]

from tests.integration.conftest import serve

__all__ = ["serve"]
