"""Two buses over one server of NATS, as of two processes; what is lost where it is away; who is let in."""

import asyncio
import secrets
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from tests.server.bus.nats_server import NatsServer, running
from tests.server.bus.test_contract import BRIEF_S, ECHO, NEWS, PATIENCE_S, Listener

from infoset_server.bus.nats import BusConnectError, NatsBus, connect_nats
from infoset_server.bus.port import (
    TEXT,
    BusError,
    Form,
    NoOwnerError,
    OwnerFailedError,
    RequestTimeoutError,
    Service,
    Topic,
)

Two = tuple[NatsBus, NatsBus]
LETTERS = Topic("letter", TEXT, is_addressed=True)
MANY = 5000
LARGE = "x" * ((1 << 20) + 1)  # more than NATS takes


@pytest.fixture
async def two(nats: NatsServer) -> AsyncIterator[Two]:
    cluster = f"test{secrets.token_hex(4)}"
    here, there = [await connect_nats([nats.url], cluster, name) for name in ("here", "there")]
    yield here, there
    await here.close()
    await there.close()


async def test_what_one_publishes_the_other_hears_in_order(two: Two) -> None:
    here, there = two
    listeners = [Listener(there, pattern, max_pending=1000) for pattern in ("a", "*", "b.>")]
    await there.flush()
    for number in range(200):
        here.publish(NEWS, "a", str(number))
    here.publish(NEWS, "b.c", "end")
    wanted = [f"a={number}" for number in range(200)]
    assert await listeners[0].until("a=199") == wanted
    assert await listeners[2].until("b.c=end") == ["b.c=end"]
    assert await listeners[1].until("a=199") == wanted


async def test_ones_own_messages_come_once(two: Two) -> None:
    here, there = two
    listener, other = Listener(here, "a"), Listener(there, "a")
    await there.flush()
    here.publish(NEWS, "a", "1")
    await other.until("a=1")
    there.publish(NEWS, "a", "end")
    assert await listener.until("a=end") == ["a=1", "a=end"]


async def test_what_is_for_the_node_itself_does_not_leave_it(two: Two) -> None:
    here, there = two
    listener, tap = Listener(here, "here.*", topic=LETTERS), Listener(there, ">", topic=LETTERS)
    await there.flush()
    for name in ("here", "there", "hereafter"):
        here.publish(LETTERS, f"{name}.x", "1")
    assert await tap.until("hereafter.x=1") == ["there.x=1", "hereafter.x=1"]
    assert listener.heard == ["here.x=1"]


async def test_who_has_closed_hears_nothing_more(two: Two) -> None:
    here, there = two
    listener, other = Listener(there, "a"), Listener(there, "a")
    never = Listener(there, "a")
    never.subscription.close()  # before NATS has heard of it
    await there.flush()
    listener.subscription.close()
    await reached(lambda: here.publish(NEWS, "a", "1"), other)
    assert (listener.heard, never.heard) == ([], [])


async def test_a_queue_that_is_full_tells_the_gap(two: Two) -> None:
    here, there = two
    listener = Listener(there, "a", max_pending=1)
    await there.flush()
    for _ in range(MANY):
        here.publish(NEWS, "a", "x")
    await here.flush()
    async with asyncio.timeout(PATIENCE_S):
        while sum(what if isinstance(what, int) else 1 for what in listener.heard) < MANY:  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.01)
    gaps = [what for what in listener.heard if isinstance(what, int)]
    assert gaps
    assert there.lost == sum(gaps)


async def test_a_question_is_answered_by_the_other(two: Two) -> None:
    here, there = two

    async def answer(question: str) -> str:
        return f"{question}!"

    ownership = there.serve(ECHO, "m.1", answer)
    await there.flush()
    assert await here.request(ECHO, "m.1", "who", PATIENCE_S) == "who!"
    assert await there.request(ECHO, "m.1", "I", PATIENCE_S) == "I!"
    ownership.close()
    await there.flush()
    with pytest.raises(NoOwnerError):
        await here.request(ECHO, "m.1", "who", PATIENCE_S)


