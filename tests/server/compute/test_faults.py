"""Games that loop, take all memory, or end the process they run in: only their own request suffers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.server.compute.table import Line, Message, Table

from infoset_games.core import CHANCE
from infoset_games.game import Game
from infoset_games.registry import known_games, register
from infoset_games.rng import Rng
from infoset_server.config import ComputeLimits

# Sound for seat 1. Installed like any plug-in, so that worker processes know them, too.
PLUGIN = """
import os
import signal

from infoset_games.descriptor import Descriptor
from infoset_games.testing.toys import Leduc


class Faulty(Leduc):
    def determinize(self, observation, rng):
        if observation.seat == 0:
            self.fail()
        return super().determinize(observation, rng)


class Looping(Faulty):
    name = "looping"

    def fail(self):
        while True:
            pass


class Greedy(Faulty):
    name = "greedy"

    def fail(self):
        return [bytes(1 << 24) for _ in range(1 << 20)]


class Dying(Faulty):
    name = "dying"

    def fail(self):
        os.kill(os.getpid(), signal.SIGKILL)


class Raising(Faulty):
    name = "raising"

    def fail(self):
        raise RuntimeError("a fault of the game")
"""
GAMES = ("looping", "greedy", "dying", "raising")
ENTRIES = ["[infoset.games]", *(f"{name} = faulty_games:{name.upper()}" for name in GAMES)]
DESCRIPTORS = "".join(
    f'{name.upper()} = Descriptor(rules="faulty_games:{name.title()}")\n' for name in GAMES
)
LIMITS = ComputeLimits(
    workers=1,
    inline_us=0,
    max_request_ms=300,
    hang_s=0.2,
    worker_memory_bytes=1 << 29,
)


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the faulty games, installed as far as workers can see."""
    known_games()  # this process has looked for games before, and does not look again
    (tmp_path / "faulty_games.py").write_text(PLUGIN + DESCRIPTORS)
    metadata = tmp_path / "faulty_games-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty-games\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("\n".join(ENTRIES))
    monkeypatch.syspath_prepend(tmp_path)
    return import_module("faulty_games")


@pytest.fixture(params=GAMES)
async def table(plugin: Any, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    game_class: type[Game] = getattr(plugin, request.param.title())
    async with AsyncExitStack() as stack:
        stack.enter_context(register(request.param, game_class))
        game = game_class()
        state = game.start({"first": 0})
        chance = Rng("faults")
        while state.mover() == CHANCE:
            state.move(state.sample_chance(chance))
        seated = Table(game, state, limits=LIMITS, is_inline=False)
        stack.push_async_callback(seated.service.close)
        yield seated


async def answer(table: Table, seat: int, kind: str, **fields: Any) -> Message:
    """The one final answer to a request of a seat."""
    table.seat = seat
    table.line = Line()
    table.client = table.sit(table.line)
    number = table.put(kind, **fields)
    async with asyncio.timeout(60):
        while not table.line.got:  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.005)
    (message,) = table.line.got
    assert message["re"] == number
    return message


async def serves_others(table: Table) -> None:
    """Returns when another seat's request has been done. While a worker starts, its time may run out."""
    async with asyncio.timeout(60):
        while (await answer(table, 1, "rollout", k=2)).get("status") != "done":
            pass


async def test_a_game_that_fails_in_a_worker_costs_its_own_request_and_no_other(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        await serves_others(table)
        failed = await answer(table, 0, "rollout", k=2)
        if failed["type"] == "error":
            assert failed["code"] == "internal"
            assert failed["data"]["incident"] in caplog.text
        else:  # its time ran out while a worker started for the second attempt
            assert (failed["status"], failed["rows"]) == ("deadline", [])
    await serves_others(table)
    assert len(table.service.pool.pids) == 1
    assert table.service.pool.waiting == 0
