"""What every bus promises, on every kind of bus."""

import asyncio
from collections.abc import Callable

import pytest

from infoset_server.bus.port import (
    TEXT,
    Bus,
    NoOwnerError,
    OwnerFailedError,
    RequestTimeoutError,
    Service,
    SubjectTakenError,
    Subscription,
    Topic,
)

NEWS: Topic[str] = Topic("news", TEXT)
OTHER: Topic[str] = Topic("other", TEXT)
ECHO: Service[str, str] = Service("echo", TEXT, TEXT)
PATIENCE_S = 60.0
BRIEF_S = 0.01


class Listener:
    """A subscriber that writes down what it hears; a gap as the number of messages lost."""

    def __init__(
        self, bus: Bus, pattern: str, max_pending: int = 100, topic: Topic[str] = NEWS
    ) -> None:
        self.heard: list[str | int] = []
        self._news = asyncio.Event()
        self.subscription: Subscription = bus.subscribe(
            topic,
            pattern,
            lambda subject, body: self._hear(f"{subject}={body}"),
            on_gap=self._hear,
            max_pending=max_pending,
        )

    def _hear(self, what: str | int) -> None:
        self.heard.append(what)
        self._news.set()

    async def until(self, last: str | int) -> list[str | int]:
        """What was heard up to and with `last`."""
        async with asyncio.timeout(PATIENCE_S):
            while last not in self.heard:
                self._news.clear()
                await self._news.wait()
        return self.heard


async def test_a_subscriber_hears_in_order_what_is_published_from_then_on(bus: Bus) -> None:
    bus.publish(NEWS, "a", "too early")
    listener = Listener(bus, "a")
    for number in range(50):
        bus.publish(NEWS, "a", str(number))
    assert await listener.until("a=49") == [f"a={number}" for number in range(50)]


async def test_nothing_is_handled_within_publish(bus: Bus) -> None:
    listener = Listener(bus, "a")
    bus.publish(NEWS, "a", "1")
    assert (listener.heard, listener.subscription.pending) == ([], 1)
    await listener.until("a=1")
    assert listener.subscription.pending == 0


@pytest.mark.parametrize(
    ("pattern", "heard"),
    [
        ("m.1", ["m.1=x", "m.1=end"]),
        ("m.*", ["m.1=x", "m.2=x", "m.1=end"]),
        ("*.1", ["m.1=x", "n.1=x", "m.1=end"]),
        ("m.>", ["m.1=x", "m.2=x", "m.2.deep=x", "m.1=end"]),
        (">", ["m.1=x", "m.2=x", "n.1=x", "m.2.deep=x", "m.1=end"]),
    ],
)
async def test_a_pattern_stands_for_all_subjects_that_fit(
    bus: Bus, pattern: str, heard: list[str]
) -> None:
    listener = Listener(bus, pattern)
    for subject in ("m.1", "m.2", "n.1", "m.2.deep"):
        bus.publish(NEWS, subject, "x")
    bus.publish(OTHER, "m.1", "of another topic")
    bus.publish(NEWS, "m.1", "end")
    assert await listener.until("m.1=end") == heard


@pytest.mark.parametrize("subject", ["", "a..b", "a b", ".a", "a."])
async def test_what_is_no_subject_is_refused(bus: Bus, subject: str) -> None:
    with pytest.raises(ValueError, match="expected words with dots between them"):
        bus.publish(NEWS, subject, "x")
    with pytest.raises(ValueError, match="expected words with dots between them"):
        Listener(bus, subject)


async def test_one_publishes_on_a_subject_and_not_on_a_pattern(bus: Bus) -> None:
    for subject in ("*", "a.*", "a.>"):
        with pytest.raises(ValueError, match=r"expected no \* and >"):
            bus.publish(NEWS, subject, "x")
    with pytest.raises(ValueError, match="expected > only at its end"):
        Listener(bus, "a.>.b")


async def test_all_subscribers_hear_the_same(bus: Bus) -> None:
    listeners = [Listener(bus, pattern) for pattern in ("a", "a", "*")]
    bus.publish(NEWS, "a", "1")
    for listener in listeners:
        assert await listener.until("a=1") == ["a=1"]


async def test_a_queue_that_is_full_loses_the_newest_and_the_gap_is_told_in_its_place(
    bus: Bus,
) -> None:
    listener, roomy = Listener(bus, "a", max_pending=3), Listener(bus, "a")
    for number in range(8):
        bus.publish(NEWS, "a", str(number))
    assert await listener.until(5) == ["a=0", "a=1", "a=2", 5]
    bus.publish(NEWS, "a", "8")
    assert await listener.until("a=8") == ["a=0", "a=1", "a=2", 5, "a=8"]
    assert await roomy.until("a=8") == [f"a={number}" for number in range(9)]
    assert bus.lost == 5


async def test_a_gap_stands_before_what_comes_after_it(bus: Bus) -> None:
    def answer_the_second(subject: str, body: str) -> None:
        if body == "2":  # the first has left the queue
            bus.publish(NEWS, "b", "4")

    bus.subscribe(NEWS, "a", answer_the_second, on_gap=lambda lost: None, max_pending=9)
    listener = Listener(bus, "*", max_pending=2)
    for body in ("1", "2", "lost"):
        bus.publish(NEWS, "a", body)
    assert await listener.until("b=4") == ["a=1", "a=2", 1, "b=4"]


