"""The Python package, as somebody has it who only writes bots: small, able to play, and frank about what is missing."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.sdk.programs import BUILD_S, FULL_MATCH, ROOT, build, run, where

pytestmark = pytest.mark.timeout(2 * BUILD_S)
Serve = Callable[..., Any]

# What the base is allowed to bring: who adds a library here makes every bot larger.
PACKAGES = {
    "annotated-types",
    "infoset",
    "librt",
    "msgpack",
    "msgspec",
    "mypy-extensions",
    "orjson",
    "pydantic",
    "pydantic-core",
    "typing-extensions",
    "typing-inspection",
    "websockets",
}
MOST_MB = 40  # with the modules as they are; compiled ones add some 20
BOT = """import infoset


class MyBot(infoset.Bot):
    def decide(self, turn):
        builds = turn.actions_with("build")
        return builds[0] if builds else turn.random_answer(self.rng)


if __name__ == "__main__":
    infoset.run(MyBot)
"""
NO_NETWORK = re.compile(r"NewConnectionError|No matching distribution|Temporary failure|ProxyError")


@dataclass(frozen=True)
class Base:
    """A virtual environment with nothing but the base, and the wheel that it came from."""

    folder: Path
    wheel: Path

    def path(self, name: str) -> Path:
        return self.folder / "bin" / name


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    """What `pip install` of the wheel gives, with the versions that are locked."""
    folder = tmp_path_factory.mktemp("base")
    pip: list[str | Path] = [sys.executable, "-m", "pip"]
    wheel: list[str | Path] = [
        "wheel",
        "-q",
        "--no-build-isolation",
        "--no-deps",
        "-w",
        folder,
        ROOT,
    ]
    build([*pip, *wheel], ROOT, INFOSET_PURE="1")
    (packed,) = folder.glob("infoset-*.whl")
    locked = (ROOT / "requirements" / "all.lock").read_text("utf-8")
    pins = re.findall(r"^[\w.-]+==[\w.]+", locked, re.MULTILINE)
    (folder / "pins").write_text("\n".join(pins))
    # The pip of the tests installs, and what is never imported is not compiled: it is the same base in half the time.
    build([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], folder)
    done = subprocess.run(
        [
            *pip,
            "--python",
            folder / "venv",
            "install",
            "-q",
            "--no-compile",
            "-c",
            folder / "pins",
            packed,
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=BUILD_S,
    )
    if done.returncode and NO_NETWORK.search(done.stderr):
        pytest.skip("NO PACKAGE INDEX: the base of the Python package NOT TESTED")
    assert done.returncode == 0, done.stderr
    return Base(folder / "venv", packed)


def test_the_base_is_the_sdk_the_protocol_and_the_games(base: Base) -> None:
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", base.folder]
    listed = build([*pip, "list", "--format", "freeze"], base.folder)
    names = {line.partition("==")[0].lower().replace("_", "-") for line in listed.split()}
    names = {name.partition("@")[0].strip() for name in names} - {"pip", "setuptools"}
    assert {name for name in names if name in PACKAGES or "/" not in name} == PACKAGES
    site = next(base.folder.glob("lib/python*/site-packages"))
    files = [path for path in site.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    ours = [path for path in files if path.relative_to(site).parts[0] not in ("pip", "setuptools")]
    megabytes = sum(path.stat().st_size for path in ours) / 1e6
    print(f"the base: {len(PACKAGES)} packages, {megabytes:.1f} MB")  # noqa: T201  # with -s
    assert megabytes < MOST_MB


async def test_a_stranger_installs_the_base_and_plays(
    base: Base, serve: Serve, tmp_path: Path
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    server = await serve(rooms__fill_ms=1)
    ended = await run([base.path("python"), bot, "--url", where(server), "--seek", "colonizers"])
    assert FULL_MATCH.findall(ended.out) == ["colonizers"], ended.out + ended.errors


def complaint(base: Base, words: Sequence[str | Path], folder: Path) -> str:
    """What a command of the base says instead of doing something; it is asked at a terminal."""
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [base.path("infoset"), *words],
            cwd=folder,
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=BUILD_S,
        )
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.returncode == 1, done.stderr
    return done.stderr


LACKING = {
    "serve": ("server", ["serve"]),
    "store": ("server", ["store", "check"]),
    "ladder": ("server", ["ladder", "list"]),
    "play": ("play", ["play"]),
    "menu": ("play", ["menu"]),
    "sit": ("play", ["sit", "--seek", "catan"]),
    "tabletop": ("play", ["tabletop"]),
    "arena": ("lab", ["arena", "random", "random"]),
    "experiment": ("lab", ["experiment", "colonizers", "1"]),
    "tune": ("lab", ["tune", "ismcts", "--vary", "c=0.1..2"]),
    "rank": ("lab", ["rank"]),
    "token": ("keys", ["token", "key", "my.key"]),
    "check": ("keys", ["token", "check", "--key-file", "my.key"]),
    "map": ("maps", ["map", "random", "--preset", "mini", "--out", "map.png"]),
}


@pytest.mark.parametrize("name", LACKING)
def test_a_command_names_the_extra_it_lacks_in_one_line(
    base: Base, name: str, tmp_path: Path
) -> None:
    extra, words = LACKING[name]
    said = complaint(base, words, tmp_path)
    (line,) = said.splitlines()
    assert line.startswith("infoset: "), said
    assert f" needs the extra `{extra}`: python -m pip install " in line
    assert line.endswith(f"{base.wheel}[{extra}]'"), said


def test_help_and_the_doctor_name_extras_and_call_nothing_broken(base: Base) -> None:
    told = build([base.path("infoset"), "--help"], base.folder)
    assert "BROKEN" not in told
    assert "infoset serve needs the extra `server`" in told
    looked = subprocess.run(
        [base.path("infoset"), "doctor"],
        cwd=base.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "the extra `server` is not installed, for: " in looked.stdout
    assert "broken" not in looked.stdout
