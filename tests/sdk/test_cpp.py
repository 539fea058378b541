"""The C++ SDK: its own tests, and each sample against a live server."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.sdk.programs import (
    ROOT,
    SETTINGS,
    VECTORS,
    answers_all_vectors,
    assists,
    build,
    conforms,
    plays,
    plays_behind_the_bridge,
    watches,
)
from tests.sdk.sdks import CPP, Start

pytestmark = pytest.mark.timeout(700)
Serve = Callable[..., Any]


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample, up to date."""
    return CPP.start()


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    assert "FAILED" not in build([*sample("tests"), VECTORS], ROOT)


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("random_bot", "catan"),
        ("greedy_bot", "colonizers"),
        ("greedy_bot", "catan"),
        ("greedy_bot", "crossfire"),
        ("monte_carlo_bot", "colonizers"),
    ],
)
async def test_a_sample_plays_a_match(sample: Start, serve: Serve, name: str, game: str) -> None:
    await plays(await serve(**SETTINGS), sample(name), game, "infoset")


async def test_the_same_program_plays_behind_the_bridge(sample: Start, serve: Serve) -> None:
    await plays_behind_the_bridge(await serve(**SETTINGS), sample("random_bot"))


async def test_the_watcher_tells_a_match(sample: Start, serve: Serve) -> None:
    await watches(await serve(**SETTINGS), sample("watcher"), "infoset")


async def test_the_assistant_draws_and_suggests(sample: Start, serve: Serve) -> None:
    await assists(await serve(**SETTINGS), sample("assistant"))


@pytest.mark.parametrize("levels", ["0-1", "4"])
def test_the_contract_is_kept(sample: Start, levels: str) -> None:
    conforms(levels, sample("random_bot"))


def test_the_vectors_are_answered(sample: Start) -> None:
    answers_all_vectors("1", sample("testee"))
