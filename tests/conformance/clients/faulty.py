"""Bots with one fault each, as people have them: a good bot of which one part is replaced.

usage: python faulty.py FAULT URL GAME MATCHES
"""

import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[3]))
from tests.conformance.clients.faults import (
    assisting,
    computing,
    core,
    differing,
    packing,
    playing,
    resuming,
    sockets,
    watching,
)
from tests.conformance.clients.faults.fault import Fault
from tests.conformance.clients.good import GOOD

LEVELS: Final = (
    playing,
    core,
    packing,
    sockets,
    resuming,
    computing,
    assisting,
    watching,
    differing,
)
FAULTS: Final[dict[str, Fault]] = {
    name: fault for level in LEVELS for name, fault in level.fault.by_name.items()
}


def main(name: str, url: str, game: str, matches: str) -> None:
    """Plays as the bot of that name."""
    bots = GOOD | {key: found.bot for key, found in FAULTS.items()}
    bots[name](url, game, int(matches)).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
