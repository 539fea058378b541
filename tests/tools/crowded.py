"""Runs pytest as on a crowded machine: `python tests/tools/crowded.py [pytest arguments]`.

Every event loop of every Python program stands still for up to 0.3 s now and then, and what fails is not looked at
again. A test that fails so looks at the wrong moment, or found a race; only one that measures time may. The numbers of
processes are part of the chance, so the same seed (`INFOSET_CROWDED`) finds the same again often, not always.
"""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

STANDING_STILL = Path(__file__).with_name("standing_still.py")


def main() -> int:
    """Returns pytest's exit code."""
    seed = os.environ.get("INFOSET_CROWDED") or secrets.token_hex(4)
    sys.stdout.write(f"INFOSET_CROWDED={seed}\n")
    sys.stdout.flush()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(STANDING_STILL, Path(folder) / "sitecustomize.py")
        environment = os.environ | {"PYTHONPATH": folder, "INFOSET_CROWDED": seed}
        command = [sys.executable, "-m", "pytest", "--force-reruns", "0", *sys.argv[1:]]
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
