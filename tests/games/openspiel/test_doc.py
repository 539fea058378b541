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
