"""What jobs have brought, on disk, so that nobody does them twice. Knows no jobs but by their bytes.

A line is a job's digest and its result. The digest is of everything that the result follows from: what is
asked, of what, and by which programs. So one file serves any number of questions, and an answer to another one
is never taken.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from infoset.errors import CommandError
from infoset_bots.lab.arena.store import open_locked
from infoset_bots.lab.pools.port import Job, Task

DIGEST: Final = "job"
RESULT: Final = "result"


class Answers:
    """A file of results, opened by one process at a time, until it is closed.

    Without a file nothing is known and nothing is kept.
    """

    def __init__(self, path: Path | None, programs: str = "") -> None:
        """Makes the file where there is none. `programs` tells one version of those that do the jobs from another.

        Raises CommandError for a file that is something else, or that another process has.
        """
        self._programs = programs
        self._file: BinaryIO | None = None
        self._known: dict[str, bytes] = {}
        if path is None:
            return
        try:
            self._file = open_locked(path, f"{path}: another process is writing there")
            self._read(self._file, path)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error

    def find(self, task: Task, job: Job) -> bytes | None:
        """The result of a job that was done before."""
        return self._known.get(self.digest(task, job))

    def digest(self, task: Task, job: Job) -> str:
        """Of all that a result follows from; the job's key is not part of it."""
        told = hashlib.sha256()
        for part in (self._programs.encode(), task.function.encode(), task.setup, job.body):
            told.update(len(part).to_bytes(8, "big") + part)
        return told.hexdigest()

    def add(self, results: Mapping[str, bytes]) -> None:
        """Puts results on disk, by the digests of their jobs; when this returns they are there.

        Raises CommandError where there is no room.
        """
        if self._file is None:
            return
        try:
            for digest, result in results.items():
                line = {DIGEST: digest, RESULT: result.decode()}
                self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise CommandError(
                f"{self._file.name}: {error.strerror}; what was kept before counts: give the same command "
                "again once there is room"
            ) from error

    def _read(self, file: BinaryIO, path: Path) -> None:
        """Takes in all lines; one that a kill has cut off is dropped."""
        end = 0
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                plain = json.loads(line)
                self._known[plain[DIGEST]] = plain[RESULT].encode()
            except (ValueError, KeyError, TypeError, AttributeError):
                self.close()
                raise CommandError(
                    f"{path}, line {number}: expected what an earlier run has kept"
                ) from None
            end += len(line)
        file.truncate(end)
        file.seek(end)

    def close(self) -> None:
        """Lets another process have the file."""
        if self._file is not None:
            with suppress(OSError):  # of lines that found no room, which `add` has told
                self._file.close()
