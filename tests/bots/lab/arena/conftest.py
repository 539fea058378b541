"""Plans, records and bots for the tests of the arena; small Colonizers, so that a match takes little."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.record import Record, Thinking
from infoset_games.registry import make_game, register
from infoset_games.testing.toys.ambush import Ambush
from infoset_games.testing.toys.leduc import Leduc

SMALL = {"colony": 2}

MakePlan = Callable[..., Plan]
MakeRecord = Callable[..., Record]
WriteBot = Callable[[str, str], str]


@pytest.fixture
def toys() -> Iterator[None]:
    """The toy games, installed for one test."""
    with register("leduc", Leduc), register("ambush", Ambush):
        yield


@pytest.fixture
def make_plan() -> MakePlan:
    """A plan for the given bots: `make_plan("random", "random", seed="7", matches=3)`."""

    def make(*specs: str, game: str = "colonizers", **changes: Any) -> Plan:
        options = changes.pop("options", SMALL if game == "colonizers" else {})
        made = make_game(game, options)
        values: dict[str, Any] = {
            "game": game,
            "rules": made.rules,
            "entries": tuple(Entry(spec, spec) for spec in specs),
            "seed": "s",
            "matches": 4,
            "options": made.options(),
        }
        return Plan(**values | changes)

    return make


@pytest.fixture
def make_record() -> MakeRecord:
    """A record of a match: `make_record(0, "ab", [1, 2])`."""

    def make(match: int, bots: str, places: list[int], **changes: Any) -> Record:
        zeros = [0] * len(bots)
        values: dict[str, Any] = {
            "match": match,
            "deal": match,
            "seating": 0,
            "seed": f"s:{match}",
            "deal_hash": "h",
            "bots": list(bots),
            "places": places,
            "scores": [float(10 - place) for place in places],
            "returns": [0.0] * len(bots),
            "reason": "finished",
            "ending": "finished",
            "plies": 10,
            "rounds": 3,
            "decisions": [4] * len(bots),
            "misses": zeros,
            "illegal": zeros,
            "exceptions": zeros,
            "crashes": zeros,
            "thinking": Thinking([1.0] * len(bots), [2.0] * len(bots)),
        }
        return Record(**values | changes)

    return make


@pytest.fixture
def write_bot(tmp_path: Path) -> WriteBot:
    """Writes a bot's file and returns its path: `write_bot("name", "def decide(self, turn): ...")`."""

    def write(name: str, body: str) -> str:
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        path = tmp_path / f"{name}.py"
        path.write_text(f"import infoset\n\nclass Made(infoset.Bot):\n{lines}\n")
        return str(path)

    return write
