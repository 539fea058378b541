"""The golden vectors put to a testee: the SDK's own passes, faults are named with what was wanted."""

import sys
from pathlib import Path

import pytest

from infoset.conformance.testee import (
    VectorMiss,
    ask_testee,
    compare,
    find_vectors,
    read_questions,
)
from infoset.errors import CommandError

ROOT = Path(__file__).parents[2]
FAULTY = Path(__file__).parent / "clients" / "faulty_testee.py"
QUESTIONS = read_questions(find_vectors(), [1, 2, 8])


async def misses(*command: str) -> list[VectorMiss]:
    return await ask_testee([sys.executable, *command], QUESTIONS)


async def test_the_python_sdk_reads_and_writes_every_vector() -> None:
    assert await misses(str(ROOT / "clients" / "python" / "examples" / "testee.py")) == []


@pytest.mark.parametrize(
    ("fault", "name", "level", "what"),
    [
        ("accepts_everything", "", 1, "it was read as"),
        ("knows_all_types", "unknown_server_type", 1, "it was refused"),
        ("writes_text", "act", 1, "index: expected"),
        ("writes_latin", "act", 2, "what was written is no msgpack message"),
        ("skips", "lines_one", 1, "it was skipped"),
        ("keeps_nulls", "removed", 8, "it became"),
        ("merges_lists", "list_as_a_whole", 8, "it became"),
    ],
)
async def test_a_fault_of_a_testee_is_found(fault: str, name: str, level: int, what: str) -> None:
    found = await misses(str(FAULTY), fault)
    fitting = [miss for miss in found if name in miss.name and miss.level == level]
    assert any(what in miss.what for miss in fitting)


async def test_a_testee_that_ends_is_not_asked_further() -> None:
    (found,) = await misses(str(FAULTY), "ends")
    assert found.what == "the testee gave no answer"


async def test_a_testee_that_cannot_be_started_is_named() -> None:
    with pytest.raises(CommandError, match="nosuch"):
        await ask_testee(["./nosuch"], QUESTIONS)


def test_vectors_that_are_not_there_are_asked_for(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--vectors"):
        find_vectors(tmp_path)


def test_levels_choose_the_questions() -> None:
    assert {question.level for question in read_questions(find_vectors(), [2])} == {2}
    assert read_questions(find_vectors(), [0]) == []


def test_what_a_reader_adds_or_keeps_unknown_is_no_difference() -> None:
    assert compare({"role": "other", "seq": 1}, {"role": "ghost", "seq": 1.0, "more": 2}) is None
    assert compare({"seq": 1}, {"seq": True}) == "seq: expected 1, got True"
    assert compare({"seq": 1}, {}) == "seq: expected 1, got 'nothing'"
