"""What happened in Colonizers, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from infoset.turn import Match
from infoset.wording import say
from infoset_gui.views.colonizers.cards import Colonist, Module
from infoset_gui.views.phrases import log_heading, log_line, who

Event = Mapping[str, Any]


class Teller:
    """The words of one match."""

    def __init__(
        self, match: Match, modules: Sequence[Module], colonists: Sequence[Colonist]
    ) -> None:
        self._match = match
        self._modules = modules
        self._colonists = colonists

    def say(self, event: Event) -> str | None:
        """An event as a line of the log; None for one that is not worth any. Raises KeyError for other rules."""
        match event.get("e"):
            case "shuffle":
                return log_heading(say("colonizers-log-shuffle", round=event["round"]))
            case "over":
                is_draw = event.get("ending") == "draw"
                return log_heading(
                    say("colonizers-log-draw-end" if is_draw else "colonizers-log-over")
                )
            case _:
                return log_line(self._match, event.get("by", -1), self.done(event)) or None

    def done(self, event: Event) -> str:
        """What somebody has done, behind their name; empty where there is nothing to tell."""
        match event.get("e"):
            case "pick" if event["role"] < 0:
                return say("colonizers-log-pick-secret")
            case "pick":
                return say("colonizers-log-pick", role=self._colonist(event))
            case "turn":
                return say("colonizers-log-turn", role=self._colonist(event))
            case "income":
                return say("colonizers-log-income", amount=event["amount"])
            case "omnium":
                return say("colonizers-log-omnium", amount=event["amount"])
            case "bonus" | "draw" | "keep" as kind if event["module"] < 0:
                return say(f"colonizers-log-{kind}-hidden")
            case "bonus" | "draw" | "keep" as kind:
                return say(f"colonizers-log-{kind}", module=self._module(event["module"]))
            case "gone":
                return say("colonizers-log-gone")
            case "build":
                module = self._module(event["module"])
                return say("colonizers-log-build", module=module, cost=event["cost"])
            case "skip" if event["phase"] == "build":
                return say("colonizers-log-skip")
            case "steal":
                return self._steal(event)
            case "swap":
                return self._swap(event)
            case _:
                return ""

    def _steal(self, event: Event) -> str:
        role, victim = self._colonist(event), event["from"]
        if victim < 0:
            return say("colonizers-log-steal-nobody", role=role)
        args = who(self._match, victim)
        return say("colonizers-log-steal", role=role, amount=event["amount"], **args)

    def _swap(self, event: Event) -> str:
        role, partner = self._colonist(event), event["with"]
        if partner < 0:
            return say("colonizers-log-swap-nobody", role=role)
        swap = say("colonizers-log-swap", role=role, **who(self._match, partner))
        given, taken = event.get("given") or (), event.get("taken") or ()
        if not any(card >= 0 for card in given):
            return swap
        sides = {"given": self._listed(given), "taken": self._listed(taken)}
        return say("colonizers-log-swap-cards", swap=swap, **sides)

    def _colonist(self, event: Event) -> str:
        role = event["role"]
        if 0 <= role < len(self._colonists):
            return self._colonists[role].within
        return say("colonizers-role-somebody")

    def _module(self, module: int) -> str:
        return self._modules[module].title if module >= 0 else say("colonizers-hidden-card")

    def _listed(self, modules: Sequence[int]) -> str:
        return ", ".join(map(self._module, modules)) or say("colonizers-nothing")
