"""The guide to a new game works as printed: its files are written down, installed and tested."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from infoset_games.descriptor import GROUP
from infoset_games.playthrough import playthrough
from infoset_games.registry import Registry

GUIDE = Path(__file__).parents[2] / "docs" / "new-game.md"
FILE = re.compile(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


STEPS = re.compile(r"^## 1\. .*?^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_first_steps_make_a_game_that_passes_its_tests(tmp_path: Path) -> None:
    found = STEPS.search(GUIDE.read_text(encoding="utf-8"))
    assert found is not None
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-e", "-c", found[1]],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\b[67][0-9] passed", done.stdout), done.stdout
    assert (tmp_path / "treasure_hunt" / "treasure_hunt" / "page" / "view.js").is_file()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the guide in a folder that can be imported from."""
    for name, text in FILE.findall(GUIDE.read_text(encoding="utf-8")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "higher_game", raising=False)
    return tmp_path


def test_the_guide_has_all_its_files(package: Path) -> None:
    names = {path.name for path in package.iterdir()}
    assert names == {"pyproject.toml", "higher_game.py", "test_higher.py"}


def test_the_entry_point_of_the_guide_offers_its_game(package: Path) -> None:
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    offered = project["entry-points"][GROUP]
    registry = Registry(EntryPoint(name, at, GROUP) for name, at in offered.items())
    assert registry.broken == {}
    assert registry.names() == ("higher",)
    lines = list(playthrough(registry.make("higher", {"cards": 4}), "1"))
    assert lines[0] == "game higher/1.0"
    assert lines[-2].startswith("  places ")


def test_the_tests_of_the_guide_pass(package: Path) -> None:
    path = [str(package), *filter(None, sys.path)]
    run = f"import sys; sys.path[:] = {path!r}; import pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider']))"
    done = subprocess.run(
        [sys.executable, "-c", run], cwd=package, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\b[67][0-9] passed", done.stdout), done.stdout


def test_the_package_of_the_guide_can_be_installed(package: Path, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheel = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps"]
    done = subprocess.run(
        [*wheel, "-w", str(wheels), str(package)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = wheels.iterdir()
    modules = [name for name in zipfile.ZipFile(built).namelist() if name.endswith(".py")]
    assert modules == ["higher_game.py"]
