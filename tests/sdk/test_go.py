"""The Go SDK: its form, its own tests, and each sample against a live server."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.sdk.programs import (
    SETTINGS,
    answers_all_vectors,
    assists,
    build,
    conforms,
    plays,
    plays_behind_the_bridge,
    watches,
)
from tests.sdk.sdks import CLIENTS, GO, Start

pytestmark = pytest.mark.timeout(700)
SOURCE = CLIENTS / "go"
Serve = Callable[..., Any]


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample, up to date."""
    return GO.start()


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    build(["go", "test", "./..."], SOURCE)


def test_nothing_is_to_be_said_against_the_code(sample: Start) -> None:
    assert build(["gofmt", "-l", "."], SOURCE) == ""
    build(["go", "vet", "./..."], SOURCE)


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
    sample: Start, serve: Serve, name: str, game: str, scheme: str
) -> None:
    await plays(await serve(**SETTINGS), sample(name), game, scheme)


async def test_the_same_program_plays_behind_the_bridge(sample: Start, serve: Serve) -> None:
    await plays_behind_the_bridge(await serve(**SETTINGS), sample("random_bot"))


async def test_the_watcher_tells_a_match(sample: Start, serve: Serve) -> None:
    await watches(await serve(**SETTINGS), sample("watcher"), "infoset")


async def test_the_assistant_draws_and_suggests(sample: Start, serve: Serve) -> None:
    await assists(await serve(**SETTINGS), sample("assistant"))


def test_the_contract_is_kept(sample: Start) -> None:
    answers_all_vectors("1-2", sample("testee"))
    conforms("0-4", sample("random_bot"), game="colonizers")
