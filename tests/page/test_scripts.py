"""The page's scripts without a browser: what they reckon is tested by Node's own test runner."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "js"
TESTS = sorted(HERE.glob("*.test.mjs"))
NODE = shutil.which("node")


@pytest.mark.skipif(
    NODE is None, reason="LOUD: node is not installed, the page's scripts are untested"
)
def test_the_scripts_reckon_rightly() -> None:
    assert NODE is not None
    assert TESTS
    done = subprocess.run(
        [NODE, "--import", str(HERE / "english.mjs"), "--test", *map(str, TESTS)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
