"""Options of games as they are typed, and in files."""

import json
from pathlib import Path

import pytest

from infoset.errors import CommandError
from infoset.game_options import read_options
from infoset_games.catan.layouts import BEGINNER, PRINTED, write_layout


@pytest.fixture
def island(tmp_path: Path) -> Path:
    file = tmp_path / "island.txt"
    file.write_text(BEGINNER)
    return file


def test_values_are_json_or_text() -> None:
    assert read_options("catan", ["target=8", "layout=thesis", "rob_empty=true"]) == {
        "target": 8,
        "layout": "thesis",
        "rob_empty": True,
    }


def test_a_board_comes_from_a_file(island: Path) -> None:
    options = read_options("catan", [f"layout=@{island}"])
    assert options == {"layout": write_layout(PRINTED["beginner"])}
    island.write_text(json.dumps(options["layout"]))
    assert read_options("catan", [f"layout=@{island}"]) == options


def test_other_options_come_from_files_as_json(tmp_path: Path) -> None:
    file = tmp_path / "copies.json"
    file.write_text("[1, 2]")
    assert read_options("colonizers", [f"copies=@{file}"]) == {"copies": [1, 2]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("ore 10", "ore 9"), r"hexes: expected 2 with the number 9, got 3"),
        (("ore 10", "sheep 10"), r"hexes: expected 4 of sheep, got 5"),
        (("sheep 2, wood 9", "sheep 2"), r"row 1: expected 3 hexes, got 2"),
        (("wheat 9", "wheat seven"), r"hexes\[7\]: number: expected"),
        (("ore 10", "gold 10"), r"hexes\[0\]: terrain: expected one of"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_the_reason(
    island: Path, change: tuple[str, str], reason: str
) -> None:
    island.write_text(BEGINNER.replace(*change, 1))
    with pytest.raises(CommandError, match=f"^{island}: {reason}"):
        read_options("catan", [f"layout=@{island}"])


def test_red_numbers_side_by_side_are_refused(island: Path) -> None:
    text = BEGINNER.replace("sheep 4,", "sheep 8,", 1).replace("ore 8", "ore 4", 1)
    island.write_text(text)
    with pytest.raises(CommandError, match=r"hexes\[4\] and hexes\[5\]: expected no 6 beside a 8"):
        read_options("catan", [f"layout=@{island}"])


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        ("target", "--option target: expected NAME=VALUE"),
        ("=3", "--option =3: expected NAME=VALUE"),
        ("layout=@nowhere.txt", "nowhere.txt: No such file"),
    ],
)
def test_what_cannot_be_read_is_said(pair: str, reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        read_options("catan", [pair])


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "photo"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CommandError, match="expected text in UTF-8"):
        read_options("catan", [f"layout=@{file}"])
