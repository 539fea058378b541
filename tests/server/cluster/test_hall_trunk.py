"""The way to the hall: of two that say they are it, the one with the newer claim, unless that one is gone for good."""

import asyncio
import random

from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.cluster.frames import VERSION, Presence
from infoset_server.cluster.hall_trunk import HallTrunk
from infoset_server.cluster.trunk import HALL, TO_EDGES

PATIENCE = 2


class Looking:
    """An edge that looks for the hall."""

    def __init__(self) -> None:
        self.bus = EmbeddedBus()
        self.halls: list[str | None] = []
        self.trunk = HallTrunk(
            self.bus,
            "e1",
            TO_EDGES,
            PATIENCE,
            on_open=lambda: self.halls.append(self.trunk.node),
            on_broken=lambda why: self.halls.append(None),
            take=lambda frames: None,
        )

    async def hear(self, node: str, epoch: int, every_s: float) -> None:
        """A server says that it is the hall."""
        self.bus.publish(HALL, node, Presence(VERSION, node, f"h_{node}", epoch, every_s))
        for _ in range(5):
            await asyncio.sleep(0)

    def lose(self) -> None:
        """Whoever is believed to be the hall has gone."""
        assert self.trunk.trunk is not None
        self.trunk.trunk.give_up("gone")


async def test_the_newer_claim_is_believed_also_for_a_while_after_its_hall_has_gone() -> None:
    edge = Looking()
    claims = {"former": 3, "newer": 4}
    for node in random.Random(1).choices(list(claims), k=20):
        await edge.hear(node, claims[node], every_s=60.0)
    assert edge.trunk.node == "newer"
    edge.lose()
    await edge.hear("former", 3, every_s=60.0)
    assert edge.trunk.node is None
    await edge.hear("newer", 4, every_s=60.0)
    assert edge.trunk.node == "newer"
    edge.trunk.close()


async def test_a_hall_on_a_store_that_was_set_back_is_found_once_the_newer_claim_is_silent() -> (
    None
):
    """After an older backup was restored, claims count from what they were then."""
    edge = Looking()
    await edge.hear("newer", 7, every_s=0.01)
    edge.lose()
    async with asyncio.timeout(30):
        while edge.trunk.node is None:
            await edge.hear("restored", 3, every_s=0.01)
            await asyncio.sleep(0.005)
    assert edge.halls == ["newer", None, "restored"]
    await edge.hear("later", 4, every_s=0.01)
    assert edge.trunk.node == "later"
    edge.trunk.close()
