"""Worker processes: the same results as in one process, deaths that cost no other match."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from infoset.errors import CommandError
from infoset_bots.arena.plan import Entry, Plan
from infoset_bots.arena.playing import Arena, Played
from infoset_bots.arena.schedule import Job, Schedule
from infoset_bots.arena.workers import Pool, ending_of, play_jobs, play_or_report

if TYPE_CHECKING:
    from tests.bots.arena.conftest import MakePlan, WriteBot


def play(plan: Plan, processes: int) -> list[Played]:
    """All matches of a plan, by number."""
    jobs = Schedule(plan, plan.make_game().seats).jobs()
    with closing(play_jobs(plan, jobs, processes)) as batches:
        played = [one for batch in batches for one in batch]
    return sorted(played, key=lambda one: one.record.match)


def test_results_do_not_depend_on_the_number_of_processes(make_plan: "MakePlan") -> None:
    plan = make_plan("heuristic", "random", matches=12)
    inline, two = play(plan, 0), play(plan, 2)
    assert [one.record.match for one in two] == list(range(12))
    assert [one.record.without_times() for one in inline] == [
        one.record.without_times() for one in two
    ]


def test_a_bot_that_kills_its_process_loses_its_own_match_only(
    make_plan: "MakePlan", write_bot: "WriteBot"
) -> None:
    body = (
        "def decide(self, turn):\n"
        "    import os\n"
        "    if turn.match.match_id == 'm1':\n"
        "        os._exit(3)\n"
        "    return 0"
    )
    path = write_bot("deadly", body)
    played = play(make_plan(path, "random", "random", "random", matches=6), 2)
    assert [one.record.match for one in played] == list(range(6))
    broken = played[1].record
    seat = broken.bots.index(path)
    assert (broken.reason, broken.ending) == ("crashed", "the process ended (exit code 3)")
    assert broken.crashes == [int(number == seat) for number in range(4)]
    assert broken.places[seat] == 4
    assert {one.record.reason for one in played if one.record.match != 1} == {"finished"}


def test_a_process_killed_from_outside_costs_nothing(make_plan: "MakePlan") -> None:
    plan = make_plan("random", matches=12)
    pool = Pool(plan, 1)
    jobs = Schedule(plan, 4).jobs()
    found: list[Played] = []
    try:
        for batch in pool.play(jobs):
            if not found:
                os.kill(pool._workers[0].process.pid or 0, signal.SIGTERM)
            found += batch
    finally:
        pool.stop()
    assert sorted(one.record.match for one in found) == list(range(12))
    assert {one.record.reason for one in found} == {"finished"}


def test_stopping_early_ends_the_processes(make_plan: "MakePlan") -> None:
    plan = make_plan("random", matches=1000)
    pool = Pool(plan, 2)
    batches = pool.play(Schedule(plan, 4).jobs())
    next(batches)
    processes = [worker.process for worker in pool._workers]
    pool.stop()
    assert [process.is_alive() for process in processes] == [False, False]


def test_a_bot_that_cannot_be_loaded_there_stops_the_run(make_plan: "MakePlan") -> None:
    plan = make_plan("random", entries=(Entry("gone", "/no/such/bot.py"),))
    with pytest.raises(CommandError, match="there is no such file"):
        play(plan, 1)


def test_a_fault_of_the_rules_is_a_record_without_places(
    make_plan: "MakePlan", monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Arena, job: Job) -> Played:
        raise ZeroDivisionError("in the rules")

    monkeypatch.setattr(Arena, "play", fail)
    plan = make_plan("random")
    with Arena(plan) as arena:
        played = play_or_report(arena, plan, Schedule(plan, 4).job(0))
    assert (played.record.reason, played.record.places) == ("error", [])
    assert played.record.ending == "ZeroDivisionError: in the rules"
    assert "Traceback" in played.tail
    assert not played.record.is_counted


def test_jobs_are_taken_as_they_are_needed(make_plan: "MakePlan") -> None:
    plan = make_plan("random", matches=1000)
    taken: list[int] = []

    def jobs() -> Iterator[Job]:
        for job in Schedule(plan, 4).jobs():
            taken.append(job.number)
            yield job

    with closing(play_jobs(plan, jobs(), 1)) as batches:
        next(batches)
    assert len(taken) < 20


def test_endings_are_in_words() -> None:
    assert ending_of(3) == "exit code 3"
    assert ending_of(-int(signal.SIGTERM)) == "killed by SIGTERM"
