"""Observations on their way to a client: written by the game itself where it can, without plain values."""

from typing import Any, final

from infoset_games.core import Json
from infoset_games.game import Game
from infoset_protocol.codec import Written
from infoset_server.matches.value_writers import JsonWriter, MsgpackWriter


def writes_itself(game: Game) -> bool:
    """Has the game a `put_observation` of its own?"""
    return type(game).put_observation is not Game.put_observation


@final
class WrittenObservation(Written):
    """What `State.observe` returned for a viewer, of a game that `writes_itself`. Written at most once per encoding."""

    def __init__(self, game: Game, observation: Any) -> None:
        self._game = game
        self._observation = observation
        self._json = b""
        self._msgpack = b""

    def plain(self) -> dict[str, Json]:
        """As Written."""
        return self._game.write_observation(self._observation)

    def json(self) -> bytes:
        """As Written."""
        if not self._json:
            out = JsonWriter()
            self._game.put_observation(self._observation, out)
            self._json = out.value()
        return self._json

    def msgpack(self) -> bytes:
        """As Written."""
        if not self._msgpack:
            out = MsgpackWriter()
            self._game.put_observation(self._observation, out)
            self._msgpack = out.value()
        return self._msgpack
