"""Plays A-B tests for a server: takes blocks, plays them on a pool, reports each when it is over.

What was taken and not reported is played by others once this worker is not heard of any more; what was reported
counts. A report that could not be sent is sent again until the server is back, so a block is played once more only
where that takes longer than its lease.
"""

import contextlib
import os
import platform
import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar

from infoset.errors import BotLoadError, CommandError, ConnectError, InfosetError, WebError
from infoset.printing import clean
from infoset_bots.lab.abtests.playing import MAX_LOG, Blocks, check_rules, jobs_of, logs_of, plan_of
from infoset_bots.lab.abtests.server import AbServer, is_orphan
from infoset_bots.lab.abtests.submitting import unpack
from infoset_bots.lab.arena.command import rules_in_words
from infoset_bots.lab.arena.jobs import play_jobs
from infoset_bots.lab.arena.schedule import Job, Schedule
from infoset_bots.lab.pools.port import ComputePool

T = TypeVar("T")

PACKAGE: Final = "infoset"
OPEN: Final = "open"  # the state of a test that is not over
FIRST: Final = 1  # blocks taken at first
MOST: Final = 64  # at a time
AIM_S: Final = 15.0  # what the blocks taken at a time shall take
IDLE_S: Final = 2.0  # between looks for work
RETRY_S: Final = 2.0
SHARE_S: Final = 60.0  # on one test; then the server says again whose turn it is
REPORTED: Final = 4  # blocks in one request, which stays below `frames.max_body_bytes`
MOST_LOGS: Final = 2  # in one request; escaped, a character of them may take six
KEPT_LOGS: Final = 16  # until a block is over
BUSY: Final = frozenset({429, 503})


