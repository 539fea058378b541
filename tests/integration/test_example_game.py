"""A game from a package of its own: installed beside us, checked by the kit, offered, and played from JavaScript."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.servers import Child, running_server

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "liars_dice"
PATIENCE_S = 90  # for programs on a busy machine
WHERE = "from infoset_games.registry import find_game; import inspect; print(inspect.getfile(find_game('liars_dice')))"
RESULT = re.compile(r"liars_dice \S+ seat \d: place \d of 3, score [0-3] \(finished\)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder into which the example is installed, on the path of all programs that are started."""
    folder = tmp_path_factory.mktemp("site")
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    done = run("-m", "pip", "install", "-q", *offline, "--target", str(folder), str(EXAMPLE))
    assert done.returncode == 0, done.stdout + done.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        yield folder


@pytest.fixture(scope="module")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """A server that was started after the installation and knows nothing else of it."""
    with running_server(tmp_path_factory.mktemp("server"), {"rooms.fill_ms": 50}) as child:
        yield child


def run(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs Python to its end."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_an_installed_game_is_found_where_it_was_installed(site: Path) -> None:
    done = run("-c", WHERE)
    assert Path(done.stdout.strip()) == site / "liars_dice" / "game.py", done.stderr
    assert (site / "liars_dice" / "page" / "view.css").is_file()


def test_the_installed_example_passes_the_conformance_kit(site: Path, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    plain = ["-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "--import-mode=importlib"]
    done = run("-m", "pytest", *plain, "tests", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\b11[0-9] passed", done.stdout), done.stdout


@pytest.mark.parametrize("bot", ["random_ws.mjs", "random_msgpack.mjs"])
def test_an_unchanged_javascript_bot_plays_the_example_with_house_bots(
    bot: str, server: Child
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip(f"node IS NOT INSTALLED: the example game was NOT PLAYED by {bot}")
    program = ROOT / "clients" / "javascript" / bot
    done = subprocess.run(
        [node, str(program), "127.0.0.1", str(server.port), "2", "liars_dice"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 2, done.stdout + done.stderr
    assert all(RESULT.fullmatch(line) for line in lines), done.stdout
    assert not done.stderr
    assert not server.problems()
