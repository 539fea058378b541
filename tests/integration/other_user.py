"""Runs tests as a user who is not root, where the suite itself runs as root. No tests here.

    python -m tests.integration.other_user tests/integration/test_attacks.py

runs these tests as nobody; INFOSET_TEST_WALLS goes along. What nobody may not enter on the way to this Python (it
may lie in root's home) is opened for this run alone, in a mount namespace of its own.
"""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

NOBODY: Final = 65_534
ROOT: Final = Path(__file__).parents[2]
TOOLS: Final = ("unshare", "setpriv", "mount")
# Each pair: a folder that is closed, and the folder below it that is needed. Behind them, what to run.
OPEN: Final = """
while [ "$1" != -- ]; do
    kept=$(mktemp -d)
    mount --bind "$2" "$kept"
    mount -t tmpfs -o mode=755 none "$1"
    mkdir -p "$2"
    mount --bind "$kept" "$2"
    shift 2
done
shift
exec "$@"
"""


def obstacle() -> str | None:
    """Why nothing can be run as somebody else here, in words."""
    if os.geteuid() != 0:
        return "this is not root already: the tests themselves run as somebody else"
    missing = [name for name in TOOLS if shutil.which(name) is None]
    if missing:
        return f"there is no program {' and no '.join(missing)}"
    done = subprocess.run(
        ["unshare", "--mount", "true"], capture_output=True, text=True, check=False
    )
    return None if done.returncode == 0 else f"no mount namespace: {done.stderr.strip()}"


def command(words: Sequence[str]) -> list[str]:
    """The same command, as nobody."""
    pairs = [str(path) for pair in closed(needed()) for path in pair]
    user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    return ["unshare", "--mount", "sh", "-ec", OPEN, "sh", *pairs, "--", *user, *words]


def needed() -> Iterator[Path]:
    """What a Python that runs our tests reads."""
    yield from {Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve(), ROOT}


def closed(paths: Iterator[Path]) -> Iterator[tuple[Path, Path]]:
    """Folders above these that are closed to others, each with the path that lies in it."""
    for path in paths:
        for above in reversed(path.parents):
            if not above.stat().st_mode & stat.S_IXOTH:
                yield above, path
                break


def run_tests(arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Runs pytest as nobody, with files in a folder of nobody's own."""
    with tempfile.TemporaryDirectory() as folder:
        os.chown(folder, NOBODY, NOBODY)
        words = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        return subprocess.run(
            command([*words, f"--basetemp={folder}/tests", *arguments]),
            cwd=ROOT,
            env=os.environ | {"HOME": folder, "TMPDIR": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )


if __name__ == "__main__":
    if (why := obstacle()) is not None:
        sys.exit(why)
    done = run_tests(sys.argv[1:])
    sys.stdout.write(done.stdout)
    sys.exit(done.returncode)
