"""The Java SDK: its own tests, and each sample against a live server."""

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
SOURCE = ROOT / "clients" / "java"
Serve = Callable[..., Any]


def sample(folder: Path, name: str) -> list[str]:
    """How a sample is started. It does not live long enough for the slower compiler to pay."""
    path = f"{folder / 'classes'}:{folder / 'lib'}/*"
    return ["java", "-XX:TieredStopAtLevel=1", "-cp", path, f"infoset.samples.{name}"]


@pytest.fixture(scope="module")
def programs() -> Path:
    """The folder with the classes, up to date; the tests of the SDK have passed."""
    need("Java", "mvn", "javac", "java")
    with alone("java") as folder:
        build(["mvn", "-q", "-B", "test", f"-Dbuild={folder}"], SOURCE)
        return folder


def test_the_sdk_passes_its_own_tests(programs: Path) -> None:
    reports = list((programs / "surefire-reports").glob("*.xml"))
    assert len(reports) == 2
    assert all('errors="0"' in report.read_text("utf-8") for report in reports)


@pytest.mark.parametrize(
    ("name", "game", "scheme"),
    [
        ("RandomBot", "catan", "infoset+msgpack"),
        ("RandomBot", "crossfire", "ws"),
        ("RandomBot", "colonizers", "ws+msgpack"),
        ("GreedyColonizers", "colonizers", "infoset"),
        ("GreedyCatan", "catan", "infoset"),
        ("GreedyCrossfire", "crossfire", "infoset"),
        ("MonteCarloBot", "colonizers", "infoset"),
    ],
)
async def test_a_sample_plays_a_match(
    programs: Path, serve: Serve, name: str, game: str, scheme: str
) -> None:
    await plays(await serve(**SETTINGS), sample(programs, name), game, scheme)


async def test_the_same_program_plays_behind_the_bridge(programs: Path, serve: Serve) -> None:
    await plays_behind_the_bridge(await serve(**SETTINGS), sample(programs, "RandomBot"))


async def test_the_watcher_tells_a_match(programs: Path, serve: Serve) -> None:
    await watches(await serve(**SETTINGS), sample(programs, "Watcher"), "ws")


async def test_the_assistant_draws_and_suggests(programs: Path, serve: Serve) -> None:
    await assists(await serve(**SETTINGS), sample(programs, "Counters"))


def test_the_contract_is_kept(programs: Path) -> None:
    conforms("0-4", sample(programs, "RandomBot"))


def test_the_vectors_are_answered(programs: Path) -> None:
    answers_all_vectors("1-2", sample(programs, "Testee"))
