"""HTTP on one connection, as bytes in, responses out: pages and their files, `POST` of web pages and organisers.

The h11 library reads and writes. Requests are answered one after the other over the same connection; one that asks
for a WebSocket goes, with all that comes behind it, to a wire of that kind.
"""

import http
from collections.abc import Callable
from typing import Final

import h11
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import ProtocolError
from infoset_server.config import FrameLimits
from infoset_server.network.http import (
    READERS,
    HttpPolicy,
    HttpRequest,
    Pages,
    caller_of,
    is_host_allowed,
    is_origin_allowed,
    looker,
    misdirected,
    path_of,
    plain_text,
    show,
)
from infoset_server.network.websocket import WebSocketWire

Status = http.HTTPStatus
PREFLIGHT_S: Final = "600"  # how long a browser may remember what it was allowed
MOST_AT_ONCE: Final = 256 * 1024  # bytes of answers to what was read at once, and one more answer
MOST_HEADERS: Final = 128


class HttpWire:
    """As ByteWire, but no message ever comes of it. Never raises; `wake` is called for output that comes later.

    | state     | enters by                            | data from the peer is | leaves by                      |
    | --------- | ------------------------------------ | --------------------- | ------------------------------ |
    | reading   | the first byte; an answer            | the next request      | its last byte; a fault         |
    | answering | the last byte of a request           | dropped, see below    | the answer                     |
    | handed on | a request for a WebSocket            | `heir`'s              | never                          |
    | finished  | a fault; `Connection: close`; enough | thrown away           | never                          |

    Requests behind each other in one piece are answered in their order. A client that sends more before an answer that
    takes its time has that answer and then the end: so nothing waits here that nobody has bounded.
    """

    encoding = Encoding.JSON
    fault: ProtocolError | None = None
    is_open = False
    is_echoing = False
    keep_alives = 0
    name = "http"

    def __init__(
        self, limits: FrameLimits, policy: HttpPolicy, pages: Pages, wake: Callable[[], None]
    ) -> None:
        self.caller = policy.caller
        self.heir: WebSocketWire | None = None
        self.answered = 0
        self.is_finished = False
        self._limits = limits
        self._policy = policy
        self._pages = pages
        self._wake = wake
        self._peer = h11.Connection(
            h11.SERVER, max_incomplete_event_size=limits.max_handshake_bytes
        )
        self._head: h11.Request | None = None
        self._origin: str | None = None
        self._body = bytearray()
        self._is_reading = False
        self._is_answering = False
        self._is_last = False
        self._output = bytearray()

    @property
    def is_partial(self) -> bool:
        """Whether a request has begun and is not answered yet."""
        return self._is_answering or self._head is not None or bool(self._peer.trailing_data[0])

    def set_max_frame(self, max_bytes: int) -> None:
        """Nothing: there are no frames."""

    def receive_data(self, data: bytes) -> list[bytes]:
        """Takes bytes as they come, and has each request answered when it is whole.

        Returns nothing, or the messages that came right behind the handshake of a WebSocket.
        """
        if not data or self.is_finished:
            return []
        if self._is_answering:
            self._is_last = True
            return []
        self._is_reading = True
        try:
            self._peer.receive_data(data)
            while self._read_event():
                pass
        except h11.RemoteProtocolError as error:
            self._refuse(Status(error.error_status_hint), "That was not HTTP as it should be.\n")
        self._is_reading = False
        return [] if self.heir is None else self._hand_on(self.heir)

    def frame(self, payload: bytes) -> bytes:
        """Nothing: no message is ever sent."""
        return b""

    def keep_alive(self) -> bytes:
        """Nothing: whoever asked waits."""
        return b""

    def close_frame(self, code: int, reason: str) -> bytes:
        """Nothing: the end of the stream says it."""
        return b""

    def take_output(self) -> bytes:
        """The responses, once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    def tick(self) -> None:
        """Nothing is counted here."""

    def _read_event(self) -> bool:
        """Takes one event; returns whether there may be another."""
        if self.is_finished or self._is_answering:
            return False
        event = self._peer.next_event()
        match event:
            case h11.Request():
                self._head = event
                return self._read_head(event)
            case h11.Data():
                self._body += event.data
                if len(self._body) > self._limits.max_body_bytes:
                    self._refuse(Status.REQUEST_ENTITY_TOO_LARGE, "Too much.\n")
            case h11.EndOfMessage():
                self._is_answering = True
                self._answer()
            case _:
                return False
        return True

    def _read_head(self, head: h11.Request) -> bool:
        """As `_read_event`."""
        if not head.http_version.startswith(b"1."):
            self._refuse(Status.HTTP_VERSION_NOT_SUPPORTED, "HTTP/1.1 is spoken here.\n")
        elif len(head.headers) > MOST_HEADERS or _size_of(head) > self._limits.max_handshake_bytes:
            self._refuse(Status.REQUEST_HEADER_FIELDS_TOO_LARGE, "Head too large.\n")
        elif head.method == b"GET" and any(name == b"upgrade" for name, _ in head.headers):
            self.heir = WebSocketWire(self._limits, self._policy)
        return self.heir is None

    def _hand_on(self, heir: WebSocketWire) -> list[bytes]:
        """Gives the WebSocket its handshake again, and what came behind it."""
        head = self._head
        assert head is not None
        lines = [
            b" ".join((head.method, head.target, b"HTTP/" + head.http_version)),
            *(b": ".join(header) for header in head.headers.raw_items()),
        ]
        behind, _ = self._peer.trailing_data
        return heir.receive_data(b"\r\n".join(lines) + b"\r\n\r\n" + behind)

    def _answer(self) -> None:
        assert self._head is not None
        headers = Headers(
            [
                (name.decode("latin-1"), value.decode("latin-1"))
                for name, value in self._head.headers
            ]
        )
        method = self._head.method.decode("ascii")
        target = self._head.target.decode("ascii", "replace")
        if method in READERS and self._pages.is_far(path_of(target)):
            self._look_far(HttpRequest(method, target, headers, b"", looker(headers, self._policy)))
        elif method in READERS:
            self._respond(show(target, headers, self._policy))
        elif refusal := self._refusal(headers):
            self._respond(refusal)
        else:
            self.caller = caller_of(headers, self._policy)
            self._origin = self.caller.origin
            if method == "OPTIONS":
                self._respond(_preflight())
            else:
                request = HttpRequest(method, target, headers, bytes(self._body), self.caller)
                self._pages.answer(request, self._respond)

    def _look_far(self, request: HttpRequest) -> None:
        """A page that is on another machine."""
        if is_host_allowed(request.headers, self._policy):
            self._pages.answer(request, self._respond)
        else:
            self._respond(misdirected())

    def _refusal(self, headers: Headers) -> Response | None:
        """The response to a request that may change something, where it comes from the wrong place."""
        if not is_host_allowed(headers, self._policy):
            return misdirected()
        if not is_origin_allowed(headers, self._policy):
            return plain_text(Status.FORBIDDEN, "Pages of this origin may not ask here.\n")
        return None

    def _refuse(self, status: Status, text: str) -> None:
        """The last answer, to a request that is not read to its end."""
        self._is_answering = self._is_last = True
        self._respond(plain_text(status, text))

    def _respond(self, response: Response) -> None:
        """Sends the response; to a page of another origin, with the word that it may read it. Once a request."""
        if not self._is_answering:
            return
        self._is_answering = False
        self.answered += 1
        is_enough = self.answered >= self._limits.max_requests
        if self._is_last or is_enough or len(self._output) > MOST_AT_ONCE:
            response.headers["Connection"] = "close"
        if self._origin is not None:
            response.headers["Access-Control-Allow-Origin"] = self._origin
            response.headers["Vary"] = "Origin"
        self._output += self._written(response)
        self._begin_next()
        if not self._is_reading:
            self._wake()

    def _written(self, response: Response) -> bytes:
        """The bytes of a response; a `HEAD` gets its headers only."""
        send = self._peer.send
        head = h11.Response(
            status_code=response.status_code,
            reason=response.reason_phrase.encode(),
            headers=[(name, value) for name, value in response.headers.raw_items()],
        )
        is_bodiless = self._head is not None and self._head.method == b"HEAD"
        body = b"" if is_bodiless else bytes(response.body)
        return b"".join((send(head), send(h11.Data(data=body)), send(h11.EndOfMessage())))

    def _begin_next(self) -> None:
        """Gets ready for another request, unless this was to be the last."""
        states = self._peer.states
        if states[h11.CLIENT] is not h11.DONE or states[h11.SERVER] is not h11.DONE:
            self.is_finished = True
            return
        self._peer.start_next_cycle()
        self._head = None
        self._origin = None
        self._body.clear()


def _size_of(head: h11.Request) -> int:
    """About the bytes of a head; h11 itself looks only at how much it has to keep."""
    return len(head.target) + sum(len(name) + len(value) for name, value in head.headers)


def _preflight() -> Response:
    """What a browser wants to know before it lets a page of another origin ask."""
    response = plain_text(Status.OK, "")
    response.headers["Access-Control-Allow-Methods"] = "POST"
    response.headers["Access-Control-Allow-Headers"] = "authorization, content-type"
    response.headers["Access-Control-Max-Age"] = PREFLIGHT_S
    return response
