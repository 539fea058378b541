"""The Rust SDK: its own tests, and each sample against a live server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.sdk.programs import (
    ROOT,
    SETTINGS,
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
SOURCE = ROOT / "clients" / "rust"
Serve = Callable[..., Any]


@pytest.fixture(scope="module")
def programs() -> Path:
    """The folder with the programs, up to date."""
    need("Rust", "cargo")
    with alone("rust") as folder:
        build(["cargo", "build", "--examples"], SOURCE, CARGO_TARGET_DIR=str(folder))
        return folder / "debug" / "examples"


def test_the_sdk_passes_its_own_tests(programs: Path) -> None:
    with alone("rust") as folder:
        said = build(["cargo", "test", "--tests"], SOURCE, CARGO_TARGET_DIR=str(folder))
    assert said.count("test result: ok") >= 2, said


@pytest.mark.parametrize(
    ("sample", "game", "scheme"),
    [
        ("random_bot", "catan", "infoset+msgpack"),
        ("random_bot", "crossfire", "ws"),
        ("random_bot", "colonizers", "ws+msgpack"),
        ("greedy_colonizers", "colonizers", "infoset"),
        ("greedy_catan", "catan", "infoset"),
        ("greedy_crossfire", "crossfire", "infoset"),
        ("monte_carlo_bot", "colonizers", "infoset"),
    ],
)
async def test_a_sample_plays_a_match(
    programs: Path, serve: Serve, sample: str, game: str, scheme: str
) -> None:
    await plays(await serve(**SETTINGS), [programs / sample], game, scheme)


async def test_the_same_program_plays_behind_the_bridge(programs: Path, serve: Serve) -> None:
    await plays_behind_the_bridge(await serve(**SETTINGS), [programs / "random_bot"])


async def test_the_watcher_tells_a_match(programs: Path, serve: Serve) -> None:
    await watches(await serve(**SETTINGS), [programs / "watcher"], "ws")


async def test_the_assistant_draws_and_suggests(programs: Path, serve: Serve) -> None:
    await assists(await serve(**SETTINGS), [programs / "assistant"])


def test_the_contract_is_kept(programs: Path) -> None:
    conforms("0-4", [programs / "random_bot"])


def test_the_vectors_are_answered(programs: Path) -> None:
    answers_all_vectors("1-2", [programs / "testee"])
