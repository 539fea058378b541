"""The JavaScript SDK: its types, its own tests, and each sample against a live server."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.sdk.programs import (
    ROOT,
    SETTINGS,
    alone,
    assists,
    build,
    need,
    plays,
    plays_behind_the_bridge,
    watches,
)

pytestmark = pytest.mark.timeout(300)
SOURCE = ROOT / "clients" / "javascript"
LOCK = SOURCE / "package-lock.json"
CONFORMANCE = [sys.executable, "-m", "infoset", "conformance"]
Serve = Callable[..., Any]


@pytest.fixture(scope="module")
def packages() -> Path:
    """The folder with the SDK, its packages installed as the lock file says."""
    need("JavaScript", "node", "npm")
    with alone("javascript") as folder:
        done = folder / "installed"
        if not (SOURCE / "node_modules").exists() or not done.exists() or is_newer(LOCK, done):
            build(["npm", "ci", "--no-audit", "--no-fund"], SOURCE)
            done.touch()
    return SOURCE


def is_newer(one: Path, other: Path) -> bool:
    return one.stat().st_mtime > other.stat().st_mtime


def sample(name: str) -> list[str]:
    return ["node", str(SOURCE / "samples" / f"{name}.mjs")]


def test_the_types_hold(packages: Path) -> None:
    build(["npx", "tsc", "-p", "tsconfig.json"], packages)


def test_the_sdk_passes_its_own_tests(packages: Path) -> None:
    said = build(["npm", "test"], packages)
    assert "# fail 0" in said, said


def test_the_lock_file_names_no_registry() -> None:
    assert "resolved" not in LOCK.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "game", "scheme"),
    [
        ("random_bot", "catan", "infoset"),
        ("random_bot", "colonizers", "ws"),
        ("random_bot", "crossfire", "infoset+msgpack"),
        ("greedy_bot", "catan", "infoset"),
        ("greedy_bot", "colonizers", "infoset"),
        ("greedy_bot", "crossfire", "ws+msgpack"),
        ("monte_carlo_bot", "colonizers", "infoset"),
    ],
)
async def test_a_sample_plays_a_match(
    packages: Path, serve: Serve, name: str, game: str, scheme: str
) -> None:
    await plays(await serve(**SETTINGS), sample(name), game, scheme)


async def test_the_same_program_plays_behind_the_bridge(packages: Path, serve: Serve) -> None:
    await plays_behind_the_bridge(await serve(**SETTINGS), sample("random_bot"))


async def test_the_watcher_tells_a_match(packages: Path, serve: Serve) -> None:
    await watches(await serve(**SETTINGS), sample("watcher"), "infoset")


async def test_the_assistant_draws_and_suggests(packages: Path, serve: Serve) -> None:
    await assists(await serve(**SETTINGS), sample("assistant"))


def test_the_contract_is_kept(packages: Path) -> None:
    told = ["--url", "{url}", "--seek", "{game}", "--games", "{matches}"]
    build([*CONFORMANCE, "--level", "1-2", "--testee", " ".join(sample("testee"))], ROOT)
    levels = ["--level", "0-4", "--game", "colonizers", "--games", "1"]
    build([*CONFORMANCE, *levels, "--", *sample("random_bot"), *told], ROOT)
