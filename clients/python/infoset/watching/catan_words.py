"""What happens in Catan, in words. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.turn import Match
from infoset.watching.names import player_name
from infoset.watching.text import Style
from infoset_games.catan.cards import DEV_NAMES, RESOURCE_NAMES, SEVEN
from infoset_games.catan.text import LETTERS

CARD_NAMES: Final = tuple(name.replace("_", " ") for name in DEV_NAMES)
SIMPLE: Final = {  # events that have nothing but a seat
    "reject": "says no",
    "accept": "says yes",
    "withdraw": "withdraws the offer",
    "buy": "buys a development card",
}
PLACED: Final = {  # events at a place
    "settlement": ("builds a settlement at", "vertex"),
    "city": ("builds a city at", "vertex"),
    "road": ("builds a road at", "edge"),
    "robber": ("moves the robber to", "hex"),
}
SPECIAL: Final = {"longest_road": "the longest road", "largest_army": "the largest army"}


def say(match: Match, event: Mapping[str, Any], style: Style) -> str | None:
    """An event in words; None for one that is not worth a line. Raises KeyError for unknown ones."""
    kind = event["e"]
    who = player_name(match, event.get("by", -1))
    if kind in SIMPLE:
        return f"{who} {SIMPLE[kind]}"
    if kind in PLACED:
        verb, place = PLACED[kind]
        return f"{who} {verb} {place} {event[place]}"
    if kind in SPECIAL:
        return f"{who} has {SPECIAL[kind]}" if event["by"] >= 0 else f"{SPECIAL[kind]} is set aside"
    match kind:
        case "turn":
            return style.paint(f"-- round {event['round']}, {who} --", "dim")
        case "dice":
            return _dice_text(who, *event["dice"])
        case "over":
            return style.paint("-- the game is over --", "dim")
        case "end_turn" | "put_aside" | "victim":
            return None
        case "bought":
            return f"{who} draws {card_name(event['card'])}" if event["card"] >= 0 else None
        case "play":
            return f"{who} plays {card_name(event['card'])}"
        case _:
            return _say_cards(match, event, who)


def _say_cards(match: Match, event: Mapping[str, Any], who: str) -> str:
    """An event in which cards change hands."""
    match event["e"]:
        case "yield" | "plenty":
            return f"{who} gets {cards_text(event['cards'])}"
        case "discard":
            cards = event["cards"]
            what = f"{event['count']} cards" if isinstance(cards, int) else cards_text(cards)
            return f"{who} discards {what}"
        case "theft":
            resource = event["resource"]
            what = RESOURCE_NAMES[resource] if resource >= 0 else "a card"
            return f"{who} steals {what} from {player_name(match, event['from'])}"
        case "monopoly":
            name = RESOURCE_NAMES[event["resource"]]
            return f"{who} takes all {name}: {sum(event['from'])}"
        case "bank":
            return f"{who} gives the bank {trade_text(event['give'], event['take'])}"
        case "offer":
            asked = ", ".join(player_name(match, seat) for seat in event["to"])
            return f"{who} offers {trade_text(event['give'], event['take'])} to {asked}"
        case "counter":
            return f"{who} would give {trade_text(event['give'], event['take'])}"
        case "trade":
            partner = player_name(match, event["with"])
            return f"{who} gives {partner} {trade_text(event['give'], event['take'])}"
        case kind:
            raise KeyError(kind)


def _dice_text(who: str, first: int, second: int) -> str:
    total = first + second
    return f"{who} rolls {first}+{second} = {total}{'!' if total == SEVEN else ''}"


def card_name(kind: int) -> str:
    """A development card."""
    return CARD_NAMES[kind]


def cards_text(counts: Sequence[int]) -> str:
    """`2 wood, 1 ore`; nothing for no cards."""
    return ", ".join(
        f"{count} {RESOURCE_NAMES[resource]}" for resource, count in enumerate(counts) if count
    )


def trade_text(give: Sequence[int], take: Sequence[int]) -> str:
    """`2 wood for 1 ore`."""
    return f"{cards_text(give)} for {cards_text(take)}"


def short_cards(counts: Sequence[int], *, all_of_them: bool = False) -> str:
    """`w2 o1`, in the letters of the notation."""
    return " ".join(
        f"{LETTERS[resource]}{count}"
        for resource, count in enumerate(counts)
        if count or all_of_them
    )
