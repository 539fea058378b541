"""`infoset cluster drain --wait`, as it hears the servers."""

import asyncio

from tests.server.bus.faulty import WrittenBus

from infoset_server.commands.cluster import Life
from infoset_server.compute.lending import Lending

PATIENCE_S = 60.0
NEVER_S = 3600.0  # between beats


async def test_a_server_that_says_so_has_gone_and_nobody_waits_for_its_silence() -> None:
    bus = WrittenBus()
    life = Life(bus, "one")
    lending = Lending(bus, None, "one", "n_1", ("edge",), NEVER_S)
    await life.begin(PATIENCE_S)
    gone = asyncio.create_task(life.end())
    await lending.close()
    async with asyncio.timeout(PATIENCE_S):
        await gone
