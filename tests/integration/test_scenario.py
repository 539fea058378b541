"""One scenario, word for word the same over every transport: from hello to bye, through a whole match."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    FOREVER,
    TRANSPORTS,
    Client,
    Message,
    Server,
    choose,
    open_server,
    play_out,
)

# What differs from run to run: names of things, and the times that were measured.
NAMES = {"session", "resume_token", "user", "host", "room", "match_id"}
TIMES = {"now_ms", "elapsed_ms", "deadline_ms"}
# When the process of a house bot has started is nobody's promise; it moves the numbers behind it.
UNTIMED = {"seat_status"}


async def run_scenario(server: Server, transport: str) -> list[Client]:
    """The scenario; returns its clients."""
    ann, bob, cat = [await server.connect(name, transport) for name in ("ann", "bob", "cat")]
    players = [ann, bob, cat]
    room = await meet(ann, bob, cat)
    match_id = await start(players, room)
    await misbehave(cat, match_id)
    await play_out(players, match_id)
    late = await bob.refused("act", match_id=match_id, decision=1, index=0)
    assert late["code"] == "wrong_state"
    await resign_a_second_match(players, room)
    for player in players:
        await player.settled()
        await player.tell("bye")
        await player.ended()
    return players


async def meet(ann: Client, bob: Client, cat: Client) -> str:
    """A room with ann, bob, cat and a house bot, all but ann ready; returns its id."""
    games = await ann.ask("describe", game="colonizers")
    assert "colonizers" in [game["game"] for game in games["games"]]
    opened = await ann.ask("create_room", game="colonizers", title="the mars table", clock=FOREVER)
    room: str = opened["room"]["room"]
    assert opened["room"]["host"] == ann.user
    changed = await ann.ask("configure", room=room, changes={"options": {"colony": 4}})
    assert changed["room"]["options"]["colony"] == 4
    await bob.ask("join", room=room)
    await bob.ask("sit", room=room, seat=1)
    await cat.ask("join", room=room, any_seat=True)
    seated = await ann.ask("sit", room=room, seat=2)
    assert [seat["kind"] for seat in seated["room"]["seats"]] == ["human", "human", "human", "open"]
    await ann.ask("kick", room=room, user=cat.user)
    assert (await cat.refused("sit", room=room, seat=0))["code"] == "not_found"
    await cat.ask("join", room=room, seat=0, ready=True)
    await ann.ask("add_bot", room=room, seat=3, bot="first")
    await bob.ask("ready", room=room)
    await ann.ask("chat", room=room, text="good luck")
    assert (await cat.expect("chat_msg"))["text"] == "good luck"
    return room


async def start(players: list[Client], room: str) -> str:
    """Ann is ready last, so the match begins; its id."""
    await players[0].ask("ready", room=room)
    starts = [await player.expect("match_start") for player in players]
    assert [message["seat"] for message in starts] == [2, 1, 0]
    assert len({message["match_id"] for message in starts}) == 1
    match_id: str = starts[0]["match_id"]
    return match_id


async def misbehave(cat: Client, match_id: str) -> None:
    """At the first turn cat sends everything that must be refused, then plays; others notice nothing."""
    turn = await cat.expect("your_turn")
    decision = {"match_id": match_id, "decision": turn["decision"]}
    snapshot = await cat.ask("sync", match_id=match_id)
    assert snapshot["obs"] == turn["obs"]
    assert [open_["decision"] for open_ in snapshot["pending"]] == [turn["decision"]]
    illegal = await cat.refused("act", **decision, index=turn["n"])
    assert illegal["code"] == "illegal_action"
    assert illegal["data"]["left"] == 2
    stale = await cat.refused("act", match_id=match_id, decision=turn["decision"] + 1, index=0)
    assert stale["code"] == "stale_decision"
    assert stale["data"]["open"] == [turn["decision"]]
    both = await cat.refused("act", **decision, index=0, action=["pick", 0])
    assert both["code"] == "bad_message"
    strange = await cat.refused("act", match_id="m_unknown", decision=1, index=0)
    assert strange["code"] == "not_found"
    taken = await cat.ask("act", **decision, index=choose(turn, turn["seat"]))
    assert taken["type"] == "act_ok"
    doubled = await cat.refused("act", **decision, index=choose(turn, turn["seat"]))
    assert doubled["code"] == "stale_decision"


async def resign_a_second_match(players: list[Client], room: str) -> None:
    """The same people again; all but the house bot resign, one after the other."""
    for player in players:
        await player.ask("ready", room=room)
    match_id = (await players[0].expect("match_start"))["match_id"]
    turn = await players[2].expect("your_turn", match_id=match_id)
    await players[2].ask("act", match_id=match_id, decision=turn["decision"], index=0)
    ann, bob, cat = players
    for player in (ann, cat, bob):  # it is bob's turn: the house bot is never asked
        await player.ask("resign", match_id=match_id)
    over = await ann.expect("match_over", match_id=match_id)
    assert over["reason"] == "resign"
    assert over["places"] == [3, 2, 4, 1]  # who stayed longer ends higher


class Normal:
    """Names in the order of their first appearance, times as 0, no numbers of the stream."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def write(self, value: Any, key: str = "") -> Any:
        """`value` without what differs from run to run."""
        if isinstance(value, dict):
            return {name: self.write(v, name) for name, v in value.items() if name != "seq"}
        if isinstance(value, list):
            return [self.write(inner, key) for inner in value]
        if key in NAMES and isinstance(value, str):
            return self.names.setdefault(value, f"name {len(self.names)}")
        if key == "msg":
            for name, normal in self.names.items():
                value = value.replace(name, normal)
        return 0 if key in TIMES else value

    def transcript(self, clients: list[Client]) -> list[list[Message]]:
        """What each heard, in order."""
        return [
            [self.write(message) for message in client.heard if message["type"] not in UNTIMED]
            for client in clients
        ]


