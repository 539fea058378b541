"""Matches as jobs: the same results wherever they are played, deaths that cost no other match."""

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from infoset.errors import CommandError, InfosetError
from infoset_bots.lab.arena.jobs import play_jobs, read_job, read_played, write_job, write_played
from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.playing import Arena, Played
from infoset_bots.lab.arena.schedule import Job, Schedule
from infoset_bots.lab.pools.here import HerePool
from infoset_bots.lab.pools.naming import local_pool

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import MakePlan, WriteBot


def play(plan: Plan, processes: int) -> list[Played]:
    """All matches of a plan, by number."""
    jobs = Schedule(plan, plan.make_game().seats).jobs()
    with closing(play_jobs(local_pool(processes), plan, jobs)) as batches:
        played = [one for batch in batches for one in batch]
    return sorted(played, key=lambda one: one.record.match)


def test_results_do_not_depend_on_the_number_of_processes(make_plan: "MakePlan") -> None:
    plan = make_plan("heuristic", "random", matches=12)
    here, *others = (play(plan, processes) for processes in (0, 1, 2))
    assert [one.record.match for one in here] == list(range(12))
    for other in others:
        assert [one.record.without_times() for one in here] == [
            one.record.without_times() for one in other
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


@pytest.mark.parametrize("processes", [0, 1])
def test_a_bot_that_cannot_be_loaded_there_stops_the_run(
    make_plan: "MakePlan", processes: int
) -> None:
    plan = make_plan("random", entries=(Entry("gone", "/no/such/bot.py"),))
    with pytest.raises(InfosetError, match="there is no such file"):
        play(plan, processes)


@pytest.mark.parametrize(
    "noted", [{"digest": "that of another file"}, {"files": {"fool.py": "that of another file"}}]
)
def test_a_worker_with_another_file_of_a_bot_stops_the_run(
    make_plan: "MakePlan", write_bot: "WriteBot", noted: dict[str, Any]
) -> None:
    path = write_bot("fool", "def decide(self, turn):\n    return 0")
    plan = make_plan("random", entries=(Entry("fool", path, **noted),))
    with pytest.raises(CommandError, match=r"bot '.*fool.*' on .* is not the one with which"):
        play(plan, 1)


def test_a_fault_of_the_rules_is_a_record_without_places(
    make_plan: "MakePlan", monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Arena, job: Job) -> Played:
        raise ZeroDivisionError("in the rules")

    monkeypatch.setattr(Arena, "play", fail)
    (played,) = play(make_plan("random", matches=1), 0)
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

    with closing(play_jobs(HerePool(), plan, jobs())) as batches:
        next(batches)
    assert taken == [0]


def test_jobs_and_matches_are_read_as_they_were_written(make_plan: "MakePlan") -> None:
    plan = make_plan("random", "heuristic", matches=1, keep=True)
    job = Schedule(plan, 4).job(0)
    assert read_job(write_job(job)) == job
    with Arena(plan) as arena:
        played = arena.play(job)
    odd = Played(played.record, "half a smile: \ud83d", played.lines)
    assert read_played(write_played(odd)) == odd
