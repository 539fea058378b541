"""`infoset stats`: tables, JSON, figures; equal series give equal files."""

import json
from pathlib import Path

import pytest
from tests.bots.runs import call

from infoset.errors import CommandError
from infoset_bots.lab.statistics.command import command

PNG = b"\x89PNG"
FIGURES = (
    *("points_over_rounds", "points_by_match", "dice"),
    *("places_edge", "places_hex", "places_node"),
)


def test_tables_are_written_as_text(islands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(command, str(islands)) == 0
    out = capsys.readouterr().out
    assert out.startswith("3 matches on 3 deals\n")
    assert "fell" in out


def test_the_same_is_had_as_json(islands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(command, str(islands), "--json") == 0
    plain = json.loads(capsys.readouterr().out)
    assert (plain["format"], plain["game"], plain["matches"]) == (1, "catan", 3)
    assert sum(plain["island"]["dice"]["observed"]) > 0


def test_figures_are_drawn_and_repeat(
    islands: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        assert call(command, str(islands), "--plots", str(folder)) == 0
    names = {f"{name}.{kind}" for name in FIGURES for kind in ("png", "svg")}
    assert {file.name for file in folders[0].iterdir()} == names | {"series.json", "series.txt"}
    assert (folders[0] / "dice.png").read_bytes().startswith(PNG)
    for name in names:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()
    assert "dice.svg" in capsys.readouterr().err


def test_places_that_lie_nowhere_are_drawn_in_a_row(colonies: Path, tmp_path: Path) -> None:
    assert call(command, str(colonies), "--plots", str(tmp_path)) == 0
    drawn = {file.name for file in tmp_path.glob("places_*.svg")}
    assert drawn == {"places_colonist.svg", "places_module.svg"}


def test_one_replay_has_its_curve_but_no_sums(islands: Path, tmp_path: Path) -> None:
    assert call(command, str(islands / "matches" / "1.jsonl"), "--plots", str(tmp_path)) == 0
    assert (tmp_path / "points_over_rounds.svg").exists()
    assert not (tmp_path / "points_by_match.svg").exists()


def test_a_folder_that_cannot_be_written_is_named(islands: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(CommandError, match=str(file)):
        call(command, str(islands), "--plots", str(file / "figures"))