@pytest.fixture(scope="module")
def transcripts() -> dict[str, Any]:
    """What was heard over each transport so far."""
    return {}


@pytest.fixture
async def fresh(tmp_path: Path) -> AsyncIterator[Server]:
    """A server that starts from the first seed."""
    async with open_server(tmp_path) as server:
        yield server


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_one_scenario_passes_unchanged_and_sounds_the_same_over_every_transport(
    fresh: Server, transport: str, transcripts: dict[str, Any]
) -> None:
    heard = Normal().transcript(await run_scenario(fresh, transport))
    reference = transcripts.setdefault("heard", heard)
    for mine, theirs in zip(heard, reference, strict=True):
        assert [message["type"] for message in mine] == [message["type"] for message in theirs]
        assert mine == theirs


async def test_every_message_is_numbered_without_a_gap(server: Server) -> None:
    for client in await run_scenario(server, "tcp-json"):
        numbers = [message["seq"] for message in client.heard if "seq" in message]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(client.of_type("your_turn")) > 10


async def test_order_of_messages_is_kept(server: Server) -> None:
    """`act_ok` precedes the events it caused; `your_turn` describes the view of the last events."""
    ann = await server.connect("ann")
    room = (await ann.ask("create_room", game="colonizers", clock=FOREVER))["room"]["room"]
    await ann.ask("join", room=room, seat=0)
    await ann.ask("start", room=room)
    ver = 0
    while True:
        message = await ann.expect_any("your_turn", "match_over", "events")
        if message["type"] == "events":
            assert message["ver"] == ver + 1
            ver = message["ver"]
        elif message["type"] == "your_turn":
            assert message["ver"] == ver
            before = len(ann.of_type("act_ok", "events"))
            decision = {"match_id": message["match_id"], "decision": message["decision"]}
            await ann.ask("act", **decision, index=choose(message, 0))
            assert ann.of_type("act_ok", "events")[before]["type"] == "act_ok"
        else:
            break
    assert ver > 20


async def test_players_on_different_transports_share_a_table(server: Server) -> None:
    players = [await server.connect(name, name) for name in TRANSPORTS]
    for player in players:
        await player.ask("seek", game="colonizers", clock=FOREVER)
    match_id = (await players[0].expect("match_start"))["match_id"]
    results = await play_out(players, match_id)
    assert all(result["places"] == results[0]["places"] for result in results)
    assert (await play_over(players[0])) == []


async def play_over(client: Client) -> list[Message]:
    """What comes after the end of the match: nothing."""
    await client.settled()
    last = max(i for i, message in enumerate(client.heard) if message["type"] == "match_over")
    return [m for m in client.heard[last + 1 :] if m["type"] not in ("pong", "room")]
