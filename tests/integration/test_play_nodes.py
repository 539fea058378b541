"""Matches that another server plays for the hall: players notice nothing, and a broken trunk loses nothing."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    FOREVER,
    TRANSPORTS,
    Client,
    Server,
    act,
    open_room,
    open_server,
    play_on,
    play_out,
    resumption,
    seat_all,
    start_match,
)

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.app.play_server import PlayServer
from infoset_server.cluster import frames
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import TakeUp
from infoset_server.cluster.shortcuts import RETRY_MS
from infoset_server.cluster.trunk import Trunk
from infoset_server.common.ids import MatchId
from infoset_server.matches.floor import MatchFloor
from infoset_server.matches.runner import MatchRunner
from infoset_server.nodes.moving import MoveError
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.nodes.placing import AT_THE_HALL
from infoset_server.nodes.play_nodes import PlayNodes, come_again

SECRET = {"kind": "guest", "name": "ann", "token": "the secret of ann"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with open_server(tmp_path, with_play=True) as server:
        yield server


def player_of(server: Server) -> PlayServer:
    assert server.player is not None
    return server.player


def trunk_of(server: Server) -> Trunk:
    """The play node's end of its trunk to the hall."""
    node = player_of(server).node
    assert node is not None
    trunk = node._hall.trunk
    assert trunk is not None
    return trunk


async def ready(server: Server) -> None:
    """Returns when the hall has the matches of its play node."""
    nodes = server.app.play.elsewhere
    await server.until(lambda: getattr(nodes, "nodes", 0) > 0)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_match_is_played_on_the_other_server_and_ends_in_its_room(
    server: Server, transport: str
) -> None:
    ann, bob = await server.connect("ann", transport), await server.connect("bob", transport)
    match_id = MatchId(await start_match([ann, bob]))
    assert server.app.play.running == {}
    assert list(server.app.play.far) == list(player_of(server).app.play.running) == [match_id]
    told = await play_out([ann, bob], match_id)
    assert told[0]["places"] == told[1]["places"]
    await server.until(lambda: not server.app.play.far)
    (room,) = server.app.lobby.rooms.values()
    assert not room.is_playing
    assert (room.played, ann.seats) == (1, {match_id: 0})
    assert (await ann.refused("sync", match_id=match_id))["code"] == "wrong_state"


async def test_matches_with_assistants_stay_at_the_hall(server: Server) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann], assist="advice")
    assert list(server.app.play.running) == [match_id]
    assert server.app.play.far == {}


