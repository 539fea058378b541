"""A run on disk: the plan, the results line by line, what went wrong. Survives being killed anywhere.

    plan.json      what is played, written whole; anew only where more matches are asked for
    results.jsonl  one line for each match that is over, in the order they ended
    matches/N.jsonl  the replay of match N, where the plan says so
    transcripts/N.jsonl  what was said with language models in match N
    bots.log       what bots wrote to stdout and stderr, bounded

A result counts once its line is complete and on disk. A line cut off by a kill is dropped when the
run is opened again, and its match is played again.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from infoset.errors import CommandError
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.record import Record

try:
    import fcntl
except ImportError:  # Windows: two arenas in one folder are not noticed there
    fcntl = None  # type: ignore[assignment]

PLAN: Final = "plan.json"
RESULTS: Final = "results.jsonl"
BOTS_LOG: Final = "bots.log"
MATCHES: Final = "matches"
TRANSCRIPTS: Final = "transcripts"
MAX_LOG_BYTES: Final = 4 << 20
MAX_RUNS: Final = 100_000  # folders tried for a free name


class RunFolder:
    """One run, opened for writing by one process at a time. Use as a context manager."""

    def __init__(self, path: Path, plan: Plan, results: BinaryIO, records: list[Record]) -> None:
        """Use `create` or `resume`."""
        self.path = path
        self.plan = plan
        self.records = records  # all that are on disk, in the order of the file
        self._results = results

    @classmethod
    def create(cls, path: Path, plan: Plan) -> Self:
        """A new run. Raises CommandError if the folder holds one, or cannot be written."""
        if (path / PLAN).exists():
            raise CommandError(
                f"{path} holds a run already; go on with it: infoset arena --resume {path}"
            )
        try:
            path.mkdir(parents=True, exist_ok=True)
            write_whole(path / PLAN, plan.to_json())
            results = open_locked(path / RESULTS)
            sync_folder(path)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        return cls(path, plan, results, [])

    @classmethod
    def resume(cls, path: Path) -> Self:
        """The run in a folder, its last line mended. Raises CommandError if there is none."""
        plan = read_plan(path)
        try:
            with contextlib.ExitStack() as on_failure:
                results = on_failure.enter_context(open_locked(path / RESULTS))
                records, end = read_results(results, path / RESULTS)
                results.truncate(end)
                results.seek(end)
                on_failure.pop_all()
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        return cls(path, plan, results, records)

    def extend(self, matches: int) -> None:
        """Goes on to so many matches, as if they had been asked for at first. Raises CommandError."""
        if matches == self.plan.matches:
            return
        plan = replace(self.plan, matches=matches)
        try:
            write_whole(self.path / PLAN, plan.to_json())
        except OSError as error:
            raise CommandError(f"{self.path}: {error.strerror}") from error
        self.plan = plan

    @property
    def done(self) -> set[int]:
        """The numbers of the matches that are over."""
        return {record.match for record in self.records}

    def add(self, records: Sequence[Record]) -> None:
        """Puts results on disk; when this returns they are there. Raises CommandError where there is no room."""
        with self._writing():
            self._results.write(b"".join(record.to_json().encode() + b"\n" for record in records))
            self._results.flush()
            os.fsync(self._results.fileno())
        self.records.extend(records)

    def keep_match(self, record: Record, lines: Sequence[str]) -> None:
        """Keeps the replay of a match; to be called before its result is added."""
        with self._writing():
            keep_lines(match_file(self.path, record), lines)

    def keep_transcript(self, record: Record, lines: Sequence[str]) -> None:
        """Keeps what was said with language models; to be called before the result is added."""
        with self._writing():
            keep_lines(self.path / TRANSCRIPTS / f"{record.match}.jsonl", lines)

    def keep_output(self, record: Record, tail: str) -> None:
        """Keeps what the bots of a match wrote, as long as there is room."""
        path = self.path / BOTS_LOG
        size = path.stat().st_size if path.exists() else 0
        if size < MAX_LOG_BYTES:
            with self._writing(), path.open("a", encoding="utf-8", errors="replace") as file:
                file.write(f"== match {record.match} (deal {record.deal}, seed {record.seed})\n")
                file.write(tail if tail.endswith("\n") else tail + "\n")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Says what became of the run where the disk takes no more."""
        try:
            yield
        except OSError as error:
            raise CommandError(
                f"{self.path}: {error.strerror}; every result that was kept before counts: go on with "
                "the run once there is room"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):  # of a line that found no room, which `add` has told
            self._results.close()


def read_run(path: Path) -> tuple[Plan, list[Record]]:
    """A run for looking at, while it may still be written. Raises CommandError if there is none."""
    plan = read_plan(path)
    try:
        with (path / RESULTS).open("rb") as results:
            records, _ = read_results(results, path / RESULTS)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    return plan, records


def read_plan(path: Path) -> Plan:
    """The plan of the run in a folder. Raises CommandError if there is none."""
    try:
        return Plan.from_json((path / PLAN).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CommandError(f"{path}: no run of the arena is here (no {PLAN})") from None
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def read_results(file: BinaryIO, path: Path) -> tuple[list[Record], int]:
    """The complete lines of a results file, and where they end.

    Raises CommandError for a line that is damaged though others follow, or a match that is there
    twice: neither comes from a kill, so somebody should look.
    """
    file.seek(0)
    records: list[Record] = []
    seen: set[int] = set()
    end = 0
    for number, line in enumerate(file, start=1):
        if not line.endswith(b"\n"):
            break
        try:
            record = Record.from_json(line.decode())
        except ValueError as error:
            raise CommandError(f"{path}, line {number}: {error}") from error
        if record.match in seen:
            raise CommandError(f"{path}, line {number}: match {record.match} is there twice")
        seen.add(record.match)
        records.append(record)
        end += len(line)
    return records, end


def match_file(run: Path, record: Record) -> Path:
    """Where the replay of a match is kept."""
    return run / MATCHES / f"{record.match}.jsonl"


def keep_lines(path: Path, lines: Sequence[str]) -> None:
    """Writes a file of lines, and makes its folder."""
    path.parent.mkdir(exist_ok=True)
    write_whole(path, "".join(f"{line}\n" for line in lines))


def free_folder(parent: Path, name: str) -> Path:
    """The first of `name-1`, `name-2` ... in `parent` that does not exist."""
    for number in range(1, MAX_RUNS):
        path = parent / f"{name}-{number}"
        if not path.exists():
            return path
    raise CommandError(f"{parent}: {MAX_RUNS} runs of {name}; name a folder with --out")


def open_locked(path: Path, refusal: str = "") -> BinaryIO:
    """A file of results, for this process only. Raises CommandError, with `refusal`, if another one has it."""
    file = path.open("r+b" if path.exists() else "w+b", buffering=-1)
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise CommandError(
                refusal or f"{path.parent}: another arena is playing this run"
            ) from None
    return file


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that it is there whole or not at all."""
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)


def sync_folder(path: Path) -> None:
    """Puts the names in a folder on disk, where the system can do that."""
    with contextlib.suppress(OSError):  # Windows opens no folders
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def ordered(records: Iterable[Record]) -> list[Record]:
    """Results by match number: the same order in every run."""
    return sorted(records, key=lambda record: record.match)
