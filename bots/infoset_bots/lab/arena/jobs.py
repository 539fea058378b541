"""The matches of a plan as jobs of a pool: what goes there, what comes back. Knows no processes.

A match is a pure job: it depends on the plan and on its number in the schedule. What it yields is equal each
time but for the time that its bots took, so a match may be played again where a worker was lost. Bots that
look at the clock, or draw chance from elsewhere, are as repeatable as they are.
"""

import json
import platform
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Final, assert_never

from infoset.errors import CommandError
from infoset_bots.lab.arena import schedule
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.players import digest_before, files_behind, require_apart
from infoset_bots.lab.arena.playing import Arena, Played
from infoset_bots.lab.arena.record import Record
from infoset_bots.lab.arena.table import NOBODY, broken_record
from infoset_bots.lab.pools.port import (
    NOTHING_NOTED,
    Bench,
    ComputePool,
    Died,
    Done,
    Failed,
    Job,
    Outcome,
    Task,
    Work,
)

FUNCTION: Final = f"{__name__}:open_arena"

assert NOBODY == NOTHING_NOTED  # what is noted is the seat whose bot thinks


def play_jobs(
    pool: ComputePool, plan: Plan, jobs: Iterator[schedule.Job]
) -> Generator[list[Played], None, None]:
    """Plays the jobs and yields what is over, as it comes. Close the generator to stop early."""
    given: dict[int, schedule.Job] = {}

    def written() -> Iterator[Job]:
        for job in jobs:
            given[job.number] = job
            yield Job(job.number, write_job(job))

    outcomes = pool.run(Task(FUNCTION, plan.to_json().encode()), written())
    try:
        for batch in outcomes:
            yield [read_outcome(plan, given.pop(one.key), one) for one in batch]
    finally:
        outcomes.close()


def read_outcome(plan: Plan, job: schedule.Job, outcome: Outcome) -> Played:
    """A match that is over. One that could not be played has a record that says so."""
    match outcome:
        case Done():
            return read_played(outcome.result)
        case Failed():  # the rules themselves
            record = broken_record(plan.make_game(), job, outcome.error, culprit=None)
            return Played(record, outcome.trace)
        case Died():
            culprit = None if outcome.note == NOBODY else outcome.note
            record = broken_record(plan.make_game(), job, outcome.ending, culprit)
            return Played(record, f"{outcome.ending} in seat {outcome.note}\n")
        case _:
            assert_never(outcome)


@contextmanager
def open_arena(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Loads the bots of a plan, once for all matches that a worker plays. Raises as `Arena`.

    Raises CommandError, too, where the bots of this machine are not those of the plan.
    """
    plan = Plan.from_json(setup.decode())
    check_bots(plan)
    with Arena(plan, bench.note, is_capturing=not bench.is_shared) as arena:
        yield player_of(arena)


def check_bots(plan: Plan) -> None:
    """Raises CommandError where the files of a bot are others here than where the run began, or two get in each other's way.

    What its source only names in quotes is not looked at: a bot may write there while the run goes on.
    """
    require_apart(dict.fromkeys(entry.spec for entry in plan.entries))
    for entry in plan.entries:
        noted = entry.files
        if noted is None:
            is_same = entry.digest is None or digest_before(entry.spec) == entry.digest
            others = [] if is_same else [entry.spec]
        else:
            here = files_behind(entry.spec, with_quoted=False)
            others = [name for name, found in here.items() if noted.get(name) != found]
        if others:
            raise CommandError(
                f"bot {entry.spec!r} on {platform.node()} is not the one with which this run began: "
                f"{', '.join(others)}"
            )


def player_of(arena: Arena) -> Callable[[bytes], bytes]:
    """What plays jobs in an arena."""
    return lambda body: write_played(arena.play(read_job(body)))


def write_job(job: schedule.Job) -> bytes:
    """As JSON."""
    return json.dumps(asdict(job)).encode()


def read_job(body: bytes) -> schedule.Job:
    """The job that was written."""
    plain: dict[str, Any] = json.loads(body)
    plain["seats"] = tuple(plain["seats"])
    return schedule.Job(**plain)


def write_played(played: Played) -> bytes:
    """As JSON; ASCII only, because bots may write anything."""
    plain = {
        "record": played.record.to_json(),
        "tail": played.tail,
        "lines": played.lines,
        "said": played.said,
    }
    return json.dumps(plain).encode()


def read_played(result: bytes) -> Played:
    """What was written."""
    plain: dict[str, Any] = json.loads(result)
    record = Record.from_json(plain["record"])
    return Played(record, plain["tail"], tuple(plain["lines"]), tuple(plain["said"]))
