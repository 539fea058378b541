"""The page about replays shows a record as it is written."""

import re
from pathlib import Path

from tests.client.replaying.records import game_of, record_of

from infoset_games.core import Json
from infoset_games.game import Game
from infoset_games.record import read_record, write_record
from infoset_games.steps import KINDS

PAGE = Path(__file__).parents[3] / "docs" / "replays.md"
EXAMPLE = re.compile(r"<!-- example: a match of Leduc hold'em -->\n\n```json\n(.*?)```", re.DOTALL)


def known(name: str, options: dict[str, Json], rules: str) -> Game:
    return game_of(name)


def test_the_example_is_a_record_of_today() -> None:
    found = EXAMPLE.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    lines = found[1].splitlines()
    assert lines == list(write_record(record_of("leduc", 3))), "paste these lines into the page"
    assert read_record(lines, known).seed == "seed 3"


def test_every_kind_of_step_and_every_field_is_explained() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"| `{kind}` |" in text
    for name in ("i", "step", "seat", "decision", "a", "code", "ms", "tries", "why", "chance"):
        assert f"| `{name}` |" in text
