"""The short way to NATS and back: it is taken, and what goes the long way keeps its place among what does not."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator

import pytest
from tests.server.bus.nats_server import NatsServer
from tests.server.bus.test_contract import ECHO, NEWS, PATIENCE_S, Listener

from infoset_server.bus.nats import NatsBus, connect_nats
from infoset_server.bus.nats_link import READ_BYTES

Two = tuple[NatsBus, NatsBus]
SIZES = (0, 1, 500, READ_BYTES - 100, READ_BYTES, 5 * READ_BYTES)  # the last ones come in pieces


@pytest.fixture
async def two(nats: NatsServer) -> AsyncIterator[Two]:
    cluster = f"test{secrets.token_hex(4)}"
    here, there = [await connect_nats([nats.url], cluster, name) for name in ("here", "there")]
    yield here, there
    await here.close()
    await there.close()


async def test_messages_take_the_short_way(two: Two) -> None:
    here, there = two
    listener = Listener(there, "a")
    await there.flush()
    for number in range(50):
        here.publish(NEWS, "a", str(number))
        await listener.until(f"a={number}")
    assert there._client.stats["in_msgs"] == 0, "nats-py has read none of them"
    assert here._client.stats["out_msgs"] == 0, "nor written any"


async def test_what_is_published_at_the_end_of_a_turn_leaves_in_one_write(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    listeners = [Listener(there, "a"), Listener(there, "b")]
    await there.flush()
    assert here._link is not None
    assert here._link._io_writer is not None
    written: list[bytes] = []
    transport = here._link._io_writer.transport
    write = transport.write

    def note(data: bytes) -> None:
        written.append(data)
        write(data)

    monkeypatch.setattr(transport, "write", note)
    for subject in ("a", "b"):
        here.at_end_of_turn(lambda subject=subject: here.publish(NEWS, subject, "x"))  # type: ignore[misc]
    for subject, listener in zip("ab", listeners, strict=True):
        await listener.until(f"{subject}=x")
    assert [data.count(b"PUB ") for data in written] == [2]
    here.publish(NEWS, "a", "end")
    await listeners[0].until("a=end")
    assert len(written) == 2, "afterwards each goes at once"


async def test_questions_take_the_long_one_between_them(two: Two) -> None:
    here, there = two
    listener = Listener(there, "a", max_pending=1000)

    async def answer(question: str) -> str:
        return f"{question}!"

    there.serve(ECHO, "m", answer)
    await there.flush()
    for number in range(50):
        here.publish(NEWS, "a", str(number))
        asked = here.request(ECHO, "m", str(number), PATIENCE_S)
        here.publish(NEWS, "a", f"{number} too")
        assert await asked == f"{number}!"
    wanted = [f"a={number}{too}" for number in range(50) for too in ("", " too")]
    assert await listener.until("a=49 too") == wanted
    assert there._client.stats["in_msgs"] >= 50, "questions, and what came behind them"


@pytest.mark.parametrize("seed", range(4))
async def test_messages_that_come_in_pieces_overtake_none(two: Two, seed: int) -> None:
    here, there = two
    rng = random.Random(seed)
    listener = Listener(there, "a", max_pending=1000)
    await there.flush()
    bodies = [f"{number} " + "x" * rng.choice(SIZES) for number in range(100)]
    for body in bodies:
        here.publish(NEWS, "a", body)
        if rng.random() < 0.3:
            await asyncio.sleep(0)  # what has come is taken in between
    here.publish(NEWS, "a", "end")
    heard = await listener.until("a=end")
    assert heard == [f"a={body}" for body in [*bodies, "end"]]
    assert there._client.stats["in_msgs"] > 0, "some were too large for the short way"


async def test_while_something_waits_to_be_sent_nothing_goes_before_it(two: Two) -> None:
    here, there = two
    listener = Listener(there, "a", max_pending=1000)
    await there.flush()
    flushed = asyncio.create_task(here.flush())
    here.publish(NEWS, "a", "first")
    await asyncio.sleep(0)  # the flush is under way
    for number in range(10):
        here.publish(NEWS, "a", str(number))
    await flushed
    here.publish(NEWS, "a", "end")
    wanted = ["a=first", *(f"a={number}" for number in range(10)), "a=end"]
    assert await listener.until("a=end") == wanted


async def test_what_is_no_text_in_a_subject_harms_nobody(two: Two) -> None:
    here, there = two
    listener = Listener(there, "*")
    await there.flush()
    link = there._link
    assert link is not None
    whole = NEWS.subject("").encode()
    number = next(iter(link._takers))
    link._hand_over(b"MSG %s.%s\xff %s 1\r\nx\r\n" % (there._cluster.encode(), whole, number))
    here.publish(NEWS, "a", "end")
    assert (await listener.until("a=end"))[-1] == "a=end"
