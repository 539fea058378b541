"""How a match of Colonizers looks as text, and its events in words. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.turn import Action, Match
from infoset.watching.names import name_within, player_name
from infoset.watching.text import Style
from infoset.wording import is_said, say
from infoset_games.colonizers.cards import (
    COLONIST_NAMES,
    COLOUR,
    COLOUR_NAMES,
    LETTERS,
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
        head = say(
            "colonizers-tell-head",
            round=view.round,
            phase=phase_name(view.phase),
            count=view.deck_size,
        )
        lines = [head]
        for seat in range(SEATS):
            lines += self._draw_player(match, view, seat)
        if view.out:
            names = ", ".join(colonist_name(role) for role in view.out)
            lines.append(say("colonizers-tell-out", names=names))
        return lines

    def panel(self, match: Match, observation: Mapping[str, Any], width: int) -> list[str]:
        return []

    def _draw_player(self, match: Match, view: Observation, seat: int) -> list[str]:
        is_to_act = view.turn == seat and view.phase not in ("shuffle", "over")
        mark = self._style.paint(">", "yellow", "bold") if is_to_act else " "
        name = self._style.paint(name_within(match, seat, 16), "bold")
        role = view.role(seat)
        numbers = say(
            "colonizers-tell-numbers",
            points=f"{view.points[seat]:>3}",
            omnium=f"{view.omnium[seat]:>2}",
            count=view.hand_sizes[seat],
            role="?" if role < 0 else colonist_name(role),
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
        colonist = say("colonizers-tell-no-role")
        if role >= 0:
            colonist = say("colonizers-tell-the-role", role=colonist_name(role))
        own = say("colonizers-tell-own", role=colonist, modules=self._modules(view.hand))
        lines = [f"    {own}"]
        if view.drawn and view.turn == seat:
            drawn = self._modules([card for card, _ in view.drawn])
            lines.append(f"    {say('colonizers-tell-drawn', modules=drawn)}")
        return lines

    def _modules(self, modules: Sequence[int]) -> str:
        return ", ".join("?" if one < 0 else self._module(one) for one in modules) or "-"

    def _module(self, module: int) -> str:
        colour = PAINTED[COLOUR_NAMES[COLOUR[module]]]
        return self._style.paint(f"{module_name(module)} {VALUE[module]}", *colour)

    def say(self, match: Match, event: Mapping[str, Any]) -> str | None:
        kind = event.get("e")
        who = player_name(match, event.get("by", -1))
        match kind:
            case "shuffle":
                told = say("colonizers-tell-did-shuffle", round=event["round"])
                return self._style.paint(f"-- {told} --", "dim")
            case "over":
                return self._style.paint(f"-- {say('terminal-over')} --", "dim")
            case "turn":
                return say("colonizers-tell-did-turn", name=who, role=colonist_name(event["role"]))
            case "income" | "omnium":
                return say(f"colonizers-tell-did-{kind}", name=who, amount=event["amount"])
            case "pick" | "bonus" | "keep" | "gone":
                return say(f"colonizers-tell-did-{kind}", name=who)
            case "draw":
                return say("colonizers-tell-did-draw", name=who) if event["pos"] == 0 else None
            case "skip":
                is_told = event["phase"] != "power"
                return say("colonizers-tell-did-skip", name=who) if is_told else None
            case "steal":
                whom, amount = self._holder(match, event, "from"), event["amount"]
                return say("colonizers-tell-did-steal", name=who, whom=whom, amount=amount)
            case "swap":
                whom = self._holder(match, event, "with")
                return say("colonizers-tell-did-swap", name=who, whom=whom)
            case "build":
                module, cost = self._module(event["module"]), event["cost"]
                return say("colonizers-tell-did-build", name=who, module=module, cost=cost)
            case "round":
                return None
            case _:
                return f"{who}: {kind}"

    def _holder(self, match: Match, event: Mapping[str, Any], field: str) -> str:
        role, name = colonist_name(event["role"]), player_name(match, event[field])
        return say("colonizers-tell-holder", role=role, name=name)


def colonist_name(role: int) -> str:
    """A colonist within a sentence, also one that is not known."""
    if not 0 <= role < len(COLONIST_NAMES):
        return say("colonizers-tell-unknown")
    return say(f"colonizers-one-{role}")


def module_name(module: int) -> str:
    """A module."""
    return say(f"colonizers-card-{LETTERS[module]}")


def phase_name(phase: str) -> str:
    """A phase of the game."""
    key = f"colonizers-phase-{phase}"
    return (
        say(f"colonizers-phase-{phase}") if is_said(key) else say(f"colonizers-tell-phase-{phase}")
    )
