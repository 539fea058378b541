"""The Java SDK: its own tests, and each sample against a live server."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.sdk.programs import (
    CACHE,
    SETTINGS,
    answers_all_vectors,
    assists,
    conforms,
    plays,
    plays_behind_the_bridge,
    watches,
)
from tests.sdk.sdks import CLIENTS, JAVA, Start

pytestmark = pytest.mark.timeout(700)
Serve = Callable[..., Any]


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample, up to date; the tests of the SDK have passed."""
    return JAVA.start()


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    reports = list((CACHE / JAVA.folder / "surefire-reports").glob("*.xml"))
    tests = (CLIENTS / "java" / "src" / "test").rglob("*Test.java")
    assert {report.name.split(".")[1] for report in reports} == {test.stem for test in tests}
    assert all('errors="0"' in report.read_text("utf-8") for report in reports)


@pytest.mark.parametrize(
    ("name", "game", "scheme"),
    [
        ("random_bot", "catan", "infoset+msgpack"),
        ("random_bot", "crossfire", "ws"),
        ("random_bot", "colonizers", "ws+msgpack"),
        ("greedy_bot", "colonizers", "infoset"),
        ("greedy_bot", "catan", "infoset"),
        ("greedy_bot", "crossfire", "infoset"),
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
    await watches(await serve(**SETTINGS), sample("watcher"), "ws")


async def test_the_assistant_draws_and_suggests(sample: Start, serve: Serve) -> None:
    await assists(await serve(**SETTINGS), sample("assistant"))


def test_the_contract_is_kept(sample: Start) -> None:
    conforms("0-4", sample("random_bot"))


def test_the_vectors_are_answered(sample: Start) -> None:
    answers_all_vectors("1-2", sample("testee"))
