"""Liar's Dice in the terminal: a line for each cup, and what happened in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from infoset.turn import Action, Match
from infoset.watching.names import name_within, player_name
from infoset.watching.text import Style
from infoset.wording import say


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
            lines.append(f"{mark} {name} {say('liars_dice-dice', count=left[seat])}  {faces}")
        if any(observation["lifted"]) and not bids:
            cups = (" ".join(map(str, cup)) or "-" for cup in observation["lifted"])
            lines.append(say("liars_dice-last-cups", cups=" | ".join(cups)))
        return lines

    def _bid(self, match: Match, observation: Mapping[str, Any]) -> str:
        bids, left = observation["bids"], observation["left"]
        table = say("liars_dice-on-table", count=sum(left))
        if not bids:
            return f"{say('liars_dice-no-bid')}, {table}"
        bidder = (observation["opener"] + len(bids) - 1) % len(left)
        _, count, face = bids[-1]
        name, bid = player_name(match, bidder), bid_text(count, face)
        told = say("liars_dice-says-bid", name=name, me=False, bid=bid)
        return f"{told}, {table}"

    def panel(self, match: Match, observation: Mapping[str, Any], width: int) -> list[str]:
        return []

    def facts(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action]
    ) -> list[str]:
        return self.draw(match, observation, choices, 0)

    def own(
        self, match: Match, seat: int, observation: Mapping[str, Any], public: Mapping[str, Any]
    ) -> list[str]:
        dice = " ".join(map(str, observation["cups"][seat])) or "-"
        return [f"    {say('liars_dice-hand', dice=dice)}"]

    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        who = player_name(match, event.get("by", -1))
        match event.get("e"):
            case "rolled":
                if event["face"] < 1:  # under somebody else's cup
                    return None
                face = say(f"liars_dice-face-{event['face']}")
                return f"{who} {say('liars_dice-did-roll', me=False, face=face)}"
            case "bid":
                bid = bid_text(event["count"], event["face"])
                return f"{who} {say('liars_dice-did-bid', me=False, bid=bid)}"
            case "liar":
                return f"{who} {say('liars_dice-did-liar', me=False)}"
            case "lifted":
                loser = player_name(match, event["loser"])
                return f"{loser} {say('liars_dice-did-lose', me=False)}"
        return f"{who}: {event.get('e')}"


def bid_text(count: int, face: int) -> str:
    """A bid in signs that every terminal has."""
    return f"{count} x [{face}]"
