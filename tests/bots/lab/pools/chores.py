"""Tasks for the tests of pools: what workers do there. No tests here."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from infoset.errors import CommandError
from infoset_bots.lab.pools.port import Bench, Task, Work

PAUSE_S = 0.01
LONELY_S = 30.0


def chore(name: str, setup: bytes = b"") -> Task:
    """A task of this file."""
    return Task(f"{__name__}:{name}", setup)


@contextlib.contextmanager
def square(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Squares a number and adds the set-up."""
    yield lambda body: str(int(body) ** 2).encode() + setup


@contextlib.contextmanager
def name_worker(setup: bytes, bench: Bench) -> Iterator[Work]:
    """A job that is not pure: it tells who did it."""
    yield lambda body: str(os.getpid()).encode()


@contextlib.contextmanager
def tell_bench(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Tells whether it is done in the process of whoever started the run."""
    yield lambda body: str(bench.is_shared).encode()


@contextlib.contextmanager
def divide(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Divides 12 by a number."""
    yield lambda body: str(12 // int(body)).encode()


@contextlib.contextmanager
def refuse(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Cannot be made."""
    raise CommandError("there is no such bot")
    yield


@contextlib.contextmanager
def break_down(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Cannot be made, and nobody expected that."""
    raise ZeroDivisionError("planted")
    yield


@contextlib.contextmanager
def die_at(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Ends its process at the job that the set-up names, having noted ten times its number."""

    def work(body: bytes) -> bytes:
        bench.note(10 * int(body))
        if body == setup:
            os._exit(3)
        return body

    yield work


@contextlib.contextmanager
def kill_parent_at(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Takes the process along that started its own, at the job that the set-up names."""

    def work(body: bytes) -> bytes:
        if body == setup:
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(60)  # until it is noticed that the parent is gone
        return body

    yield work


@contextlib.contextmanager
def die_once(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Writes down in the folder of the set-up what it does; its first attempt at job 2 is cut off by a kill."""
    folder = Path(setup.decode())

    def work(body: bytes) -> bytes:
        number = len(list(folder.glob(f"{body.decode()}-*")))
        (folder / f"{body.decode()}-{number}").touch()
        if body == b"2" and number == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return body

    yield work


@contextlib.contextmanager
def sleep(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Takes its time, and a long one where the set-up says so."""

    def work(body: bytes) -> bytes:
        time.sleep(60 if setup == b"long" else PAUSE_S)
        return str(os.getpid()).encode()

    yield work


@contextlib.contextmanager
def meet(setup: bytes, bench: Bench) -> Iterator[Work]:
    """Signs in the folder of the set-up and waits, where the body `NAME>OTHER` names another job, until that has signed."""
    folder = Path(setup.decode())

    def work(body: bytes) -> bytes:
        name, _, other = body.decode().partition(">")
        (folder / name).touch()
        until_s = time.monotonic() + LONELY_S
        while other and not (folder / other).exists():
            if time.monotonic() > until_s:
                raise TimeoutError(f"{name} has not met {other}")
            time.sleep(PAUSE_S)
        return body

    yield work
