"""The JavaScript SDK: its types, its own tests, and each sample against a live server."""

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
from tests.sdk.sdks import CLIENTS, JAVASCRIPT, Start

pytestmark = pytest.mark.timeout(700)
SOURCE = CLIENTS / "javascript"
LOCK = SOURCE / "package-lock.json"
Serve = Callable[..., Any]


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample; the packages are installed as the lock file says."""
    return JAVASCRIPT.start()


def test_the_types_hold(sample: Start) -> None:
    build(["npx", "tsc", "-p", "tsconfig.json"], SOURCE)


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    said = build(["npm", "test"], SOURCE)
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


def test_differences_are_understood(sample: Start) -> None:
    answers_all_vectors("8", sample("testee"))
    conforms("8", [*sample("random_bot"), "--delta"])
