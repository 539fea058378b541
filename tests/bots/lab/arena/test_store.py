"""A run on disk: cut off anywhere, opened twice, damaged."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.bots.runs import room_for

from infoset.errors import CommandError
from infoset_bots.lab.arena import store
from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.store import RESULTS, RunFolder, free_folder, ordered, read_run
from infoset_games.clocks import Clock
from infoset_games.contests.sequential import AbSettings

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import MakePlan, MakeRecord


@pytest.fixture
def plan(make_plan: "MakePlan") -> Plan:
    return make_plan("random", "heuristic")


def test_a_plan_comes_back_from_disk_as_it_was(tmp_path: Path, make_plan: "MakePlan") -> None:
    plan = make_plan(
        "random",
        entries=(Entry("a", "random"), Entry("b", "x.py", "0123")),
        clock=Clock("bank", main_ms=5, inc_ms=1),
        ab=AbSettings(0.0, 0.2),
        duplicate=True,
    )
    with RunFolder.create(tmp_path / "run", plan):
        pass
    assert read_run(tmp_path / "run") == (plan, [])


def test_results_come_back_in_the_order_they_were_added(
    tmp_path: Path, plan: Plan, make_record: "MakeRecord"
) -> None:
    records = [make_record(number, "ab", [1, 2]) for number in (2, 0, 1)]
    with RunFolder.create(tmp_path, plan) as folder:
        folder.add(records[:2])
        folder.add(records[2:])
    with RunFolder.resume(tmp_path) as folder:
        assert folder.records == records
        assert folder.done == {0, 1, 2}
    assert [record.match for record in ordered(records)] == [0, 1, 2]


def test_a_file_cut_at_any_byte_keeps_its_whole_lines(
    tmp_path: Path, plan: Plan, make_record: "MakeRecord"
) -> None:
    records = [make_record(number, "ab", [1, 2]) for number in range(2)]
    with RunFolder.create(tmp_path, plan) as folder:
        folder.add(records)
    whole = (tmp_path / RESULTS).read_bytes()
    for cut in range(len(whole) + 1):
        (tmp_path / RESULTS).write_bytes(whole[:cut])
        with RunFolder.resume(tmp_path) as folder:
            left = whole[:cut].count(b"\n")
            assert folder.records == records[:left]
            folder.add([make_record(9, "ab", [2, 1])])
        assert [record.match for record in read_run(tmp_path)[1]] == [*range(left), 9]


def test_damage_that_no_kill_does_is_reported_with_its_line(
    tmp_path: Path, plan: Plan, make_record: "MakeRecord"
) -> None:
    with RunFolder.create(tmp_path, plan) as folder:
        folder.add([make_record(0, "ab", [1, 2])])
    line = (tmp_path / RESULTS).read_bytes()
    (tmp_path / RESULTS).write_bytes(line + line)
    with pytest.raises(CommandError, match="line 2: match 0 is there twice"):
        RunFolder.resume(tmp_path)
    (tmp_path / RESULTS).write_bytes(b'{"match": 0}\n' + line)
    with pytest.raises(CommandError, match="line 1: not a record of a match"):
        RunFolder.resume(tmp_path)


def test_a_run_is_not_begun_over_another(tmp_path: Path, plan: Plan) -> None:
    with (
        RunFolder.create(tmp_path, plan),
        pytest.raises(CommandError, match=r"holds a run already; go on with it: .*--resume"),
    ):
        RunFolder.create(tmp_path, plan)


@pytest.mark.skipif(sys.platform == "win32", reason="NOT TESTED: Windows has no fcntl")
def test_a_run_is_played_by_one_arena_at_a_time(tmp_path: Path, plan: Plan) -> None:
    with (
        RunFolder.create(tmp_path, plan),
        pytest.raises(CommandError, match="another arena is playing this run"),
    ):
        RunFolder.resume(tmp_path)


def test_what_is_no_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no run of the arena is here"):
        RunFolder.resume(tmp_path / "nowhere")
    (tmp_path / "plan.json").write_text('{"format": 99}')
    with pytest.raises(CommandError, match="the run has format 99, expected 1"):
        RunFolder.resume(tmp_path)
    (tmp_path / "plan.json").write_text("{")
    with pytest.raises(CommandError, match="the plan of the run cannot be read"):
        RunFolder.resume(tmp_path)


@pytest.mark.parametrize("what", ["result", "replay"])
def test_a_disk_without_room_is_told_and_loses_no_result(
    tmp_path: Path, plan: Plan, make_record: "MakeRecord", what: str
) -> None:
    records = [make_record(number, "ab", [1, 2]) for number in range(3)]
    folder = RunFolder.create(tmp_path / "run", plan)
    folder.add(records[:1])
    size = (tmp_path / "run" / RESULTS).stat().st_size
    said = pytest.raises(CommandError, match=r"run: File too large; every result .* counts")
    with room_for(size + 10), said, folder:
        if what == "replay":
            folder.keep_match(records[1], ["x" * 2 * size])
        else:
            folder.add(records[1:])
    with RunFolder.resume(tmp_path / "run") as folder:
        assert folder.records == records[:1]
        folder.add(records[1:])
    assert read_run(tmp_path / "run") == (plan, records)


def test_output_of_bots_is_kept_up_to_its_limit(
    tmp_path: Path, plan: Plan, make_record: "MakeRecord", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_LOG_BYTES", 100)
    with RunFolder.create(tmp_path, plan) as folder:
        for number in range(10):
            folder.keep_output(make_record(number, "ab", [1, 2]), "oh no, " * 10)
    text = (tmp_path / "bots.log").read_text()
    assert text.startswith("== match 0 (deal 0, seed s:0)\noh no")
    assert len(text) < 300


def test_the_first_free_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "catan-1").mkdir()
    assert free_folder(tmp_path, "catan") == tmp_path / "catan-2"
