"""The steps of the Dockerfile as plain commands, and a server of what they make, in a folder it cannot write to.

Left out are the steps that need root of a container: apt-get, groupadd and useradd. Run by `make release-check`.
"""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from tests.release.artefacts import BUILD_S, ROOT, STRANGER, image_steps, run, tell, timed

pytestmark = pytest.mark.timeout(2 * BUILD_S)
ROOTS_ALONE = ("apt-get ", "groupadd ")
MOST_MB = 250
BASE_MB = 125  # python:3.13-slim-bookworm unpacked, of which the image's size is made besides ours


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the second stage copies: /opt/infoset, made where the test may write."""
    folder = tmp_path_factory.mktemp("image")
    source, made = folder / "src", folder / "infoset"
    copy_context(source)
    for step in image_steps():
        if not step.startswith(ROOTS_ALONE):
            command = step.replace("/opt/infoset", str(made)).replace("python -m venv", VENV)
            timed(f"RUN {step[:60]}", ["sh", "-ec", command], source, INFOSET_COMPILED="1")
    return made


VENV = f"{sys.executable} -m venv"


def copy_context(target: Path) -> None:
    """What .dockerignore lets through, and what has been compiled already, so that it need not be again."""
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    anywhere = [line.removeprefix("**/") for line in ignored if line.startswith("**/")]
    top = {line for line in ignored if line and not line.startswith(("#", "**/"))}
    target.mkdir()
    for path in ROOT.iterdir():
        if path.name in top or path.name.endswith("-runs"):
            continue
        if path.is_dir():
            left = shutil.ignore_patterns(*anywhere)
            shutil.copytree(path, target / path.name, ignore=left)
        else:
            shutil.copy(path, target)
    if (ROOT / "dist").exists():
        shutil.copytree(ROOT / "dist", target / "dist")


def test_what_was_left_out_is_what_only_root_may_do() -> None:
    left = [step for step in image_steps() if step.startswith(ROOTS_ALONE)]
    assert [step.split()[0] for step in left] == ["apt-get", "groupadd"]
    assert len(image_steps()) == 5


def test_the_image_is_small_and_holds_nothing_that_builds(installed: Path) -> None:
    size = sum(path.stat().st_size for path in installed.rglob("*") if not path.is_symlink()) / 1e6
    tell(f"/opt/infoset: {size:.0f} MB")
    assert size + BASE_MB < MOST_MB
    assert not (installed / "bin" / "pip").exists()
    assert not list(installed.glob("lib/python*/site-packages/mypy/"))


def test_a_stranger_plays_on_it(installed: Path, tmp_path: Path) -> None:
    timed("a server, and a match on it", [installed / "bin" / "python", STRANGER], tmp_path)


def test_it_is_well_and_stops_gracefully(installed: Path, tmp_path: Path) -> None:
    """As the image starts it, but for the port; the health check is that of the Dockerfile."""
    words = re.search(
        r'^CMD \["(serve.*)"\]$', (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE
    )
    assert words is not None
    command = words[1].split('", "')
    command[command.index("--host") + 1] = "127.0.0.1"
    command[command.index("--port") + 1] = "0"
    command[command.index("--data") + 1] = str(tmp_path / "data")
    (tmp_path / "home").mkdir(mode=0o500)
    environment = {**os.environ, "HOME": str(tmp_path / "home"), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        [installed / "bin" / "infoset", *command],
        cwd=tmp_path / "home",
        env=environment | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            listening = next(line for line in server.stdout if line.startswith("listening on "))
            port = listening.strip().rpartition(":")[2]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
                assert answer.status == 200
        finally:
            server.terminate()
            server.communicate(timeout=BUILD_S)
    assert server.returncode == 0
    run(
        ["sh", "-c", f"test -z \"$(find {installed} -name '*.pyc' -newer {tmp_path}/home)\""],
        tmp_path,
    )
