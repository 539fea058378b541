"""A process that began uncompiled, and what is compiled beside it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from infoset_games.build_info import is_compiled

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "protocol", "server", "bots")
ASK = """
import shutil, sys
from pathlib import Path

import infoset
from infoset_server.matches import runner
from infoset_games import core

compiled, here = map(Path, sys.argv[1:])
for extension in compiled.rglob("*.so"):
    shutil.move(extension, here / extension.relative_to(compiled))

from infoset_games.catan import state
from infoset_server.app import server
from infoset_bots.search import maxn

print(*(Path(module.__file__).suffix for module in (core, runner, state, server, maxn)))
"""


def ask(here: Path, compiled: Path) -> str:
    """The suffixes of some modules, the last three imported when what is compiled has come to the packages `here`."""
    path = os.pathsep.join(str(here / folder) for folder in FOLDERS)
    asked = subprocess.run(
        [sys.executable, "-c", ASK, str(compiled), str(here)],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not asked.returncode, f"ended with {asked.returncode}\n{asked.stderr}"
    return asked.stdout.strip()


@pytest.mark.skipif(not is_compiled(), reason="NOT COMPILED: nothing can come beside a process")
def test_a_process_that_began_uncompiled_stays_so(tmp_path: Path) -> None:
    here, compiled = tmp_path / "here", tmp_path / "compiled"
    for folder in FOLDERS:
        for target, left_out in ((here, "*.so"), (compiled, "*.py")):
            shutil.copytree(
                ROOT / folder,
                target / folder,
                ignore=shutil.ignore_patterns(left_out, "__pycache__"),
            )
    assert ask(here, compiled) == ".py .py .py .py .py"
    assert ask(here, compiled) == ".so .so .so .so .so", "what begins later takes what is compiled"
