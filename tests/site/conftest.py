"""The program that builds the site is no part of a package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "docs/site"))
