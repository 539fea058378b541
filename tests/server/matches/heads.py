"""A match's head to write and read."""

import time

from infoset_protocol.messages import CreateRoom
from infoset_server.matches.match_records import HeadRoom, HeadSeat, MatchHead
from infoset_server.storage.node import Node
from infoset_server.storage.port import MatchStore


def head(match_id: str = "m_1", seed: str = "the secret seed") -> MatchHead:
    """Of a match of four, one of them a house bot."""
    people = (HeadSeat(f"u_{n}", f"player {n}", "human") for n in range(3))
    return MatchHead(
        match_id=match_id,
        rules="colonizers/1.0",
        asked=CreateRoom(game="colonizers", options={"legacy": True}, title="Evening"),
        room=HeadRoom("AB2C", "u_0", "player 0", "meeting", "c_code"),
        seats=(*people, HeadSeat("u_9", "random", "bot", "random")),
        seed=seed,
        deal={"deck": [3, 1, 2]},
        created_at=1_000,
    )


async def node_on(store: MatchStore, name: str = "n1") -> Node:
    """A server's node on a store."""
    node = Node(store, name, 3.0, time.monotonic)
    await node.take()
    return node
