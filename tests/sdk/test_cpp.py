"""The C++ SDK: its own tests, and each sample against a live server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.sdk.programs import (
    ROOT,
    SETTINGS,
    VECTORS,
    alone,
    answers_all_vectors,
    assists,
    build,
    conforms,
    need,
    plays,
    plays_behind_the_bridge,
    watches,
)

pytestmark = pytest.mark.timeout(700)
SOURCE = ROOT / "clients" / "cpp"
Serve = Callable[..., Any]


@pytest.fixture(scope="module")
def programs() -> Path:
    """The folder with the programs, up to date."""
    need("C++", "cmake", "c++")
    with alone("cpp") as folder:
        build(["cmake", "-S", SOURCE, "-B", folder, "-DCMAKE_BUILD_TYPE=None"], ROOT)
        build(["cmake", "--build", folder, "--parallel", "2"], ROOT)
        return folder


def test_the_sdk_passes_its_own_tests(programs: Path) -> None:
    assert "FAILED" not in build([programs / "tests", VECTORS], ROOT)


@pytest.mark.parametrize(
    ("sample", "game"),
    [
        ("random_bot", "catan"),
        ("greedy_colonizers", "colonizers"),
        ("greedy_catan", "catan"),
        ("greedy_crossfire", "crossfire"),
        ("monte_carlo_bot", "colonizers"),
    ],
)
async def test_a_sample_plays_a_match(programs: Path, serve: Serve, sample: str, game: str) -> None:
    await plays(await serve(**SETTINGS), [programs / sample], game, "infoset")


async def test_the_same_program_plays_behind_the_bridge(programs: Path, serve: Serve) -> None:
    await plays_behind_the_bridge(await serve(**SETTINGS), [programs / "random_bot"])


async def test_the_watcher_tells_a_match(programs: Path, serve: Serve) -> None:
    await watches(await serve(**SETTINGS), [programs / "watcher"], "infoset")


async def test_the_assistant_draws_and_suggests(programs: Path, serve: Serve) -> None:
    await assists(await serve(**SETTINGS), [programs / "assistant"])


@pytest.mark.parametrize("levels", ["0-1", "4"])
def test_the_contract_is_kept(programs: Path, levels: str) -> None:
    conforms(levels, [programs / "random_bot"])


def test_the_vectors_are_answered(programs: Path) -> None:
    answers_all_vectors("1", [programs / "testee"])
