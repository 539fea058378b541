"""The pages of tournaments, and how often they are made."""

import json
from typing import Any

from tests.server.contests.tournaments.test_tournament import make

from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.documents import TournamentDocuments
from infoset_server.http.routes import Router
from infoset_server.http.tournaments import FRESH_S, TournamentPages
from infoset_server.network.caller import Caller
from infoset_server.storage.notes import NoNotes

VIEWER = Caller("192.0.2.7")
NOBODY: Any = None


class OnlyOne:
    """A server with one tournament."""

    def __init__(self) -> None:
        one = make("round_robin")
        one.open()
        self.director = Director(one, NOBODY, TournamentDocuments(NoNotes()))

    def listed(self) -> list[Director]:
        return [self.director]

    def at(self, address: str) -> Director | None:
        return self.director if address == "cup" else None


def body(pages: TournamentPages, path: str) -> Any:
    response = Router(pages.routes()).look(path, VIEWER)
    assert response is not None
    return json.loads(response.body) if response.status_code == 200 else response.status_code


async def test_a_document_is_given_out_again_for_a_moment_and_then_made_anew() -> None:
    server: Any = OnlyOne()
    now_s = [100.0]
    pages = TournamentPages(server, lambda: now_s[0])
    assert body(pages, "/tournaments/cup.json")["state"] == "open"
    server.director.tournament.start(0)
    assert body(pages, "/tournaments/cup.json")["state"] == "open"
    now_s[0] += FRESH_S
    assert body(pages, "/tournaments/cup.json")["state"] == "running"


async def test_what_is_not_there_is_not_found() -> None:
    server: Any = OnlyOne()
    pages = TournamentPages(server, lambda: 0.0)
    assert body(pages, "/tournaments/other.json") == 404
    assert body(pages, "/tournaments.json")["tournaments"][0]["tournament"] == "cup"
