"""The JavaScript SDK: its types, its own tests. Its samples: test_samples.py."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.sdk.programs import (
    RUN_S,
    answers_all_vectors,
    build,
    conforms,
)
from tests.sdk.sdks import CLIENTS, JAVASCRIPT, Start

pytestmark = pytest.mark.timeout(700)
SOURCE = CLIENTS / "javascript"
LOCK = SOURCE / "package-lock.json"


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


def test_differences_are_understood(sample: Start) -> None:
    answers_all_vectors("8", sample("testee"))
    conforms("8", [*sample("random_bot"), "--delta"])
