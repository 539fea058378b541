"""The client for plain scripts: the same as `Client`, without async. Runs it on a thread of its own."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from infoset.address import DEFAULT_URL
from infoset.client import Client, Incoming
from infoset.errors import ConnectionLostError
from infoset_protocol.errors import CloseCode
from infoset_protocol.messages import ClientMessage, ServerMessage, Unknown, Welcome

T = TypeVar("T")


class SyncClient:
    """Use as `with SyncClient(url, name="ada") as client:`; takes the arguments of `Client`.

    `for message in client` yields what the server pushes; `client.request(...)` returns the reply.
    Raises what `Client` raises. Methods may be called from several threads.
    """

    def __init__(self, url: str = DEFAULT_URL, **options: Any) -> None:
        """Opens nothing yet. Raises AddressError."""
        self._client = Client(url, **options)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="infoset client", daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self._wait(self._client.connect())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._wait(self._client.close())
        finally:
            self._stop()

    @property
    def welcome(self) -> Welcome:
        """What the server said at the last login."""
        return self._client.welcome

    def request(self, message: ClientMessage) -> ServerMessage | Unknown:
        """Sends a request and returns its reply. See Client.request."""
        return self._wait(self._client.request(message))

    def exchange(self, plain: Mapping[str, Any]) -> dict[str, Any]:
        """`request` for a message in plain values."""
        return self._wait(self._client.exchange(plain))

    def send(self, message: ClientMessage) -> None:
        """Sends a request without asking for a reply. See Client.send."""
        self._wait(self._client.send(message))

    def receive(self, timeout_s: float | None = None) -> Incoming:
        """The next message of the stream; TimeoutError if none comes in time. See Client.receive."""
        return self._wait(asyncio.wait_for(self._client.receive(), timeout_s))

    def __iter__(self) -> Iterator[ServerMessage | Unknown]:
        while True:
            try:
                incoming = self.receive()
            except ConnectionLostError as lost:
                if lost.code == CloseCode.NORMAL:
                    return
                raise
            yield incoming.message

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
