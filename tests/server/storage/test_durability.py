"""Answers that wait until what they promise is stored."""

import asyncio

from infoset_server.storage.errors import UnavailableError
from infoset_server.storage.notebook import DurabilityBarrier


async def test_a_server_that_stores_nothing_answers_at_once() -> None:
    done: list[int] = []
    DurabilityBarrier(None).when_stored(lambda: done.append(1))
    assert done == [1]


async def test_an_answer_waits_for_the_store_and_tries_again() -> None:
    failures = [UnavailableError("busy"), RuntimeError("unforeseen"), None]
    answered = asyncio.Event()

    async def flush() -> None:
        failure = failures.pop(0)
        if failure is not None:
            assert not answered.is_set()
            raise failure

    durability = DurabilityBarrier(flush, retry_s=0.0)
    durability.when_stored(answered.set)
    assert not answered.is_set()
    async with asyncio.timeout(60):
        await answered.wait()
    assert failures == []
    await durability.close()


async def test_closing_gives_up_waiting() -> None:
    done: list[int] = []
    begun = asyncio.Event()

    async def flush() -> None:
        begun.set()
        await asyncio.Event().wait()

    durability = DurabilityBarrier(flush)
    durability.when_stored(lambda: done.append(1))
    await begun.wait()
    await durability.close()
    assert done == []
