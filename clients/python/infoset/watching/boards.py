"""How a match of any game looks as text, and what its events are in words. Pure.

A game of its own look names a Board in its descriptor (infoset_games/descriptor.py); all others get `PlainBoard`.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from infoset.game_views import load_view
from infoset.printing import clean
from infoset.turn import Action, Match
from infoset.watching.names import player_name, value_text, whole_value
from infoset.watching.text import Style
from infoset.wording import say


class Board(Protocol):
    """The look of one game; its class is called with the Style."""

    @abstractmethod
    def draw(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action], width: int
    ) -> list[str]:
        """The position, line by line, for `width` columns; `choices` are shown where they can be done.

        Raises ValueError if the observation cannot be read.
        """

    @abstractmethod
    def panel(self, match: Match, observation: Mapping[str, Any], width: int) -> list[str]:
        """What stands beside the position, or below where there is no room; raises as `draw`."""

    @abstractmethod
    def facts(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action]
    ) -> list[str]:
        """The whole position for readers who see no picture, nothing cut; raises as `draw`.

        Always in the same order, so that two texts can be compared line by line.
        """

    @abstractmethod
    def own(
        self, match: Match, seat: int, observation: Mapping[str, Any], public: Mapping[str, Any]
    ) -> list[str]:
        """What `seat` knows besides what is `public`. Raises ValueError as `draw`."""

    @abstractmethod
    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        """An event in words; None for one that is not worth a line."""


HIDDEN: Final = -1  # stands in events for what this seat is not told


class PlainBoard:
    """The `text` of the observation where it has one, else its fields as they are: readable for any game."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def draw(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action], width: int
    ) -> list[str]:
        text = observation.get("text")
        if isinstance(text, str):
            return [clean(line) for line in text.splitlines()]
        lines = []
        for name, value in observation.items():
            if name == "players" and isinstance(value, list):
                lines += self._draw_players(match, value)
            else:
                lines.append(f"{self._style.paint(clean(name), 'bold')}: {value_text(value)}")
        return lines

    def panel(self, match: Match, observation: Mapping[str, Any], width: int) -> list[str]:
        return []

    def facts(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action]
    ) -> list[str]:
        if isinstance(observation.get("text"), str):
            return self.draw(match, observation, choices, 0)
        return [f"{clean(name)}: {whole_value(value)}" for name, value in observation.items()]

    def own(
        self, match: Match, seat: int, observation: Mapping[str, Any], public: Mapping[str, Any]
    ) -> list[str]:
        own = {name: value for name, value in observation.items() if value != public.get(name)}
        return self.draw(match, own, (), 0)

    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        if event.get("e") == "act" and "action" in event and "by" in event:
            action = event["action"]
            told = say("any-hidden") if action == HIDDEN else value_text(action)
            return f"{player_name(match, event['by'])}: {told}"
        details = [
            f"{clean(name)} {value_text(value)}"
            for name, value in event.items()
            if name not in ("e", "by")
        ]
        words = [clean(event.get("e", "?")), ", ".join(details)]
        if "by" in event:
            words.insert(0, f"{player_name(match, event['by'])}:")
        return " ".join(word for word in words if word)

    def _draw_players(self, match: Match, players: Sequence[Any]) -> list[str]:
        return [
            f"  {self._style.paint(player_name(match, seat), 'bold')}: {value_text(player)}"
            for seat, player in enumerate(players)
        ]


def board_for(match: Match, style: Style) -> Board:
    """The look of a game: its own if the installed rules can read its observations, else the plain one."""
    own = load_view(match.game, "terminal") if match.engine is not None else None
    board: Board = PlainBoard(style) if own is None else own(style)
    return board
