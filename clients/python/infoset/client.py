"""A connection to a server that lasts: requests and replies, the stream of messages, reconnects.

    connecting --welcome--> open --link lost--> reconnecting --welcome--> open
         |                   |                       |
         +------- refused, or lost for good ---------+----> over

After a reconnect the server either resumes the session (missed messages follow, open requests are
answered as if nothing had happened) or opens a new one (it sends `match_start` and `snapshot`
again, open requests fail with ConnectionLostError). Either way a `Welcome` stands in the stream.
"""

import asyncio
import contextlib
import itertools
import logging
import random
import ssl
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from infoset.address import DEFAULT_URL, read_address
from infoset.asking import OpenRequest, Reply, read_error
from infoset.backoff import Backoff
from infoset.dialing import NO_RECONNECT, Dialer, Identity, read_wait_s
from infoset.errors import (
    AddressError,
    ConnectError,
    ConnectionLostError,
    LoginError,
    ReplyTimeoutError,
)
from infoset.links import Link, LinkClosedError
from infoset.parts import Parts
from infoset.remote import expect
from infoset.throttle import Throttle
from infoset.timing import Timing
from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.deltas import FEATURE as DELTA
from infoset_protocol.deltas import DeltaReader
from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_protocol.messages import (
    ClientMessage,
    Determinize,
    Know,
    Known,
    Replay,
    ReplayPart,
    Rollout,
    Rollouts,
    ServerMessage,
    SimJob,
    Sims,
    Simulate,
    Unknown,
    Welcome,
    Worlds,
    read_server_message,
)

if TYPE_CHECKING:  # it loads a cryptography library, which few logins need
    from infoset.keys import LoginKey

logger = logging.getLogger(__name__)

PROGRAM: Final = "infoset-python"
GUEST_NAME: Final = "guest"
MAX_DELTAS: Final = 1000  # matches at once whose last observation is kept for differences
THINKING: Final = frozenset({"determinize", "simulate", "rollout", "know"})
NO_RESUME: Final = frozenset({CloseCode.NO_HELLO, CloseCode.SESSION_ENDED, CloseCode.IDLE})


@dataclass(frozen=True)
class Incoming:
    """A message from the server, as it came and as it was understood.

    `arrival` numbers what arrived, replies and pushes together, over reconnects: a reply is heard of at
    once, while a push that came before it may still wait in the inbox.
    """

    plain: Mapping[str, Any]
    message: ServerMessage | Unknown
    arrival: int = 0


@dataclass(frozen=True)
class _Lost:
    """Why a link ended; `wait_s` is how long the server wants us to stay away."""

    reason: str
    code: int | None = None
    wait_s: float = 0.0


