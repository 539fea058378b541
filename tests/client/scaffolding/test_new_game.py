"""`infoset new-game`: what it writes passes its own tests and ours; what it cannot write it refuses, and says why."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

import pytest

from infoset.cli import main
from infoset.exits import FAILED
from infoset_games.descriptor import GROUP
from infoset_games.playthrough import playthrough
from infoset_games.registry import Registry
from infoset_server.http.game_words import faults_of

PLUGIN = EntryPoint("new-game", "infoset.commands.new_game:command", "infoset.commands")
NAME = "treasure_hunt"
LONGEST = "a_name_as_long_as_a_name_can_be_"
PATIENCE_S = 100


def new_game(*arguments: str) -> int:
    """Runs the command in this process; returns its exit code."""
    return main(["new-game", *arguments], [PLUGIN])


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a module of Python in `folder`, to its end."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def tool(name: str) -> str:
    """The name of a tool that is installed. Skips if it is not."""
    if find_spec(name) is None:
        pytest.skip(f"{name} IS NOT INSTALLED: the generated code was NOT CHECKED by it")
    return name


@pytest.fixture(scope="module", params=["x", NAME, LONGEST])
def any_project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game, with a name of any length."""
    name: str = request.param
    folder = tmp_path_factory.mktemp("any")
    assert new_game(name, "--into", str(folder)) == 0
    return folder / name


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game."""
    folder = tmp_path_factory.mktemp("new")
    assert new_game(NAME, "--into", str(folder)) == 0
    return folder / NAME


def test_a_new_game_passes_its_tests(project: Path) -> None:
    done = run(project, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\b[67][0-9] passed", done.stdout), done.stdout


def test_a_new_game_is_typed(project: Path, tmp_path: Path) -> None:
    done = run(project, tool("mypy"), "--cache-dir", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 source files" in done.stdout, done.stdout


def test_a_new_game_is_in_good_form_whatever_its_name(any_project: Path) -> None:
    checked = run(any_project, tool("ruff"), "check", "--no-cache")
    assert checked.returncode == 0, checked.stdout
    formatted = run(any_project, "ruff", "format", "--diff", "--no-cache")
    assert formatted.returncode == 0, formatted.stdout
    assert re.search(r"\b6 files already formatted", formatted.stderr), formatted.stderr


@pytest.fixture
def importable(any_project: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a new game, from which Python imports until the test ends."""
    monkeypatch.syspath_prepend(any_project)
    yield any_project
    package = any_project.name
    for module in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[module]


def test_a_new_game_is_offered_by_its_entry_point(importable: Path) -> None:
    about = tomllib.loads((importable / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    offered = about["entry-points"][GROUP]
    registry = Registry(EntryPoint(name, at, GROUP) for name, at in offered.items())
    assert registry.broken == {}
    assert registry.names() == (importable.name,)
    lines = list(playthrough(registry.make(importable.name, {"seats": 4}), "1"))
    assert lines[0] == f"game {importable.name}/1.0"
    assert lines[-2].startswith("  places ")


def test_a_new_game_has_words_that_a_server_takes(any_project: Path) -> None:
    name = any_project.name
    text = (any_project / name / "words" / "en.ftl").read_text(encoding="utf-8")
    assert list(faults_of(name, text)) == []
    said = set(re.findall(r"^([\w-]+) =", text, re.MULTILINE))
    views = [any_project / name / "page/view.js", any_project / name / "window.py"]
    asked = set(re.findall(rf"[\"'`]({name}-[\w-]+)", " ".join(map(Path.read_text, views))))
    assert {one for one in asked if not any(key.startswith(one) for key in said)} == set()
    options = {key for key in said if key.startswith(f"{name}-option-")}
    assert {key for key in said - options if not key.startswith(tuple(asked))} == set()


def test_the_readme_names_files_that_are_there(project: Path) -> None:
    text = (project / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\S+)` \|", text, re.MULTILINE)
    assert len(named) == 7
    assert all((project / path).is_file() for path in named)
    assert text.startswith("# Treasure hunt\n")


def test_nothing_is_left_open_in_what_was_written(project: Path) -> None:
    texts = [path.read_bytes() for path in project.rglob("*.*") if path.is_file()]
    assert not any(b"@@" in text for text in texts)
    assert not any("@@" in str(path) or path.suffix == ".in" for path in project.rglob("*"))


def test_what_to_do_next_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new_game(NAME, "--into", str(tmp_path)) == 0
    said = capsys.readouterr().out
    assert f"cd {tmp_path / NAME}\n" in said
    assert "python -m pytest" in said


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Treasure", "expected at most 32 of a-z, 0-9 and _"),
        ("2048", "the first one a letter"),
        ("treasure-hunt", "expected at most 32"),
        ("../treasure", "expected at most 32"),
        ("", "expected at most 32"),
        (LONGEST + "x", "expected at most 32"),
        ("class", "Python keeps this word"),
        ("json", "a Python module is called so"),
        ("infoset", "a Python module is called so"),
        ("tests", "a Python module is called so"),
        ("catan", "a game of this name is installed"),
    ],
)
def test_a_bad_name_is_refused_with_the_reason(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new_game(name, "--into", str(tmp_path)) == FAILED
    said = capsys.readouterr().err
    assert said.startswith(f"infoset: name {name!r}: ")
    assert reason in said
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / NAME / "rules.py"
    kept.parent.mkdir()
    kept.write_text("mine", encoding="utf-8")
    assert new_game(NAME, "--into", str(tmp_path)) == FAILED
    assert f"{tmp_path / NAME}: it exists already" in capsys.readouterr().err
    assert [path.read_text(encoding="utf-8") for path in kept.parent.iterdir()] == ["mine"]


def test_a_game_can_be_written_where_its_name_lies_about_as_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / NAME).mkdir()
    monkeypatch.syspath_prepend(tmp_path)  # as Python's -m does with the current folder
    assert new_game(NAME, "--into", str(tmp_path / NAME)) == 0
