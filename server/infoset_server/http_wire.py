"""One HTTP request with a body, as bytes in, response out: `POST` of web pages and organisers. Never a WebSocket.

The h11 library reads the request. One is answered for each connection, which ends then.
"""

import http
from collections.abc import Callable

import h11
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import ProtocolError
from infoset_server.config import FrameLimits
from infoset_server.http import (
    HttpPolicy,
    HttpRequest,
    Pages,
    caller_of,
    is_host_allowed,
    is_origin_allowed,
    plain_text,
)

Status = http.HTTPStatus
PREFLIGHT_S = "600"  # how long a browser may remember what it was allowed


class HttpWire:
    """As ByteWire, but no message ever comes of it. Never raises; `wake` is called when there is output."""

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
        self.is_finished = False
        self._limits = limits
        self._policy = policy
        self._pages = pages
        self._wake = wake
        self._reader = h11.Connection(
            h11.SERVER, max_incomplete_event_size=limits.max_handshake_bytes
        )
        self._head: h11.Request | None = None
        self._origin: str | None = None
        self._body = bytearray()
        self._is_read = False
        self._output = b""

    @property
    def is_partial(self) -> bool:
        """Whether the request has not ended yet."""
        return not self._is_read

    def set_max_frame(self, max_bytes: int) -> None:
        """Nothing: there are no frames."""

    def receive_data(self, data: bytes) -> list[bytes]:
        """Takes bytes as they come, and has the request answered when it is whole. Returns nothing."""
        if data and not self._is_read:
            try:
                self._reader.receive_data(data)
                while not self._is_read and self._read_event():
                    pass
            except h11.RemoteProtocolError as error:
                status = Status(error.error_status_hint)
                self._respond(plain_text(status, "That was not HTTP as it should be.\n"))
        return []

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
        """The response, once."""
        output, self._output = self._output, b""
        return output

    def tick(self) -> None:
        """Nothing is counted here."""

    def _read_event(self) -> bool:
        """Takes one event; returns whether there may be another."""
        event = self._reader.next_event()
        match event:
            case h11.Request():
                self._head = event
            case h11.Data():
                self._body += event.data
                if len(self._body) > self._limits.max_body_bytes:
                    self._respond(plain_text(Status.REQUEST_ENTITY_TOO_LARGE, "Too much.\n"))
            case h11.EndOfMessage():
                self._is_read = True
                self._answer()
            case _:
                return False
        return True

    def _answer(self) -> None:
        assert self._head is not None
        headers = Headers(
            [
                (name.decode("latin-1"), value.decode("latin-1"))
                for name, value in self._head.headers
            ]
        )
        if not is_host_allowed(headers, self._policy):
            text = "This server does not go by that name.\n"
            self._respond(plain_text(Status.MISDIRECTED_REQUEST, text))
            return
        if not is_origin_allowed(headers, self._policy):
            self._respond(plain_text(Status.FORBIDDEN, "Pages of this origin may not ask here.\n"))
            return
        self.caller = caller_of(headers, self._policy)
        self._origin = self.caller.origin
        method = self._head.method.decode("ascii")
        if method == "OPTIONS":
            self._respond(_preflight())
            return
        path = self._head.target.decode("ascii", "replace")
        request = HttpRequest(method, path, headers, bytes(self._body), self.caller)
        self._pages.answer(request, self._respond)

    def _respond(self, response: Response) -> None:
        """Sends the response; to a page of another origin, with the word that it may read it."""
        if self.is_finished:
            return
        if self._origin is not None:
            response.headers["Access-Control-Allow-Origin"] = self._origin
            response.headers["Vary"] = "Origin"
        self._is_read = True
        self._output = response.serialize()
        self.is_finished = True
        self._wake()


def _preflight() -> Response:
    """What a browser wants to know before it lets a page of another origin ask."""
    response = plain_text(Status.OK, "")
    response.headers["Access-Control-Allow-Methods"] = "POST"
    response.headers["Access-Control-Allow-Headers"] = "authorization, content-type"
    response.headers["Access-Control-Max-Age"] = PREFLIGHT_S
    return response