async def test_questions_are_answered_beside_each_other(two: Two) -> None:
    here, there = two
    let_go = asyncio.Event()

    async def answer(question: str) -> str:
        if question == "slow":
            await let_go.wait()
        return question

    there.serve(ECHO, "m", answer)
    await there.flush()
    slow = asyncio.create_task(here.request(ECHO, "m", "slow", PATIENCE_S))
    assert await here.request(ECHO, "m", "quick", PATIENCE_S) == "quick"
    let_go.set()
    assert await slow == "slow"


async def test_why_there_is_no_answer(two: Two, caplog: pytest.LogCaptureFixture) -> None:
    here, there = two

    async def fail(question: str) -> str:
        if question == "for ever":
            await asyncio.Event().wait()
        if question == "large":
            return LARGE
        raise RuntimeError("planted")

    with pytest.raises(NoOwnerError):
        await here.request(ECHO, "m", "who", PATIENCE_S)
    there.serve(ECHO, "m", fail)
    await there.flush()
    with pytest.raises(OwnerFailedError):
        await here.request(ECHO, "m", "who", PATIENCE_S)
    with pytest.raises(OwnerFailedError):
        await here.request(ECHO, "m", "large", PATIENCE_S)
    with pytest.raises(RequestTimeoutError):
        await here.request(ECHO, "m", "for ever", BRIEF_S)
    with pytest.raises(BusError, match="larger than a message may be"):
        await here.request(ECHO, "m", LARGE, PATIENCE_S)
    assert "RuntimeError: planted" in caplog.text


async def test_what_cannot_be_read_is_left_out(two: Two, caplog: pytest.LogCaptureFixture) -> None:
    here, there = two
    bytewise: Topic[bytes] = Topic("news", Form(bytes, bytes))
    listener = Listener(there, "a")
    await there.flush()
    here.publish(bytewise, "a", b"\xff")
    here.publish(bytewise, "a", b"\xfe")
    here.publish(NEWS, "a", "end")
    assert await listener.until("a=end") == ["a=end"]
    assert caplog.text.count("cannot be read") == 1, "that is said once"
    assert (there.unread, here.unread) == (2, 0)
    unreadable: Service[str, str] = Service("echo", TEXT, Form(lambda _: b"\xff", bytes.decode))

    async def answer(question: str) -> str:
        return question

    there.serve(unreadable, "m", answer)
    await there.flush()
    with pytest.raises(BusError, match="cannot be read"):
        await here.request(ECHO, "m", "who", PATIENCE_S)


def choke(data: bytes) -> str:
    """A reader that does not keep to the contract of forms."""
    if data == b"deep":
        raise RecursionError
    return data.decode()


async def test_a_form_that_fails_does_not_cost_what_comes_after(two: Two) -> None:
    here, there = two
    heard: list[str] = []
    ended = asyncio.Event()

    def take(subject: str, text: str) -> None:
        heard.append(text)
        ended.set()

    touchy: Topic[str] = Topic("news", Form(str.encode, choke))
    there.subscribe(touchy, "a", take, on_gap=lambda lost: None, max_pending=10)
    await there.flush()
    here.publish(NEWS, "a", "deep")
    here.publish(NEWS, "a", "end")
    await asyncio.wait_for(ended.wait(), PATIENCE_S)
    assert (heard, there.unread) == (["end"], 1)


async def test_clusters_do_not_hear_each_other(nats: NatsServer, two: Two) -> None:
    stranger = await connect_nats([nats.url], f"test{secrets.token_hex(4)}", "stranger")
    listener = Listener(two[1], ">")
    await two[1].flush()
    stranger.publish(NEWS, "a", "1")
    await stranger.flush()
    two[0].publish(NEWS, "a", "end")
    assert await listener.until("a=end") == ["a=end"]
    await stranger.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_after_a_restart_of_nats_everybody_is_told_of_a_gap(
    tmp_path: Path, how: signal.Signals
) -> None:
    with running(tmp_path) as server:
        here, there = [await connect_nats([server.url], "c", name) for name in ("here", "there")]
        listener, own = Listener(there, "a"), Listener(here, "a")
        await there.flush()
        here.publish(NEWS, "a", "before")
        await listener.until("a=before")
        await asyncio.to_thread(server.stop, how)
        await asyncio.to_thread(server.start)
        await listener.until(0)
        await own.until(0)
        await reached(lambda: here.publish(NEWS, "a", "1"), listener)
        assert listener.heard[:2] == ["a=before", 0]
        await here.close()
        await there.close()


