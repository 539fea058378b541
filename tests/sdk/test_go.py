"""The Go SDK: its form, its own tests, and each sample against a live server."""

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

pytestmark = pytest.mark.timeout(700)
SOURCE = ROOT / "clients" / "go"
CONFORMANCE = [sys.executable, "-m", "infoset", "conformance"]
Serve = Callable[..., Any]


@pytest.fixture(scope="module")
def programs() -> Path:
    """The folder with the samples, up to date."""
    need("Go", "go", "gofmt")
    with alone("go") as folder:
        build(["go", "build", "-o", f"{folder}/", "./samples/..."], SOURCE)
        return folder


def test_the_sdk_passes_its_own_tests(programs: Path) -> None:
    build(["go", "test", "./..."], SOURCE)


def test_nothing_is_to_be_said_against_the_code(programs: Path) -> None:
    assert build(["gofmt", "-l", "."], SOURCE) == ""
    build(["go", "vet", "./..."], SOURCE)


@pytest.mark.parametrize(
    ("name", "game", "scheme"),
    [
        ("random", "catan", "infoset"),
        ("random", "colonizers", "ws"),
        ("random", "crossfire", "infoset+msgpack"),
        ("greedy", "catan", "infoset"),
        ("greedy", "colonizers", "infoset"),
        ("greedy", "crossfire", "ws+msgpack"),
        ("monte_carlo", "colonizers", "infoset"),
    ],
)
async def test_a_sample_plays_a_match(
    programs: Path, serve: Serve, name: str, game: str, scheme: str
) -> None:
    await plays(await serve(**SETTINGS), [programs / name], game, scheme)


async def test_the_same_program_plays_behind_the_bridge(programs: Path, serve: Serve) -> None:
    await plays_behind_the_bridge(await serve(**SETTINGS), [programs / "random"])


async def test_the_watcher_tells_a_match(programs: Path, serve: Serve) -> None:
    await watches(await serve(**SETTINGS), [programs / "watcher"], "infoset")


async def test_the_assistant_draws_and_suggests(programs: Path, serve: Serve) -> None:
    await assists(await serve(**SETTINGS), [programs / "assistant"])


def test_the_contract_is_kept(programs: Path) -> None:
    told = ["--url", "{url}", "--seek", "{game}", "--games", "{matches}"]
    build([*CONFORMANCE, "--level", "1-2", "--testee", str(programs / "testee")], ROOT)
    levels = ["--level", "0-4", "--game", "colonizers", "--games", "1"]
    build([*CONFORMANCE, *levels, "--", programs / "random", *told], ROOT)
