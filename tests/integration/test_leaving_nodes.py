"""A play node that stops: whoever played or watched there goes on elsewhere in the same session, and hears the answer to all they asked."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Client, Server, open_server, play_out, play_some, start_match
from tests.integration.test_play_nodes import player_of

from infoset_protocol.errors import CloseCode
from infoset_server.cluster import frames, play_frames
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.shortcuts import RETRY_MS
from infoset_server.common.ids import MatchId
from infoset_server.nodes import departure
from infoset_server.nodes.departure import Departure
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.nodes.play_node import PlayNode
from infoset_server.nodes.play_nodes import PlayNodes
from infoset_server.nodes.shortcuts import NodeShortcuts

GRACE_S = 20.0
SOON_S = 0.1
NAMES = ("ann", "bob", "eve")


class Drained:
    """A hall, an edge and a node that is going to stop, with a match of two players and a watcher."""

    def __init__(self, server: Server, clients: list[Client], match_id: MatchId) -> None:
        self.server = server
        self.clients = clients
        self.match_id = match_id

    @property
    def players(self) -> list[Client]:
        return self.clients[:2]

    @property
    def node(self) -> PlayNode:
        node = player_of(self.server).node
        assert node is not None
        return node

    @property
    def nodes(self) -> PlayNodes:
        nodes = self.server.app.play.elsewhere
        assert isinstance(nodes, PlayNodes)
        return nodes

    @property
    def trunk(self) -> NodeTrunk:
        (trunk,) = self.nodes._nodes.values()
        return trunk

    async def stop(self, grace_s: float = GRACE_S) -> None:
        """The node stops, as its process does."""
        await self.node.leave(grace_s)
        await self.node.close()
        await self.server.until(lambda: not self.nodes._nodes)

    async def sent_away(self) -> list[str]:
        """The names of those who were."""
        for client in self.clients:
            with suppress(AssertionError, ConnectionError):  # it is closed
                await client.settled()
        away = [one for one in self.clients if one.of_type("bye")]
        for client in away:
            (bye,) = client.of_type("bye")
            assert (bye["code"], bye["retry_ms"]) == (CloseCode.RESTARTING, RETRY_MS)
        return [client.name for client in away]


@asynccontextmanager
async def drained(tmp_path: Path, *, with_front: bool) -> AsyncIterator[Drained]:
    async with open_server(
        tmp_path, with_front=with_front, with_play=True, play_stores=True, store__enabled=True
    ) as server:
        clients = [await server.connect(name) for name in NAMES]
        match_id = MatchId(await start_match(clients[:2]))
        await clients[2].ask("watch", match_id=match_id)
        await clients[2].expect("snapshot", match_id=match_id)
        here = Drained(server, clients, match_id)
        if with_front:
            await server.until(lambda: len(here.node._shortcuts) == 2)
        assert len(here.trunk.visits) == len(NAMES)
        yield here


@pytest.mark.parametrize("with_front", [True, False])
async def test_nobody_is_sent_away_by_a_node_whose_matches_have_moved(
    tmp_path: Path, with_front: bool
) -> None:
    async with drained(tmp_path, with_front=with_front) as here:
        await play_some(here.players, here.match_id, 2)
        await here.stop()
        assert list(here.server.app.play.running) == [here.match_id]
        assert await here.sent_away() == []
        told = await play_out(here.players, here.match_id)
        assert told[0]["places"] == told[1]["places"]
        await here.clients[2].expect("match_over", match_id=here.match_id)
        for client in here.clients:
            seqs = [message["seq"] for message in client.heard if "seq" in message]
            assert seqs == [*range(seqs[0], seqs[-1] + 1)]
            assert client.of_type("error") == []


async def test_nobody_is_sent_away_by_a_node_where_nothing_is_played_any_more(
    tmp_path: Path,
) -> None:
    async with drained(tmp_path, with_front=True) as here:
        await play_out(here.players, here.match_id)
        await here.server.until(lambda: not here.server.app.play.far)
        assert len(here.trunk.visits) == len(NAMES)
        await here.stop()
        assert await here.sent_away() == []


def without_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """The node is of an earlier release."""

    async def take(self: Departure, grace_s: float) -> bool:
        self.is_begun = True
        self.hall_came()
        await asyncio.wait_for(self._is_empty.wait(), grace_s)
        return False

    monkeypatch.setattr(Departure, "take", take)


def unheard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hall is of an earlier release: it drops frames that it does not know."""
    honest = PlayNodes._serve

    def serve(self: PlayNodes, node: NodeTrunk, frame: Frame) -> None:
        if not isinstance(frame, play_frames.Emptied | play_frames.Left):
            honest(self, node, frame)

    monkeypatch.setattr(PlayNodes, "_serve", serve)
    monkeypatch.setattr(departure, "HALL_S", SOON_S)


@pytest.mark.parametrize("earlier", [without_last_word, unheard])
async def test_with_an_earlier_release_all_come_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    earlier: Callable[[pytest.MonkeyPatch], None],
) -> None:
    earlier(monkeypatch)
    async with drained(tmp_path, with_front=True) as here:
        await here.stop()
        await here.server.until(lambda: here.match_id in here.server.app.play.running)
        assert await here.sent_away() == list(NAMES)


def test_an_earlier_release_does_not_know_these_frames_and_drops_them() -> None:
    for frame in (play_frames.LetGo(), play_frames.Emptied(), play_frames.Left((1,))):
        packed = frames.pack_frame(frame)
        read, unknown = frames.read_frames([packed])  # as any decoder that lacks them
        assert (read, unknown) == ([], 1)
        assert play_frames.read_play_frames([packed]) == ([frame], 0)


