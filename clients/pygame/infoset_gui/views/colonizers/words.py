"""Colonizers in words: what is asked, advice, who can be which colonist, and what newcomers are shown."""

from collections.abc import Mapping, Sequence
from typing import Final

from infoset.turn import Action
from infoset.wording import is_said, say
from infoset_gui.views.colonizers.cards import Colonist, Module
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look, Step

ASKED: Final = ("pick", "draw", "discard", "power", "build")  # kinds of questions, also phases
OF_COLONISTS: Final = ("pick", "steal", "swap")  # verbs that name one
OF_MODULES: Final = ("keep", "build")
TOUR: Final[Mapping[str, str]] = {  # places that newcomers are shown, by the words for them
    "table": "area:table",
    "round": "area:round",
    "own": "seat:{own}",
    "others": "seat:{other}",
    "tray": "area:tray",
}


def guide(look: Look) -> str:
    """Advice for what is asked; where nobody can be named, why."""
    if look.turn is None:
        return ""
    kind = look.turn.kind
    if kind == "power" and len(look.turn.actions) == 1:
        role = look.obs["players"][look.seat]["role"]
        return sentence(say("colonizers-why-power", role=say(f"colonizers-one-{role}")))
    return say(f"colonizers-lesson-{kind}-1") if kind in ASKED else ""


def task(look: Look) -> str:
    """What is asked or going on, in a line."""
    if look.turn is not None:
        kind = look.turn.kind
        return say(f"colonizers-ask-{kind}") if kind in ASKED else kind
    phase = look.obs.get("phase", "")
    if phase == "over":
        return say("match-over")
    if phase not in ASKED:
        return phase_words(phase)
    return say(f"colonizers-does-{phase}", name=look.names[look.obs["turn"]], me="no")


def phase_words(phase: str) -> str:
    """A phase of the round on its own; empty for one that is not known."""
    key = f"colonizers-phase-{phase}"
    if phase == "over":
        return say("match-over")
    return sentence(say(key)) if is_said(key) else ""


def action_words(
    action: Action, modules: Sequence[Module], colonists: Sequence[Colonist], kind: str = ""
) -> str:
    """An action as an order to oneself; `kind` is that of the question."""
    verb = str(action[0])
    if verb in ("omnium", "draw"):
        return say(f"colonizers-do-{verb}")
    if len(action) > 1 and verb in OF_COLONISTS:
        return say(f"colonizers-do-{verb}", role=colonists[action[1]].within)
    if len(action) > 1 and verb in OF_MODULES:
        return say(f"colonizers-do-{verb}", module=modules[action[1]].title)
    if verb != "skip":
        return ""
    return say("colonizers-do-build-nothing" if kind == "build" else "colonizers-do-nothing")


def has_no_holder(look: Look, number: int) -> bool:
    """Is it known that nobody has this colonist?"""
    players = look.obs["players"]
    return not any(player["role"] == number or number in player["possible"] for player in players)


def holders(look: Look, number: int) -> str:
    """Who can have a colonist, in words."""
    if number in look.obs["out"]:
        return say("colonizers-out")
    players = look.obs["players"]
    for seat, player in enumerate(players):
        if player["role"] == number:
            return say("match-you") if seat == look.seat else look.names[seat]
    may = [look.names[seat] for seat, player in enumerate(players) if number in player["possible"]]
    if may:
        return say("colonizers-perhaps", names=", ".join(may))
    is_early = look.obs["phase"] == "pick"
    return say("colonizers-not-picked" if is_early else "colonizers-nobody")


def lesson(look: Look) -> Sequence[Step]:
    """The places of the table, in order."""
    own, other = max(look.seat, 0), 1 if look.seat != 1 else 0
    return (
        *(
            Step(
                anchor.format(own=own, other=other),
                say(f"colonizers-tour-{what}-title"),
                say(f"colonizers-tour-{what}-1"),
            )
            for what, anchor in TOUR.items()
        ),
        Step("area:side", say("match-log"), say("window-table-side")),
    )
