"""Makes the tables of the integration tests importable however pytest is started."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))
