"""What resources, land, harbours and cards of Catan are called in the language that is spoken."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.wording import say
from infoset_gui.views.catan.island import Charts

# As the server and the pictures call them, in the order of their numbers in catalogues.
RESOURCES: Final = ("wood", "brick", "sheep", "wheat", "ore")
DEV_CARDS: Final = ("knight", "road_building", "plenty", "monopoly", "victory")
BANK_RATE: Final = 4  # cards of one kind for another, without a harbour
ANY_RATE: Final = 3
OWN_RATE: Final = 2


def resource_name(resource: int) -> str:
    """A resource by its number."""
    return say(f"catan-resource-{resource}")


def thing_name(name: str) -> str:
    """A resource, land or harbour by the name that the server gives it."""
    if name in RESOURCES:
        return resource_name(RESOURCES.index(name))
    return say("catan-desert") if name == "desert" else name


def land_words(terrain: str, number: int) -> str:
    """A hex by its terrain and number: `wheat 8`."""
    return f"{thing_name(terrain)} {number}" if number else thing_name(terrain)


def dev_name(card: str) -> str:
    """A development card by the name that the server gives it."""
    return say(f"catan-dev-{DEV_CARDS.index(card)}") if card in DEV_CARDS else card


def dev_about(card: str) -> str:
    """What such a card does."""
    return say(f"catan-dev-about-{DEV_CARDS.index(card)}") if card in DEV_CARDS else ""


def cards_words(counts: Sequence[int]) -> str:
    """`2 wood, 1 ore`, by resource."""
    parts = [
        say("catan-count", count=count, name=resource_name(resource))
        for resource, count in enumerate(counts)
        if count
    ]
    return ", ".join(parts) or say("catan-nothing")


def price_words(price: Sequence[str]) -> str:
    """The same of cards by name."""
    return cards_words([price.count(name) for name in RESOURCES])


def exchange_words(kind: str) -> str:
    """What a harbour does, by the name that the server gives it."""
    if kind in RESOURCES:
        return say("catan-exchange", name=thing_name(kind))
    return say("catan-exchange-any")


def bank_words(charts: Charts, obs: Mapping[str, Any], seat: int, action: Sequence[Any]) -> str:
    """A trade with the bank: `Trade 4 wood for 1 ore`."""
    give, take = int(action[1]), int(action[2])
    rate = bank_rate(charts, obs, seat, give)
    return say("catan-do-bank", rate=rate, give=resource_name(give), take=resource_name(take))


def bank_rate(charts: Charts, obs: Mapping[str, Any], seat: int, give: int) -> int:
    """How many cards of a kind the bank takes from a seat for one of another kind."""
    player = obs["players"][seat]
    own = {*player["settlements"], *player["cities"]}
    rate = BANK_RATE
    for edge, kind in zip(charts.harbour_edges, obs["board"]["harbours"], strict=False):
        if own.isdisjoint(charts.edges[edge]):
            continue
        if charts.harbours[kind] == charts.resources[give]:
            return OWN_RATE
        if charts.harbours[kind] not in charts.resources:
            rate = ANY_RATE
    return rate
