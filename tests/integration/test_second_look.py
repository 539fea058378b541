"""What `tests/conftest.py` promises of a second look at a test that failed."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
HANGS: Final = "import threading\n\ndef test_hangs():\n    threading.Event().wait()\n"
ENDS_S: Final = 120  # however busy the machine is; else it would not end at all


def test_a_second_look_that_hangs_is_ended_as_the_first(tmp_path: Path) -> None:
    file = tmp_path / "test_hanging.py"
    file.write_text(HANGS)
    options = ["-q", "-c", "pyproject.toml", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--timeout", "1", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=ENDS_S,
    )
    assert "1 failed, 1 rerun" in done.stdout, done.stdout + done.stderr
