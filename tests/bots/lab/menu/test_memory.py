"""The menu remembers; what cannot be read is as if there were nothing."""

from pathlib import Path

import pytest

from infoset_bots.lab.menu.memory import Choices, choices_file, load_choices, save_choices


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "menu.json"
    choices = Choices(
        game="colonizers",
        players={"colonizers": ("person", "random")},
        options={"catan": {"a": "1"}},
    )
    save_choices(file, choices)
    assert load_choices(file) == choices
    assert [one.name for one in file.parent.iterdir()] == ["menu.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"matches": 0}', '{"players": {"catan": "me"}}'])
def test_a_file_that_cannot_be_read_is_as_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "menu.json"
    assert load_choices(file) == Choices()
    file.write_text(text)
    assert load_choices(file) == Choices()


def test_fields_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "menu.json"
    file.write_text('{"game": "crossfire", "music": true}')
    assert load_choices(file).game == "crossfire"


def test_choices_are_kept_with_the_users_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert choices_file() == tmp_path / "infoset" / "menu.json"
