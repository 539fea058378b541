"""Which node a server is when it opens its store."""

import asyncio

import pytest

from infoset_server.config import load_config
from infoset_server.matches.records import open_play_node
from infoset_server.storage.errors import UnavailableError
from infoset_server.storage.memory import MemoryStore


class Forgetful(MemoryStore):
    """A store that does not answer what is left of a node, once."""

    is_silent = True

    async def unfinished(self, node: str | None = None) -> list[str]:
        if self.is_silent:
            self.is_silent = False
            raise UnavailableError("no answer in time", is_unknown=True)
        return await super().unfinished(node)


async def test_a_play_node_that_cannot_look_what_is_left_lets_go_of_its_claim() -> None:
    store, config = Forgetful(), load_config(None, {"cluster.node": "n1"})
    with pytest.raises(UnavailableError):
        await open_play_node(store, config)
    async with asyncio.timeout(60):
        node = await open_play_node(store, config)
    assert node.is_held
    await node.close()
