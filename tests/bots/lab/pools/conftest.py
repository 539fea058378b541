"""Lets worker processes find the tasks of these tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))
