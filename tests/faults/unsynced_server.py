"""A server that breaks the promise on purpose: it never waits for the disk. The tests must notice.

python -m tests.faults.unsynced_server serve ...
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from infoset.cli import main
from infoset_server.storage import sqlite_engine

honest = sqlite_engine.writing_engine


def open_hastily(path: Path, settings: sqlite_engine.SqliteSettings) -> AsyncEngine:
    """As it is, but nothing is synchronised."""
    off: Any = "off"  # what no configuration offers
    return honest(path, replace(settings, synchronous=off))


if __name__ == "__main__":
    sqlite_engine.writing_engine = open_hastily
    sys.exit(main())
