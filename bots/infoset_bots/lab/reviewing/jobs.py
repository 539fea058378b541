"""Reviews as jobs of a pool: what goes there, what comes back. Knows no processes.

A job is a function of its task and its body, so it may be done again where a worker was lost.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from typing import Any, Final, TextIO, assert_never

from pydantic import TypeAdapter

from infoset.errors import CommandError
from infoset_bots.lab.arena.progress import Progress
from infoset_bots.lab.arena.record import ABORTED
from infoset_bots.lab.pools.port import (
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
from infoset_bots.lab.reviewing.answers import Answers
from infoset_bots.lab.reviewing.judging import Judged, Judgement, Sitting, judge_sitting
from infoset_bots.lab.reviewing.kept import Kept, read_lines
from infoset_bots.lab.reviewing.making import last_of, luck_seed, make_meter, make_playout
from infoset_bots.lab.reviewing.reference import find_reference
from infoset_bots.lab.reviewing.results import LuckSettings, Measured
from infoset_bots.lab.reviewing.sampling import Look, Sampling, look_around
from infoset_games.record import Record, read_record
from infoset_games.registry import make_game

JUDGE: Final = f"{__name__}:open_judge"
METER: Final = f"{__name__}:open_meter"
SAMPLER: Final = f"{__name__}:open_sampler"

JUDGED: Final = TypeAdapter(list[Judged])
MEASURED: Final = TypeAdapter(list[Measured])
LOOKS: Final = TypeAdapter(list[Look])


def judge(
    pool: ComputePool,
    matches: Sequence[Kept],
    judgement: Judgement,
    err: TextIO,
    answers: Answers,
) -> list[Judged]:
    """Every decision that is judged, those of `answers` without judging them again. Raises CommandError."""
    task = make_task(JUDGE, matches[0].game, asdict(judgement))
    results = done_by_seat(pool, task, matches, err, answers)
    found = [one for result in results for one in JUDGED.validate_json(result)]
    return sorted(found, key=lambda one: (one.match, one.seat, one.decision))


def sample(
    pool: ComputePool, matches: Sequence[Kept], sampling: Sampling, err: TextIO, answers: Answers
) -> list[Look]:
    """Every look at what was open to a seat, those of `answers` without looking again. Raises CommandError."""
    task = make_task(SAMPLER, matches[0].game, asdict(sampling))
    results = done_by_seat(pool, task, matches, err, answers)
    found = [one for result in results for one in LOOKS.validate_json(result)]
    return sorted(found, key=lambda one: (one.match, one.seat, one.decision))


def measure(
    pool: ComputePool,
    matches: Sequence[Kept],
    settings: LuckSettings,
    err: TextIO,
    answers: Answers,
) -> list[Measured]:
    """The luck of every match that is over, that of `answers` without measuring it again. Raises CommandError."""
    task = make_task(METER, matches[0].game, asdict(settings))
    jobs = (Job(key, make_body(kept, None)) for key, kept in enumerate(matches))
    results = done(pool, task, jobs, matches, Progress(err, len(matches)), answers)
    return [one for result in results for one in MEASURED.validate_json(result)]


def done_by_seat(
    pool: ComputePool, task: Task, matches: Sequence[Kept], err: TextIO, answers: Answers
) -> Iterator[bytes]:
    """The results of a job for each seat of each match. Raises CommandError for the first that has none."""
    seats = [(kept, seat) for kept in matches for seat in range(len(kept.players))]
    jobs = (Job(key, make_body(kept, seat)) for key, (kept, seat) in enumerate(seats))
    progress = Progress(err, len(seats), unit="seats")
    return done(pool, task, jobs, [kept for kept, _ in seats], progress, answers)


def done(
    pool: ComputePool,
    task: Task,
    jobs: Iterator[Job],
    about: Sequence[Kept],
    progress: Progress,
    answers: Answers,
) -> Iterator[bytes]:
    """The results, known ones and those that come. Raises CommandError for the first job that has none."""
    count = 0
    known: list[bytes] = []
    asked: dict[int, str] = {}  # digests of jobs that are being done

    def missing() -> Iterator[Job]:
        for job in jobs:
            result = answers.find(task, job)
            if result is not None:
                known.append(result)
            else:
                asked[job.key] = answers.digest(task, job)
                yield job

    try:
        with closing(pool.run(task, missing())) as batches:
            for batch in batches:
                results = {one.key: one.result for one in batch if isinstance(one, Done)}
                answers.add({asked.pop(key): result for key, result in results.items()})
                for outcome in batch:
                    count += 1
                    yield result_of(outcome, about[outcome.key])
                progress.show(count + len(known))
        yield from known
    finally:
        progress.clear()


def result_of(outcome: Outcome, about: Kept) -> bytes:
    """What came of a job. Raises CommandError where that is nothing."""
    match outcome:
        case Done():
            return outcome.result
        case Failed():
            raise CommandError(f"{about.file}: {outcome.error}")
        case Died():
            raise CommandError(f"{about.file}: {outcome.ending}")
        case _:
            assert_never(outcome)


def make_task(function: str, game: str, settings: dict[str, Any]) -> Task:
    """What all jobs have in common."""
    return Task(function, json.dumps({"game": game, "settings": settings}).encode())


def make_body(kept: Kept, seat: int | None) -> bytes:
    """One match, or one seat of it. Raises CommandError."""
    plain = {
        "number": kept.number,
        "unit": kept.unit,
        "players": kept.players,
        "seat": seat,
        "lines": read_lines(kept),
    }
    return json.dumps(plain).encode()


# Where the jobs are done.


@contextmanager
def open_judge(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Judges seats of matches."""
    plain = json.loads(setup)
    judgement = Judgement(**plain["settings"])
    make = find_reference(judgement.reference, plain["game"])
    playout = make_playout(plain["game"], judgement.policy, judgement.horizon)

    def work(body: bytes) -> bytes:
        return JUDGED.dump_json(list(judge_sitting(read_sitting(body), judgement, make, playout)))

    yield work


@contextmanager
def open_sampler(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Looks at what was open to seats of matches."""
    sampling = Sampling(**json.loads(setup)["settings"])

    def work(body: bytes) -> bytes:
        return LOOKS.dump_json(list(look_around(read_sitting(body), sampling)))

    yield work


def read_sitting(body: bytes) -> Sitting:
    """The seat of a match that a job is about. Raises RecordError."""
    asked = json.loads(body)
    seat = asked["seat"]
    record = read_record(asked["lines"], make_game)
    return Sitting(record, seat, asked["players"][seat], asked["number"], asked["unit"])


@contextmanager
def open_meter(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Measures the luck of matches."""
    plain = json.loads(setup)
    settings = LuckSettings(**plain["settings"])

    def work(body: bytes) -> bytes:
        asked = json.loads(body)
        record = read_record(asked["lines"], make_game)
        return MEASURED.dump_json(list(measured(record, asked, settings)))

    yield work


def measured(record: Record, asked: dict[str, Any], settings: LuckSettings) -> Iterator[Measured]:
    """The match, if it has a result."""
    match = last_of(record)
    if match is None or match.over is None or match.over.reason in ABORTED:
        return
    meter = make_meter(record.game, settings)
    result = match.over.result
    yield Measured(
        match=asked["number"],
        unit=asked["unit"],
        bots=asked["players"],
        places=list(result.places),
        scores=list(result.scores),
        luck=meter.of(match, luck_seed(settings, record)),
    )
