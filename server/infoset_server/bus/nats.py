"""The bus between processes, over NATS core. Within one process messages are objects, and what is for this node alone stays there.

Subjects are those of `embedded.py` behind one word, the name of the cluster, so that several clusters may share
servers of NATS. A message of this process never comes back to it (`no_echo`). NATS keeps nothing: what it
loses while a connection is away is told to subscribers as a gap of unknown size.

NATS: https://docs.nats.io/nats-concepts/core-nats
"""

import asyncio
import logging
import ssl
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.errors import MaxPayloadError, NoRespondersError
from nats.errors import TimeoutError as NatsTimeoutError

from infoset_server.bus.embedded import MAX_AT_ONCE, EmbeddedBus, Inbox, Ownership, check_words
from infoset_server.bus.nats_link import Link, Take, give_link
from infoset_server.bus.nats_tls import BusTls, BusTlsError, TlsClient
from infoset_server.bus.port import (
    BusError,
    Form,
    NoOwnerError,
    OwnerFailedError,
    RequestTimeoutError,
    Service,
    Topic,
)
from infoset_server.common.task_set import TaskSet
from infoset_server.common.text import without_password

logger = logging.getLogger(__name__)

CONNECT_S: Final = 10.0  # for the first connection; later ones are tried for ever
CLOSE_S: Final = 2.0
RETRY_S: Final = 0.25  # between two attempts to reach a server of NATS
MAX_WAITING: Final = 10_000  # messages on their way to NATS; what comes on top is lost
ANSWERED: Final = b"+"  # begins an answer
FAILED: Final = b"-"  # all of one where the owner could not answer

T = TypeVar("T")
Q = TypeVar("Q")
A = TypeVar("A")

Step = Callable[[], Awaitable[object]]


class BusConnectError(Exception):
    """NATS cannot be reached, or does not let us in; the message says where and why."""


