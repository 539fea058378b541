"""How a match of Colonizers looks as text, and its events in words. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.turn import Action, Match
from infoset.watching.names import name_within, player_name
from infoset.watching.text import Style
from infoset_games.colonizers.cards import (
    COLONIST_NAMES,
    COLOUR,
    COLOUR_NAMES,
    MODULE_NAMES,
    SEATS,
    VALUE,
)
from infoset_games.colonizers.observation import Observation

WHOLE: Final = 1 << 16  # columns: nothing is cut
PAINTED: Final = {"green": ("green",), "red": ("red",), "blue": ("blue",), "none": ()}


class ColonizersBoard:
    """Four players, two lines each: what they have, what they have built."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def draw(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action], width: int
    ) -> list[str]:
        assert match.engine is not None
        view: Observation = match.engine.read_observation(observation)
        lines = [f"round {view.round}, {view.phase} phase, {view.deck_size} modules in the deck"]
        for seat in range(SEATS):
            lines += self._draw_player(match, view, seat)
        if view.out:
            lines.append(f"out of play: {', '.join(COLONIST_NAMES[role] for role in view.out)}")
        return lines

    def panel(self, match: Match, observation: Mapping[str, Any], width: int) -> list[str]:
        return []

    def _draw_player(self, match: Match, view: Observation, seat: int) -> list[str]:
        is_to_act = view.turn == seat and view.phase not in ("shuffle", "over")
        mark = self._style.paint(">", "yellow", "bold") if is_to_act else " "
        name = self._style.paint(name_within(match, seat, 16), "bold")
        role = view.role(seat)
        colonist = "?" if role < 0 else COLONIST_NAMES[role]
        numbers = (
            f"{view.points[seat]:>3} points  {view.omnium[seat]:>2} omnium  "
            f"{view.hand_sizes[seat]} in hand  {colonist}"
        )
        built = ", ".join(self._module(module) for module in view.colonies[seat]) or "-"
        return [f"{mark} {name} {numbers}", f"    {built}"]

    def facts(
        self, match: Match, observation: Mapping[str, Any], choices: Sequence[Action]
    ) -> list[str]:
        return self.draw(match, observation, choices, WHOLE)

    def own(
        self, match: Match, seat: int, observation: Mapping[str, Any], public: Mapping[str, Any]
    ) -> list[str]:
        assert match.engine is not None
        view: Observation = match.engine.read_observation(observation)
        role = view.role(seat)
        colonist = "no colonist yet" if role < 0 else f"the {COLONIST_NAMES[role]}"
        lines = [f"    {colonist}, hand: {self._modules(view.hand)}"]
        if view.drawn and view.turn == seat:
            lines.append(f"    drawn: {self._modules([card for card, _ in view.drawn])}")
        return lines

    def _modules(self, modules: Sequence[int]) -> str:
        return ", ".join("?" if one < 0 else self._module(one) for one in modules) or "-"

    def _module(self, module: int) -> str:
        colour = PAINTED[COLOUR_NAMES[COLOUR[module]]]
        return self._style.paint(f"{MODULE_NAMES[module]} {VALUE[module]}", *colour)

    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        kind = event.get("e")
        who = player_name(match, event.get("by", -1))
        match kind:
            case "shuffle":
                return self._style.paint(f"-- round {event['round']} --", "dim")
            case "pick":
                return f"{who} picks a colonist"
            case "turn":
                return f"{who} is the {colonist_name(event['role'])}"
            case "income":
                return f"{who} earns {event['amount']} omnium"
            case "bonus":
                return f"{who} draws a module as a bonus"
            case "omnium":
                return f"{who} takes {event['amount']} omnium"
            case "draw":
                return f"{who} draws two modules" if event["pos"] == 0 else None
            case "keep":
                return f"{who} keeps one and puts the other under the deck"
            case "gone":
                return f"{who} has a full hand: one module leaves the game"
            case "skip":
                return None if event["phase"] == "power" else f"{who} builds nothing"
            case "steal":
                return f"{who} steals from {self._holder(match, event, 'from')}: {event['amount']} omnium"
            case "swap":
                return f"{who} swaps hands with {self._holder(match, event, 'with')}"
            case "build":
                return f"{who} builds {self._module(event['module'])} for {event['cost']}"
            case "over":
                return self._style.paint("-- the game is over --", "dim")
            case "round":
                return None
            case _:
                return f"{who}: {kind}"

    def _holder(self, match: Match, event: Mapping[str, Any], field: str) -> str:
        return f"the {colonist_name(event['role'])} ({player_name(match, event[field])})"


def colonist_name(role: int) -> str:
    """A colonist, also one that is not known."""
    return COLONIST_NAMES[role] if 0 <= role < len(COLONIST_NAMES) else "unknown colonist"
