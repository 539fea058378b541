"""What waits is sent again and again until it is taken or given up, and nobody waits for somebody else's receiver."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook as ReferenceWebhook
from tests.passing_time import pass_time

from infoset_server.common.clock import wall_clock_ms
from infoset_server.common.ids import UserId
from infoset_server.config import WebhookSettings
from infoset_server.contests.contest import Contest, ContestMatch
from infoset_server.webhooks.addresses import Target
from infoset_server.webhooks.documents import Message, Webhook
from infoset_server.webhooks.outbox import BOTH_MS, Outbox
from infoset_server.webhooks.posting import Answer, PostError
from infoset_server.webhooks.sender import AT_ONCE, GONE, JITTER, PAUSES_S, Sender

TAKEN = Answer(204)
BODY = '{"type":"match.finished"}'
PATIENCE_S = 10.0


def cup(name: str = "cup", owner: str = "u_hill", shown_round: int = 1 << 30) -> Contest:
    deciders = frozenset({UserId(owner)})
    return Contest("tournament", name, name, f"k_{name}", deciders, f"/{name}", shown_round)


class Shelf:
    """Documents as a store has them."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, bytes]] = {"webhook": {}, "webhook_message": {}}

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        self.kept[kind][key] = json.dumps(body).encode()

    def drop(self, kind: str, key: str) -> None:
        self.kept[kind].pop(key, None)


Say = Callable[[Target], Answer | str]


class Posted:
    """As Post. `say` answers, or says why nobody does."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        self.stuck: set[str] = set()  # hosts whose receivers never answer
        self.busy = 0

    async def __call__(
        self, target: Target, headers: Sequence[tuple[str, str]], body: bytes
    ) -> Answer:
        self.busy += 1
        try:
            self.sent.append((target.host, dict(headers), body))
            if target.host in self.stuck:
                await asyncio.Event().wait()
            said = self.say(target)
            if isinstance(said, str):
                raise PostError(said)
            return said
        finally:
            self.busy -= 1


class Office:
    """An outbox and its sender over one shelf; the wall clock goes with the loop's."""

    def __init__(self, say: Say, shelf: Shelf | None = None, **settings: Any) -> None:
        loop = asyncio.get_running_loop()
        began_ms = wall_clock_ms() - int(loop.time() * 1000)
        self.shelf = shelf or Shelf()
        self.outbox = Outbox(
            WebhookSettings(**settings), self.shelf, lambda: began_ms + int(loop.time() * 1000)
        )
        self.outbox.restore(self.shelf.kept["webhook"], self.shelf.kept["webhook_message"])
        self.post = Posted(say)
        self.stored: list[Callable[[], None]] = []
        self.is_storing = True
        self.sender = Sender(self.outbox, self.post, self._when_stored, random.Random(1))
        self.sender.start()

    def _when_stored(self, done: Callable[[], None]) -> None:
        if self.is_storing:
            done()
        else:
            self.stored.append(done)

    def add(self, contest: Contest, host: str = "club.example") -> Webhook:
        return self.outbox.add(contest, f"https://{host}/hook")

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not condition():  # noqa: ASYNC110  # whatever it is, it happens on this loop
                await asyncio.sleep(0)

    async def settled(self, message: Message) -> None:
        await self.until(lambda: message.is_over)

    def only(self, webhook: Webhook) -> Message:
        (message,) = self.outbox.messages(webhook)
        return message


@asynccontextmanager
async def office(say: Say = lambda target: TAKEN, **more: Any) -> AsyncIterator[Office]:
    made = Office(say, **more)
    try:
        yield made
    finally:
        await made.sender.close()


async def test_a_result_is_sent_once_and_signed_so_that_others_can_tell() -> None:
    async with office() as one:
        webhook = one.add(cup())
        for _ in range(2):  # a match that ends twice, after a crash, is one message
            one.outbox.tell(webhook, "m_1", BODY)
        await one.settled(one.only(webhook))
        ((host, headers, body),) = one.post.sent
        assert (host, headers["webhook-id"], body) == (
            "club.example",
            f"msg_{webhook.id}_m_1",
            BODY.encode(),
        )
        assert ReferenceWebhook(webhook.secret).verify(body, headers) == json.loads(BODY)
        assert one.only(webhook).said == "answered 204"


async def test_nothing_is_sent_before_it_is_stored() -> None:
    async with office() as one:
        one.is_storing = False
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        await one.until(lambda: bool(one.stored))
        assert one.post.sent == []
        one.stored.pop()()
        await one.until(lambda: bool(one.post.sent))


