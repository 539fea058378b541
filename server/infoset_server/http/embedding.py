"""Finished matches for frames of other sites: positions from beginning to end, of matches that everybody may see.

They are worked out a slice at a time, one match at a time, and the last few are kept.
"""

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final

import orjson
from pydantic import BaseModel, Field
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_games.steps import RecordError
from infoset_server.common.request_errors import RequestError
from infoset_server.config import ReplayLimits
from infoset_server.http.documents import Refusal
from infoset_server.http.endpoints import PageError, Status
from infoset_server.http.front_page import GZIP, NOT_EMBEDDED, takes_gzip
from infoset_server.http.routes import EVERYBODY, Call, Content, Route
from infoset_server.matches.replays import Entry, Telling
from infoset_server.network.http import with_body
from infoset_server.storage.errors import StoreError, UnknownMatchError

FORM: Final = "infoset-film/1"
MOST_KEPT: Final = 16  # films
MOST_WAITING: Final = 8  # requests for films that are not made yet
MOST_BYTES: Final = 32 * 1024 * 1024  # of one, as JSON
FRESH_S: Final = 300  # so long a browser keeps one
RETRY_MS: Final = 2_000

Find = Callable[[str], Awaitable[Telling]]


class Film(BaseModel):
    """A match as its watchers were shown it, for the page."""

    form: str = Field(description=FORM)
    replay: str
    views: dict[str, list[dict[str, Any]]] = Field(description="entries of `replay_part`, by view")


class EmbeddedMatches:
    """The films of matches, as JSON that is packed."""

    def __init__(self, sites: Sequence[str], limits: ReplayLimits, find: Find) -> None:
        """`find` returns a match that everybody may see whole, or raises RequestError, StoreError or RecordError.

        Without `sites` that may show any, there are none.
        """
        self._sites = sites
        self._limits = limits
        self._find = find
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._turn = asyncio.Lock()
        self._unpacking = asyncio.Lock()  # one at a time: the threads are there for others, too
        self._waiting = 0

    def routes(self) -> list[Route]:
        """What is answered here."""
        answers: dict[Status, Content | None] = {
            Status.OK: Film,
            Status.NOT_FOUND: Refusal,
            Status.SERVICE_UNAVAILABLE: Refusal,
        }
        about = "What the page in a frame shows."
        return [Route("GET", "/embed/{replay}/film.json", EVERYBODY, about, self.film, answers)]

    async def film(self, call: Call) -> Response:
        """The film of a match, or why there is none for everybody."""
        try:
            response = await self._answer(call)
        except PageError as refused:
            response = refused.response()
        response.headers["Access-Control-Allow-Origin"] = "*"  # the page in a frame has no origin
        return response

    async def _answer(self, call: Call) -> Response:
        if not self._sites:
            raise PageError(Status.NOT_FOUND, NOT_EMBEDDED)
        packed = await self._film(call.names["replay"])
        about = Headers(
            [
                ("Content-Type", "application/json"),
                ("Cache-Control", f"public, max-age={FRESH_S}"),
                ("Vary", "Accept-Encoding"),
            ]
        )
        if not takes_gzip(call.request.headers):
            async with self._unpacking:
                film = await asyncio.to_thread(gzip.decompress, packed)
            return with_body(Status.OK, film, about)
        about["Content-Encoding"] = GZIP
        return with_body(Status.OK, packed, about)

    async def _film(self, replay: str) -> bytes:
        telling = await self._found(
            replay
        )  # asked again each time: it may be nobody's business by now
        if replay in self._made:
            self._made.move_to_end(replay)
            return self._made[replay]
        if self._waiting >= MOST_WAITING:
            text = "as many matches are being prepared as may be; try again in a moment"
            raise PageError(Status.SERVICE_UNAVAILABLE, text, RETRY_MS)
        self._waiting += 1
        try:
            async with self._turn:
                if replay not in self._made:  # nobody else has made it meanwhile
                    self._keep(replay, await self._make(telling))
            return self._made[replay]
        finally:
            self._waiting -= 1

    async def _found(self, replay: str) -> Telling:
        try:
            return await self._find(replay)
        except (RequestError, RecordError, UnknownMatchError) as refused:
            raise PageError(Status.NOT_FOUND, "There is no such match for everybody.") from refused
        except StoreError as trouble:
            text = "the server cannot read what it keeps"
            raise PageError(Status.SERVICE_UNAVAILABLE, text, RETRY_MS) from trouble

    async def _make(self, telling: Telling) -> bytes:
        """Plays the match, in slices that leave the server its time. Raises PageError."""
        parts: list[bytes] = []
        entries = telling.entries()
        while True:
            began_s = time.thread_time()
            is_over = self._fill(entries, parts, began_s + self._limits.slice_ms / 1000)
            if is_over:
                break
            if sum(map(len, parts)) > MOST_BYTES:
                raise PageError(Status.NOT_FOUND, "This match is too long to be shown here.")
            await asyncio.sleep((time.thread_time() - began_s) * (1 / self._limits.share - 1))
        head = orjson.dumps({"form": FORM, "replay": telling.match_id})[:-1]
        body = head + b',"views":{"all":[' + b",".join(parts) + b"]}}"
        return await asyncio.to_thread(gzip.compress, body, 6, mtime=0)

    @staticmethod
    def _fill(entries: Iterator[Entry | None], parts: list[bytes], until_s: float) -> bool:
        """Adds entries for a slice; are these all?"""
        for entry in entries:
            if entry is not None:
                parts.append(orjson.dumps(entry))
            if time.thread_time() >= until_s:
                return False
        return True

    def _keep(self, replay: str, packed: bytes) -> None:
        self._made[replay] = packed
        while len(self._made) > MOST_KEPT:
            self._made.popitem(last=False)
