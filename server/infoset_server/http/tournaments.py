"""The pages `/tournaments.json` and `/tournaments/ID.json`, before all others. They show what everybody may know.

That of a class has a key in its address: `/tournaments/ID.KEY.json`.
"""

import http
import time
from collections.abc import Callable
from typing import Any, Final

from websockets.http11 import Response

from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.tournaments import Tournaments
from infoset_server.contests.tournaments.view import View, list_document
from infoset_server.network.caller import Caller
from infoset_server.network.http import ClosablePages, HttpRequest, Respond, as_json, plain_text

LIST: Final = "/tournaments.json"
ONE: Final = "/tournaments/"
SUFFIX: Final = ".json"
FRESH_S: Final = 1.0  # so long a document is given out again


class TournamentPages:
    """As Pages: those of tournaments, and those of `others`."""

    def __init__(
        self,
        tournaments: Tournaments,
        others: ClosablePages,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tournaments = tournaments
        self._others = others
        self._clock_s = clock_s
        self._made: dict[str, tuple[float, dict[str, Any]]] = {}  # documents, and when

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        self._others.answer(request, respond)

    def look(self, path: str, caller: Caller) -> Response | None:
        """As Pages."""
        if path == LIST:
            return as_json(http.HTTPStatus.OK, list_document(self._tournaments.listed()))
        if path.startswith(ONE) and path.endswith(SUFFIX):
            return self._page(path.removeprefix(ONE).removesuffix(SUFFIX))
        return self._others.look(path, caller)

    async def close(self) -> None:
        """Gives up what is not answered yet."""
        await self._others.close()

    def _page(self, address: str) -> Response:
        director = self._tournaments.at(address)
        if director is None:
            return plain_text(http.HTTPStatus.NOT_FOUND, "No such tournament.\n")
        return as_json(http.HTTPStatus.OK, self._document(address, director))

    def _document(self, address: str, director: Director) -> dict[str, Any]:
        """The document, at most a moment old: many may look at one."""
        now_s = self._clock_s()
        made_s, document = self._made.get(address, (now_s - FRESH_S, {}))
        if now_s - made_s < FRESH_S:
            return document
        document = View.of_all(director).document()
        self._made = {name: one for name, one in self._made.items() if now_s - one[0] < FRESH_S} | {
            address: (now_s, document)
        }
        return document
