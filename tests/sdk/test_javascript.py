"""The JavaScript SDK: its types, its own tests, and each sample against a live server."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.sdk.programs import (
    RUN_S,
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


def test_nothing_is_to_be_said_against_the_code(sample: Start) -> None:
    build(["npm", "run", "lint"], SOURCE)


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


FAILING = """
import {{ Bot, run }} from "{sdk}";
class Failing extends Bot {{
  decide() {{
    throw new RangeError("no idea");
  }}
}}
await run(Failing);
"""


def test_a_bot_that_throws_has_no_result_in_the_arena(sample: Start, tmp_path: Path) -> None:
    bot = tmp_path / "failing.mjs"
    bot.write_text(FAILING.format(sdk=(SOURCE / "src" / "node.js").as_uri()), "utf-8")
    arena = [sys.executable, "-m", "infoset", "arena", f"failing=json:node {bot}", "random"]
    ended = subprocess.run(
        [*arena, "--matches", "1", "--out", tmp_path / "run"],
        capture_output=True,
        text=True,
        timeout=RUN_S,
        check=False,
    )
    assert ended.returncode == 1, ended.stdout + ended.stderr
    said = re.search(
        r"NO RESULT: failing .* asked (\d+) times.* 0 illegal, (\d+) raised", ended.stdout
    )
    assert said is not None, ended.stdout + ended.stderr
    assert said[1] == said[2] != "0"
    assert "no idea" in ended.stderr
    assert "failing.mjs" in ended.stderr


def test_the_contract_is_kept(sample: Start) -> None:
    answers_all_vectors("1-2", sample("testee"))
    conforms("0-4", sample("random_bot"), game="colonizers")


def test_differences_are_understood(sample: Start) -> None:
    answers_all_vectors("8", sample("testee"))
    conforms("8", [*sample("random_bot"), "--delta"])
