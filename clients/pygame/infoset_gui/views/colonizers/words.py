"""Colonizers in words: what is asked, advice, who can be which colonist, and what newcomers are shown."""

from collections.abc import Sequence
from typing import Final

from infoset_gui.views.view import Look, Step

PHASES: Final = {
    "shuffle": "Colonists are dealt",
    "pick": "Picking colonists",
    "draw": "Draw phase",
    "discard": "Keeping a module",
    "power": "Power phase",
    "build": "Build phase",
    "over": "The game is over",
}
TASKS: Final = {
    "pick": "Pick a colonist for this round",
    "draw": "Take omnium, or draw modules?",
    "discard": "Which of the two do you keep?",
    "power": "Use your colonist's power?",
    "build": "Build a module?",
}
ACTS: Final = {  # what an action does, to be filled with the name of its card
    "pick": "Pick the {}",
    "omnium": "Take 2 omnium",
    "draw": "Draw modules",
    "keep": "Keep {}",
    "build": "Build {}",
    "steal": "Steal from the {}",
    "swap": "Swap hands with the {}",
}
GUIDES: Final = {
    "pick": "Ecologist, general and miner earn for their colour. What you leave, the next seats choose from.",
    "draw": "Omnium pays for modules; with an empty hand there is nothing to build.",
    "discard": "The other one goes under the deck. With a full hand, even what you keep leaves the game.",
    "power": "You name a colonist, not a player: the small signs at each seat show who it still can be.",
    "build": "One module a turn. Values are points; a full colony ends the game with the round.",
}


def guide(look: Look) -> str:
    """Advice for what is asked; where nobody can be named, why."""
    if look.turn is None:
        return ""
    if look.turn.kind == "power" and len(look.turn.actions) == 1:
        return "Your colonist names nobody. What it does comes by itself."
    return GUIDES.get(look.turn.kind, "")


def task(look: Look) -> str:
    """What is asked or going on, in a line."""
    if look.turn is not None:
        return TASKS.get(look.turn.kind, look.turn.kind)
    phase = look.obs.get("phase", "")
    if phase in ("over", "shuffle", ""):
        return PHASES.get(phase, "The match begins")
    return f"{look.names[look.obs['turn']]}: {PHASES[phase].lower()}"


def holders(look: Look, number: int) -> str:
    """Who can have a colonist, in words."""
    if number in look.obs["out"]:
        return "Out of play this round"
    players = look.obs["players"]
    for seat, player in enumerate(players):
        if player["role"] == number:
            return "You" if seat == look.seat else look.names[seat]
    may = [look.names[seat] for seat, player in enumerate(players) if number in player["possible"]]
    if may:
        return f"Perhaps {' or '.join(may)}"
    return "Not picked yet" if look.obs["phase"] == "pick" else "Nobody, as far as you can tell"


def lesson(look: Look) -> Sequence[Step]:
    """The places of the table, in order."""
    own, other = max(look.seat, 0), 1 if look.seat != 1 else 0
    return (
        Step(
            "area:table",
            "Four colonies on Mars",
            "Everybody builds modules; the most points win. Who fills a colony of eight ends the game with that "
            "round, and earns a bonus.",
        ),
        Step(
            "area:round",
            "Six colonists",
            "In every round each player secretly picks one of them. It lasts for the round and is shown when that "
            "player's turn begins. Point at a sign to read what it does and who may have it.",
        ),
        Step(
            f"seat:{own}",
            "Your seat",
            "Omnium pays for modules: above on a card its cost, below its points. At the top your colony, at the "
            "bottom your hand. Borders tell the colours apart: solid green, dashed blue, dotted red.",
        ),
        Step(
            f"seat:{other}",
            "What the others may be",
            "The small signs show which colonists a player can still have, from all that you have seen. Cards that "
            "you know lie open.",
        ),
        Step(
            "area:tray",
            "Your move",
            "Press a card here, or the key with its number. H puts the cards away to see the table. In a turn: omnium "
            "or cards, then the power of your colonist, then one module.",
        ),
        Step(
            "area:side",
            "What happened",
            "Everything is told here in words. Above, the arrows change how fast others play.",
        ),
    )
