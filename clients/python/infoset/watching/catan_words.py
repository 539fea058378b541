"""What happens in Catan, in words. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.turn import Match
from infoset.watching.names import player_name
from infoset.watching.text import Style
from infoset.wording import say
from infoset_games.catan.cards import DESERT, GENERIC, HARBOUR_NAMES, SEVEN
from infoset_games.catan.text import LETTERS

SIMPLE: Final = ("reject", "accept", "withdraw", "buy")  # events that have nothing but a seat
PLACED: Final = {"settlement": "vertex", "city": "vertex", "road": "edge", "robber": "hex"}
SPECIAL: Final = ("longest_road", "largest_army")


def tell(match: Match, event: Mapping[str, Any], style: Style) -> str | None:
    """An event in words; None for one that is not worth a line. Raises KeyError for unknown ones."""
    kind = event["e"]
    who = player_name(match, event.get("by", -1))
    if kind in SIMPLE:
        return say(f"catan-tell-did-{kind}", name=who)
    if kind in PLACED:
        place = say(f"catan-tell-{PLACED[kind]}", number=event[PLACED[kind]])
        return say(f"catan-tell-did-{kind}", name=who, place=place)
    if kind in SPECIAL:
        if event["by"] < 0:
            return say(f"catan-tell-lost-{kind}")
        return say(f"catan-tell-did-{kind}", name=who)
    match kind:
        case "turn":
            told = say("catan-tell-did-turn", round=event["round"], name=who)
            return style.paint(f"-- {told} --", "dim")
        case "dice":
            return _dice_text(who, *event["dice"])
        case "over":
            return style.paint(f"-- {say('terminal-over')} --", "dim")
        case "end_turn" | "put_aside" | "victim":
            return None
        case "bought":
            if event["card"] < 0:
                return None
            return say("catan-tell-did-bought", name=who, card=card_name(event["card"]))
        case "play":
            return say("catan-tell-did-play", name=who, card=card_name(event["card"]))
        case _:
            return _say_cards(match, event, who)


def _say_cards(match: Match, event: Mapping[str, Any], who: str) -> str:
    """An event in which cards change hands."""
    match event["e"]:
        case "yield" | "plenty":
            return say("catan-tell-did-yield", name=who, cards=cards_text(event["cards"]))
        case "discard":
            cards = event["cards"]
            count = say("catan-tell-cards", count=event["count"])
            what = count if isinstance(cards, int) else cards_text(cards)
            return say("catan-tell-did-discard", name=who, cards=what)
        case "theft":
            resource = event["resource"]
            what = resource_name(resource) if resource >= 0 else say("catan-a-card")
            whom = player_name(match, event["from"])
            return say("catan-tell-did-theft", name=who, card=what, whom=whom)
        case "monopoly":
            card, count = resource_name(event["resource"]), sum(event["from"])
            return say("catan-tell-did-monopoly", name=who, card=card, count=count)
        case "bank":
            trade = trade_text(event["give"], event["take"])
            return say("catan-tell-did-bank", name=who, trade=trade)
        case "offer":
            asked = ", ".join(player_name(match, seat) for seat in event["to"])
            trade = trade_text(event["give"], event["take"])
            return say("catan-tell-did-offer", name=who, trade=trade, whom=asked)
        case "counter":
            trade = trade_text(event["give"], event["take"])
            return say("catan-tell-did-counter", name=who, trade=trade)
        case "trade":
            partner = player_name(match, event["with"])
            trade = trade_text(event["give"], event["take"])
            return say("catan-tell-did-trade", name=who, whom=partner, trade=trade)
        case kind:
            raise KeyError(kind)


def _dice_text(who: str, first: int, second: int) -> str:
    total = first + second
    roll = f"{first}+{second} = {total}{'!' if total == SEVEN else ''}"
    return say("catan-tell-did-dice", name=who, roll=roll)


def card_name(kind: int) -> str:
    """A development card."""
    return say(f"catan-tell-dev-{kind}")


def resource_name(resource: int) -> str:
    """A resource, or the desert behind them."""
    return say("catan-desert") if resource == DESERT else say(f"catan-resource-{resource}")


def harbour_name(kind: int) -> str:
    """What a harbour takes: a resource, or any three."""
    return HARBOUR_NAMES[kind] if kind == GENERIC else resource_name(kind)


def cards_text(counts: Sequence[int]) -> str:
    """`2 wood, 1 ore`; nothing for no cards."""
    return ", ".join(
        say("catan-count", count=count, name=resource_name(resource))
        for resource, count in enumerate(counts)
        if count
    )


def trade_text(give: Sequence[int], take: Sequence[int]) -> str:
    """`2 wood for 1 ore`."""
    return say("catan-tell-trade", give=cards_text(give), take=cards_text(take))


def short_cards(counts: Sequence[int], *, all_of_them: bool = False) -> str:
    """`w2 o1`, in the letters of the notation."""
    return " ".join(
        f"{LETTERS[resource]}{count}"
        for resource, count in enumerate(counts)
        if count or all_of_them
    )
