"""Preferences: kept, and never in the way of a start."""

from pathlib import Path

import pytest

from infoset_gui.preferences import FILE_NAME, Preferences, load, read


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    likes = Preferences(name="Ada", theme="light", speed="fast", text_scale=1.15)
    likes.save(tmp_path)
    assert load(tmp_path) == likes


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"theme": 7, "text_scale": "big"}'])
def test_a_file_that_makes_no_sense_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    assert load(tmp_path).theme == "dark"
    assert load(tmp_path).text_scale == 1.0


def test_unknown_values_become_the_usual_ones() -> None:
    likes = read({"theme": "pink", "text_scale": 1.2, "speed": "warp", "confirm": "?", "more": 1})
    assert likes.theme == "dark"
    assert likes.text_scale == 1.15
    assert likes.speed_factor == 1.0
    assert likes.confirm == "always"