async def test_players_watchers_and_the_room_talk_as_at_one_server(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    await eve.ask("watch", match_id=match_id)
    await eve.expect("snapshot", match_id=match_id)
    await ann.ask("chat", match_id=match_id, text="hello all")
    assert (await eve.expect("chat_msg"))["text"] == "hello all"
    await eve.ask("chat", match_id=match_id, text="what a move")
    await ann.settled()
    assert [message["text"] for message in ann.of_type("chat_msg")] == ["hello all"]
    refused = await eve.refused("chat", match_id=match_id, to="players", text="left!")
    assert refused["code"] == "forbidden"
    await eve.ask("unwatch", match_id=match_id)
    assert (await eve.refused("chat", match_id=match_id, text="again"))["code"] == "not_found"


async def test_a_watcher_of_the_room_sees_its_match(server: Server) -> None:
    ann, eve, late = [await server.connect(name) for name in ("ann", "eve", "late")]
    room = await open_room(ann)
    await eve.ask("watch", room=room)
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    match_id = (await eve.expect("match_start"))["match_id"]
    await late.ask("watch", room=room)
    assert "hand" not in str((await late.expect("snapshot", match_id=match_id))["obs"].get("you"))
    await play_on(ann, match_id)
    for watcher in (eve, late):
        await watcher.expect("match_over", match_id=match_id)


async def test_who_watches_a_match_that_is_lost_on_its_way_to_a_server_comes_again(
    server: Server,
) -> None:
    ann, eve = await server.connect("ann", auth=SECRET), await server.connect("eve")
    match_id = MatchId(await start_match([ann]))
    await eve.ask("watch", match_id=match_id)
    await eve.expect("snapshot", match_id=match_id)
    nodes, far = server.app.play.elsewhere, server.app.play.far[match_id]
    assert isinstance(nodes, PlayNodes)
    await server.until(lambda: bool(far.spectators.viewers))
    far.node = "infoset.gone"  # it belongs to a server that no trunk leads to
    assert nodes.give_up("infoset.gone") == [far]
    bye = await eve.expect("bye")
    assert (bye["code"], bye["retry_ms"]) == (CloseCode.RESTARTING, RETRY_MS)


@asynccontextmanager
async def on_its_way(
    server: Server, monkeypatch: pytest.MonkeyPatch, match_id: MatchId, *, is_given: bool
) -> AsyncIterator[None]:
    """A match has been put down, and goes on when the context ends: at the hall where `is_given`, else where it was."""
    nodes, node = server.app.play.elsewhere, player_of(server).node
    assert isinstance(nodes, PlayNodes)
    assert node is not None
    exchange = node._exchange
    assert exchange is not None
    hands, may_go = exchange._hands, asyncio.Event()
    give = hands.give if is_given else lambda match_id, claim: hands.owner(match_id)

    async def give_late(match_id: MatchId, claim: str) -> str:
        await may_go.wait()
        return await give(match_id, claim)

    monkeypatch.setattr(hands, "give", give_late)
    moving = asyncio.create_task(nodes.placement.move(match_id, AT_THE_HALL))
    await server.until(lambda: exchange.has_put_down(match_id))
    yield
    may_go.set()
    with suppress(MoveError):
        await moving
    assert (match_id in server.app.play.running) is is_given


@pytest.mark.parametrize("is_given", [True, False])
async def test_who_watches_a_match_on_its_way_goes_on_watching_whatever_else_they_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_given: bool
) -> None:
    """The server that has put it down says that they do not watch it there, with whatever it says to them next."""
    async with open_server(
        tmp_path, with_play=True, play_stores=True, store__enabled=True
    ) as server:
        ann, bob, eve = [await server.connect(name) for name in ("ann", "bob", "eve")]
        match_id, other = MatchId(await start_match([ann])), await start_match([bob])
        for watched in (match_id, other):
            await eve.ask("watch", match_id=watched)
            await eve.expect("snapshot", match_id=watched)
        async with on_its_way(server, monkeypatch, match_id, is_given=is_given):
            await eve.tell("sync", match_id=other)
            await eve.expect("snapshot", match_id=other)
        await play_out([ann], match_id)
        await eve.expect("match_over", match_id=match_id)


async def test_a_match_that_moves_stays_with_the_connection_that_plays_it(tmp_path: Path) -> None:
    """Another of the same user, which plays there, too, does not get its seat, wherever it goes."""
    async with open_server(
        tmp_path, with_play=True, play_stores=True, store__enabled=True
    ) as server:
        nodes = server.app.play.elsewhere
        assert isinstance(nodes, PlayNodes)
        (node,) = nodes._nodes.values()
        first, second = [await server.connect("ann", auth=SECRET) for _ in range(2)]
        await start_match([first])
        match_id = MatchId(await start_match([second]))
        turn = await second.expect("your_turn")
        for goal in (AT_THE_HALL, node.name):
            await nodes.placement.move(match_id, goal)
            await server.until(lambda: not nodes.moves._moves)
        await second.ask("act", match_id=match_id, decision=turn["decision"], index=0)
        assert not [one for one in first.heard if one.get("match_id") == match_id]


@pytest.mark.parametrize("is_given", [True, False])
async def test_who_comes_to_watch_a_room_while_its_match_is_on_its_way_is_shown_it_where_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_given: bool
) -> None:
    async with open_server(
        tmp_path, with_play=True, play_stores=True, store__enabled=True
    ) as server:
        ann, eve = await server.connect("ann"), await server.connect("eve")
        match_id = MatchId(await start_match([ann]))
        (room,) = server.app.lobby.rooms
        async with on_its_way(server, monkeypatch, match_id, is_given=is_given):
            await eve.ask("watch", room=room)
            await eve.settled()
            assert eve.of_type("snapshot") == []
        await eve.expect("snapshot", match_id=match_id)
        await play_out([ann], match_id)
        await eve.expect("match_over", match_id=match_id)


