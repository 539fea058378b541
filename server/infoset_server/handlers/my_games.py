"""Answers `my_games`: everybody's own matches, rooms and seeks."""

from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.handlers.requests import RequestHandler, take_page
from infoset_server.rooms.my_games import MyGames

MOST: Final = 500  # items of one answer


class MyGamesHandlers:
    """Nobody is told of anybody else's."""

    def __init__(self, games: MyGames) -> None:
        self._games = games

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("my_games", self.my_games)]

    def my_games(self, client: Client, request: wire.MyGames) -> dict[str, Any]:
        """The list; with `follow`, changes are told from now on, or no more."""
        if request.follow is not None:
            self._games.follow(client, on=request.follow)
        items, is_more = take_page(self._games.of(client, request.over), MOST, client.line)
        answer: dict[str, Any] = {"type": "my_game_list", "items": items}
        return answer | {"more": True} if is_more else answer
