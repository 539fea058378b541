"""Runs pytest on an uncompiled copy of the rules: `python tests/tools/pure_rules.py [pytest arguments]`.

The compiled modules lie beside their source, so the copy leaves them out and stands first on the path.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECK = "import infoset_games.build_info as b; raise SystemExit(b.is_compiled())"


def main() -> int:
    """Returns pytest's exit code, or 1 when the copy turns out compiled after all."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(
            ROOT / "games",
            folder,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"),
        )
        environment = os.environ | {"PYTHONPATH": folder}
        if subprocess.run([sys.executable, "-c", CHECK], env=environment, check=False).returncode:
            sys.stderr.write("the copy of the rules is compiled; nothing was tested\n")
            return 1
        command = [sys.executable, "-m", "pytest", *sys.argv[1:]]
        return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
