"""`infoset map`: maps are checked, drawn and converted, and what is wrong is named by square."""

from pathlib import Path

import pytest

from infoset.cli import main
from infoset.exits import FAILED
from infoset_games.crossfire.maps import read_map

LESSON = """half_turn
DDDDDDDDD
DDMaMDDDD
DDDDDDDDD
DDDDDDDDD
DDDDDDDDD
DDDDDDDDD
DDDDDDDDD
DDDDM0MDD
DDDDDDDDD"""


def test_a_random_map_becomes_an_image_and_text_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image, text = tmp_path / "island.png", tmp_path / "island.txt"
    made = ["map", "random", "--preset", "mini", "--seed", "7"]
    assert main([*made, "--out", str(image), "--scale", "8"]) == 0
    assert main(["map", str(image), "--out", str(text)]) == 0
    assert capsys.readouterr().err.startswith("11 x 11, 3 units a seat, ")
    assert main(made) == 0
    drawn = read_map(text.read_text().strip())
    # Spawns of an image are counted by rows.
    assert read_map(capsys.readouterr().out.strip()).terrain == drawn.terrain


def test_a_map_that_should_not_be_played_is_shown_with_its_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "walls.txt"
    walled = LESSON.replace("DDDDDDDDD\nDDMaMDDDD", "DDDMDDDDD\nDDMaMDDDD")
    walled = walled.replace("DDDDM0MDD\nDDDDDDDDD", "DDDDM0MDD\nDDDDDMDDD")
    file.write_text(walled)
    assert main(["map", str(file)]) == FAILED
    shown = capsys.readouterr()
    assert shown.out.strip() == walled
    assert "fault: spawn F8 has fewer than 2 passable neighbours" in shown.err


@pytest.mark.parametrize(
    ("change", "message"),
    [(("DDMaM", "DDMaD"), "square E2"), (("DDMaM", "DD?aM"), "square C2")],
    ids=["asymmetric", "no terrain"],
)
def test_a_wrong_square_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], message: str
) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(LESSON.replace(*change))
    assert main(["map", str(file)]) == FAILED
    assert message in capsys.readouterr().err


def test_an_image_with_a_strange_colour_is_refused_by_square(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = pytest.importorskip("PIL.Image", reason="NOT TESTED: Pillow (extra `maps`) is missing")
    file = tmp_path / "pink.png"
    picture = image.new("RGB", (9, 9), (224, 200, 112))
    picture.putpixel((3, 2), (255, 0, 255))
    picture.save(file)
    assert main(["map", str(file)]) == FAILED
    assert "square D3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.txt"], "nowhere.txt: No such file"),
        (["nowhere.png"], "nowhere.png: No such file"),
        (["random", "--scale", "0"], "--scale: expected 1..64, got 0"),
        (["random", "--out", "no/such/folder.txt"], "no/such/folder.txt: No such file"),
        (["random", "--out", "no/such/folder.png"], "no/such/folder.png: No such file"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["map", *arguments]) == FAILED
    assert message in capsys.readouterr().err


def test_a_file_too_large_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "huge.png"
    file.write_bytes(bytes(1 << 21))
    assert main(["map", str(file)]) == FAILED
    assert "more than 1 MB" in capsys.readouterr().err