async def test_what_is_to_be_done_at_the_end_of_a_turn_is_done_in_order_though_one_fails(
    bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    listener = Listener(bus, "a")
    bus.at_end_of_turn(lambda: bus.publish(NEWS, "a", "1"))
    bus.at_end_of_turn(lambda: bus.publish(NEWS, "a b", "no subject"))
    bus.at_end_of_turn(
        lambda: bus.at_end_of_turn(lambda: bus.publish(NEWS, "a", "in another turn"))
    )
    bus.at_end_of_turn(lambda: bus.publish(NEWS, "a", "2"))
    bus.publish(NEWS, "a", "0")
    heard = await listener.until("a=in another turn")
    assert heard == ["a=0", "a=1", "a=2", "a=in another turn"]
    assert "at the end of a turn failed" in caplog.text


async def test_a_subscriber_that_fails_hears_on_and_harms_nobody(
    bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[str] = []

    def fail(subject: str, body: str) -> None:
        calls.append(body)
        raise RuntimeError("planted")

    bus.subscribe(NEWS, "a", fail, on_gap=lambda lost: None, max_pending=9)
    listener = Listener(bus, "a")
    for body in ("1", "2"):
        bus.publish(NEWS, "a", body)
    assert await listener.until("a=2") == ["a=1", "a=2"]
    assert calls == ["1", "2"]
    assert caplog.text.count("RuntimeError: planted") == 2


async def test_who_has_closed_hears_nothing_more_not_even_what_waits(bus: Bus) -> None:
    listener, other = Listener(bus, "a", max_pending=1), Listener(bus, "a")
    for body in ("1", "2"):
        bus.publish(NEWS, "a", body)
    for _ in range(2):
        listener.subscription.close()
    bus.publish(NEWS, "a", "3")
    await other.until("a=3")
    assert (listener.heard, listener.subscription.pending) == ([], 0)


async def test_a_handler_may_close_its_own_subscription(bus: Bus) -> None:
    heard: list[str] = []

    def hear_one(subject: str, body: str) -> None:
        heard.append(body)
        subscription.close()

    subscription = bus.subscribe(
        NEWS, "a", hear_one, on_gap=lambda lost: heard.append("gap"), max_pending=2
    )
    other = Listener(bus, "a")
    for body in ("1", "2", "3"):
        bus.publish(NEWS, "a", body)
    await other.until("a=3")
    assert heard == ["1"]


async def test_what_has_arrived_can_be_handled_at_once(bus: Bus) -> None:
    listener, other = Listener(bus, "a", max_pending=2), Listener(bus, "a")
    for body in ("1", "2", "lost"):
        bus.publish(NEWS, "a", body)
    listener.subscription.drain()
    assert (listener.heard, other.heard) == (["a=1", "a=2", 1], [])
    bus.publish(NEWS, "a", "4")
    await other.until("a=4")
    assert listener.heard == ["a=1", "a=2", 1, "a=4"]


async def test_a_request_is_answered_by_the_owner_of_its_subject(bus: Bus) -> None:
    async def answer(question: str) -> str:
        return f"{question}!"

    bus.serve(ECHO, "m.1", answer)
    assert await bus.request(ECHO, "m.1", "well", PATIENCE_S) == "well!"
    with pytest.raises(NoOwnerError, match=r"echo\.m\.2: nobody answers") as caught:
        await bus.request(ECHO, "m.2", "well", PATIENCE_S)
    assert caught.value.subject == "echo.m.2"


async def test_an_owner_that_has_gone_answers_no_more_and_another_may_come(bus: Bus) -> None:
    def say(word: str) -> Callable[[str], "asyncio.Future[str]"]:
        def answer(question: str) -> "asyncio.Future[str]":
            told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            told.set_result(word)
            return told

        return answer

    first = bus.serve(ECHO, "m", say("first"))
    with pytest.raises(SubjectTakenError, match=r"echo\.m: it has an owner already"):
        bus.serve(ECHO, "m", say("second"))
    first.close()
    with pytest.raises(NoOwnerError):
        await bus.request(ECHO, "m", "", PATIENCE_S)
    bus.serve(ECHO, "m", say("second"))
    first.close()  # it owns nothing any more
    assert await bus.request(ECHO, "m", "", PATIENCE_S) == "second"


async def test_a_request_that_is_not_answered_in_time_ends(bus: Bus) -> None:
    async def answer(question: str) -> str:
        await asyncio.Event().wait()
        return question

    bus.serve(ECHO, "m", answer)
    with pytest.raises(RequestTimeoutError, match=r"echo\.m: no answer within 0\.01 s"):
        await bus.request(ECHO, "m", "", BRIEF_S)


@pytest.mark.parametrize("fault", [RuntimeError("planted"), TimeoutError("planted")])
async def test_who_asks_is_not_told_why_an_owner_fails(
    bus: Bus, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def answer(question: str) -> str:
        raise fault

    bus.serve(ECHO, "m", answer)
    with pytest.raises(OwnerFailedError) as caught:
        await bus.request(ECHO, "m", "", PATIENCE_S)
    assert "planted" not in str(caught.value)
    assert "planted" in caplog.text


async def test_requests_and_messages_do_not_meet(bus: Bus) -> None:
    listener = Listener(bus, ">")

    async def answer(question: str) -> str:
        return question

    bus.serve(Service("news", TEXT, TEXT), "a", answer)
    await bus.request(Service("news", TEXT, TEXT), "a", "asked", PATIENCE_S)
    bus.publish(NEWS, "a", "1")
    assert await listener.until("a=1") == ["a=1"]