async def test_it_is_tried_again_after_growing_pauses_under_one_id_and_given_up_in_the_end() -> (
    None
):
    async with office(lambda target: "the machine is off") as one:
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        message = one.only(webhook)
        for number, pause_s in enumerate(PAUSES_S, 1):
            await one.until(lambda number=number: message.attempts == number)  # type: ignore[misc]
            assert message.status == "waiting"
            assert message.said == "the machine is off"
            wait_s = (message.due_ms - message.tried_ms) / 1000
            assert pause_s * (1 - JITTER) - 1 <= wait_s <= pause_s * (1 + JITTER) + 1
            pass_time(wait_s + 1)
        await one.settled(message)
        assert (message.status, message.attempts) == ("failed", len(PAUSES_S) + 1)
        assert message.said == "given up: the machine is off"
        sent = [headers for _, headers, _ in one.post.sent]
        assert {headers["webhook-id"] for headers in sent} == {message.id}
        assert len({headers["webhook-timestamp"] for headers in sent}) == len(sent)
        assert 3 * 24 * 3600 < sum(PAUSES_S) < 4 * 24 * 3600


async def test_pauses_differ_so_that_not_all_come_back_at_once() -> None:
    async with office(lambda target: "off") as one:
        webhook = one.add(cup())
        for number in range(20):
            one.outbox.tell(webhook, f"m_{number}", BODY)
        known = one.outbox.messages(webhook)
        await one.until(lambda: all(message.attempts for message in known))
        assert len({message.due_ms - message.tried_ms for message in known}) > 10


@pytest.mark.parametrize("code", [301, 400, 404, 429, 500, 503])
async def test_every_other_answer_is_a_failure_that_may_pass(code: int) -> None:
    answers = [Answer(code), TAKEN]
    async with office(lambda target: answers.pop(0)) as one:
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        message = one.only(webhook)
        await one.until(lambda: message.attempts == 1)
        assert (message.status, message.said) == ("waiting", f"answered {code}")
        pass_time(10)
        await one.settled(message)
        assert (message.status, message.said) == ("delivered", "answered 204")


async def test_who_asks_to_be_left_alone_is_sent_nothing_for_so_long() -> None:
    answers = [Answer(429, 3600), TAKEN, TAKEN]
    async with office(lambda target: answers.pop(0)) as one:
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        await one.until(lambda: one.only(webhook).attempts == 1)
        one.outbox.tell(webhook, "m_2", BODY)
        pass_time(3000)
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(one.post.sent) == 1
        pass_time(601)
        await one.until(lambda: all(one.is_over for one in one.outbox.messages(webhook)))
        assert len(one.post.sent) == 3


async def test_a_receiver_that_is_gone_is_sent_nothing_more() -> None:
    async with office(lambda target: Answer(410)) as one:
        webhook = one.add(cup())
        for number in range(3):
            one.outbox.tell(webhook, f"m_{number}", BODY)
        known = one.outbox.messages(webhook)
        await one.until(lambda: all(message.is_over for message in known))
        assert webhook.off == GONE
        assert len(one.post.sent) == 1
        assert {message.status for message in known} == {"failed"}
        one.outbox.tell(webhook, "m_9", BODY)
        assert len(one.outbox.messages(webhook)) == 3
        one.outbox.switch_on(webhook)
        one.outbox.tell(webhook, "m_9", BODY)
        assert len(one.outbox.messages(webhook)) == 4


async def test_nobody_waits_for_a_receiver_of_somebody_else() -> None:
    async with office() as one:
        for number in range(3 * AT_ONCE):
            bad = one.add(cup(f"bad{number}", "u_bad"), "stuck.example")
            one.outbox.tell(bad, "m_1", BODY)
        one.post.stuck.add("stuck.example")
        await one.until(lambda: one.post.busy == AT_ONCE)
        good = one.add(cup("good", "u_good"))
        one.outbox.tell(good, "m_1", BODY)
        await one.settled(one.only(good))
        assert one.only(good).status == "delivered"
        assert one.post.busy == AT_ONCE  # of one owner, no more at once


async def test_a_message_that_cannot_be_taken_does_not_hold_up_those_behind_it() -> None:
    answers: list[Answer] = [Answer(500), TAKEN]
    async with office(lambda target: answers.pop(0)) as one:
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        one.outbox.tell(webhook, "m_2", BODY)
        first, second = one.outbox.messages(webhook)
        await one.settled(second)
        assert (first.status, second.status) == ("waiting", "delivered")


