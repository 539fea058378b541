"""The pages `/tournaments.json` and `/tournaments/ID.json`. They show what everybody may know.

That of a class has a key in its address: `/tournaments/ID.KEY.json`.
"""

from collections.abc import Callable
from typing import Any, Final

from websockets.http11 import Response

from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.tournaments import Tournaments
from infoset_server.contests.tournaments.view import View, list_document
from infoset_server.http.documents import TournamentDocument, TournamentList
from infoset_server.http.endpoints import Status, TextError
from infoset_server.http.routes import EVERYBODY, TEXT, Call, Route
from infoset_server.network.http import as_json

FRESH_S: Final = 1.0  # so long a document is given out again


class TournamentPages:
    """Tournaments as everybody may see them."""

    def __init__(self, tournaments: Tournaments, clock_s: Callable[[], float]) -> None:
        self._tournaments = tournaments
        self._clock_s = clock_s
        self._made: dict[str, tuple[float, dict[str, Any]]] = {}  # documents, and when

    def routes(self) -> list[Route]:
        """What is answered here."""
        return [
            Route(
                "GET",
                "/tournaments.json",
                EVERYBODY,
                "All tournaments but those of classes.",
                self.index,
                {Status.OK: TournamentList},
            ),
            Route(
                "GET",
                "/tournaments/{address}.json",
                EVERYBODY,
                "A tournament: entrants, tables, standings.",
                self.one,
                {Status.OK: TournamentDocument, Status.NOT_FOUND: TEXT},
            ),
        ]

    def index(self, call: Call) -> Response:
        """The list."""
        return as_json(Status.OK, list_document(self._tournaments.listed()))

    def one(self, call: Call) -> Response:
        """One of them. Raises TextError where there is none."""
        address = call.names["address"]
        director = self._tournaments.at(address)
        if director is None:
            raise TextError(Status.NOT_FOUND, "No such tournament.")
        return as_json(Status.OK, self._document(address, director))

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
