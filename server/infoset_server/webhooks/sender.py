"""Sends what waits: one message at a time to each webhook, again and again until it is taken or given up.

Each webhook has a task of its own while something waits for it, so nobody waits for a receiver of somebody else's; one
owner's have a few attempts under way at a time, whatever their receivers do.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Final

from infoset_server.common.ids import UserId
from infoset_server.webhooks.addresses import AddressError, read_target
from infoset_server.webhooks.documents import Message, Webhook
from infoset_server.webhooks.outbox import Outbox
from infoset_server.webhooks.posting import Answer, Post, PostError
from infoset_server.webhooks.signing import headers

logger = logging.getLogger(__name__)

MINUTE_S: Final = 60.0
HOUR_S: Final = 3600.0
# As the specification proposes: three days from the first attempt to the last.
PAUSES_S: Final = (
    *(5.0, 5 * MINUTE_S, 30 * MINUTE_S),
    *(2 * HOUR_S, 5 * HOUR_S, 10 * HOUR_S, 14 * HOUR_S, 20 * HOUR_S, 24 * HOUR_S),
)
JITTER: Final = 0.1  # of a pause, less or more
AT_ONCE: Final = 4  # attempts of one owner
LOOK_S: Final = 60.0  # a clock may be set meanwhile
GONE: Final = "its receiver answered 410 Gone"


class Sender:
    """Begins with `start`, ends with `close`. Made on the event loop."""

    def __init__(
        self,
        outbox: Outbox,
        post: Post,
        when_stored: Callable[[Callable[[], None]], None],
        rng: random.Random,
    ) -> None:
        """`when_stored` calls back when everything noted so far is stored: nothing is told before."""
        self._outbox = outbox
        self._post = post
        self._when_stored = when_stored
        self._rng = rng
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by webhook
        self._news: dict[str, asyncio.Event] = {}
        self._turns: dict[UserId | None, asyncio.Semaphore] = {}
        self._quiet_ms: dict[str, int] = {}  # until when a receiver has asked to be left alone
        self._awaited: dict[str, asyncio.Future[None]] = {}  # by message
        self._is_up = False

    def start(self) -> None:
        """Sends from now on."""
        self._is_up = True
        self._outbox.on_waiting = self._begin
        for webhook in self._outbox:
            self._begin(webhook)

    async def close(self) -> None:
        """Sends no more; what was being sent is sent again when the server is back."""
        self._is_up = False
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def attempted(self, message: Message) -> None:
        """Returns when the next attempt to send a message is over."""
        waiter = self._awaited.setdefault(message.id, asyncio.get_running_loop().create_future())
        await asyncio.shield(waiter)

    def _begin(self, webhook: Webhook) -> None:
        """There is something for a webhook, perhaps."""
        if not self._is_up or self._outbox.find(webhook.id) is not webhook:
            return
        self._news.setdefault(webhook.id, asyncio.Event()).set()
        if webhook.id not in self._tasks:
            loop = asyncio.get_running_loop()
            work = loop.create_task(self._work(webhook), name=f"webhook {webhook.id}")
            self._tasks[webhook.id] = work

    async def _work(self, webhook: Webhook) -> None:
        """Sends to one webhook until nothing waits for it."""
        turn = self._turns.setdefault(webhook.owner, asyncio.Semaphore(AT_ONCE))
        news = self._news[webhook.id]
        try:
            while (message := self._next_of(webhook)) is not None:
                news.clear()
                due_ms = max(message.due_ms, self._quiet_ms.get(webhook.id, 0))
                wait_s = (due_ms - self._outbox.wall_ms()) / 1000
                if wait_s > 0:
                    await wait_for_news(news, min(wait_s, LOOK_S))
                    continue
                async with turn:
                    await self._stored()
                    await self._attempt(webhook, message)
        finally:
            del self._tasks[webhook.id]

    def _next_of(self, webhook: Webhook) -> Message | None:
        is_known = self._outbox.find(webhook.id) is webhook
        return self._outbox.next_of(webhook) if is_known else None

    async def _stored(self) -> None:
        done = asyncio.Event()
        self._when_stored(done.set)
        await done.wait()

    async def _attempt(self, webhook: Webhook, message: Message) -> None:
        if not self._outbox.message_is_known(message) or message.status != "waiting":
            return
        try:
            answer = await self._send(webhook, message)
        except (PostError, AddressError) as problem:
            self._note(webhook, message, None, str(problem))
        else:
            self._note(webhook, message, answer, f"answered {answer.status}")
        waiter = self._awaited.pop(message.id, None)
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    async def _send(self, webhook: Webhook, message: Message) -> Answer:
        """One attempt. Raises PostError or AddressError."""
        target = read_target(webhook.url, self._outbox.settings.ports)
        now_ms, body = self._outbox.wall_ms(), message.body.encode()
        signed = headers(webhook.secrets(now_ms), message.id, now_ms // 1000, body)
        return await self._post(target, signed, body)

    def _note(self, webhook: Webhook, message: Message, answer: Answer | None, said: str) -> None:
        """What has come of an attempt."""
        outbox = self._outbox
        if answer is not None and answer.is_taken:
            outbox.delivered(message, said)
            return
        if answer is not None and answer.is_gone:
            outbox.failed(message, said, None)
            logger.warning("webhook %s is off: %s", webhook.id, GONE)
            outbox.switch_off(webhook, GONE)
            return
        now_ms = outbox.wall_ms()
        pause_s = self._pause_s(message)
        if answer is not None and answer.pause_s:
            self._quiet_ms[webhook.id] = now_ms + int(answer.pause_s * 1000)
        due_ms = None if pause_s is None else now_ms + int(pause_s * 1000)
        if due_ms is None and not message.once:
            logger.warning("webhook %s: %s is given up: %s", webhook.id, message.id, said)
        outbox.failed(message, said, due_ms)

    def _pause_s(self, message: Message) -> float | None:
        """Until the next attempt; None where the one that has failed was the last."""
        if message.once or message.attempts >= len(PAUSES_S):
            return None
        return PAUSES_S[message.attempts] * self._rng.uniform(1 - JITTER, 1 + JITTER)


async def wait_for_news(news: asyncio.Event, most_s: float) -> None:
    """Returns when there is news, or so much later."""
    try:
        async with asyncio.timeout(most_s):
            await news.wait()
    except TimeoutError:
        return