async def test_what_waits_outlives_the_server_with_its_id_and_its_attempts() -> None:
    async with office(lambda target: "off") as one:
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        await one.until(lambda: one.only(webhook).attempts == 1)
    async with office(shelf=one.shelf) as other:
        (again,) = other.outbox
        message = other.only(again)
        assert (again, message.attempts) == (webhook, 1)
        pass_time(10)
        await other.settled(message)
        ((_, headers, body),) = other.post.sent
        assert headers["webhook-id"] == f"msg_{webhook.id}_m_1"
        ReferenceWebhook(webhook.secret).verify(body, headers)


async def test_what_was_being_sent_when_the_server_ended_is_sent_again() -> None:
    async with office() as one:
        one.post.stuck.add("club.example")
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        await one.until(lambda: one.post.busy == 1)
    async with office(shelf=one.shelf) as other:
        (again,) = other.outbox
        await other.settled(other.only(again))
        assert [headers["webhook-id"] for _, headers, _ in other.post.sent] == [
            headers["webhook-id"] for _, headers, _ in one.post.sent
        ]


async def test_the_old_secret_signs_beside_the_new_one_for_a_day() -> None:
    async with office() as one:
        webhook = one.add(cup())
        old = webhook.secret
        new = one.outbox.rotate(webhook)
        one.outbox.tell(webhook, "m_1", BODY)
        await one.until(lambda: len(one.post.sent) == 1)
        _, headers, body = one.post.sent[0]
        for secret in (old, new):
            ReferenceWebhook(secret).verify(body, headers)
        pass_time(BOTH_MS / 1000 + 1)
        one.outbox.tell(webhook, "m_2", BODY)
        await one.until(lambda: len(one.post.sent) == 2)
        assert len(one.post.sent[1][1]["webhook-signature"].split(" ")) == 1


async def test_a_hidden_result_waits_for_its_release() -> None:
    async with office() as one:
        webhook = one.add(cup(shown_round=0))
        for number in (1, 2):
            place = ContestMatch(cup(shown_round=0), (), table=f"R{number}.1", round=number)
            one.outbox.tell(webhook, f"m_{number}", BODY, place)
        first, second = one.outbox.held()
        for _ in range(20):
            await asyncio.sleep(0)
        assert one.post.sent == []
        one.outbox.release(first)
        await one.settled(first)
        assert (first.status, second.status) == ("delivered", "held")


async def test_a_test_is_tried_once() -> None:
    async with office(lambda target: "off") as one:
        webhook = one.add(cup())
        message = one.outbox.test(webhook)
        await one.sender.attempted(message)
        assert (message.status, message.said, message.attempts) == ("failed", "off", 1)
        _, headers, body = one.post.sent[0]
        assert json.loads(body)["type"] == "webhook.test"
        assert "." not in headers["webhook-id"]


async def test_a_message_is_sent_again_as_it_was() -> None:
    async with office() as one:
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        message = one.only(webhook)
        await one.settled(message)
        one.outbox.send_again(message)
        await one.until(lambda: len(one.post.sent) == 2 and message.is_over)
        (_, first, body), (_, second, again) = one.post.sent
        assert (first["webhook-id"], body) == (second["webhook-id"], again)


async def test_too_many_that_wait_are_given_up_oldest_first_and_few_that_are_over_are_kept() -> (
    None
):
    async with office(lambda target: "off", max_waiting=3, keep=2) as one:
        webhook = one.add(cup())
        for number in range(8):
            one.outbox.tell(webhook, f"m_{number}", BODY)
        known = one.outbox.messages(webhook)
        assert [message.match for message in known if not message.is_over] == ["m_5", "m_6", "m_7"]
        failed = [message for message in known if message.is_over]
        assert [message.match for message in failed] == ["m_3", "m_4"]
        assert all("max_waiting" in message.said for message in failed)
        assert len(one.shelf.kept["webhook_message"]) == len(known)


async def test_of_a_webhook_that_is_removed_nothing_stays() -> None:
    async with office(lambda target: "off") as one:
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        await one.until(lambda: one.only(webhook).attempts == 1)
        one.outbox.remove(webhook)
        assert one.shelf.kept == {"webhook": {}, "webhook_message": {}}


async def test_one_that_is_removed_while_it_is_sent_to_stays_away() -> None:
    async with office() as one:
        one.post.stuck.add("club.example")
        webhook = one.add(cup())
        one.outbox.tell(webhook, "m_1", BODY)
        await one.until(lambda: one.post.busy == 1)
        one.outbox.remove(webhook)
    assert one.shelf.kept == {"webhook": {}, "webhook_message": {}}


async def test_another_competition_of_the_same_name_has_no_part_in_it() -> None:
    async with office() as one:
        webhook = one.add(cup())
        assert one.outbox.of(cup()) == [webhook]
        other = Contest("tournament", "cup", "cup", "k_other", frozenset(), "/cup")
        assert one.outbox.of(other) == []
