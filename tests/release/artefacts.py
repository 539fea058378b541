"""What the checks of a release share: wheels, environments, what a stranger does in them. No tests here."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).parents[2]
STRANGER: Final = ROOT / "tests" / "tools" / "stranger.py"
LOCK: Final = ROOT / "requirements" / "server.lock"
BUILD_S: Final = 3000

Command: TypeAlias = list[str | Path]


def run(command: Command, folder: Path, **variables: str) -> str:
    """Its output. Fails where it fails, with what it said."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=BUILD_S,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def timed(what: str, command: Command, folder: Path, **variables: str) -> str:
    """As `run`, and says how long it took: the figures of docs/release.md."""
    begin = time.monotonic()
    said = run(command, folder, **variables)
    tell(f"{what}: {time.monotonic() - begin:.1f} s")
    return said


def tell(text: str) -> None:
    sys.stdout.write(f"\n{text}")
    sys.stdout.flush()


def wheel(folder: Path, **variables: str) -> Path:
    """A wheel of the source, in an empty folder."""
    build: Command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    run(build, ROOT, **variables)
    (made,) = folder.glob("infoset-*.whl")
    tell(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB")
    return made


def wheelhouse(folder: Path) -> Path:
    """What the lock for servers names, for installs without a network."""
    pip: Command = [sys.executable, "-m", "pip", "download", "-q", "--require-hashes", "-r", LOCK]
    run([*pip, "-d", folder], folder.parent)
    return folder


def environment(folder: Path, wheelhouse: Path, made: Path) -> Path:
    """The Python of a fresh environment with the wheel and what a server needs. Nothing is asked of a network."""
    run([sys.executable, "-m", "venv", folder], folder.parent)
    python = folder / "bin" / "python"
    offline: Command = ["--no-index", "--find-links", wheelhouse]
    timed(
        f"{made.name} installed",
        [python, "-m", "pip", "install", "-q", *offline, f"{made}[server]"],
        folder.parent,
    )
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    tell(f"the environment: {size / 1e6:.0f} MB")
    return python


def image_steps() -> list[str]:
    """The commands of the Dockerfile's RUN instructions, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return [" ".join(step.split()) for step in re.findall(r"^RUN (.*)$", text, re.MULTILINE)]
