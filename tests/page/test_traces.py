"""What a bot thought is seen beside the replay of its match."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.by import By
from tests.page.browser import PATIENCE_S, Person

THINKER = "infoset_bots.search.monte_carlo_bot"


@pytest.fixture(scope="module")
def trace(page_url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of a bot that says what it thinks, of a match on the server."""
    folder = tmp_path_factory.mktemp("traces")
    words = ["bot", THINKER, "--param", "worlds=2", "--seek", "colonizers", "--games", "1"]
    where = ["--url", page_url.replace("http", "infoset", 1).rstrip("/"), "--trace", str(folder)]
    command = [sys.executable, "-m", "infoset", *words, *where]
    subprocess.run(command, check=True, timeout=3 * PATIENCE_S, capture_output=True)
    return next(folder.glob("*.ndjson"))


def choose(person: Person, path: Path) -> None:
    """Gives the page a file."""
    person.press("Trace")
    person.see(".side-body input[type=file]").send_keys(str(path))


@pytest.fixture
def person(chrome: object, page_url: str, trace: Path) -> Person:
    """Somebody who looks at the replay of that match."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("curious")
    someone.go(f"/replay/{trace.name.rpartition('-seat')[0]}")
    someone.see(".action-bar.tape")
    return someone


def test_what_a_bot_thought_stands_beside_where_it_was_asked(person: Person, trace: Path) -> None:
    choose(person, trace)
    said = person.say("[aria-label=Decision] b", "decision 1 (")
    assert ": ply " in said.text
    person.say("[aria-label=Decision] .number", " ms")
    values = [one.text for one in person.look(".weighed td:nth-child(2)")]
    assert all(one.startswith(("+", "\u2212")) for one in values)
    assert len(person.look(".weighed .chosen")) == 1
    person.until(lambda: "/seat:" in person.place(), "it was seen through the bot's eyes")
    before = person.place()
    person.press("Next")
    person.until(lambda: person.place() != before, "the replay went there")
    person.say("[aria-label=Decision] b", "decision 2 (")
    assert person.unreadable() + person.unspoken() == []
    assert person.faults() == []


def test_a_file_that_is_no_trace_is_refused_with_the_reason(
    person: Person, trace: Path, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.ndjson"
    wrong.write_text("[1, 2]\n")
    choose(person, wrong)
    person.say(".problem", "Line 1: expected the form infoset-trace/1.")
    other = tmp_path / "other.ndjson"
    name = trace.name.rpartition("-seat")[0]
    other.write_text(trace.read_text().replace(f'"{name}"', '"m_other"'))
    person.driver.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(other))
    person.say(".problem", "m_other")