async def test_who_looks_on_with_a_token_that_may_not_play_takes_no_seat_there(
    server: Server,
) -> None:
    accounts = server.app.people.accounts
    crab = accounts.register.add_account("crab", Role.PLAYER)

    async def log_in(**more: Any) -> Client:
        _, token = accounts.credentials.issue(crab, Kind.BOT, **more)
        client = await server.dial("crab", "tcp-json")
        return await client.log_in(auth={"kind": "token", "token": token})

    ann, player = await server.connect("ann"), await log_in()
    other = await start_match([ann], clock=FOREVER)
    match_id = MatchId(await start_match([player], clock=FOREVER))
    seat = player_of(server).app.play.running[match_id].match_seats[0]
    await player.leave()
    await server.until(lambda: seat.client is None)
    watcher = await log_in(scopes=frozenset({"watch"}))
    await watcher.ask("watch", match_id=other)
    await watcher.expect("snapshot", match_id=other)
    assert seat.client is None
    assert not [message for message in watcher.heard if message.get("match_id") == match_id]
    again = await log_in()
    assert (await again.expect("match_start"))["match_id"] == match_id


async def come_back(server: Server, client: Client) -> Client:
    """The client again, sent away for a moment."""
    assert (await client.expect("bye"))["code"] == CloseCode.RESTARTING
    await ready(server)
    again = await server.connect("ann", auth=SECRET, resume=resumption(client))
    assert not again.welcome["resumed"]
    return again


async def test_when_the_trunk_breaks_players_come_back_to_seat_and_decision(
    server: Server,
) -> None:
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    turn = await ann.expect("your_turn")
    trunk_of(server)._got -= 1  # as if a batch had not come: the next one is behind a gap
    await ann.tell("sync", match_id=match_id)
    again = await come_back(server, ann)
    snapshot = await again.expect("snapshot", match_id=match_id)
    assert [one["decision"] for one in snapshot["pending"]] == [turn["decision"]]
    assert list(server.app.play.far) == [match_id]
    await play_out([again], match_id)


@pytest.mark.parametrize(
    "happens", ["a node comes", "another match is watched", "matches are received"]
)
async def test_the_seat_of_who_lost_their_link_stays_theirs(server: Server, happens: str) -> None:
    """Another connection of theirs, which has been there for long, does not get it."""
    other = await server.connect("ann", auth=SECRET)
    bob = await server.connect("bob")
    watched = await start_match([bob])
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    turn = await ann.expect("your_turn")
    clients = server.app.people.clients
    (seated,) = (one for one in clients.values() if match_id in one.seats)
    await ann.cut()
    await server.until(lambda: not seated.line.is_here)
    (held,) = (one for one in server.live(match_id).match_seats if one.user.house_bot is None)
    await server.until(lambda: held.is_missed)
    nodes = server.app.play.elsewhere
    assert isinstance(nodes, PlayNodes)
    async with AsyncExitStack() as stack:
        match happens:
            case "a node comes":
                await stack.enter_async_context(another_node(player_of(server)))
                await server.until(lambda: nodes.nodes == 2)
            case "another match is watched":
                await other.ask("watch", match_id=watched)
                await other.expect("snapshot", match_id=watched)
            case _:
                for client in list(clients.values()):  # as the server does then
                    server.app.core.resumption.receive(client, has_come=False)
                await bob.ask("watch", match_id=match_id)  # behind what the node is told
        again = await server.connect("ann", auth=SECRET, resume=resumption(ann))
        assert again.welcome["resumed"]
        again.ids = ann.ids
        await again.ask("act", match_id=match_id, decision=turn["decision"], index=0)


