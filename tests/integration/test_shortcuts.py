"""Clients at an edge who play at a play node: what they ask and are told of the match goes past the hall, and nobody notices."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
from tests.integration.harness import (
    TRANSPORTS,
    Client,
    Front,
    Server,
    act,
    choose,
    open_server,
    play_on,
    play_out,
    play_some,
    resumption,
    start_match,
)
from tests.integration.test_front import another
from tests.server.bus.nats_server import NatsServer, running

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.app.features.play_nodes import PlayNodeFeature
from infoset_server.cluster import frames
from infoset_server.cluster.far_line import FarLine
from infoset_server.cluster.shortcuts import RETRY_MS
from infoset_server.common.ids import MatchId
from infoset_server.nodes.placing import AT_THE_HALL
from infoset_server.nodes.play_node import PlayNode
from infoset_server.nodes.play_nodes import PlayNodes
from infoset_server.nodes.shortcuts import NodeShortcuts

GUEST = {"kind": "guest", "name": "ann", "token": "the secret of ann"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with open_server(tmp_path, with_front=True, with_play=True) as server:
        yield server


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[NatsServer]:
    with running(tmp_path) as server:
        yield server


@pytest.fixture(autouse=True)
def passed() -> Iterator[Counter[str]]:
    """How many requests of each type went past the hall, and, as `hall TYPE`, over it."""
    counts: Counter[str] = Counter()
    honest, over = PlayNode._ask_past_hall, PlayNodes.pass_on

    def past(self: PlayNode, asked: frames.Asked) -> None:
        counts[asked.request["type"]] += 1
        honest(self, asked)

    def seen(self: PlayNodes, match_id: Any, client: Any, message: Any, arrived_s: float) -> None:
        counts[f"hall {message.type}"] += 1
        over(self, match_id, client, message, arrived_s)

    with (
        mock.patch.object(PlayNode, "_ask_past_hall", past),
        mock.patch.object(PlayNodes, "pass_on", seen),
    ):
        yield counts


def node_of(server: Server) -> PlayNode:
    assert server.player is not None
    assert server.player.node is not None
    return server.player.node


def shortcuts_of(server: Server) -> NodeShortcuts:
    return node_of(server)._shortcuts


async def players_at_shortcuts(
    server: Server, *names: str, transport: str = "tcp-json", **settings: Any
) -> tuple[list[Client], str]:
    """Players in a match of the play node, each of whom has a shortcut there."""
    players = [
        await server.connect(
            name, transport, auth=GUEST | {"name": name, "token": f"the secret of {name}"}
        )
        for name in names
    ]
    match_id = await start_match(players, **settings)
    await server.until(lambda: len(shortcuts_of(server)) == len(players))
    return players, match_id


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_whole_match_goes_past_the_hall(
    server: Server, passed: Counter[str], transport: str
) -> None:
    players, match_id = await players_at_shortcuts(server, "ann", "bob", transport=transport)
    await play_out(players, match_id)
    assert passed["act"] > 10
    assert passed["hall act"] == 0
    for player in players:
        seqs = [message["seq"] for message in player.heard if "seq" in message]
        assert seqs == sorted(set(seqs))
    await server.until(lambda: len(shortcuts_of(server)) == 0)
    again = await start_match(players)
    await server.until(lambda: len(shortcuts_of(server)) == 2)
    await play_some(players, again, 3)
    assert passed["hall act"] == 0


async def test_an_answer_and_what_follows_from_it_come_in_order_wherever_they_come_from(
    server: Server, passed: Counter[str]
) -> None:
    """A request to the match behind others, all sent at once, is carried out behind them."""
    (ann,), match_id = await players_at_shortcuts(server, "ann")
    turn = await ann.expect("your_turn")
    await act(ann, {"seat": ann.seats.get(match_id, 0), **turn})
    answer = await ann.ask("sync", match_id=match_id)
    shown = await ann.expect("snapshot")
    vers = [one["ver"] for one in ann.heard if one["type"] in ("events", "snapshot")]
    assert vers == sorted(vers)
    assert shown["ver"] >= turn["ver"]
    assert answer["type"] != "error"
    assert (passed["act"], passed["sync"], passed["hall sync"]) == (1, 1, 0)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_session_moves_to_another_edge_and_speaks_past_the_hall_from_there(
    server: Server, passed: Counter[str], transport: str
) -> None:
    players, match_id = await players_at_shortcuts(server, "ann", "bob", transport=transport)
    await play_some(players, match_id, 2)
    ann, bob = players
    first = server.front
    assert first is not None
    async with another(server) as other:
        server.front = other
        again = await server.connect("ann", transport, auth=GUEST, resume=resumption(ann))
        assert again.welcome["resumed"]
        again.answered, again.seats = ann.answered, ann.seats
        await server.until(lambda: life_of_shortcut(server, other) == 1)
        passed.clear()
        await again.tell("sync", match_id=match_id)  # what was asked before is in there
        await asyncio.gather(play_on(again, match_id), play_on(bob, match_id))
        assert passed["act"] > 2
        assert passed["hall act"] <= 1  # an open decision, answered before the way was there
        heard = [one["seq"] for one in (*ann.heard, *again.heard) if "seq" in one]
        missed = resumption(ann)["seq"]
        assert [one for one in heard if one > missed] == [*range(missed + 1, max(heard) + 1)]
        server.front = first


def life_of_shortcut(server: Server, front: Front) -> int:
    """How many visitors speak with the node over this edge."""
    life = front.edge._trunk.life
    ours = shortcuts_of(server)._by_visit.values()
    return sum(one.tells and one.edge.endswith(f"/{life}") for one in ours)


async def test_a_match_that_moves_to_the_hall_and_back_goes_on_without_a_word(
    tmp_path: Path, passed: Counter[str]
) -> None:
    async with open_server(
        tmp_path, with_front=True, with_play=True, play_stores=True, store__enabled=True
    ) as server:
        players, match_id = await players_at_shortcuts(server, "ann", "bob")
        nodes = server.app.feature(PlayNodeFeature)._nodes
        assert nodes is not None
        for decisions in (2, 4):
            await play_some(players, match_id, decisions)
            await nodes.placement.move(match_id, AT_THE_HALL)
            assert list(server.app.play.running) == [match_id]
            await play_some(players, match_id, decisions + 1)
            await nodes.placement.move(match_id, server.app.config.cluster.node_name)
            await server.until(lambda: len(shortcuts_of(server)) == 2)
        await play_out(players, match_id)
        assert passed["act"] > 4
        assert not any(one.of_type("bye", "error") for one in players)


async def test_what_is_asked_of_a_match_that_has_just_left_is_answered_where_it_goes_on(
    tmp_path: Path,
) -> None:
    async with open_server(
        tmp_path, with_front=True, with_play=True, play_stores=True, store__enabled=True
    ) as server:
        (ann,), match_id = await players_at_shortcuts(server, "ann")
        turn = await ann.expect("your_turn")
        nodes = server.app.feature(PlayNodeFeature)._nodes
        assert nodes is not None
        moving = asyncio.create_task(nodes.placement.move(match_id, AT_THE_HALL))
        exchange = node_of(server)._exchange
        assert exchange is not None
        await server.until(lambda: exchange.has_put_down(match_id))
        line = asked_straight(server, match_id, turn)
        await moving
        answer = await ann.expect("events")
        assert line
        assert answer["match_id"] == match_id
        assert list(server.app.play.running) == [match_id]


async def test_what_waits_as_a_match_is_put_down_is_answered_where_it_goes_on(
    tmp_path: Path,
) -> None:
    """It came when an act was being stored, and the match was to go as soon as that is."""
    async with open_server(
        tmp_path, with_front=True, with_play=True, play_stores=True, store__enabled=True
    ) as server:
        (ann,), match_id = await players_at_shortcuts(server, "ann")
        turn = await ann.expect("your_turn")
        nodes, exchange = server.app.feature(PlayNodeFeature)._nodes, node_of(server)._exchange
        assert nodes is not None
        assert exchange is not None
        honest = exchange.hand_over

        def hand_over(match: MatchId, node: str) -> None:
            asked_straight(server, match_id, turn)
            honest(match, node)
            assert not exchange.has_put_down(match_id), "it waits for the act"
            ((visit, _),) = node_of(server)._visitors._here.items()
            sync = {"type": "sync", "id": 900, "match_id": match_id}
            node_of(server)._ask_past_hall(frames.Asked(visit, sync))

        with mock.patch.object(exchange, "hand_over", hand_over):
            await nodes.placement.move(match_id, AT_THE_HALL)
        await server.until(lambda: any(one.get("re") == 900 for one in ann.heard))
        (answer,) = [one for one in ann.heard if one.get("re") == 900]
        assert (answer["type"], answer["match_id"]) == ("snapshot", match_id)
        assert answer["ver"] > turn["ver"]
        assert list(server.app.play.running) == [match_id]


def asked_straight(server: Server, match_id: str, turn: dict[str, Any]) -> int:
    """An act that was on the way as the match was put down arrives at the node; the number of the visit."""
    ours = node_of(server)
    ((visit, visitor),) = ours._visitors._here.items()
    request = {
        "type": "act",
        "match_id": match_id,
        "decision": turn["decision"],
        "index": choose(turn, 0),
    }
    assert visitor.line.is_open
    ours._ask_past_hall(frames.Asked(visit, request))
    return visit


async def test_a_way_that_breaks_sends_its_clients_away_for_a_moment_and_no_others(
    server: Server,
) -> None:
    (ann,), match_id = await players_at_shortcuts(server, "ann")
    eve = await server.connect("eve")
    assert server.front is not None
    edge = server.front.edge
    for trunk in list(edge._shortcuts._ways._trunks.values()):
        trunk.give_up("a message is lost")
    bye = await ann.expect("bye")
    assert (bye["code"], bye["retry_ms"]) == (CloseCode.RESTARTING, RETRY_MS)
    await eve.ask("ping", t=1)
    again = await server.connect("ann", auth=GUEST)
    await again.expect("snapshot", match_id=match_id)
    await server.until(lambda: len(shortcuts_of(server)) == 1)
    await play_out([again], match_id)


@pytest.mark.parametrize("older", ["edge", "node"])
async def test_with_an_older_server_all_goes_over_the_hall(
    server: Server, passed: Counter[str], older: str
) -> None:
    players = [await server.connect(name) for name in ("ann", "bob")]
    if older == "node":
        nodes = server.app.feature(PlayNodeFeature)._nodes
        assert nodes is not None
        for node in nodes._nodes.values():
            node.takes_shortcuts = False
    for client in server.app.people.clients.values():
        line = client.line
        if older == "edge" and isinstance(line, FarLine):
            line._opened = msgspec.structs.replace(line._opened, shortcuts=False)
    await play_out(players, await start_match(players))
    assert passed["act"] == 0
    assert passed["hall act"] > 5


async def test_a_token_that_reaches_less_far_than_its_user_is_looked_at_by_the_hall(
    server: Server, passed: Counter[str]
) -> None:
    accounts = server.app.people.accounts
    crab = accounts.register.add_account("crab", Role.PLAYER)
    _, token = accounts.credentials.issue(crab, Kind.BOT, scopes=frozenset({"play", "chat"}))
    player = await server.dial("crab")
    await player.log_in(auth={"kind": "token", "token": token})
    match_id = await start_match([player])
    refused = await player.refused("determinize", match_id=match_id)
    assert refused["data"]["scope"] == "compute"
    await play_out([player], match_id)
    assert passed["act"] == 0
    assert passed["hall act"] > 5


async def test_an_edge_asks_past_the_hall_only_what_concerns_the_match(server: Server) -> None:
    """Whatever a taken-over edge sends that way, the hall decides about it as if it had come over the hall."""
    (ann,), match_id = await players_at_shortcuts(server, "ann")
    ours = node_of(server)
    ((visit, _),) = ours._visitors._here.items()
    for number, request in enumerate(
        [
            {"type": "create_room", "game": "colonizers"},
            {"type": "watch", "match_id": match_id},
            {"type": "chat", "match_id": match_id, "text": "hello"},
            {"type": "sync", "match_id": "m_of_others"},
        ],
        900,
    ):
        with mock.patch.object(ours, "_answer") as answered:
            ours._ask_past_hall(frames.Asked(visit, request | {"id": number}))
            answered.assert_not_called()
        await server.until(lambda n=number: any(one.get("re") == n for one in ann.heard))  # type: ignore[misc]
    answers = [one["type"] for one in ann.heard if one.get("re", 0) >= 900]
    assert answers[-1] == "error"


async def test_over_nats_a_match_goes_past_the_hall_too(
    nats: NatsServer, tmp_path: Path, passed: Counter[str]
) -> None:
    async with open_server(tmp_path, with_front=True, with_play=True, nats=nats.url) as server:
        players, match_id = await players_at_shortcuts(server, "ann", "bob")
        await play_out(players, match_id)
        assert passed["act"] > 10
        assert passed["hall act"] == 0