@dataclass
class Worker:
    """One worker. `ends_at_once`: it ends where there is no work, or no server, instead of waiting."""

    server: AbServer
    pool: ComputePool
    folder: Path | None
    err: TextIO
    for_all: bool = False
    parent: int | None = None
    ends_at_once: bool = False
    name: str = field(
        default_factory=lambda: f"{platform.node()}-{os.getpid()}-{secrets.token_hex(4)}"
    )

    def run(self) -> None:
        """Plays until it is interrupted, or there is nothing to do and that shall end it. Raises InfosetError."""
        try:
            while not is_orphan(self.parent):
                order, lease_s = self._take(None, FIRST)
                if order is not None:
                    self._try(order, lease_s)
                elif self.ends_at_once:
                    return
                else:
                    time.sleep(IDLE_S)
        finally:
            with contextlib.suppress(InfosetError):
                self.server.ask("ab-leave", worker=self.name, for_all=self.for_all)

    def _try(self, order: Mapping[str, Any], lease_s: float) -> None:
        """Plays a test, or says why this machine cannot: the server offers it no more."""
        try:
            with rules_in_words():
                self._play(order, lease_s)
        except (CommandError, BotLoadError) as problem:
            self._say(f"test {order['test']}: {problem}")
            self._tell("ab-refuse", test=order["test"], why=str(problem)[-MAX_LOG:])

    def _play(self, order: Mapping[str, Any], lease_s: float) -> None:
        """Plays a test as long as it is its turn. Raises CommandError where it cannot be played here."""
        closed = threading.Event()
        with (
            tempfile.TemporaryDirectory(prefix="infoset-ab-", dir=self.folder) as place,
            self._heard_of(order["test"], lease_s, closed),
        ):
            plan = plan_of(order, self._put(order, Path(place)))
            check_rules(plan)
            schedule = Schedule(plan, plan.make_game().seats)
            blocks = Blocks(plan, schedule.block)
            self._say(f"test {order['test']}: {' against '.join(plan.labels)}")
            jobs = self._jobs(schedule, order, closed)
            logs: list[dict[str, Any]] = []
            with closing(play_jobs(self.pool, plan, jobs)) as batches:
                for batch in batches:
                    logs += logs_of(plan, batch)
                    done = blocks.add(batch)
                    if done and not self._report(order["test"], done, logs):
                        return
                    if is_orphan(self.parent):
                        return
                    logs = [] if done else logs[:KEPT_LOGS]

    def _jobs(
        self, schedule: Schedule, order: Mapping[str, Any], closed: threading.Event
    ) -> Iterator[Job]:
        """The matches of the first blocks, and of more as long as the server has some of this test.

        None once it is `closed`, not even the rest of a block.
        """
        taken: list[int] = order["blocks"]
        until_s = time.monotonic() + SHARE_S
        while taken:
            begun_s = time.monotonic()
            for job in jobs_of(schedule, taken):
                if closed.is_set():
                    return
                yield job
            took_s = max(time.monotonic() - begun_s, 0.001)
            fitting = int(len(taken) * AIM_S / took_s)
            if time.monotonic() > until_s:
                return
            most = max(1, min(fitting, 2 * len(taken), MOST))
            more, _ = self._take(order["test"], most)
            taken = [] if more is None else more["blocks"]

    def _put(self, order: Mapping[str, Any], place: Path) -> dict[str, Path]:
        """Fetches and unpacks the programs of an order; returns where the files of each side lie."""
        folders = {}
        for side in ("a", "b"):
            digest = order[side].get("program")
            if digest:
                folders[side] = place / side
                fetch = partial(self.server.fetch, order["test"], digest)
                archive = self._trying(fetch)
                unpack(archive, digest, folders[side])
        return folders

    # The server.

    def _take(self, test: str | None, most: int) -> tuple[dict[str, Any] | None, float]:
        """Blocks to play, and for how long they are left to us without a word."""
        told = self._tell("ab-take", package=version(PACKAGE), test=test, most=most)
        orders = told.get("orders", [])
        return (orders[0] if orders else None), float(told.get("lease_s", 0))

    def _report(self, test: str, blocks: list[dict[str, Any]], logs: list[dict[str, Any]]) -> bool:
        """Tells what was played; returns whether more of the test is wanted."""
        while blocks:
            told = self._tell(
                "ab-report", test=test, blocks=blocks[:REPORTED], logs=logs[:MOST_LOGS]
            )
            blocks, logs = blocks[REPORTED:], logs[MOST_LOGS:]
            if not told["open"]:
                return False
        return True

    def _tell(self, command: str, **asked: Any) -> dict[str, Any]:
        return self._trying(
            lambda: self.server.told(command, worker=self.name, for_all=self.for_all, **asked)
        )

    def _trying(self, ask: Callable[[], T]) -> T:
        """What comes of a request; tried again while the server is away or busy. Raises InfosetError."""
        is_told = False
        while True:
            try:
                return ask()
            except (ConnectError, WebError) as problem:
                is_passing = isinstance(problem, ConnectError) or problem.status in BUSY
                if not is_passing or self.ends_at_once or is_orphan(self.parent):
                    raise
                if not is_told:
                    self._say(f"waiting for the server: {problem}")
                is_told = True
                time.sleep(RETRY_S)

    @contextlib.contextmanager
    def _heard_of(self, test: str, lease_s: float, closed: threading.Event) -> Iterator[None]:
        """Lets the server know, while matches take long, that they are still being played.

        Sets `closed` when they are wanted no more: somebody has stopped the test, or others have decided it.
        """
        is_over = threading.Event()

        def renew() -> None:
            while not is_over.wait(lease_s / 4):
                with contextlib.suppress(InfosetError):  # a report says more, and is sent again
                    self.server.ask("ab-renew", worker=self.name, for_all=self.for_all)
                    if self.server.told("ab-show", test=test, json=True).get("state", OPEN) != OPEN:
                        closed.set()

        thread = threading.Thread(target=renew, daemon=True, name="renew")
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()

    def _say(self, text: str) -> None:
        self.err.write(f"{clean(text)}\n")
        self.err.flush()
