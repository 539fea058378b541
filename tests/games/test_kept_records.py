"""Records written before luck was drawn from a keyed hash: whatever draws today, they are played as they were."""

from pathlib import Path

import pytest

from infoset_games.record import read_record, write_record
from infoset_games.registry import make_game

KEPT = sorted(Path(__file__).with_name("kept").glob("*.jsonl"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_record_is_played_and_written_as_it_was(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    record = read_record(lines, make_game)
    assert list(write_record(record)) == lines
    *_, (_, match, _) = record.play()
    assert match.over is not None


def test_there_is_a_record_of_each_game() -> None:
    assert [path.stem for path in KEPT] == ["catan", "colonizers", "crossfire"]
