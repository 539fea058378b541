"""Liar's Dice in the terminal: a line for each cup, and what happened in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from infoset.turn import Action, Match
from infoset.watching.names import name_within, player_name
from infoset.watching.text import Style


class LiarsDiceBoard:
    """The look of one match."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def draw(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action], width: int
    ) -> list[str]:
        bids, opener, left = observation["bids"], observation["opener"], observation["left"]
        lines = [self._bid(match, observation)]
        for seat, dice in enumerate(observation["cups"]):
            is_next = bool(bids) and seat == (opener + len(bids)) % len(left)
            mark = self._style.paint(">", "yellow", "bold") if is_next else " "
            name = self._style.paint(name_within(match, seat, 16), "bold")
            faces = " ".join(f"[{face or '?'}]" for face in dice) or "-"
            lines.append(f"{mark} {name} {left[seat]} left  {faces}")
        if any(observation["lifted"]) and not bids:
            cups = (" ".join(map(str, cup)) or "-" for cup in observation["lifted"])
            lines.append(f"last round: {' | '.join(cups)}")
        return lines

    def _bid(self, match: Match, observation: Mapping[str, Any]) -> str:
        bids, left = observation["bids"], observation["left"]
        table = f"{sum(left)} dice on the table"
        if not bids:
            return f"no bid yet, {table}"
        bidder = player_name(match, (observation["opener"] + len(bids) - 1) % len(left))
        _, count, face = bids[-1]
        return f"{bidder} says there are {count} x [{face}], {table}"

    def panel(self, match: Match, observation: Mapping[str, Any], width: int) -> list[str]:
        return []

    def facts(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action]
    ) -> list[str]:
        return self.draw(match, observation, choices, 0)

    def own(
        self, match: Match, seat: int, observation: Mapping[str, Any], public: Mapping[str, Any]
    ) -> list[str]:
        return [f"    dice: {' '.join(map(str, observation['cups'][seat])) or '-'}"]

    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        who = player_name(match, event.get("by", -1))
        match event.get("e"):
            case "rolled":
                return f"{who} rolls a {event['face']}" if event["face"] > 0 else None
            case "bid":
                return f"{who} bids {event['count']} x [{event['face']}]"
            case "liar":
                return f"{who} calls the last bid a lie"
            case "lifted":
                return f"{player_name(match, event['loser'])} loses a die"
        return f"{who}: {event.get('e')}"
