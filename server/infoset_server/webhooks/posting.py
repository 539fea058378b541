"""One message to a receiver that nobody trusts: a POST over TLS, of whose answer the status is read and no more.

The name is looked up here, and what is connected to is the very address that was looked at: a name that leads to
another machine a moment later leads nowhere. Redirects are not followed, and an attempt has one time for all it does.
"""

import asyncio
import http
import socket
import ssl
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final, Protocol

import h11

from infoset_server.webhooks.addresses import AddressError, Guard, Target

MOST_HEAD: Final = 16 * 1024  # bytes of the head of an answer
MOST_READ: Final = 64 * 1024  # of all heads: an answer may be announced by others
CHUNK: Final = 4 * 1024
MOST_TRIED: Final = 3  # machines behind one name
LOOKING_UP: Final = (
    32  # names at once; those who look are threads of their own, nobody else waits for them
)
LONGEST_PAUSE_S: Final = 24 * 3600
AGENT: Final = f"infoset/{version('infoset')} (webhooks)"


class PostError(Exception):
    """Nobody has answered; the text says why, for whoever runs the receiver."""


@dataclass(frozen=True)
class Answer:
    """What a receiver has answered. `pause_s` is how long it asks not to be sent anything."""

    status: int
    pause_s: float = 0.0

    @property
    def is_taken(self) -> bool:
        """Has it the message?"""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Does it want no message ever again?"""
        return self.status == http.HTTPStatus.GONE


class Resolver(Protocol):
    """Tells numbers of machines, as `socket.getaddrinfo` does. Blocks, and raises OSError."""

    def __call__(self, host: str, port: int, /) -> Sequence[str]: ...


class Post(Protocol):
    """Sends one message. Raises PostError."""

    async def __call__(
        self, target: Target, headers: Sequence[tuple[str, str]], body: bytes
    ) -> Answer: ...


def look_up(host: str, port: int, /) -> list[str]:
    """As Resolver."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(where[0]) for *_, where in found))


def make_tls(ca_file: Path | None) -> ssl.SSLContext:
    """What receivers have to prove. `ca_file` is trusted besides what the system trusts. Raises OSError or SSLError."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    if ca_file is not None:
        context.load_verify_locations(cafile=ca_file)
    return context


class HttpsPost:
    """As Post."""

    def __init__(
        self,
        guard: Guard,
        tls: Callable[[], ssl.SSLContext],
        timeout_s: float,
        wall_s: Callable[[], float],
        resolve: Resolver = look_up,
    ) -> None:
        self._guard = guard
        self._tls = tls
        self._timeout_s = timeout_s
        self._wall_s = wall_s
        self._resolve = resolve
        self._threads = ThreadPoolExecutor(LOOKING_UP, thread_name_prefix="webhook names")

    def close(self) -> None:
        """Waits for no name any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def __call__(
        self, target: Target, headers: Sequence[tuple[str, str]], body: bytes
    ) -> Answer:
        """As Post."""
        try:
            async with asyncio.timeout(self._timeout_s):
                reader, writer = await self._connect(target)
                try:
                    return await self._exchange(reader, writer, request_of(target, headers, body))
                finally:
                    writer.transport.abort()  # what else it has to say is not wanted
        except TimeoutError:
            raise PostError(f"there was no answer in {self._timeout_s:g} s") from None
        except AddressError as problem:
            raise PostError(str(problem)) from None
        except ssl.SSLCertVerificationError as problem:
            raise PostError(f"its certificate is not valid: {problem.verify_message}") from None
        except ssl.SSLError as problem:
            raise PostError(f"TLS failed: {problem.reason or 'unknown'}") from None
        except h11.RemoteProtocolError as problem:
            raise PostError(f"what it answered is no HTTP: {problem}") from None
        except OSError as problem:
            raise PostError(problem.strerror or type(problem).__name__) from None

    async def _connect(self, target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to a machine that was looked at. Raises OSError or AddressError."""
        addresses = await self._find(target)
        self._guard.require(addresses)
        for number, address in enumerate(addresses[:MOST_TRIED], 1):
            try:
                return await asyncio.open_connection(
                    address, target.port, ssl=self._tls(), server_hostname=target.host
                )
            except ssl.SSLError:
                raise
            except OSError:
                if number == min(len(addresses), MOST_TRIED):
                    raise
        raise AssertionError("the last one has raised")

    async def _find(self, target: Target) -> Sequence[str]:
        """The machines behind a name. Raises OSError."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._threads, self._resolve, target.host, target.port
            )
        except UnicodeError:
            raise OSError(None, "its name is none that can be looked up") from None

    async def _exchange(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        events: Sequence[h11.Event],
    ) -> Answer:
        """Sends a request and reads the head of its answer. Raises OSError, RemoteProtocolError or PostError."""
        peer = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD)
        for event in events:
            writer.write(peer.send(event) or b"")
        await writer.drain()
        read = 0
        while True:
            heard = peer.next_event()
            if isinstance(heard, h11.Response):
                return self._answer(heard)
            if heard is not h11.NEED_DATA:
                continue  # an answer is announced
            data = await reader.read(CHUNK)
            read += len(data)
            if not data:
                raise PostError("it closed the connection and did not answer")
            if read > MOST_READ:
                raise PostError(f"its answer began with more than {MOST_READ} bytes of headers")
            peer.receive_data(data)

    def _answer(self, response: h11.Response) -> Answer:
        found = dict(response.headers)
        asked = found.get(b"retry-after", b"").decode("latin-1")
        return Answer(response.status_code, read_pause(asked, self._wall_s()))


def request_of(target: Target, headers: Sequence[tuple[str, str]], body: bytes) -> list[h11.Event]:
    """A request after which the connection is closed."""
    head = [
        ("Host", target.authority),
        ("User-Agent", AGENT),
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
        *headers,
    ]
    return [
        h11.Request(method="POST", target=target.path, headers=head),
        h11.Data(data=body),
        h11.EndOfMessage(),
    ]


def read_pause(text: str, now_s: float) -> float:
    """Seconds that a header `Retry-After` asks for, within reason; none where it is missing or makes no sense."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        pause_s = float(text)
    else:
        try:
            pause_s = parsedate_to_datetime(text).timestamp() - now_s
        except (ValueError, TypeError, OverflowError, IndexError):
            return 0.0
    return min(max(pause_s, 0.0), LONGEST_PAUSE_S)