class Client:
    """One login at one server. Use as `async with Client(url, name="ada") as client:`.

    `async for message in client` yields what the server pushes, typed; `await client.request(...)`
    returns the reply to a request or raises RequestError. Belongs to one event loop.
    """

    def __init__(
        self,
        url: str = DEFAULT_URL,
        *,
        name: str = GUEST_NAME,
        token: str | None = None,
        key: "LoginKey | Path | str | None" = None,
        encoding: Encoding | str | None = None,
        features: Iterable[str] = (),
        program: str = PROGRAM,
        secret: str | None = None,
        is_person: bool = False,
        tls: ssl.SSLContext | None = None,
        timing: Timing | None = None,
        rng: random.Random | None = None,
    ) -> None:
        """Opens nothing yet. `name` is a guest's; with a `token` or `key` the server knows the name.

        `key` (or the file with it) logs in without sending a secret, so it may be used without TLS.
        `secret` brings a guest back under the same name; `is_person` says that no program decides.
        `tls` replaces the system's certificates. With the feature `delta` less is sent; what comes
        out of the client is the same. Raises AddressError for a bad `url`, or for a
        token that would travel in the clear, CredentialError for a key that cannot be used.
        """
        if token and key is not None:
            raise ValueError("expected a token or a key, not both")
        if isinstance(key, (str, Path)):
            from infoset.keys import LoginKey

            key = LoginKey.load(Path(key))
        self.address = read_address(url, encoding)
        if token and not self.address.can_carry_token:
            raise AddressError(
                f"{self.address}: a token may only be sent under TLS; use infosets:// or wss://, or a key"
            )
        self.timing = timing or Timing()
        wanted = tuple(features)
        self._dialer = Dialer(
            self.address,
            Identity(name, token, program, wanted, key, secret, is_person),
            self.timing,
            Backoff(rng or random.Random()),
            tls,
        )
        self._welcome: Welcome | None = None
        self._link: Link | None = None
        self._listening: asyncio.Timeout | None = None  # for the next frame
        self._is_doubted = False  # `check` was called, and nothing has been heard since
        self._task: asyncio.Task[None] | None = None
        self._over: Exception | None = None
        self._ids = itertools.count(1)
        self._requests: dict[int, OpenRequest | Parts] = {}
        self._inbox: deque[Incoming] = deque()
        self._arrived = asyncio.Event()  # something is in the inbox, or nothing more will come
        self._drained = asyncio.Event()  # there may be room in the inbox again
        self._settled = asyncio.Event()  # the link works, or never will again
        self._answered = asyncio.Event()  # a request was answered
        self._throttle = Throttle()
        self._thinking = Throttle()  # for the requests that have a narrower limit
        self._seq = 0
        self._acked = 0
        self._arrivals = itertools.count(1)
        self._deltas = DeltaReader(MAX_DELTAS) if DELTA in wanted else None

    # Opening and closing.

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def connect(self) -> Welcome:
        """Connects and logs in. Raises ConnectError or LoginError."""
        if self._task is not None:
            raise RuntimeError("connect() was called before")
        link, welcome = await self._dialer.dial(self.timing.connect_s)
        self._open(link, welcome)
        self._task = asyncio.create_task(self._stay(link), name="infoset client")
        return welcome

    async def close(self) -> None:
        """Leaves on purpose: the session ends, open requests fail. May be called twice."""
        link, self._link = self._link, None
        if link is not None:
            with contextlib.suppress(LinkClosedError):
                await link.send(self._encode({"type": "bye"}))
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._over is None:
            self._finish(ConnectionLostError("closed", CloseCode.NORMAL))
        if link is not None:
            await link.close()

    @property
    def welcome(self) -> Welcome:
        """What the server said at the last login: names, limits, features. Only after connect()."""
        if self._welcome is None:
            raise RuntimeError("call connect() first")
        return self._welcome

    @property
    def is_connected(self) -> bool:
        """Is there a working connection at this moment?"""
        return self._link is not None

    def check(self) -> None:
        """Asks the server for a sign of life, and gives the link up if none comes soon. For who has reason to doubt it."""
        listening = self._listening
        if listening is not None and not self._is_doubted and not listening.expired():
            self._is_doubted = True
            listening.reschedule(asyncio.get_running_loop().time())

    # Talking.

    async def request(self, message: ClientMessage) -> ServerMessage | Unknown:
        """Sends a request and returns its reply.

        Raises RequestError if the server refuses it, ConnectionLostError if the answer can no
        longer come, ReplyTimeoutError after `timing.reply_s`.
        """
        return (await self.ask(message)).message

    async def ask(self, message: ClientMessage) -> Incoming:
        """`request` for who wants to know what the reply came before and after. Raises as `request`."""
        reply = await self.ask_plain(message.to_plain())
        return Incoming(reply.plain, read_server_message(reply.plain), reply.arrival)

    async def determinize(self, match_id: str, k: int = 1, **fields: Any) -> Worlds:
        """Samples worlds of a match you play in. Needs the feature `compute`; raises as `request`."""
        return expect(await self.request(Determinize(match_id=match_id, k=k, **fields)), Worlds)

    async def simulate(self, match_id: str, jobs: Iterable[SimJob], **fields: Any) -> Sims:
        """Walks worlds. Raises as `request`."""
        request = Simulate(match_id=match_id, jobs=list(jobs), **fields)
        return expect(await self.request(request), Sims)

    async def rollout(self, match_id: str, **fields: Any) -> Rollouts:
        """Plays worlds out. Raises as `request`."""
        return expect(await self.request(Rollout(match_id=match_id, **fields)), Rollouts)

    async def know(self, match_id: str, **fields: Any) -> Known:
        """What your seat may conclude, or, with `first`, what actions do to the chances to win. Raises as `request`."""
        return expect(await self.request(Know(match_id=match_id, **fields)), Known)

    async def exchange(self, plain: Mapping[str, Any]) -> dict[str, Any]:
        """`request` for a message in plain values; an `id` in it is replaced."""
        return (await self.ask_plain(plain)).plain

    async def ask_plain(self, plain: Mapping[str, Any]) -> Reply:
        """`ask` for a message in plain values; an `id` in it is replaced."""
        if plain.get("type") in THINKING:
            await keep_pace(self._thinking)
        link = await self._free_link()
        number = next(self._ids)
        request = OpenRequest({**plain, "id": number}, asyncio.get_running_loop().create_future())
        self._requests[number] = request
        self._drained.set()
        try:
            with contextlib.suppress(LinkClosedError):  # the reader of the link sees to the rest
                await link.send(self._encode(request.plain))
            async with asyncio.timeout(self.timing.reply_s):
                return await request.reply
        except TimeoutError:
            kind, waited_s = plain.get("type"), self.timing.reply_s
            raise ReplyTimeoutError(f"no answer to `{kind}` within {waited_s:.0f} s") from None
        finally:
            del self._requests[number]
            self._answered.set()

    async def stream(self, message: Replay) -> AsyncGenerator[ReplayPart]:
        """Sends a request that is answered in parts; yields them in order, the last one included.

        Raises as `request`, at the part that does not come. Close it (`contextlib.aclosing`) where it is
        not read to its end.
        """
        link = await self._free_link()
        number = next(self._ids)
        parts = self._requests[number] = Parts({**message.to_plain(), "id": number})
        expected, more = 0, True
        try:
            with contextlib.suppress(LinkClosedError):
                await link.send(self._encode(parts.plain))
            while more:
                async with asyncio.timeout(self.timing.reply_s):
                    part = expect(read_server_message(await parts.next()), ReplayPart)
                if part.i == expected:  # else it came again, after a resume
                    expected, more = expected + 1, part.more
                    yield part
        except TimeoutError:
            waited_s = self.timing.reply_s
            raise ReplyTimeoutError(f"no more of the replay within {waited_s:.0f} s") from None
        finally:
            parts.close()
            del self._requests[number]
            self._answered.set()

    async def send(self, message: ClientMessage) -> None:
        """Sends a request without asking for a reply; a refusal shows in the stream as `Error`.

        Raises ConnectionLostError if it cannot be sent.
        """
        await self.send_plain(message.to_plain())

    async def send_plain(self, plain: Mapping[str, Any]) -> None:
        """`send` for a message in plain values."""
        await keep_pace(self._throttle)
        link = await self._working_link()
        try:
            await link.send(self._encode(plain))
        except LinkClosedError as closed:
            raise ConnectionLostError(f"not sent: {closed}", closed.code) from closed

    async def receive(self) -> Incoming:
        """The next message of the stream.

        When there will be no more, raises what ended it: ConnectionLostError (with code 1000 after
        close()), or ConnectError or LoginError when coming back failed.
        """
        while not self._inbox:
            if self._over is not None:
                raise self._over
            self._arrived.clear()
            await self._arrived.wait()
        self._drained.set()
        return self._inbox.popleft()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ServerMessage | Unknown:
        try:
            return (await self.receive()).message
        except ConnectionLostError as lost:
            if lost.code == CloseCode.NORMAL:
                raise StopAsyncIteration from None
            raise

    async def _free_link(self) -> Link:
        """The link, once the server takes one more request: it limits rate and open requests."""
        await keep_pace(self._throttle)
        while True:
            link = await self._working_link()
            if len(self._requests) < self.welcome.limits.max_inflight:
                return link
            self._answered.clear()
            await self._answered.wait()

    async def _working_link(self) -> Link:
        """The link, after waiting for it. Raises what ended the connection for good."""
        while self._link is None:
            if self._over is not None:
                raise self._over
            if self._task is None:
                raise RuntimeError("call connect() first")
            await self._settled.wait()
        return self._link

    # Staying connected.

    async def _stay(self, link: Link) -> None:
        """Reads until the connection is over for good: the one task behind a client."""
        try:
            while True:
                lost = await self._read(link)
                self._link = None
                self._settled.clear()
                await link.close()
                link = await self._come_back(lost)
        except (ConnectionLostError, ConnectError, LoginError) as error:
            self._finish(error)
        except Exception as error:
            logger.exception("the client broke")
            self._finish(ConnectionLostError(f"the client broke: {error!r}"))

    async def _come_back(self, lost: _Lost) -> Link:
        """A new link after the old one was lost. Raises when there is no way back."""
        if lost.code in NO_RECONNECT or self.timing.reconnect_s <= 0:
            raise ConnectionLostError(lost.reason or "the server closed the connection", lost.code)
        resume = None
        if lost.code not in NO_RESUME:
            resume = {
                "session": self.welcome.session,
                "token": self.welcome.resume_token,
                "seq": self._seq,
            }
        logger.warning("connection lost (%s); reconnecting", lost.reason)
        await asyncio.sleep(self._dialer.backoff.next_wait_s(lost.wait_s))
        link, welcome = await self._dialer.dial(self.timing.reconnect_s, resume)
        logger.warning("reconnected: %s", "resumed" if welcome.resumed else "new session")
        try:
            await self._settle_requests(link, welcome)
        except BaseException:
            await link.close()
            raise
        self._open(link, welcome)
        await self._deliver(Incoming(welcome.to_plain(), welcome, next(self._arrivals)))
        return link

    def _open(self, link: Link, welcome: Welcome) -> None:
        if not welcome.resumed:
            self._seq = self._acked = 0
            if self._deltas is not None:
                self._deltas.forget_all()
        limits, now_s = welcome.limits, asyncio.get_running_loop().time()
        self._throttle.allow(limits.msgs_per_s, now_s)
        self._thinking.allow(limits.computes_per_s or 0, now_s)
        self._welcome = welcome
        self._link = link
        self._settled.set()

    async def _settle_requests(self, link: Link, welcome: Welcome) -> None:
        """Open requests after a reconnect: asked again in a resumed session, failed in a new one."""
        if not welcome.resumed:
            self._fail_requests(
                ConnectionLostError("the connection was lost before the answer came")
            )
            return
        with contextlib.suppress(LinkClosedError):
            for request in list(self._requests.values()):
                await link.send(self._encode(request.plain))

    def _finish(self, error: Exception) -> None:
        self._link = None
        self._over = error
        self._fail_requests(error)
        self._arrived.set()
        self._settled.set()

    def _fail_requests(self, error: Exception) -> None:
        for request in self._requests.values():
            request.fail(error)

    # Reading.

    async def _read(self, link: Link) -> _Lost:
        """Takes in everything that arrives on one link, until it ends."""
        try:
            while True:
                payload = await self._next_frame(link)
                if payload is None:
                    continue
                plain = decode(payload, self.address.encoding)
                if plain.get("type") == "bye":
                    return _Lost(
                        str(plain.get("reason", "")), plain.get("code"), read_wait_s(plain)
                    )
                await self._take(link, plain)
        except LinkClosedError as closed:
            return _Lost(str(closed), closed.code)
        except ProtocolError as error:
            return _Lost(f"the server sent a bad message: {error}")

    async def _next_frame(self, link: Link) -> bytes | None:
        """The next frame. A silent link is asked for a sign of life once, then given up; one that is doubted sooner."""
        timing, now_s = self.timing, asyncio.get_running_loop().time
        began_s, wait_s, is_asked, was_doubted = now_s(), timing.silence_s, False, False
        self._is_doubted = False
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait_s) as self._listening:
                        return await link.receive()
                if is_asked and was_doubted == self._is_doubted:
                    raise LinkClosedError(f"no sign of life for {now_s() - began_s:.0f} s")
                is_asked, was_doubted = True, self._is_doubted
                wait_s = timing.doubt_s if was_doubted else timing.silence_s
                await link.send(self._encode(self._make_ping(is_doubt=was_doubted)))
        finally:
            self._listening = None

    def _make_ping(self, *, is_doubt: bool) -> dict[str, Any]:
        """Without an id it gets no answer. But ids must grow: on a network that lets messages overtake each
        other, a newer one could cost an open request its answer; and that answer is a sign of life, too. Not where
        there `is_doubt`: the answer has been late then, and a server that takes its time for it is to say that it lives.
        """
        has_id = is_doubt or not self._requests
        return {"type": "ping", "id": next(self._ids)} if has_id else {"type": "ping"}

    async def _take(self, link: Link, plain: dict[str, Any]) -> None:
        kind, answered = plain.get("type"), plain.get("re")
        if isinstance(answered, float) and answered.is_integer():
            answered = int(answered)  # some languages write 3 as 3.0
        request = self._requests.get(answered) if isinstance(answered, int) else None
        arrival = next(self._arrivals)
        if request is not None and kind == "error":
            request.fail(read_error(plain))
        elif isinstance(request, Parts):
            await request.take(plain)
        elif request is not None and kind != "progress":
            request.take(Reply(plain, arrival))
        elif kind == "progress" or not (isinstance(answered, int) or kind == "pong"):
            await self._take_push(link, plain, arrival)
        # Else nobody waits for it: an answer that came too late, or twice after a resume.
        seq = plain.get("seq")
        if isinstance(seq, int):
            await self._count(link, seq)

    async def _take_push(self, link: Link, plain: dict[str, Any], arrival: int) -> None:
        """Delivers what nobody asked for; of a question whose observation is not known, the whole view again."""
        whole = plain if self._deltas is None else self._deltas.read(plain)
        if whole is None:
            await link.send(self._encode({"type": "sync", "match_id": plain["match_id"]}))
        else:
            await self._deliver(Incoming(whole, read_server_message(whole), arrival))

    async def _count(self, link: Link, seq: int) -> None:
        """Notes what was taken in: a link that breaks before that sends it again."""
        self._seq = seq
        if seq - self._acked >= self.timing.ack_every:
            self._acked = seq
            await link.send(self._encode({"type": "ack", "seq": seq}))

    async def _deliver(self, incoming: Incoming) -> None:
        """Puts a message into the inbox; waits while it is full, so that TCP slows the server down."""
        while not self._has_room():
            self._drained.clear()
            await self._drained.wait()
        self._inbox.append(incoming)
        self._arrived.set()

    def _has_room(self) -> bool:
        # With a request open, the one who should empty the inbox may be waiting for the reply:
        # reading on for a while keeps the two from waiting for each other.
        return len(self._inbox) < self.timing.max_inbox * (2 if self._requests else 1)

    def _encode(self, plain: Mapping[str, Any]) -> bytes:
        return encode(dict(plain), self.address.encoding)


async def keep_pace(throttle: Throttle) -> None:
    """Waits until one more message is within the rate."""
    wait_s = throttle.take(asyncio.get_running_loop().time())
    if wait_s > 0:
        await asyncio.sleep(wait_s)