class NatsBus(EmbeddedBus):
    """See `Bus`. Make one with `connect_nats`.

    Subscribers and owners in this process are served as by the embedded bus, the others over NATS. A request too
    large for NATS raises BusError.
    """

    def __init__(
        self,
        client: Client,
        link: Link | None,
        cluster: str,
        name: str,
        max_at_once: int = MAX_AT_ONCE,
    ) -> None:
        """`link` is the socket of the client, where it has a short way, `name` that of this node."""
        super().__init__(max_at_once)
        self._client = client
        self._link = link
        if link is not None:
            link.on_arrived = self._deliver_now
        self._cluster = cluster
        self._to_us = f"{name}."
        self._inboxes: set[Inbox] = set()
        self._unread = 0
        self._unread_on: set[str] = set()  # patterns of subjects where that was said already
        self._steps: deque[Step] = deque()  # in the order in which they were asked for
        self._in_step = False
        self._news = asyncio.Event()
        self._answers = TaskSet()
        self._sender = self._loop.create_task(self._send(), name="sender to NATS")

    @property
    def unread(self) -> int:
        """As Bus."""
        return self._unread

    def publish(self, topic: Topic[T], subject: str, body: T) -> None:
        """As Bus."""
        super().publish(topic, subject, body)
        if topic.is_addressed and subject.startswith(self._to_us):
            return
        whole, data = self._over_there(topic.subject(subject)), topic.form.write(body)
        if self._write_now(whole, data):
            return
        if len(self._steps) < MAX_WAITING:
            self._soon(lambda: self._client.publish(whole, data))
        else:
            self._lost += 1

    def subscribe(
        self,
        topic: Topic[T],
        pattern: str,
        take: Callable[[str, T], None],
        *,
        on_gap: Callable[[int], None],
        max_pending: int,
    ) -> Inbox:
        """As Bus."""
        inbox = super().subscribe(topic, pattern, take, on_gap=on_gap, max_pending=max_pending)
        first = len(self._over_there(topic.subject("")))

        def take_in(whole: str, data: bytes) -> None:
            body = self._read(topic.subject(pattern), topic.form, whole, data)
            if body is not None and not inbox.is_closed:
                self._queue(inbox, whole[first:], body)

        async def arrived(message: Msg) -> None:
            take_in(message.subject, message.data)
            self._deliver_soon()

        self._listen(topic.subject(pattern), arrived, inbox.on_close, take_in)
        self._inboxes.add(inbox)
        inbox.on_close.append(lambda: self._inboxes.discard(inbox))
        return inbox

    def serve(
        self, service: Service[Q, A], subject: str, answer: Callable[[Q], Awaitable[A]]
    ) -> Ownership:
        """As Bus; another process with the same subject is not known of."""
        ownership = super().serve(service, subject, answer)

        async def arrived(message: Msg) -> None:
            question = self._read(
                service.subject(subject), service.question, message.subject, message.data
            )
            if question is not None:
                self._answers.start(
                    self._answer(message, service, answer, question), "an answer over NATS"
                )

        self._listen(service.subject(subject), arrived, ownership.on_close)
        return ownership

    async def request(
        self, service: Service[Q, A], subject: str, question: Q, timeout_s: float
    ) -> A:
        """As Bus."""
        try:
            return await super().request(service, subject, question, timeout_s)
        except NoOwnerError:
            pass  # not in this process
        whole = service.subject(subject)
        data = service.question.write(question)
        try:
            reply = await self._client.request(self._over_there(whole), data, timeout_s)
        except NoRespondersError:
            raise NoOwnerError(whole) from None
        except NatsTimeoutError:
            raise RequestTimeoutError(whole, timeout_s) from None
        except MaxPayloadError:
            raise BusError(whole, "the question is larger than a message may be") from None
        except (NatsError, OSError) as error:
            raise BusError(whole, f"the bus is away: {error}") from None
        if not reply.data.startswith(ANSWERED):
            raise OwnerFailedError(whole)
        try:
            return service.answer.read(reply.data[len(ANSWERED) :])
        except ValueError as error:
            raise BusError(whole, f"the answer cannot be read: {error}") from None

    async def flush(self) -> None:
        """Returns when NATS has heard all that was asked for so far. Raises BusConnectError where it is away."""
        done = self._loop.create_future()

        async def reached() -> None:
            try:  # nats-py writes the ping of a flush before what waits to be written, so twice
                await self._client.flush()
                await self._client.flush()
            except (NatsError, OSError) as error:
                done.set_exception(BusConnectError(str(error)))
            else:
                done.set_result(None)

        self._soon(reached)
        await done

    async def close(self) -> None:
        """Sends what waits, if NATS takes it within a moment, and ends the connection."""
        with suppress(BusConnectError, TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self.flush()
        self._sender.cancel()
        await asyncio.wait([self._sender])
        await self._answers.give_up()
        with suppress(NatsError, OSError, TimeoutError):  # it may be away, or frozen
            async with asyncio.timeout(CLOSE_S):
                await self._client.close()

    def came_back(self) -> None:
        """The connection was away: whatever was published meanwhile has not come."""
        logger.info("NATS is back")
        for inbox in self._inboxes:
            inbox.put_gap()
            self._due.append(inbox)
        if self._inboxes:
            self._deliver_soon()

    def _deliver_now(self) -> None:
        """Messages have come the short way: whoever is to have them need not wait for the next turn of the loop."""
        if self._delivery is not None:
            self._delivery.cancel()
        self._deliver()

    def _read(self, pattern: str, form: Form[T], subject: str, data: bytes) -> T | None:
        """The body of a message; None for what is none of ours. That is said once: beats come again and again.

        Whatever a form raises stays with the message: nats-py reads nothing more from a socket that has raised.
        """
        try:
            return form.read(data)
        except Exception as error:  # noqa: BLE001  # see above
            self._unread += 1
            if pattern not in self._unread_on:
                self._unread_on.add(pattern)
                logger.warning(
                    "a message on %s cannot be read: %s; others like it are counted",
                    subject,
                    error,
                )
            return None

    # To NATS.

    def _over_there(self, subject: str) -> str:
        return f"{self._cluster}.{subject}"

    def _write_now(self, subject: str, data: bytes) -> bool:
        """Sends a message at once, unless something else has to go out before it."""
        is_first = not self._in_step and not self._steps
        return is_first and self._link is not None and self._link.write_now(subject, data)

    def _end_turn(self) -> None:
        if self._link is None:
            super()._end_turn()
            return
        self._link.hold_back()
        try:
            super()._end_turn()
        finally:
            self._link.let_go()

    def _soon(self, step: Step) -> None:
        """Has something done in its turn."""
        self._steps.append(step)
        self._news.set()

    async def _send(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._steps:
                step = self._steps.popleft()
                self._in_step = True
                try:
                    await step()
                except (NatsError, OSError) as error:
                    self._lost += 1
                    logger.warning("NATS did not take a message: %s", error)
                except Exception:
                    self._lost += 1  # the next ones go out all the same
                    logger.exception("a message could not be sent over NATS")
                finally:
                    self._in_step = False

    def _listen(
        self,
        pattern: str,
        arrived: Callable[[Msg], Awaitable[None]],
        on_close: list[Callable[[], object]],
        take: Take | None = None,
    ) -> None:
        """Has what other processes send handled until `on_close` is called: `take` does, where there is a short way."""
        whole = self._over_there(pattern)
        begun: list[Subscription] = []

        async def begin() -> None:
            subscription = await self._client.subscribe(whole, cb=arrived)
            begun.append(subscription)
            if take is not None and self._link is not None:
                self._link.listen(subscription, take)

        async def end() -> None:
            for subscription in begun:
                if self._link is not None:
                    self._link.forget(subscription)
                await subscription.unsubscribe()

        self._soon(begin)
        on_close.append(lambda: self._soon(end))

    async def _answer(
        self,
        message: Msg,
        service: Service[Q, A],
        answer: Callable[[Q], Awaitable[A]],
        question: Q,
    ) -> None:
        try:
            data = ANSWERED + service.answer.write(await answer(question))
        except Exception:
            logger.exception("a request about %s failed", message.subject)
            data = FAILED
        with suppress(NatsError, OSError):  # who asked will not wait for ever
            try:
                await self._client.publish(message.reply, data)
            except MaxPayloadError:
                logger.warning(
                    "an answer about %s is larger than a message may be", message.subject
                )
                await self._client.publish(message.reply, FAILED)


async def connect_nats(
    servers: Sequence[str],
    cluster: str,
    name: str,
    credentials: str | None = None,
    tls: BusTls | None = None,
    connect_s: float = CONNECT_S,
) -> NatsBus:
    """A bus over the first of these servers that answers. `name` is that of this node, also in the lists of NATS.

    `credentials` is the path of a file as NATS's own tools write it; `tls` are the files for connections under TLS.
    Raises BusConnectError.
    """
    check_words(cluster)
    client = TlsClient(tls or BusTls())
    link = give_link(client, servers)
    bus: list[NatsBus] = []
    refused = asyncio.Event()
    why: list[str] = []  # it could not be reached at first

    async def note(error: Exception) -> None:
        said = str(error) or type(error).__name__
        if client.is_connected:  # else it is away, which was said once
            logger.warning("NATS: %s", said)
        if not bus:
            # What broke off TLS is not always heard: often only that something did.
            why.insert(0 if isinstance(error, ssl.SSLError) else len(why), said)
        if refused.is_set():
            return
        if "authorization" in said.lower():
            why.insert(0, said)  # whatever NATS says after that follows from it
            refused.set()
            if bus:
                logger.error("NATS lets this server in no more, which goes on trying: %s", said)
        elif bus and isinstance(error, (ssl.SSLError, BusTlsError)):
            refused.set()
            logger.error("there is no TLS with NATS any more, this server goes on trying: %s", said)

    async def lost() -> None:
        if bus and not client.is_closed:
            logger.warning("NATS is away")

    async def back() -> None:
        refused.clear()
        for one in bus:
            one.came_back()

    connecting = asyncio.create_task(
        client.connect(
            list(servers),
            name=name,
            error_cb=note,
            disconnected_cb=lost,
            reconnected_cb=back,
            reconnect_time_wait=RETRY_S,  # type: ignore[arg-type]  # any number will do
            max_reconnect_attempts=-1,
            no_echo=True,
            inbox_prefix=f"{cluster}.inbox.{name}",  # so that rights can keep others from answers
            user_credentials=credentials,
        )
    )
    waits = {connecting, asyncio.create_task(refused.wait())}
    done, pending = await asyncio.wait(
        waits, timeout=connect_s, return_when=asyncio.FIRST_COMPLETED
    )
    for wait in pending:
        wait.cancel()
    where = ", ".join(map(without_password, servers))
    if connecting not in done:
        while not connecting.done():  # where nats-py waits, it may not notice that it is cancelled
            connecting.cancel()
            await asyncio.wait([connecting], timeout=RETRY_S)
        raise BusConnectError(
            f"no NATS server lets us in at {where}: {why[0] if why else 'no answer'}"
        )
    problem = connecting.exception()
    if problem is not None:
        raise BusConnectError(f"no NATS server lets us in at {where}: {problem}")
    bus.append(NatsBus(client, link, cluster, name))
    return bus[0]
