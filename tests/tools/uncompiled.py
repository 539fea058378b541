"""Runs pytest on an uncompiled copy of the packages: `python tests/tools/uncompiled.py [pytest arguments]`.

The compiled modules lie beside their source, so the copy leaves them out and stands first on the path.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("games", "protocol", "server", "bots")  # those with compiled modules: see pyproject.toml
CHECK = """
from infoset_games import core
from infoset_protocol import codec
from infoset_server.network import outbox
raise SystemExit(not all(module.__file__.endswith(".py") for module in (core, codec, outbox)))
"""


def main() -> int:
    """Returns pytest's exit code, or 1 when the copy turns out compiled after all."""
    with tempfile.TemporaryDirectory() as copy:
        for folder in FOLDERS:
            shutil.copytree(
                ROOT / folder,
                Path(copy) / folder,
                ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"),
            )
        path = os.pathsep.join(str(Path(copy) / folder) for folder in FOLDERS)
        environment = os.environ | {"PYTHONPATH": path}
        if subprocess.run([sys.executable, "-c", CHECK], env=environment, check=False).returncode:
            sys.stderr.write("the copy is compiled; nothing was tested\n")
            return 1
        command = [sys.executable, "-m", "pytest", *sys.argv[1:]]
        return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