async def test_it_goes_on_at_another_server(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with running(tmp_path / "a") as first, running(tmp_path / "b") as second:
        both = [first.url, second.url]
        here, there = [await connect_nats(both, "c", name) for name in ("here", "there")]
        listener = Listener(there, "a")
        await asyncio.to_thread(first.stop, signal.SIGKILL)
        await reached(lambda: here.publish(NEWS, "a", "1"), listener)
        assert "a=1" in listener.heard
        await here.close()
        await there.close()


async def reached(publish: Callable[[], None], listener: Listener) -> None:
    """Publishes until the listener has heard it: what is published on the way is lost."""
    async with asyncio.timeout(PATIENCE_S):
        while "a=1" not in listener.heard:
            publish()
            await asyncio.sleep(0.05)


async def test_who_does_not_answer_and_who_lets_nobody_in(tmp_path: Path) -> None:
    with running(tmp_path, "--auth", "a token") as server:
        with pytest.raises(BusConnectError, match=f"{server.url}.*[Aa]uthorization"):
            await connect_nats([server.url], "c", "node", connect_s=PATIENCE_S)
        url = server.url
    with pytest.raises(BusConnectError, match=f"no NATS server lets us in at {url}"):
        await connect_nats([url], "c", "node", connect_s=0.3)
    with pytest.raises(ValueError, match="expected words"):
        await connect_nats([url], "two words", "node")


@pytest.mark.parametrize("secret", ["user:password", "token"])
async def test_a_refusal_tells_no_password(tmp_path: Path, secret: str) -> None:
    with running(tmp_path, "--auth", "another") as server:
        url = server.url.replace("nats://", f"nats://{secret}@")
        with pytest.raises(BusConnectError) as refusal:
            await connect_nats([url], "c", "node", connect_s=PATIENCE_S)
    assert f"nats://127.0.0.1:{server.port}" in str(refusal.value)
    assert secret.rpartition(":")[2] not in str(refusal.value)


@pytest.mark.filterwarnings(  # the library leaves sockets of refused attempts to the garbage collector
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
async def test_a_server_that_is_let_in_no_more_says_so_once_and_comes_back_when_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As while its password is exchanged."""
    caplog.set_level("INFO", "infoset_server.bus.nats")
    server = NatsServer(tmp_path, "--user", "n1", "--pass", "first")
    server.start()
    bus = await connect_nats([server.url.replace("//", "//n1:first@")], "c", "n1")
    server.stop()
    strict = NatsServer(tmp_path, "--user", "n1", "--pass", "second")
    strict.port = server.port
    strict.start()
    async with asyncio.timeout(PATIENCE_S):
        while strict.refusals < 3:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.02)
    assert caplog.text.count("NATS lets this server in no more") == 1
    strict.stop()
    server.start()
    async with asyncio.timeout(PATIENCE_S):
        while "NATS is back" not in caplog.text:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await bus.close()
    server.stop()


@pytest.mark.parametrize("trouble", ["away", "frozen"])
async def test_it_can_be_closed_while_nats_is(tmp_path: Path, trouble: str) -> None:
    with running(tmp_path) as server:
        bus = await connect_nats([server.url], "c", "here")
        listener = Listener(bus, "a")
        if trouble == "away":
            await asyncio.to_thread(server.stop, signal.SIGKILL)
        else:
            server.freeze()
        bus.publish(NEWS, "a", "1")
        await listener.until("a=1")
        async with asyncio.timeout(PATIENCE_S):
            await bus.close()