@asynccontextmanager
async def another_node(player: PlayServer) -> AsyncIterator[PlayServer]:
    """A third server, which plays, too."""
    config = player._config
    cluster = config.cluster.model_copy(update={"node": "another"})
    config = config.model_copy(update={"cluster": cluster})
    another = PlayServer(config, player._bus, None, lambda: "another seed")
    await another.open()
    try:
        yield another
    finally:
        await another.close()


class SlowExchange:
    """As MatchExchange, where the store has yet to say whose a match is."""

    goes_on: Callable[[MatchRunner], None]

    def take_up(self, match_id: MatchId, then: Callable[[MatchRunner], None]) -> None:
        self.goes_on = then

    def has(self, match_id: str) -> bool:
        return False

    def confirm(self, then: Callable[[], None]) -> None:
        then()

    def call_roll(self, done: Callable[[], None]) -> None:
        done()

    def confirmed(self, match_id: MatchId) -> None:
        pass

    async def close(self) -> None:
        pass


async def test_who_watches_by_the_word_of_an_earlier_trunk_is_nobody_of_this_one(
    server: Server,
) -> None:
    """Visits are numbered anew over each trunk, and a match may take its time to go on."""
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    node = player_of(server).node
    assert node is not None
    exchange: Any = SlowExchange()
    node._exchange = exchange
    order = TakeUp(match_id, (), watchers=(1, 2, 3), is_frozen=True)
    node._take_up(order)
    trunk_of(server).give_up("while the store is asked whose the match is")
    again = await come_back(server, ann)
    await again.expect("snapshot", match_id=match_id)
    assert node._visitors._here.keys() <= set(order.watchers)
    live = server.live(match_id)
    exchange.goes_on(live)
    assert live.spectators.clients == []
    assert not live.clock.is_frozen
    await play_out([again], match_id)


class UnsureExchange(SlowExchange):
    """As MatchExchange, where the store has yet to say whether others have the matches of this node by now."""

    confirmed_then: Callable[[], None]

    def confirm(self, then: Callable[[], None]) -> None:
        self.confirmed_then = then


async def test_a_server_that_was_cut_off_says_nothing_of_matches_that_others_may_have_by_now(
    server: Server,
) -> None:
    """A player who was shown the end of one was shown it running again."""
    ann = await server.connect("ann", auth=SECRET)
    match_id = MatchId(await start_match([ann]))
    node, nodes = player_of(server).node, server.app.play.elsewhere
    assert node is not None
    assert isinstance(nodes, PlayNodes)
    exchange: Any = UnsureExchange()
    node._exchange = exchange
    trunk_of(server).give_up("while another may take over")
    await server.until(lambda: node._hall.trunk is not None and nodes.nodes == 0)
    live = server.live(match_id)
    live.abort("error")  # it ends there, too, perhaps otherwise than elsewhere
    assert nodes.nodes == 0
    assert list(server.app.play.far) == [match_id]
    exchange.confirmed_then()
    await server.until(lambda: not server.app.play.far)
    assert nodes.nodes == 1


async def test_a_match_that_is_stopped_for_now_while_it_moves_stands_still_where_it_comes_to(
    server: Server,
) -> None:
    ann = await server.connect("ann", auth=SECRET)
    match_id = MatchId(await start_match([ann]))
    await ann.expect("your_turn")
    nodes, far = server.app.play.elsewhere, server.app.play.far[match_id]
    assert isinstance(nodes, PlayNodes)
    nodes.moves._set_out(far)
    far.freeze(True)
    far.freeze(False)
    far.freeze(True)
    await ann.settled()
    live = server.live(match_id)
    assert not live.clock.is_frozen  # whoever has it then is told, not who has it now
    nodes.moves.received(match_id)
    await server.until(lambda: live.clock.is_frozen)


async def test_a_result_that_the_hall_has_not_heard_is_told_it_again_and_counts_once(
    server: Server,
) -> None:
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    ended: list[str] = []
    server.app.play.on_over.append(lambda room, report: ended.append(report.match_id))
    trunk = trunk_of(server)
    trunk.close()  # nothing comes through any more, and nobody knows
    live = server.live(match_id)
    live.abort("error")
    assert live.is_over
    assert ended == []
    trunk.is_broken = False
    trunk.give_up("as it is found out")
    again = await come_back(server, ann)
    await again.expect("match_over", match_id=match_id)
    await server.until(lambda: not server.app.play.far)
    node = player_of(server).node
    assert node is not None
    await server.until(lambda: not node._reports)
    trunk_of(server).give_up("once more")
    await ready(server)
    assert ended == [match_id]


