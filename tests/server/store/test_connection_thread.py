"""A thread that owns a connection: order, errors, and ends of all kinds."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from infoset_server.store.connection_thread import ConnectionThread


class Opener:
    """Opens connections to a database in memory; the first few times it fails."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.opened: list[Connection] = []

    def __call__(self) -> Connection:
        if self.failures:
            self.failures -= 1
            raise OperationalError("open", None, OSError("planted"))
        self.opened.append(create_engine("sqlite://", poolclass=NullPool).connect())
        return self.opened[-1]


@pytest.fixture
def opener() -> Opener:
    return Opener()


@pytest.fixture
async def thread(opener: Opener) -> AsyncIterator[ConnectionThread]:
    made = ConnectionThread(opener)
    yield made
    await made.close()


def where(connection: Connection) -> str:
    """The thread this runs in."""
    return threading.current_thread().name


async def test_work_is_done_in_the_thread_on_one_connection(
    thread: ConnectionThread, opener: Opener
) -> None:
    assert opener.opened == []
    assert await thread.run(where) == "store"
    assert await thread.run(lambda connection: connection) is opener.opened[0]
    assert len(opener.opened) == 1


async def test_work_is_done_in_the_order_it_was_given(thread: ConnectionThread) -> None:
    done: list[int] = []
    await asyncio.gather(*(thread.run(lambda _, n=n: done.append(n)) for n in range(100)))  # type: ignore[misc]
    assert done == list(range(100))


async def test_an_error_goes_to_who_asked_and_the_thread_goes_on(thread: ConnectionThread) -> None:
    def fail(connection: Connection) -> None:
        raise ZeroDivisionError("planted")

    with pytest.raises(ZeroDivisionError, match="planted"):
        await thread.run(fail)
    assert await thread.run(where) == "store"


async def test_a_connection_that_could_not_be_opened_is_opened_the_next_time() -> None:
    opener = Opener(failures=1)
    thread = ConnectionThread(opener)
    with pytest.raises(OperationalError):
        await thread.run(where)
    assert await thread.run(where) == "store"
    await thread.close()
    assert len(opener.opened) == 1


async def test_a_connection_that_cannot_be_opened_is_no_trouble_when_closing() -> None:
    thread = ConnectionThread(Opener(failures=2))
    with pytest.raises(OperationalError):
        await thread.run(where)
    await thread.close()


async def test_whoever_stops_waiting_does_not_stop_the_thread(
    thread: ConnectionThread, caplog: pytest.LogCaptureFixture
) -> None:
    gate = threading.Event()
    waiting = asyncio.ensure_future(thread.run(lambda _: gate.wait(60)))
    await asyncio.sleep(0)
    waiting.cancel()
    gate.set()
    assert await thread.run(where) == "store"
    assert waiting.cancelled()
    assert caplog.text == ""


async def test_closing_comes_after_what_waits_and_ends_the_thread(
    thread: ConnectionThread, opener: Opener
) -> None:
    begun = asyncio.ensure_future(thread.run(where))
    await asyncio.sleep(0)
    before = threading.active_count()
    await thread.close()
    assert await begun == "store"
    assert opener.opened[0].closed
    assert threading.active_count() == before - 1


async def test_a_thread_that_never_began_can_be_closed(
    thread: ConnectionThread, opener: Opener
) -> None:
    await thread.close()
    assert opener.opened == []


def test_an_answer_for_a_loop_that_is_gone_harms_nobody() -> None:
    opener, gate, done = Opener(), threading.Event(), threading.Event()
    thread = ConnectionThread(opener)

    def work(connection: Connection) -> None:
        gate.wait(60)

    async def ask_and_leave() -> None:
        asking = asyncio.ensure_future(thread.run(work))
        await asyncio.sleep(0)
        asking.cancel()

    asyncio.run(ask_and_leave())
    gate.set()

    async def ask_again() -> None:
        await thread.run(lambda connection: done.set())
        await thread.close()

    asyncio.run(ask_again())
    assert done.is_set()
