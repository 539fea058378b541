"""Templates become a project: all of it, or nothing."""

import os
from pathlib import Path

import pytest

from infoset.errors import CommandError
from infoset.scaffolding.rendering import fill_in, read_templates, write_project


def test_values_stand_in_texts_and_in_paths() -> None:
    filled = fill_in({"@@name/@@{name}_rules.py": "# @@{name}s\n"}, {"name": "duel"})
    assert filled == {"duel/duel_rules.py": "# duels\n"}


def test_what_other_languages_write_is_left_as_it_is() -> None:
    text = "${a} $b `{c}` {{d}} %e @f @@@@g"
    assert fill_in({"file": text}, {}) == {"file": "${a} $b `{c}` {{d}} %e @f @@g"}


def test_a_value_that_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="name"):
        fill_in({"file": "@@name"}, {"title": "Duel"})


def test_templates_are_read_without_their_suffix() -> None:
    templates = read_templates("games")
    assert "pyproject.toml" in templates
    assert "tests/test_contract.py" in templates
    assert "@@name/py.typed" in templates
    assert not any(path.endswith(".in") for path in templates)


def test_files_are_written_with_their_folders(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    write_project(folder, {"README.md": "one\n", "src/deep/rules.py": "# \u00e9t\u00e9\n"})
    assert (folder / "README.md").read_bytes() == b"one\n"
    assert (folder / "src" / "deep" / "rules.py").read_bytes() == b"# \xc3\xa9t\xc3\xa9\n"


@pytest.mark.skipif(os.name == "nt", reason="no executable files on Windows")
def test_a_script_can_be_run_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    write_project(folder, {"run": "#!/bin/sh\n", "text": "run\n"})
    assert os.access(folder / "run", os.X_OK)
    assert not (folder / "text").stat().st_mode & 0o111


def test_a_folder_that_exists_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="exists already"):
        write_project(tmp_path, {"file": ""})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    complaint = r"nowhere: there is no such folder to make duel in$"
    with pytest.raises(CommandError, match=complaint):
        write_project(tmp_path / "nowhere" / "duel", {"file": ""})
    (tmp_path / "nowhere").touch()
    with pytest.raises(CommandError, match=complaint):
        write_project(tmp_path / "nowhere" / "duel", {"file": ""})


def test_nothing_is_left_of_a_project_that_could_not_be_written(tmp_path: Path) -> None:
    impossible = {"first": "", "first/second": ""}  # a file that were a folder, too
    with pytest.raises(CommandError, match="first"):
        write_project(tmp_path / "duel", impossible)
    assert list(tmp_path.iterdir()) == []
