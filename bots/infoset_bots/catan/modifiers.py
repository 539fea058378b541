"""Styles of play as rewriters of the score map; they stack, in whatever order they are named.

From H. Phillingham, "Conquerors of Catan" (2023): early expansion, favour resources, development-card
spam, ignore ports. Wishful thinking, the fifth, changes the search and not the map (minimax.py).
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from infoset_bots.catan.weights import Weights, read_weights
from infoset_games.catan.cards import RESOURCE_NAMES

EARLY_EXPANSION: Final = "early_expansion"
DEVELOPMENT_CARDS: Final = "development_cards"
IGNORE_PORTS: Final = "ignore_ports"
FAVOURS: Final = tuple(f"favour_{name}" for name in RESOURCE_NAMES)
MODIFIERS: Final = (EARLY_EXPANSION, *FAVOURS, DEVELOPMENT_CARDS, IGNORE_PORTS)

EARLY_ROAD: Final = 7
FAVOURED_CARD: Final = 2
FAVOURED_ROLL: Final = 3
DEV_ROLL: Final = 3
DEV_RESOURCES: Final = ("sheep", "wheat", "ore")
PLAYED_DEV: Final = 3
IGNORED_HARBOUR: Final = -50


class ModifiersError(ValueError):
    """A modifier that does not exist; the message lists those that do."""


def read_modifiers(asked: str | Sequence[Any]) -> tuple[str, ...]:
    """Modifiers from `a+b` or a list, each once, in their usual order. Raises ModifiersError."""
    names = [name for name in asked.split("+") if name] if isinstance(asked, str) else list(asked)
    for name in names:
        if name not in MODIFIERS:
            raise ModifiersError(
                f"expected names joined by +, of {', '.join(MODIFIERS)}, got {name!r}"
            )
    return tuple(name for name in MODIFIERS if name in names)


def modified(weights: Weights, names: Collection[str]) -> Weights:
    """The score map as these modifiers rewrite it."""
    if EARLY_EXPANSION in names:
        weights = replace(weights, early_road=EARLY_ROAD, early_spot=weights.spot)
    favoured = [name for name in RESOURCE_NAMES if f"favour_{name}" in names]
    if favoured:
        weights = favour(weights, favoured)
    if DEVELOPMENT_CARDS in names:
        weights = raise_rolls(weights, DEV_RESOURCES, DEV_ROLL)
        weights = replace(weights, played_dev=weights.played_dev + PLAYED_DEV)
    if IGNORE_PORTS in names:
        weights = replace(weights, any_harbour=0.0, own_harbour=0.0, harbour=IGNORED_HARBOUR)
    return weights


def favour(weights: Weights, resources: Collection[str]) -> Weights:
    """Values the cards of these resources, of no others, and what the dice bring of them."""
    cards = {
        f"{name}_card": float(FAVOURED_CARD if name in resources else 0) for name in RESOURCE_NAMES
    }
    return raise_rolls(read_weights(cards, weights), resources, FAVOURED_ROLL)


def raise_rolls(weights: Weights, resources: Collection[str], more: float) -> Weights:
    """Adds to what a pip of each of these resources is worth."""
    rolls = {f"{name}_roll": getattr(weights, f"{name}_roll") + more for name in resources}
    return read_weights(rolls, weights)