@pytest.mark.parametrize("comes", ["before", "after"])
async def test_who_lost_the_hall_as_their_match_ended_hears_how(server: Server, comes: str) -> None:
    """`comes`: before or after the hall hears how it ended."""
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    await ann.expect("your_turn")
    trunk = trunk_of(server)
    trunk.close()  # as if this hall had died: nothing comes through, and the node does not know yet
    await ann.leave()
    live = server.live(match_id)
    live.abort("error")
    (seat,) = (one for one in live.match_seats if one.user.house_bot is None)
    assert seat.user.id not in live.missed_by  # as far as the node knows
    (node,) = server.app.play.elsewhere._nodes.values()  # type: ignore[attr-defined]
    node.is_ready = False  # as one that the next hall has not heard of
    again = None if comes == "after" else await server.connect("ann", auth=SECRET)
    trunk.is_broken = False
    trunk.give_up("as it is found out")
    await server.until(lambda: not server.app.play.far)
    again = again or await server.connect("ann", auth=SECRET)
    await again.expect("match_over", match_id=match_id)
    await again.settled()
    assert len(again.of_type("match_over")) == 1


async def test_who_was_sent_away_just_before_their_match_ends_hears_how(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The node that plays it tells somebody of whom it has yet to hear that they are gone."""
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    await ann.expect("your_turn")
    (client,) = (one for one in server.app.people.clients.values() if one.user.house_bot is None)
    honest, late = NodeTrunk.send, list[tuple[NodeTrunk, Frame]]()

    def send(node: NodeTrunk, frame: Frame) -> None:
        if isinstance(frame, frames.Gone):
            late.append((node, frame))
        else:
            honest(node, frame)

    monkeypatch.setattr(NodeTrunk, "send", send)
    come_again(client)
    await server.until(lambda: bool(late))
    server.live(match_id).abort("error")
    await server.until(lambda: not server.app.play.far)
    monkeypatch.undo()
    for node, frame in late:
        node.send(frame)
    again = await come_back(server, ann)
    await again.settled()
    assert [one["match_id"] for one in again.of_type("match_over")] == [match_id]


@pytest.mark.parametrize("has_seat", [False, True])
async def test_who_is_away_as_their_match_ends_finds_how_in_the_session_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, has_seat: bool
) -> None:
    """Without a seat: it came while the end was being stored, so that nobody took a seat any more."""
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    await ann.expect("your_turn")
    if not has_seat:
        await ann.leave()
        monkeypatch.setattr(MatchFloor, "reattach", lambda floor, client, **how: [])
        ann = await server.connect("ann", auth=SECRET)
    (client,) = (one for one in server.app.people.clients.values() if one.user.house_bot is None)
    await ann.cut()
    await server.until(lambda: not client.line.is_here)
    server.live(match_id).abort("error")
    await server.until(lambda: not server.app.play.far)
    again = await server.connect("ann", auth=SECRET, resume=resumption(ann))
    assert again.welcome["resumed"]
    await again.expect("match_over", match_id=match_id)
    await again.settled()
    assert len(again.of_type("match_over")) == 1


async def test_a_match_that_no_node_knows_of_has_never_begun(server: Server) -> None:
    ann = await server.connect("ann", auth=SECRET)
    trunk = trunk_of(server)
    trunk.close()
    room = await open_room(ann)
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    assert len(server.app.play.far) == 1
    trunk.is_broken = False
    trunk.give_up("as it is found out")
    await come_back(server, ann)
    await server.until(lambda: not server.app.play.far)
    assert not any(one.is_playing for one in server.app.lobby.rooms.values())


async def test_who_comes_before_a_node_is_heard_is_told_so_and_has_no_seat_until_it_is(
    server: Server,
) -> None:
    ann = await server.connect("ann", auth=SECRET)
    match_id = MatchId(await start_match([ann]))
    await ann.expect("your_turn")
    (node,) = server.app.play.elsewhere._nodes.values()  # type: ignore[attr-defined]
    node.is_ready = False  # as a hall that has just begun and knows the match from its room
    await ann.leave()
    again = await server.connect("ann", auth=SECRET)
    told = await again.expect("error", match_id=match_id)
    assert (told["code"], "re" in told) == ("unavailable", False)
    (client,) = (one for one in server.app.people.clients.values() if one.user.house_bot is None)
    assert (
        client.seats == {}
    )  # else the hall could not give it the seat where it takes the match over
    trunk_of(server).give_up("so that it is heard")
    await again.expect("snapshot", match_id=match_id)
    await play_out([again], match_id)


async def test_a_seek_whose_match_has_never_begun_is_open_again(server: Server) -> None:
    ann = await server.connect("ann", auth=SECRET)
    trunk = trunk_of(server)
    trunk.close()
    answer = await ann.ask("seek", game="crossfire", fill_ms=0, clock={"kind": "none"})
    await server.until(lambda: len(server.app.play.far) == 1)
    trunk.is_broken = False
    trunk.give_up("as it is found out")
    again = await come_back(server, ann)
    started = await again.expect("match_start")
    assert list(server.app.play.far) == [started["match_id"]]
    assert server.app.matchmaker.pairing.open == []
    assert again.welcome["user"] == ann.welcome["user"]
    assert (
        answer["data"]["ticket"]
        in server.app.play.room_of(server.app.play.far[MatchId(started["match_id"])]).tickets
    )


async def test_a_step_is_taken_back_on_the_other_server(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    await ready(server)
    room = await open_room(ann, game="catan", options={"seats": 2})
    await seat_all([ann, bob], room, ready=True)
    match_id = (await ann.expect("match_start"))["match_id"]
    assert list(server.app.play.far) == [match_id]
    for decision in (1, 2):
        await ann.expect("your_turn", decision=decision)
        await ann.ask("act", match_id=match_id, decision=decision, index=0)
    await bob.expect("your_turn")
    await ann.ask("undo", match_id=match_id, decision=2)
    await bob.expect("undo_status", status="asked")
    await bob.ask("answer_undo", match_id=match_id, seat=0, decision=2)
    again = await ann.expect("your_turn")
    assert (again["decision"], again["kind"]) == (3, "place_road")


async def test_my_games_say_whose_turn_it_is_there(server: Server) -> None:
    ann, bob = await server.connect("ann", auth=SECRET), await server.connect("bob")
    clock = {"kind": "per_move", "move_ms": 600_000}
    room = await open_room(ann, game="catan", options={"seats": 2}, clock=clock)
    await bob.ask("my_games", follow=True)
    await seat_all([ann, bob], room, ready=True)
    turn = await ann.expect("your_turn")
    assert server.app.play.far
    (mine,) = (await ann.ask("my_games"))["items"]
    assert (mine["state"], mine["decision"]) == ("turn", turn["decision"])
    assert 500_000 < mine["left_ms"] <= 600_000
    (his,) = (await bob.ask("my_games"))["items"]
    assert his["state"] == "waiting"
    assert "decision" not in his
    await act(ann, turn)
    await act(ann, await ann.expect("your_turn", decision=turn["decision"] + 1))
    asked = await bob.expect("your_turn")
    told = await bob.expect("my_game", where=lambda m: m["item"]["state"] == "turn")
    assert told["item"]["decision"] == asked["decision"]
    (mine,) = (await ann.ask("my_games"))["items"]
    assert mine["state"] == "waiting"
    trunk_of(server).give_up("tried")
    again = await come_back(server, ann)
    (mine,) = (await again.ask("my_games"))["items"]
    assert mine["state"] == "waiting"
    await again.ask("my_games", follow=True)
    (far,) = server.app.play.far.values()
    assert far.questions is not None
    assert list(far.questions) == [1]
