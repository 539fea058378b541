"""The wheels, as strangers install and use them. Run by `make release-check`."""

import shutil
import sys
from pathlib import Path

import pytest
from tests.release.artefacts import (
    BUILD_S,
    ROOT,
    STRANGER,
    Command,
    environment,
    run,
    tell,
    timed,
    wheel,
    wheelhouse,
)

pytestmark = pytest.mark.timeout(BUILD_S)


@pytest.fixture(scope="module")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheelhouse(tmp_path_factory.mktemp("wheelhouse"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for this system; what `make` has compiled is in it."""
    return wheel(tmp_path_factory.mktemp("compiled"), INFOSET_COMPILED="1")


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for systems without one of their own."""
    return wheel(tmp_path_factory.mktemp("pure"), INFOSET_PURE="1")


def test_the_compiled_wheel_is_installed_offline_and_plays(
    compiled: Path, fetched: Path, tmp_path: Path
) -> None:
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{interpreter}-{interpreter}-" in compiled.name
    python = environment(tmp_path / "fresh", fetched, compiled)
    timed("a server, and a match on it", [python, STRANGER], tmp_path)


def test_the_pure_wheel_is_installed_offline_plays_and_says_what_it_is(
    pure: Path, fetched: Path, tmp_path: Path
) -> None:
    assert pure.name.endswith("-py3-none-any.whl")
    python = environment(tmp_path / "fresh", fetched, pure)
    timed("a server, and a match on it", [python, STRANGER, "--pure"], tmp_path)


def test_without_a_compiler_the_wheel_is_pure(tmp_path: Path) -> None:
    source = tmp_path / "source"  # beside no wheel that has it compiled
    kept = ("protocol", "games", "clients", "bots", "server")
    for name in kept:
        left = shutil.ignore_patterns("*.so", "__pycache__", "node_modules", "target")
        shutil.copytree(ROOT / name, source / name, ignore=left)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build: Command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel",
        "-d",
        tmp_path / "dist",
    ]
    run(build, source, CC="no-such-compiler", INFOSET_COMPILED="")
    (made,) = (tmp_path / "dist").iterdir()
    assert made.name.endswith("-py3-none-any.whl")


def test_uvx_serves_from_the_wheel(compiled: Path, fetched: Path, tmp_path: Path) -> None:
    run([sys.executable, "-m", "venv", tmp_path / "uv"], tmp_path)
    try:
        run([tmp_path / "uv" / "bin" / "python", "-m", "pip", "install", "-q", "uv"], tmp_path)
    except AssertionError as error:
        pytest.skip(f"NO UV: `uvx` NOT TESTED: {error}")
    command: Command = [
        tmp_path / "uv" / "bin" / "uv",
        "tool",
        "run",
        "--offline",
        "--no-index",
        "--find-links",
        fetched,
    ]
    command += ["--python", sys.executable, "--from", f"{compiled}[server]", "infoset"]
    cache = {"UV_CACHE_DIR": str(tmp_path / "cache"), "UV_TOOL_DIR": str(tmp_path / "tools")}
    timed("uvx infoset --version", [*command, "--version"], tmp_path, **cache)
    timed("uvx: a match", [sys.executable, STRANGER, *map(str, command)], tmp_path, **cache)


def test_pipx_serves_from_the_wheel(compiled: Path, fetched: Path, tmp_path: Path) -> None:
    run([sys.executable, "-m", "venv", tmp_path / "pipx"], tmp_path)
    pip: Command = [tmp_path / "pipx" / "bin" / "python", "-m", "pip"]
    tools = tmp_path / "tools"
    try:
        run([*pip, "install", "-q", "pipx"], tmp_path)
        run([*pip, "download", "-q", "-d", tools, "pip"], tmp_path)  # pipx upgrades its own first
    except AssertionError as error:
        pytest.skip(f"NO PIPX: `pipx run` NOT TESTED: {error}")
    command: Command = [tmp_path / "pipx" / "bin" / "pipx", "run", "--python", sys.executable]
    command += ["--pip-args", f"--no-index --find-links {fetched} --find-links {tools}"]
    command += ["--spec", f"{compiled}[server]", "infoset"]
    home = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
    timed("pipx run infoset --version", [*command, "--version"], tmp_path, **home)
    timed("pipx: a match", [sys.executable, STRANGER, *map(str, command)], tmp_path, **home)
    tell("")
