"""What happened in Catan, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.turn import Match
from infoset.watching.names import player_name
from infoset.wording import say
from infoset_gui.views.catan.names import DEV_CARDS, cards_words, dev_name, resource_name
from infoset_gui.views.catan.words import Places
from infoset_gui.views.phrases import log_heading, log_line, who

Event = Mapping[str, Any]
SIMPLE: Final = ("buy", "accept", "reject", "withdraw")  # events that have nothing but a seat


def say_event(match: Match, event: Event, places: Places | None) -> str | None:
    """An event as a line of the log; None for one that is not worth any. Raises KeyError for other rules.

    With `places` it says what lies around what was built.
    """
    seat = event.get("by", -1)
    match event.get("e"):
        case "turn":
            turn = say("catan-log-turn", round=event["round"])
            return log_heading(say("match-log-line", who=player_name(match, seat), text=turn))
        case "over":
            is_last = event.get("ending") == "round_limit"
            return log_heading(say("catan-log-last-round" if is_last else "match-over"))
        case "longest_road" if seat < 0:
            return say("catan-log-longest-none")
        case "largest_army" if seat < 0:
            return say("catan-log-army-none")
        case "settlement" | "city" | "road" | "robber":
            return log_line(match, seat, placed_words(event, places))
        case _:
            return log_line(match, seat, done_words(match, event)) or None


def placed_words(event: Event, places: Places | None) -> str:
    """What somebody has put on the board, and where."""
    kind = event["e"]
    done = say(f"catan-log-{kind}")
    if places is None:
        return done
    match kind:
        case "road":
            where = places.edge(event["edge"])
        case "robber":
            where = places.hex(event["hex"])
        case _:
            where = places.around(event["vertex"])
    return f"{done} ({where})"


def done_words(match: Match, event: Event) -> str:
    """What somebody has done, behind their name; empty where there is nothing to tell."""
    match event.get("e"):
        case kind if kind in SIMPLE:
            return say(f"catan-log-{kind}")
        case "longest_road":
            return say("catan-log-longest")
        case "largest_army":
            return say("catan-log-army")
        case "dice":
            first, second = event["dice"]
            return say("catan-log-dice", sum=first + second, first=first, second=second)
        case "bought" if event["card"] >= 0:
            return say("catan-log-bought", card=card_name(event["card"]))
        case "play":
            return say("catan-log-play", card=card_name(event["card"]))
        case "put_aside" if event["resource"] >= 0:
            return say("catan-log-aside", card=resource_name(event["resource"]))
        case _:
            return cards_done(match, event)


def cards_done(match: Match, event: Event) -> str:
    """The same of events in which cards change hands."""
    match event.get("e"):
        case "yield" | "plenty" as kind:
            return say(f"catan-log-{kind}", cards=cards_words(event["cards"]))
        case "discard" if isinstance(event["cards"], list) and any(event["cards"]):
            return say("catan-log-discard", cards=cards_words(event["cards"]))
        case "discard":
            return say("catan-log-discard-count", count=event["count"])
        case "theft":
            stolen = event["resource"]
            card = resource_name(stolen) if stolen >= 0 else say("catan-a-card")
            return say("catan-log-theft", card=card, **who(match, event["from"]))
        case "monopoly":
            name, count = resource_name(event["resource"]), sum(event["from"])
            return say("catan-log-monopoly", name=name, count=count)
        case "bank" | "offer" | "counter" as kind:
            return say(f"catan-log-{kind}", **sides_of(event))
        case "trade":
            return say("catan-log-trade", **sides_of(event), **who(match, event["with"]))
        case _:
            return ""


def sides_of(event: Event) -> dict[str, object]:
    """What is given and what is taken, as arguments of a message."""
    return {"give": side_words(event["give"]), "take": side_words(event["take"])}


def side_words(side: Sequence[int] | int) -> str:
    """Cards by resource, or one resource by its number."""
    return resource_name(side) if isinstance(side, int) else cards_words(side)


def card_name(kind: int) -> str:
    """A development card by its number."""
    return dev_name(DEV_CARDS[kind])
