"""docs/openspiel.md: its tables are those of the catalogue, its commands run."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.games.openspiel.plays import pyspiel

from infoset_games.openspiel.table import left_out, offered
from infoset_games.registry import find_game
from infoset_server.programs.manifest import read_manifest

ROOT = Path(__file__).parents[3]
DOC = (ROOT / "docs" / "openspiel.md").read_text("utf-8")
FIRST = re.search(r"```\n(.*?)```", DOC, re.DOTALL)
PATIENCE_S = 250

assert pyspiel


def commands() -> list[str]:
    """The first block."""
    assert FIRST is not None
    return FIRST[1].splitlines()


def test_its_tables_are_those_of_the_catalogue() -> None:
    assert offered() in DOC, "run: python -m infoset_games.openspiel.table"
    assert left_out() in DOC, "run: python -m infoset_games.openspiel.table"


def test_it_begins_with_what_installs_it() -> None:
    extras = re.fullmatch(r"pip install '\.\[(.*)\]'", commands()[0])
    assert extras is not None
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(extras[1].split(",")) <= set(project["optional-dependencies"])


@pytest.mark.parametrize("number", [1, 2])
def test_its_commands_run(number: int) -> None:
    program, *arguments = shlex.split(commands()[number])
    module = ["-m", "infoset"] if program == "infoset" else []
    done = subprocess.run(
        [sys.executable, *module, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_its_house_bot_is_one_and_plays_the_games_it_names(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", DOC, re.DOTALL)
    assert block is not None
    path = tmp_path / "bots.toml"
    path.write_text(block[1])
    (entry,) = read_manifest(path, None)
    assert entry.games
    for game in map(find_game, entry.games):
        assert game.worlds
        assert not game.simultaneous
