"""Chores are done at once, then again and again, and no more after the end."""

import asyncio

import pytest

from infoset_server.app import service
from infoset_server.app.service import Housekeeping


async def test_chores_are_done_in_order_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PAUSE_S", 0.0)
    done: list[str] = []
    twice = asyncio.Event()

    def second() -> None:
        done.append("second")
        if len(done) == 4:
            twice.set()

    keeper = Housekeeping([lambda: done.append("first"), second])
    keeper.start()
    assert done == ["first", "second"]
    await twice.wait()
    assert done == ["first", "second"] * 2
    keeper.close()
    for _ in range(3):  # turns of the loop, in which it would be done again
        await asyncio.sleep(0)
    assert len(done) == 4
