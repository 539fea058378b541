"""Has tables calculated in a process of their own, one for all ladders. Knows no ratings."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import orjson

from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.tables import RatingTable, RatingTerms, read_table

logger = logging.getLogger(__name__)

MODULE: Final = "infoset_server.contests.ladder.rating_process"
CHUNK: Final = 500  # results in one line: a fraction of a millisecond to write
MAX_LINE: Final = 64 << 20
PATIENCE_S: Final = 600.0  # a table that takes longer will never come
THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


class RatingWorkerError(Exception):
    """No table has come; the message says why. It may be asked for again."""


@dataclass(frozen=True, slots=True)
class Calculated:
    """The standings, and those at the milestones that were reached since the table before."""

    milestones: tuple[RatingTable, ...]
    table: RatingTable


@dataclass(slots=True)
class _Told:
    """What the process knows of a ladder."""

    terms: RatingTerms
    results: int = 0


class RatingWorker:
    """One process, started when it is first needed; one that dies is started anew by the next call."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._told: dict[str, _Told] = {}
        self._turn = asyncio.Lock()
        self._is_outdated = False

    def forget(self) -> None:
        """The next call has nothing to do with those before: it begins with a process that knows nothing."""
        self._is_outdated = True

    async def reckon(
        self, ladder: str, terms: RatingTerms, results: Sequence[RawResult]
    ) -> Calculated:
        """The table by all `results`, which must begin with those of the call before.

        Raises ReckoningError.
        """
        async with self._turn:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    return await self._ask(ladder, terms, results)
            except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError) as problem:
                await self._end()
                raise RatingWorkerError(
                    f"the table of {ladder} did not come: {problem!r}"
                ) from None
            except asyncio.CancelledError:
                await self._end()  # what it would answer is nobody's any more
                raise

    async def close(self) -> None:
        """Ends the process."""
        async with self._turn:
            await self._end()

    async def _ask(
        self, ladder: str, terms: RatingTerms, results: Sequence[RawResult]
    ) -> Calculated:
        if self._is_outdated:
            await self._end()
            self._is_outdated = False
        process = self._process or await self._start()
        told = self._told.get(ladder)
        if told is None or told.terms != terms:
            await self._say(process, {"ladder": ladder, "terms": terms.to_plain()})
            told = self._told[ladder] = _Told(terms, 0 if told is None else told.results)
        for start in range(told.results, len(results), CHUNK):
            chunk = {one.match_id: one.to_plain() for one in results[start : start + CHUNK]}
            await self._say(process, {"ladder": ladder, "results": chunk})
            told.results += len(chunk)
        await self._say(process, {"ladder": ladder, "reckon": True})
        assert process.stdout is not None
        line = await process.stdout.readuntil(b"\n")
        answer: dict[str, Any] = orjson.loads(line)
        milestones = tuple(read_table(table) for table in answer["milestones"])
        return Calculated(milestones, read_table(answer["table"]))

    async def _say(self, process: Process, order: dict[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write(orjson.dumps(order) + b"\n")
        await process.stdin.drain()

    async def _start(self) -> Process:
        paths = [path for path in sys.path if path]
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "PYTHONPATH": os.pathsep.join(paths),
            **dict.fromkeys(THREADS, "1"),
        }
        self._told.clear()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", MODULE),
            stdin=PIPE,
            stdout=PIPE,
            stderr=None,
            env=environment,
            limit=MAX_LINE,
            process_group=0,  # Ctrl-C is not for it
        )
        logger.debug("the tables of ladders are calculated by process %d", self._process.pid)
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        # Reading to the end lets the pipes be closed before the loop is.
        await process.communicate()
