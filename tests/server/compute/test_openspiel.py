"""Thinking at games of OpenSpiel: where worlds take long, and where there are too many to be listed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from tests.server.compute.table import Table

from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_server.config import ComputeLimits

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: nobody thinks about its games")

LIMITS = ComputeLimits(workers=1, max_request_ms=100_000, hang_s=100)
PATIENCE_S = 200


def seated(dice: int) -> Table:
    """A seat at liar's dice with so many dice each. It expects that everything is little work."""
    game = make_game("openspiel_liars_dice", {"numdice": dice})
    table = Table(game, game.begin(Rng("dice")), limits=LIMITS)
    table.service.limits = LIMITS.model_copy(update={"inline_us": 10**9})
    return table


@pytest.fixture
async def tables() -> AsyncIterator[dict[int, Table]]:
    async with AsyncExitStack() as stack:
        found = {dice: seated(dice) for dice in (1, 5)}
        for table in found.values():
            stack.push_async_callback(table.service.close)
        yield found


async def answered(table: Table) -> dict[str, object]:
    """The answer to a rollout, which is not there at once."""
    assert not table.line.got
    table.put("rollout", k=2)
    assert not table.line.got, "it was worked out in the process of the server"
    async with asyncio.timeout(PATIENCE_S):
        while not table.line.got:  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.005)
    return dict(table.line.got[0])


async def test_worlds_that_may_take_long_are_left_to_workers(tables: dict[int, Table]) -> None:
    assert (await answered(tables[1]))["status"] == "done"


async def test_what_has_no_worlds_is_refused_and_no_fault(
    tables: dict[int, Table], caplog: pytest.LogCaptureFixture
) -> None:
    refusal = await answered(tables[5])
    assert refusal["code"] == "bad_option"
    assert "no worlds of this game" in str(refusal["data"])
    assert "incident" not in caplog.text
