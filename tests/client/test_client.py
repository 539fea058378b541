"""The client against scripted servers: login, requests, the stream, reconnects."""

import asyncio
import random
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import pytest

from infoset.client import Client
from infoset.errors import (
    AddressError,
    ConnectError,
    ConnectionLostError,
    LoginError,
    RequestError,
)
from infoset.parts import MAX_WAITING
from infoset.timing import Timing
from infoset_protocol.messages import (
    Bye,
    Describe,
    Error,
    Events,
    MatchStart,
    Ok,
    Replay,
    Seek,
    Sync,
    Unknown,
    Welcome,
    YourTurn,
)

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


class FastRandom(random.Random):
    """Makes every wait between attempts as good as none."""

    def random(self) -> float:
        return -0.999


def quick(**changes: Any) -> dict[str, Any]:
    """Client arguments under which nobody waits long."""
    timing: dict[str, Any] = {"reconnect_s": 10.0, "welcome_s": 5.0, "reply_s": 5.0} | changes
    return {"timing": Timing(**timing), "rng": FastRandom()}


async def test_a_request_gets_its_reply_on_every_transport(serve_any: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert hello["auth"] == {"kind": "guest", "name": "ada"}
        assert hello["proto"] == [1]
        seek = await peer.expect("seek")
        await peer.reply(seek, {"type": "ok", "data": {"ticket": "t_9"}})
        await peer.expect("bye")
        await peer.wait_gone()

    async with serve_any(script) as url, Client(url, name="ada") as client:
        assert client.welcome.user == "u_1"
        reply = await client.request(Seek(game="toy"))
        assert isinstance(reply, Ok)
        assert reply.data == {"ticket": "t_9"}


async def test_a_number_that_comes_as_a_float_is_the_number_it_equals(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        seek = await peer.expect("seek")
        await peer.send({"type": "ok", "re": float(seek["id"]), "data": {"ticket": "t_9"}})
        await peer.expect("bye")
        await peer.wait_gone()

    async with serve(script) as server, Client(server.url(), name="ada") as client:
        assert isinstance(await client.request(Seek(game="toy")), Ok)


async def test_pushes_come_typed_and_in_order_on_every_transport(serve_any: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.start_match()
        await peer.send({"type": "events", "match_id": "g_1", "ver": 1, "items": [{"e": "x_new"}]})
        await peer.ask(1)
        await peer.send({"type": "from_the_future", "match_id": "g_1", "shine": 7})
        await peer.close(1000)

    async with serve_any(script) as url, Client(url) as client:
        kinds = [type(message) async for message in client]
    assert kinds == [MatchStart, Events, YourTurn, Unknown]


async def test_a_refused_request_raises_its_code_and_data(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        seek = await peer.expect("seek")
        error = {"type": "error", "code": "game_unknown", "msg": "no such game"}
        await peer.reply(seek, error | {"data": {"known": ["colonizers"]}})
        await peer.wait_gone()

    async with serve(script) as server, Client(server.url()) as client:
        with pytest.raises(RequestError) as refused:
            await client.request(Seek(game="chess"))
    assert refused.value.code == "game_unknown"
    assert refused.value.data == {"known": ["colonizers"]}
    assert str(refused.value) == "no such game; known: colonizers (game_unknown)"


async def test_replies_may_overtake_each_other(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        first, second = await peer.receive(), await peer.receive()
        assert first["id"] < second["id"]
        await peer.reply(second, {"type": "ok", "data": {"game": second["game"]}})
        await peer.reply(first, {"type": "ok", "data": {"game": first["game"]}})
        await peer.wait_gone()

    async with serve(script) as server, Client(server.url()) as client:
        replies = await asyncio.gather(
            client.request(Seek(game="one")), client.request(Seek(game="two"))
        )
    assert [reply.data for reply in replies if isinstance(reply, Ok)] == [
        {"game": "one"},
        {"game": "two"},
    ]


async def test_no_more_requests_are_open_than_the_server_takes(serve: "Serve") -> None:
    limits = {
        "max_frame_in": 1024,
        "max_inflight": 1,
        "msgs_per_s": 1000,
        "queue_bytes": 1024,
        "resume_ttl_ms": 0,
    }

    async def script(peer: "Peer") -> None:
        await peer.log_in(limits=limits)
        first = await peer.receive()
        with pytest.raises(TimeoutError):  # the second waits in the client
            async with asyncio.timeout(0.02):
                await peer.receive()
        await peer.reply(first, {"type": "ok"})
        await peer.reply(await peer.receive(), {"type": "ok"})
        await peer.wait_gone()

    async with serve(script) as server, Client(server.url()) as client:
        await asyncio.gather(client.request(Seek(game="one")), client.request(Seek(game="two")))


async def test_what_arrives_is_numbered_replies_and_pushes_together(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.start_match()
        seek = await peer.expect("seek")
        await peer.ask(1)
        await peer.reply(seek, {"type": "ok"})
        await peer.ask(2)
        await peer.expect("bye")
        await peer.wait_gone()

    async with serve(script) as server, Client(server.url()) as client:
        reply = await client.ask(Seek(game="toy"))
        first, before, after = [(await client.receive()).arrival for _ in range(3)]
        assert first < before < reply.arrival < after


async def test_differences_come_out_as_whole_observations(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        hello = await peer.log_in(features=["delta"])
        assert hello["features"] == ["delta"]
        await peer.start_match()
        await peer.ask(1, obs={"round": 1, "left": 2})
        await peer.ask(2, obs=None, delta={"base": 1, "patch": {"round": 2, "left": None}})
        await peer.ask(3, obs=None, delta={"base": 7, "patch": {}})
        sync = await peer.expect("sync")
        assert "id" not in sync
        asked = {"decision": 3, "kind": "build", "n": 1, "legal": {"actions": [["skip"]]}}
        snapshot = {"type": "snapshot", "match_id": sync["match_id"], "ver": 3}
        await peer.send(snapshot | {"obs": {"round": 3}, "pending": [asked]})
        await peer.expect("bye")
        await peer.wait_gone()

    async with serve(script) as server, Client(server.url(), features=["delta"]) as client:
        start, first, second, third = [await client.receive() for _ in range(4)]
        assert start.plain["type"] == "match_start"
        assert isinstance(first.message, YourTurn)
        assert isinstance(second.message, YourTurn)
        assert second.message.obs == second.plain["obs"] == {"round": 2}
        assert second.message.delta is None
        assert third.plain["type"] == "snapshot"


async def test_a_new_session_begins_with_no_observation_known(serve: "Serve") -> None:
    async def first(peer: "Peer") -> None:
        await peer.log_in(features=["delta"])
        await peer.ask(1)
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(features=["delta"], session="s_2")
        await peer.ask(2, obs=None, delta={"base": 1, "patch": {}})
        await peer.expect("sync")
        await peer.expect("bye")
        await peer.wait_gone()

    async with (
        serve(first, second) as server,
        Client(server.url(), features=["delta"], **quick()) as client,
    ):
        kinds = [(await client.receive()).plain["type"] for _ in range(2)]
        assert kinds == ["your_turn", "welcome"]


async def test_a_failure_without_a_request_stands_in_the_stream(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        assert "id" not in await peer.expect("seek")
        await peer.send({"type": "error", "code": "game_unknown", "msg": "no such game"})
        await peer.wait_gone()

    async with serve(script) as server, Client(server.url()) as client:
        await client.send(Seek(game="chess"))
        message = await anext(client)
    assert isinstance(message, Error)
    assert message.code == "game_unknown"


async def test_a_token_is_sent_instead_of_a_name_and_only_where_nobody_listens() -> None:
    with pytest.raises(AddressError, match="under TLS"):
        Client("infoset://example.org", token="secret")
    with pytest.raises(AddressError, match="under TLS"):
        Client("ws://192.168.0.7:7421", token="secret")
    Client("wss://example.org", token="secret")
    Client("infoset://localhost", token="secret")


async def test_a_token_logs_in(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert hello["auth"] == {"kind": "token", "token": "bt_secret"}
        await peer.wait_gone()

    async with serve(script) as server, Client(server.url(), token="bt_secret"):
        pass


async def test_nobody_listening_is_said_in_one_sentence(unused_port: int) -> None:
    with pytest.raises(ConnectError, match="connection refused: no server is listening there"):
        await Client(f"infoset://127.0.0.1:{unused_port}").connect()


async def test_a_refused_login_names_the_code_and_is_not_repeated(serve_any: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.expect("hello")
        await peer.send({"type": "error", "code": "auth_failed", "msg": "no", "fatal": True})
        await peer.close(4401)

    async with serve_any(script) as url:
        with pytest.raises(LoginError, match="auth_failed") as refused:
            await Client(url, token="bt_old", **quick(connect_s=5.0)).connect()
    assert refused.value.code == "auth_failed"


async def test_a_server_of_another_version_is_explained(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.expect("hello")
        error = {"type": "error", "code": "proto_unsupported", "msg": "no", "fatal": True}
        await peer.send(error | {"data": {"supported": [2, 3]}})
        await peer.close(4406)

    async with serve(script) as server:
        with pytest.raises(LoginError, match=r"it speaks protocol \[2, 3\], this program \[1\]"):
            await Client(server.url()).connect()


@pytest.mark.parametrize("answer", [b"220 mail.example.org ESMTP", b"\x16\x03\x01", b"[1,2]"])
async def test_a_stranger_on_the_port_is_recognised(serve: "Serve", answer: bytes) -> None:
    async def script(peer: "Peer") -> None:
        await peer.raw(answer)

    async with serve(script) as server:
        with pytest.raises(ConnectError, match="does not speak the Infoset protocol"):
            await Client(server.url()).connect()


async def test_a_server_that_is_starting_is_waited_for(serve: "Serve") -> None:
    async def too_early(peer: "Peer") -> None:
        await peer.expect("hello")
        await peer.send({"type": "error", "code": "busy", "msg": "full", "retry_ms": 1})
        await peer.cut()

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.wait_gone()

    async with (
        serve(too_early, script) as server,
        Client(server.url(), **quick(connect_s=5.0)) as client,
    ):
        assert client.is_connected


async def test_a_lost_connection_is_resumed_where_it_broke(serve_any: "Serve") -> None:
    async def first(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert "resume" not in hello
        await peer.start_match()
        await peer.cut()

    async def second(peer: "Peer") -> None:
        hello = await peer.log_in(resumed=True, resume_token="rt_2")
        assert hello["resume"] == {"session": "s_1", "token": "rt_1", "seq": 1}
        await peer.ask(1)
        await peer.cut()

    async def third(peer: "Peer") -> None:
        hello = await peer.log_in(resumed=True)
        assert hello["resume"]["token"] == "rt_2"
        await peer.wait_gone()

    async with serve_any(first, second, third) as url, Client(url, **quick()) as client:
        seen = [await anext(client) for _ in range(4)]
    assert [type(message) for message in seen] == [MatchStart, Welcome, YourTurn, Welcome]


async def test_an_open_request_is_asked_again_in_a_resumed_session(serve: "Serve") -> None:
    async def first(peer: "Peer") -> None:
        await peer.log_in()
        seek = await peer.expect("seek")
        assert seek["id"] == 1
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=True)
        seek = await peer.expect("seek")
        assert seek["id"] == 1
        await peer.reply(seek, {"type": "ok", "data": {"ticket": "t_1"}})
        await peer.wait_gone()

    async with serve(first, second) as server, Client(server.url(), **quick()) as client:
        reply = await client.request(Seek(game="toy"))
    assert isinstance(reply, Ok)


async def test_an_open_request_fails_in_a_new_session(serve: "Serve") -> None:
    async def first(peer: "Peer") -> None:
        await peer.log_in()
        await peer.expect("seek")
        await peer.cut()

    async def second(peer: "Peer") -> None:
        await peer.log_in(resumed=False)
        describe = await peer.expect("describe")
        assert describe["id"] == 2
        await peer.reply(describe, {"type": "games", "games": []})
        await peer.wait_gone()

    async with serve(first, second) as server, Client(server.url(), **quick()) as client:
        with pytest.raises(ConnectionLostError, match="before the answer"):
            await client.request(Seek(game="toy"))
        await client.request(Describe())  # waits for the new session
        message = await anext(client)
        assert isinstance(message, Welcome)
        assert not message.resumed


@pytest.mark.parametrize("code", [4400, 4401, 4403, 4406, 4409])
async def test_there_is_no_way_back_after(serve_any: "Serve", code: int) -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.close(code)

    async with serve_any(script) as url, Client(url, **quick()) as client:
        with pytest.raises(ConnectionLostError, match="told to") as lost:
            await anext(client)
        with pytest.raises(ConnectionLostError):
            await client.request(Seek(game="toy"))
    assert lost.value.code == code


async def test_an_ended_session_is_not_resumed_but_opened_anew(serve: "Serve") -> None:
    async def first(peer: "Peer") -> None:
        await peer.log_in()
        await peer.close(4410)

    async def second(peer: "Peer") -> None:
        hello = await peer.log_in()
        assert "resume" not in hello
        await peer.wait_gone()

    async with serve(first, second) as server, Client(server.url(), **quick()) as client:
        assert isinstance(await anext(client), Welcome)


async def test_coming_back_ends_when_patience_does(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.cut()

    async with serve(script) as server:
        client = Client(server.url(), **quick(reconnect_s=0.0))
        await client.connect()
        with pytest.raises(ConnectionLostError):
            await anext(client)
        await client.close()


async def test_a_silent_link_is_asked_and_then_given_up(serve: "Serve") -> None:
    async def silent(peer: "Peer") -> None:
        await peer.log_in()
        await peer.expect("ping")
        await peer.wait_gone()

    async def alive(peer: "Peer") -> None:
        await peer.log_in(resumed=True)
        await peer.ask(1)
        await peer.wait_gone()

    timing = Timing(silence_s=0.2, reconnect_s=60)
    async with (
        serve(silent, alive) as server,
        Client(server.url(), timing=timing, rng=FastRandom()) as client,
    ):
        assert isinstance(await anext(client), Welcome)
        assert isinstance(await anext(client), YourTurn)


async def test_a_link_that_is_doubted_is_asked_at_once_and_soon_given_up(serve: "Serve") -> None:
    """Long before the silence is one."""

    async def silent(peer: "Peer") -> None:
        await peer.log_in()
        await peer.ask(1)
        await peer.expect("ping")
        await peer.wait_gone()

    async def alive(peer: "Peer") -> None:
        await peer.log_in(resumed=True)
        await peer.ask(2)
        await peer.wait_gone()

    timing = Timing(silence_s=3600, doubt_s=0.2, reconnect_s=60)
    async with (
        serve(silent, alive) as server,
        Client(server.url(), timing=timing, rng=FastRandom()) as client,
    ):
        assert isinstance(await anext(client), YourTurn)
        for _ in range(2):  # once is enough
            client.check()
        assert isinstance(await anext(client), Welcome)
        assert isinstance(await anext(client), YourTurn)


async def test_a_link_that_is_doubted_and_answers_goes_on(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.ask(1)
        ping = await peer.expect("ping")
        await peer.send({"type": "pong", "now_ms": 1, "re": ping["id"]})
        await peer.ask(2)
        await peer.wait_gone()

    timing = Timing(silence_s=3600, doubt_s=3600)
    async with serve(script) as server, Client(server.url(), timing=timing) as client:
        assert isinstance(await anext(client), YourTurn)
        client.check()
        assert isinstance(await anext(client), YourTurn)


async def test_a_pong_is_a_sign_of_life_and_nothing_more(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        for _ in range(3):
            ping = await peer.expect("ping")
            await peer.send({"type": "pong", "now_ms": 1, "re": ping["id"]})
        await peer.ask(1)
        await peer.wait_gone()

    async with (
        serve(script) as server,
        Client(server.url(), timing=Timing(silence_s=0.2)) as client,
    ):
        assert isinstance(await anext(client), YourTurn)


async def test_processed_messages_are_acknowledged_now_and_then(serve: "Serve") -> None:
    acks: list[int] = []

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        for decision in range(1, 11):
            await peer.ask(decision)
        while (plain := await peer.receive_any())["type"] == "ack":
            acks.append(plain["seq"])
        assert plain["type"] == "bye"

    async with (
        serve(script) as server,
        Client(server.url(), timing=Timing(ack_every=4)) as client,
    ):
        for _ in range(10):
            await anext(client)
        await client.close()
        await server.finished()
    assert acks == [4, 8]


async def test_a_full_inbox_stops_the_reading_but_not_the_replies(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        for decision in range(1, 6):
            await peer.ask(decision)
        seek = await peer.expect("seek")
        await peer.reply(seek, {"type": "ok"})
        await peer.wait_gone()

    async with (
        serve(script) as server,
        Client(server.url(), timing=Timing(max_inbox=3)) as client,
    ):
        await anext(client)
        await client.request(Seek(game="toy"))  # nobody empties the inbox meanwhile
        rest = [await anext(client) for _ in range(4)]
    assert [message.decision for message in rest if isinstance(message, YourTurn)] == [2, 3, 4, 5]


async def test_a_message_the_client_cannot_read_costs_the_connection_not_the_program(
    serve: "Serve",
) -> None:
    async def broken(peer: "Peer") -> None:
        await peer.log_in()
        await peer.send({"type": "your_turn", "match_id": 7})
        await peer.wait_gone()

    async def fine(peer: "Peer") -> None:
        await peer.log_in()
        await peer.ask(1)
        await peer.wait_gone()

    async with serve(broken, fine) as server, Client(server.url(), **quick()) as client:
        assert isinstance(await anext(client), Welcome)
        assert isinstance(await anext(client), YourTurn)


async def test_after_close_nothing_can_be_sent_and_the_stream_ends(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.expect("bye")

    async with serve(script) as server:
        client = Client(server.url())
        await client.connect()
        await client.close()
        await client.close()
        assert not client.is_connected
        assert [message async for message in client] == []
        with pytest.raises(ConnectionLostError):
            await client.send(Bye())


async def test_using_a_client_before_it_is_connected_is_a_mistake() -> None:
    client = Client()
    with pytest.raises(RuntimeError, match="connect"):
        await client.request(Seek(game="toy"))
    with pytest.raises(RuntimeError, match="connect"):
        _ = client.welcome


# Answers in parts.


async def test_the_parts_of_an_answer_come_in_order_beside_everything_else(serve: "Serve") -> None:
    async def tell(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("replay")
        for number in (0, 1, 1, 2):  # one comes twice, as after a resume
            part = {"type": "replay_part", "replay": "m_1", "i": number, "entries": [{"n": number}]}
            await peer.reply(request, part | {"more": number < 2})
            await peer.send(
                {"type": "chat_msg", "user": "u_2", "name": "x", "to": "all", "text": "hi"}
            )
        await peer.wait_gone()

    async with serve(tell) as server, Client(server.url()) as client:
        parts = [part async for part in client.stream(Replay(replay="m_1"))]
        assert [part.entries for part in parts] == [[{"n": 0}], [{"n": 1}], [{"n": 2}]]
        assert (await client.receive()).plain["text"] == "hi"


async def test_a_stream_ends_with_the_error_that_ends_it(serve: "Serve") -> None:
    async def tell(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("replay")
        part = {"type": "replay_part", "replay": "m_1", "i": 0, "entries": [], "more": True}
        await peer.reply(request, part)
        await peer.reply(request, {"type": "error", "code": "cancelled", "msg": "enough"})
        await peer.wait_gone()

    async with serve(tell) as server, Client(server.url()) as client:
        stream = client.stream(Replay(replay="m_1"))
        assert (await anext(stream)).i == 0
        with pytest.raises(RequestError) as refusal:
            await anext(stream)
        assert refusal.value.code == "cancelled"


async def test_a_stream_that_nobody_reads_holds_up_the_server_and_nothing_else(
    serve: "Serve",
) -> None:
    async def tell(peer: "Peer") -> None:
        await peer.log_in()
        request = await peer.expect("replay")
        for number in range(3 * MAX_WAITING):
            part = {
                "type": "replay_part",
                "replay": "m_1",
                "i": number,
                "entries": [],
                "more": True,
            }
            await peer.reply(request, part)
        while (await peer.receive())["type"] != "sync":
            pass
        await peer.send({"type": "chat_msg", "user": "u", "name": "x", "to": "all", "text": "on"})
        await peer.wait_gone()

    async with serve(tell) as server, Client(server.url()) as client:
        async with aclosing(client.stream(Replay(replay="m_1"))) as stream:
            assert (await anext(stream)).i == 0
        await client.send(Sync(match_id="m_1"))  # whoever closes it goes on at once
        assert (await client.receive()).plain["text"] == "on"
