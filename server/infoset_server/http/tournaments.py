"""The pages `/tournaments.json`, `/tournaments/ID.json` and two tables beside it. They show what everybody may know.

Those of a class have a key in their address: `/tournaments/ID.KEY.json`.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from websockets.http11 import Response

from infoset_server.contests.tournaments.exports import results_csv, standings_csv
from infoset_server.contests.tournaments.tournaments import Tournaments
from infoset_server.contests.tournaments.view import View, list_document
from infoset_server.http.documents import TournamentDocument, TournamentList
from infoset_server.http.endpoints import Status, TextError
from infoset_server.http.routes import CSV, EVERYBODY, TEXT, Call, Route
from infoset_server.http.spreadsheets import as_csv
from infoset_server.network.http import as_json

FRESH_S: Final = 1.0  # so long a document is given out again

Make: TypeAlias = Callable[[View], Any]


class TournamentPages:
    """Tournaments as everybody may see them."""

    def __init__(self, tournaments: Tournaments, clock_s: Callable[[], float]) -> None:
        self._tournaments = tournaments
        self._clock_s = clock_s
        self._made: dict[tuple[str, Make], tuple[float, Any]] = {}  # what was made, and when

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
            Route(
                "GET",
                "/tournaments/{address}/standings.csv",
                EVERYBODY,
                "Its standings as CSV.",
                self.standings_csv,
                {Status.OK: CSV, Status.NOT_FOUND: TEXT},
            ),
            Route(
                "GET",
                "/tournaments/{address}/results.csv",
                EVERYBODY,
                "What happened at its tables as CSV, a line for each entrant of each.",
                self.results_csv,
                {Status.OK: CSV, Status.NOT_FOUND: TEXT},
            ),
        ]

    def index(self, call: Call) -> Response:
        """The list."""
        return as_json(Status.OK, list_document(self._tournaments.listed()))

    def one(self, call: Call) -> Response:
        """One of them. Raises TextError where there is none."""
        return as_json(Status.OK, self._made_of(call, View.document))

    def standings_csv(self, call: Call) -> Response:
        """Its standings for a spreadsheet. Raises TextError where there is none."""
        return self._table(call, "standings", standings_csv)

    def results_csv(self, call: Call) -> Response:
        """What happened at its tables, for a spreadsheet. Raises TextError where there is none."""
        return self._table(call, "results", results_csv)

    def _table(self, call: Call, what: str, make: Callable[[View], str]) -> Response:
        public_name = call.names["address"].partition(".")[0]  # a key is not for the name of a file
        return as_csv(self._made_of(call, make), f"{public_name}_{what}")

    def _made_of(self, call: Call, make: Make) -> Any:
        """What is made of a tournament as everybody may see it, at most a moment old: many may look at one."""
        address = call.names["address"]
        director = self._tournaments.at(address)
        if director is None:
            raise TextError(Status.NOT_FOUND, "No such tournament.")
        now_s = self._clock_s()
        made_s, found = self._made.get((address, make), (now_s - FRESH_S, None))
        if now_s - made_s < FRESH_S:
            return found
        found = make(View.of_all(director))
        self._made = {key: one for key, one in self._made.items() if now_s - one[0] < FRESH_S} | {
            (address, make): (now_s, found)
        }
        return found
