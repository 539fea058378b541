"""Pages over a trunk: an edge passes HTTP requests on to the hall, in parts where they are long, and the answers back."""

import http
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.cluster.frames import Frame, PageAnswered, PageAsked
from infoset_server.network.caller import Caller
from infoset_server.network.http import (
    READERS,
    HttpRequest,
    Pages,
    Respond,
    path_of,
    plain_text,
    unless_known,
)

PART_BYTES: Final = 128 * 1024
NUMBERS: Final = "/metrics"  # each server tells its own, to readers whom it has seen itself
AWAY: Final = "The server is away for a moment. Try again.\n"
Put = Callable[[Frame], None]


def parts_of(body: bytes) -> Iterator[tuple[bytes, bool]]:
    """A body in parts, at least one; and does another follow?"""
    last = max(0, len(body) - 1) // PART_BYTES * PART_BYTES
    for start in range(0, last + 1, PART_BYTES):
        yield body[start : start + PART_BYTES], start < last


@dataclass(slots=True)
class Parts:
    """What has come of something that is not whole yet."""

    head: PageAsked | PageAnswered
    body: bytearray = field(default_factory=bytearray)


class PageDesk:
    """The hall's end: answers what one edge passes on.

    That sends all parts of a request before the next one, so no more than one is kept here that is not whole.
    """

    def __init__(self, pages: Pages, put: Put, max_body: int) -> None:
        """A body has at most `max_body` bytes."""
        self._pages = pages
        self._put = put
        self._max_body = max_body
        self._asked: Parts | None = None
        self._is_closed = False

    def take(self, frame: PageAsked) -> None:
        """A part of a request; with the last one it is answered."""
        parts = self._asked
        if parts is None or parts.head.number != frame.number:
            parts = self._asked = Parts(frame)
        if len(parts.body) <= self._max_body:  # the rest of one that is too large is passed over
            parts.body += frame.body
        if not frame.more:
            self._asked = None
            self._answer(frame.number, parts)

    def close(self) -> None:
        """Nobody waits for answers any more."""
        self._is_closed = True
        self._asked = None

    def _answer(self, number: int, parts: Parts) -> None:
        head = parts.head
        assert isinstance(head, PageAsked), "only requests are kept here"
        caller = Caller(head.address, head.origin, is_private=head.is_private, is_tls=head.is_tls)
        headers = Headers(head.headers)

        def respond(response: Response) -> None:
            self._respond(number, response)

        if len(parts.body) > self._max_body:
            respond(plain_text(http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Too much.\n"))
            return
        if path_of(head.path) == NUMBERS:
            respond(plain_text(http.HTTPStatus.FORBIDDEN, "Each server tells its own numbers.\n"))
            return
        if head.method not in READERS or self._pages.is_far(path_of(head.path)):
            request = HttpRequest(head.method, head.path, headers, bytes(parts.body), caller)
            self._pages.answer(request, respond)
            return
        page = self._pages.look(path_of(head.path), caller, headers)
        if page is None:
            respond(plain_text(http.HTTPStatus.NOT_FOUND, "No such page.\n"))
        else:
            respond(unless_known(page, headers))

    def _respond(self, number: int, response: Response) -> None:
        if self._is_closed:
            return
        status, reason = response.status_code, response.reason_phrase
        headers = tuple(response.headers.raw_items())
        for body, more in parts_of(bytes(response.body)):
            self._put(PageAnswered(number, body, more, status, reason, headers))
            status, reason, headers = 0, "", ()


class FarPages:
    """An edge's end: as Pages. What `near` has is answered here, everything else by the hall."""

    def __init__(self, near: Pages, is_near: Callable[[str], bool]) -> None:
        """`is_near` says which paths are those of `near`."""
        self._near = near
        self._is_near = is_near
        self._put: Put | None = None
        self._number = 0
        self._waiting: dict[int, Respond] = {}
        self._answers: dict[int, Parts] = {}

    def open(self, put: Put) -> None:
        """There is a hall: `put` sends it a frame."""
        self._put = put

    def close(self) -> None:
        """There is no hall: whoever waits is told so."""
        self._put = None
        waiting, self._waiting = self._waiting, {}
        self._answers.clear()
        for respond in waiting.values():
            respond(unavailable())

    def is_far(self, path: str) -> bool:
        """As Pages."""
        return not self._is_near(path)

    def look(self, path: str, caller: Caller, headers: Headers) -> Response | None:
        """As Pages."""
        return self._near.look(path, caller, headers)

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        if not self.is_far(path_of(request.path)):
            self._near.answer(request, respond)
            return
        put = self._put
        if put is None:
            respond(unavailable())
            return
        self._number += 1
        self._waiting[self._number] = respond
        caller = request.caller
        parts = parts_of(request.body)
        first, more = next(parts)
        put(
            PageAsked(
                self._number,
                first,
                more,
                request.method,
                request.path,
                tuple(request.headers.raw_items()),
                caller.address,
                caller.origin,
                caller.is_private,
                caller.is_tls,
            )
        )
        for body, more in parts:
            put(PageAsked(self._number, body, more))

    def take(self, frame: PageAnswered) -> None:
        """A part of an answer."""
        if frame.number not in self._waiting:
            return
        parts = self._answers.setdefault(frame.number, Parts(frame))
        parts.body += frame.body
        if frame.more:
            return
        head = self._answers.pop(frame.number).head
        assert isinstance(head, PageAnswered), "only answers are kept here"
        respond = self._waiting.pop(frame.number)
        respond(Response(head.status, head.reason, Headers(head.headers), bytes(parts.body)))


def unavailable() -> Response:
    """What is answered while there is no hall."""
    response = plain_text(http.HTTPStatus.SERVICE_UNAVAILABLE, AWAY)
    response.headers["Retry-After"] = "2"
    return response
