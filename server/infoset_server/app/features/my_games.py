"""One list of what is somebody's own."""

from collections.abc import Iterable

from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.handlers.my_games import MyGamesHandlers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.matches.report import MatchReport
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.my_games import MyGames


class MyGamesFeature(Feature):
    """`my_games`. Hears of matches before anybody is asked there."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.games = MyGames(core.people, core.matchmaker, core.finished, core.clock_s)
        core.play.on_set_up.append(self.games.set_up)

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        return MyGamesHandlers(self.games).handlers()

    def client_left(self, client: Client) -> None:
        """As Service."""
        self.games.follow(client, on=False)

    def far_match_asks(self, far: FarMatch) -> None:
        """As Service."""
        self.games.far_asked(far)

    def match_over(self, report: MatchReport) -> None:
        """As Service."""
        self.games.over(report)
