"""Thinking on the server, as a bot's thread and an async program ask for it."""

import asyncio
from typing import Any

import pytest

from infoset.errors import RequestError
from infoset.remote import Remote, expect
from infoset_protocol.messages import (
    ClientMessage,
    Ok,
    ServerMessage,
    SimJob,
    Sims,
    Unknown,
    Worlds,
    read_server_message,
)

BUDGET = {"used": 1, "left": 2}
REPLIES: dict[str, dict[str, Any]] = {
    "determinize": {"type": "worlds", "ver": 1, "worlds": [{"w": "w_1"}], "ttl_ms": 0},
    "simulate": {"type": "sims", "results": [{"status": "ok", "applied": 1}]},
    "rollout": {"type": "rollouts", "status": "done", "rows": []},
}


class Server:
    """Answers as a server would, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    async def request(self, message: ClientMessage) -> ServerMessage | Unknown:
        plain = message.to_plain()
        self.asked.append(plain)
        if message.type == "release":
            return Ok()
        if plain.get("k") == 100:
            raise RequestError("budget_exhausted", "no more")
        reply = REPLIES[message.type] | {"match_id": plain["match_id"], "budget": BUDGET}
        return read_server_message(reply)


async def test_a_bots_thread_asks_for_its_match_and_decision() -> None:
    server = Server()
    remote = Remote(server.request, asyncio.get_running_loop(), "m_1", 7)

    def think() -> None:
        (world,) = remote.determinize(seed=3).worlds
        assert remote.simulate([SimJob(w=world.w)], ["obs"]).results[0].applied == 1
        assert remote.rollout(k=4, first="all").status == "done"
        assert remote.rollout(worlds=["w_1"], n=2).rows == []
        remote.release()

    await asyncio.to_thread(think)
    assert [(plain["type"], plain["match_id"]) for plain in server.asked] == [
        (kind, "m_1") for kind in ("determinize", "simulate", "rollout", "rollout", "release")
    ]
    assert [plain.get("decision") for plain in server.asked] == [7, None, 7, None, None]
    assert server.asked[3]["worlds"] == ["w_1"]


async def test_a_refusal_is_raised_where_it_was_asked() -> None:
    remote = Remote(Server().request, asyncio.get_running_loop(), "m_1", 7)
    with pytest.raises(RequestError, match="no more"):
        await asyncio.to_thread(remote.determinize, 100)


def test_another_reply_than_promised_is_an_error() -> None:
    worlds = read_server_message(REPLIES["determinize"] | {"match_id": "m_1", "budget": BUDGET})
    assert expect(worlds, Worlds) is worlds
    with pytest.raises(TypeError, match="expected Sims, the server answered worlds"):
        expect(worlds, Sims)
