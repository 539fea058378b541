"""Replays as jobs of a pool: each is played again, and what it tells comes back. Knows no processes."""

import io
import pickle
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO, assert_never

from infoset.errors import CommandError
from infoset.replaying.source import MAX_FILE_BYTES
from infoset_bots.lab.arena.progress import Progress
from infoset_bots.lab.arena.record import Record, Thinking
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
from infoset_bots.lab.statistics.tale import Tale, tell
from infoset_games.game import OptionError
from infoset_games.match import Match
from infoset_games.notices import Ended
from infoset_games.record import Record as Replay
from infoset_games.record import read_record
from infoset_games.registry import RulesVersionError, UnknownGameError, make_game
from infoset_games.steps import RecordError

REFUSALS: Final = (
    UnicodeDecodeError,
    RecordError,
    UnknownGameError,
    OptionError,
    RulesVersionError,
)
TASK: Final = Task(f"{__name__}:open_reader", b"")


@dataclass(frozen=True)
class Reading:
    """What one replay tells. `result` has the form of the arena's, with match number 0; None before the end."""

    game: str
    target: int | None
    tale: Tale
    result: Record | None


def read_replays(pool: ComputePool, files: Sequence[Path], err: TextIO) -> list[Reading]:
    """All of them, in this order. Raises CommandError for the first one found that cannot be played again."""
    progress = Progress(err, len(files))
    readings: dict[int, Reading] = {}
    jobs = (Job(number, read_whole(file)) for number, file in enumerate(files))
    try:
        with closing(pool.run(TASK, jobs)) as batches:
            for batch in batches:
                for outcome in batch:
                    readings[outcome.key] = reading_of(outcome, files[outcome.key])
                progress.show(len(readings))
    finally:
        progress.clear()
    return [readings[number] for number in range(len(files))]


def read_whole(file: Path) -> bytes:
    """What is in a file. Raises CommandError."""
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            raise CommandError(f"{file}: more than {MAX_FILE_BYTES >> 20} MB")
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error


def reading_of(outcome: Outcome, file: Path) -> Reading:
    """What came of a job. Raises CommandError where the file is no replay."""
    match outcome:
        case Done():
            told: Reading | str = pickle.loads(outcome.result)
            if isinstance(told, Reading):
                return told
            raise CommandError(f"{file}: {told}")
        case Failed():
            raise CommandError(f"{file}: {outcome.error}")
        case Died():
            raise CommandError(f"{file}: {outcome.ending}")
        case _:
            assert_never(outcome)


# Where the jobs are done.


@contextmanager
def open_reader(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Reads replays; what is none is answered with the reason."""
    yield lambda body: pickle.dumps(read_or_refuse(body))


def read_or_refuse(body: bytes) -> Reading | str:
    """What a replay tells, or what is wrong with it."""
    try:
        lines = io.StringIO(body.decode("utf-8"), newline="\n")
        replay = read_record(lines, make_game)
        tale, match = tell(replay)
    except REFUSALS as error:
        return str(error)
    target = replay.game.options().get("target")
    return Reading(
        replay.game.name,
        target if isinstance(target, int) else None,
        tale,
        None if match.over is None else result_of(replay, tale, match, match.over),
    )


def result_of(replay: Replay, tale: Tale, match: Match, over: Ended) -> Record:
    """The result of a replay in the form of the arena's."""
    zeros = [0] * replay.game.seats
    mean_ms = [
        spent / count if count else 0.0
        for spent, count in zip(tale.spent_ms, tale.decisions, strict=True)
    ]
    return Record(
        match=0,
        deal=0,
        seating=0,
        seed=replay.seed or "",
        deal_hash="",
        bots=[str(player.get("name", f"seat {at}")) for at, player in enumerate(replay.players)],
        places=[] if over.reason == "aborted" else list(over.result.places),
        scores=list(over.result.scores),
        returns=list(over.result.returns),
        reason=over.reason,
        ending=over.result.ending,
        plies=len(match.log),
        rounds=tale.rounds,
        decisions=tale.decisions,
        misses=zeros,
        illegal=zeros,
        exceptions=zeros,
        crashes=zeros,
        thinking=Thinking(mean_ms, list(mean_ms)),
    )