async def test_who_plays_a_match_that_did_not_get_away_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with drained(tmp_path, with_front=True) as here:
        exchange = here.node._exchange
        assert exchange is not None
        monkeypatch.setattr(exchange, "hand_over", lambda match_id, node: None)
        await here.stop(SOON_S)
        assert await here.sent_away() == list(NAMES)


async def test_a_trunk_that_breaks_before_sends_all_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with drained(tmp_path, with_front=True) as here:
        trunk = here.node._hall.trunk
        assert trunk is not None
        monkeypatch.setattr(here.nodes, "_let_go", lambda node: asyncio.sleep(0))
        leaving = asyncio.create_task(here.node.leave(GRACE_S))
        await here.server.until(lambda: here.node._departure._asks)
        trunk.give_up("before the hall has answered")
        await here.server.until(lambda: len(here.trunk.visits) == 0)
        assert await here.sent_away() == list(NAMES)
        leaving.cancel()


async def test_what_was_asked_of_a_node_before_it_is_let_go_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was on its way as the match ended there, or left; the node serves it when its claim has been renewed."""
    async with drained(tmp_path, with_front=True) as here:
        ann = here.clients[0]
        exchange = here.node._exchange
        assert exchange is not None
        line = next(one for one in here.trunk.visits if one.user.name == "ann").line
        visit = here.trunk.visits[next(one for one in here.trunk.visits if one.line is line)]
        honest, held = exchange.in_turn, list[Callable[[], None]]()
        monkeypatch.setattr(exchange, "in_turn", held.append)
        asked = {"type": "sync", "id": 900, "match_id": "m_gone"}

        def let_go(call: Callable[[], None]) -> None:
            here.node._serve(frames.Asked(visit, asked))
            honest(call)

        leaving = asyncio.create_task(here.stop())
        await here.server.until(lambda: bool(held))
        let_go(held.pop())
        await leaving
        assert await here.sent_away() == []
        (answer,) = [one for one in ann.heard if one.get("re") == 900]
        assert answer["code"] == "not_found"


async def test_who_is_owed_an_answer_hears_it_before_the_node_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with drained(tmp_path, with_front=True) as here:
        owed = {"ann"}
        monkeypatch.setattr(here.node._visitors, "_owes", lambda client: client.user.name in owed)
        leaving = asyncio.create_task(here.stop())
        await here.server.until(lambda: here.match_id in here.server.app.play.running)
        for _ in range(5):
            await asyncio.sleep(departure.LOOK_S)
        assert not here.node._departure._asks
        assert len(here.nodes._nodes) == 1
        owed.clear()
        await leaving
        assert await here.sent_away() == []


async def test_who_waits_for_an_answer_in_vain_is_sent_away_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(departure, "ANSWERS_S", SOON_S)
    async with drained(tmp_path, with_front=True) as here:
        monkeypatch.setattr(here.node._visitors, "_owes", lambda client: client.user.name == "bob")
        await here.stop()
        assert await here.sent_away() == ["bob"]


async def test_whose_shortcut_does_not_end_is_sent_away_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an edge has asked past the hall may not have come yet."""
    monkeypatch.setattr(departure, "ANSWERS_S", SOON_S)
    honest = NodeShortcuts.hall_turns
    async with drained(tmp_path, with_front=True) as here:
        (bob,) = [one for one in here.trunk.visits if one.user.name == "bob"]
        lost = here.trunk.visits[bob]

        def hall_turns(self: NodeShortcuts, visit: int) -> None:
            if visit != lost:
                honest(self, visit)

        monkeypatch.setattr(NodeShortcuts, "hall_turns", hall_turns)
        await here.stop()
        assert await here.sent_away() == ["bob"]


async def test_a_match_that_begins_as_its_node_wants_to_leave_goes_on_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hall has chosen the node before it heard of that."""
    async with drained(tmp_path, with_front=True) as here:
        served, late = here.nodes._serve, list[Any]()

        def serve(node: NodeTrunk, frame: Frame) -> None:
            if isinstance(frame, play_frames.Leaving | play_frames.Emptied):
                late.append(partial_of(served, node, frame))
            else:
                served(node, frame)

        monkeypatch.setattr(here.nodes, "_serve", serve)
        await play_out(here.players, here.match_id)
        leaving = asyncio.create_task(here.stop())
        await here.server.until(lambda: len(late) == 2)  # Leaving, Emptied
        other = MatchId(await start_match(here.players))
        assert list(here.server.app.play.far) == [other]
        monkeypatch.setattr(here.nodes, "_serve", served)
        for call in late:
            call()
        await leaving
        assert list(here.server.app.play.running) == [other]
        assert await here.sent_away() == []
        await play_out(here.players, other)


def partial_of(
    call: Callable[[NodeTrunk, Frame], None], node: NodeTrunk, frame: Frame
) -> Callable[[], None]:
    return lambda: call(node, frame)


async def test_a_match_that_comes_to_a_node_that_was_let_go_is_lost_with_it(
    tmp_path: Path,
) -> None:
    """Nothing is taken for granted then: whoever was there comes again."""
    async with drained(tmp_path, with_front=True) as here:
        here.nodes._serve(here.trunk, play_frames.Left())
        assert len(here.trunk.visits) == len(NAMES)
        assert await here.sent_away() == []
        trunk = here.node._hall.trunk
        assert trunk is not None
        trunk.give_up("as it ends")
        await here.server.until(lambda: all(client.is_closed for client in here.clients))
        assert await here.sent_away() == list(NAMES)
