"""One message to receivers that mean no good."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from tests.server.webhooks.receivers import (
    NAME,
    OK,
    Behaviour,
    Receiver,
    answering,
    certificate_in,
    drip,
    endless_announcements,
    endless_body,
    endless_headers,
    hang_up,
    receiving,
    say_nothing,
    status,
)

from infoset_server.webhooks.addresses import Guard, Target
from infoset_server.webhooks.posting import (
    Answer,
    HttpsPost,
    PostError,
    Resolver,
    make_tls,
    read_pause,
)

HERE = Guard(["127.0.0.1"])
SIGNED = [("webhook-id", "msg_1"), ("webhook-timestamp", "1"), ("webhook-signature", "v1,x")]
NOW_S = 1_792_000_000.0  # 2026-10-14, 17:46:40 UTC
SOON_S = 0.5
PATIENT_S = 60.0


def to(*addresses: str) -> Resolver:
    """A name that leads there."""
    return lambda host, port: list(addresses)


HOME = to("127.0.0.1")


def poster(
    certificate: Path | None,
    resolve: Resolver = HOME,
    guard: Guard = HERE,
    timeout_s: float = PATIENT_S,
) -> HttpsPost:
    return HttpsPost(guard, partial(make_tls, certificate), timeout_s, lambda: NOW_S, resolve)


async def post(sender: HttpsPost, receiver: Receiver, host: str = NAME) -> Answer:
    try:
        return await sender(Target(host, receiver.port, "/hook?a=b"), SIGNED, b'{"a":1}')
    finally:
        sender.close()


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return certificate_in(tmp_path)


async def test_a_message_arrives_as_it_is(certificate: Path) -> None:
    async with receiving(certificate, answering(OK)) as receiver:
        answer = await post(poster(certificate), receiver)
        assert (answer, answer.is_taken) == (Answer(204), True)
        (got,) = receiver.received
        assert got.line == "POST /hook?a=b HTTP/1.1"
        assert got.body == b'{"a":1}'
        assert got.headers["host"] == f"{NAME}:{receiver.port}"
        assert got.headers["content-type"] == "application/json"
        assert got.headers.items() >= dict(SIGNED).items()
        assert not got.headers.keys() & {"cookie", "authorization", "referer"}


@pytest.mark.parametrize(
    ("behave", "why"),
    [
        (drip, "no answer in 0.5 s"),
        (say_nothing, "no answer in 0.5 s"),
        (hang_up, "."),  # as the system says it
        (endless_headers, "no HTTP"),
        (endless_announcements, "more than 65536 bytes"),
        (answering(b"SSH-2.0-OpenSSH\r\n\r\n"), "no HTTP"),
        (answering(b"\x00" * 100), "no HTTP"),
        (answering(b"HTTP/1.1 200 OK\r\n"), "did not answer"),
        (answering(b"HTTP/1.1 200 OK\r\n" + b"X: " + b"x" * 50_000 + b"\r\n\r\n"), "no HTTP"),
    ],
)
async def test_who_does_not_answer_as_they_should_costs_no_more_than_the_time(
    certificate: Path, behave: Behaviour, why: str
) -> None:
    timeout_s = SOON_S if behave in (drip, say_nothing) else PATIENT_S
    async with receiving(certificate, behave) as receiver:
        with pytest.raises(PostError, match=why):
            await post(poster(certificate, timeout_s=timeout_s), receiver)


async def test_of_an_endless_answer_the_status_is_read_and_no_more(certificate: Path) -> None:
    async with receiving(certificate, endless_body) as receiver:
        assert await post(poster(certificate), receiver) == Answer(200)


@pytest.mark.parametrize("code", [301, 302, 307, 308])
async def test_nobody_is_sent_elsewhere(certificate: Path, code: int) -> None:
    async with receiving(certificate, answering(OK)) as inner:
        there = f"Location: https://127.0.0.1:{inner.port}/admin"
        async with receiving(certificate, answering(status(code, there))) as receiver:
            answer = await post(poster(certificate), receiver)
            assert (answer.status, answer.is_taken) == (code, False)
        assert inner.connections == 0


async def test_a_name_of_a_private_machine_is_not_connected_to(certificate: Path) -> None:
    async with receiving(certificate, answering(OK)) as receiver:
        with pytest.raises(PostError, match="not of the public Internet"):
            await post(poster(certificate, guard=Guard()), receiver)
        with pytest.raises(PostError, match="not of the public Internet"):
            await post(poster(certificate, to("93.184.216.34", "127.0.0.1"), Guard()), receiver)
        with pytest.raises(PostError, match="not of the public Internet"):
            await post(poster(certificate, to("127.0.0.1"), Guard()), receiver, "127.0.0.1")
        assert receiver.connections == 0


async def test_what_is_connected_to_is_what_was_looked_at(certificate: Path) -> None:
    """A name that would lead to another machine at a second look is looked at once for each attempt."""
    looks: list[str] = []

    def rebinding(host: str, port: int) -> Sequence[str]:
        looks.append(host)
        return ["127.0.0.2"] if len(looks) == 1 else ["127.0.0.1"]

    async with receiving(certificate, answering(OK)) as receiver:
        guard = Guard(["127.0.0.2"])  # the first machine may be sent to, the second may not
        sender = poster(certificate, rebinding, guard)
        target = Target(NAME, receiver.port, "/")
        with pytest.raises(PostError) as first:  # nobody listens on 127.0.0.2
            await sender(target, SIGNED, b"{}")
        assert "public Internet" not in str(first.value)
        assert looks == [NAME]
        with pytest.raises(PostError, match="public Internet"):
            await sender(target, SIGNED, b"{}")
        sender.close()
        assert (looks, receiver.connections) == ([NAME, NAME], 0)


@pytest.mark.parametrize(
    ("trusted", "host", "why"),
    [
        (False, NAME, "certificate is not valid"),
        (True, "other.test", "certificate is not valid"),
    ],
)
async def test_a_receiver_that_cannot_prove_itself_is_told_nothing(
    certificate: Path, trusted: bool, host: str, why: str
) -> None:
    async with receiving(certificate, answering(OK)) as receiver:
        with pytest.raises(PostError, match=why):
            await post(poster(certificate if trusted else None), receiver, host)
        assert receiver.received == []


async def test_a_receiver_without_tls_is_told_nothing(certificate: Path) -> None:
    said: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said.append(await reader.read(1000))
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        receiver = Receiver(server.sockets[0].getsockname()[1], drip)
        with pytest.raises(PostError):
            await post(poster(certificate), receiver)
    assert all(b"webhook" not in one for one in said)


async def test_a_name_that_nobody_knows_is_said_to_be_so(certificate: Path) -> None:
    def unknown(host: str, port: int) -> Sequence[str]:
        raise OSError(-2, "Name or service not known")

    with pytest.raises(PostError, match="Name or service not known"):
        await post(poster(certificate, unknown), Receiver(443, drip))


async def test_the_next_machine_of_a_name_is_tried(certificate: Path) -> None:
    async with receiving(certificate, answering(OK)) as receiver:
        guard = Guard(["127.0.0.0/8"])
        sender = poster(certificate, to("127.0.0.2", "127.0.0.1"), guard)
        assert (await post(sender, receiver)).is_taken


@pytest.mark.parametrize(
    ("text", "pause_s"),
    [
        ("", 0),
        ("120", 120),
        ("0", 0),
        ("999999999", 24 * 3600),
        ("-5", 0),
        ("soon", 0),
        ("²", 0),
        ("9" * 400, 0),
        ("Wed, 14 Oct 2026 17:46:50 GMT", 10),
        ("Wed, 14 Oct 2020 17:46:50 GMT", 0),
        ("Wed, 99 Oct 2026 99:99:99 GMT", 0),
    ],
)
def test_how_long_a_receiver_wants_to_be_left_alone(text: str, pause_s: float) -> None:
    assert read_pause(text, NOW_S) == pause_s
