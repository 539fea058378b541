"""Words that screens put together from several messages: clocks, the options of games."""

import re
from typing import Any, Final

from infoset.printing import clean
from infoset.refusals import sentence
from infoset.wording import is_said, say
from infoset_protocol.messages import ClockSpec

MINUTE_MS: Final = 60_000
LONG: Final = 60  # characters of a value that is only said to be there


# Time.


def span_words(ms: int) -> str:
    """A time: `2 min`, `45 s`."""
    if ms and ms % MINUTE_MS == 0:
        return say("room-minutes", count=ms // MINUTE_MS)
    seconds = ms / 1000
    return say("room-seconds", count=int(seconds) if seconds.is_integer() else seconds)


def clock_words(clock: ClockSpec) -> str:
    """A time control."""
    match clock.kind:
        case "per_move":
            return say("room-clock-move", time=span_words(clock.move_ms or 0))
        case "bank":
            main = span_words(clock.main_ms or 0)
            if not clock.inc_ms:
                return main
            return say("room-clock-bank", main=main, increment=span_words(clock.inc_ms))
        case "correspondence":
            return say("room-clock-days", count=clock.move_days or 1)
        case _:
            return say("room-clock-none")


def minutes_words(seconds: float) -> str:
    """`1:05`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


# Games and their options.


def game_brief(game: str) -> str:
    """A sentence about a game."""
    return say(f"{game}-brief") if is_said(f"{game}-brief") else say("window-game-about")


def wire_words(name: str) -> str:
    """A name of the wire as people would write it."""
    return clean(name).replace("_", " ")


def option_title(game: str, name: str) -> str:
    """What an option is called: in words of its game, else as on the wire."""
    return (
        say(f"{game}-option-{name}")
        if is_said(f"{game}-option-{name}")
        else sentence(wire_words(name))
    )


def option_about(game: str, name: str, about: str) -> str:
    """What an option means: in words of its game, else as the server tells it."""
    key = f"{game}-option-about-{name}"
    return sentence(say(f"{game}-option-about-{name}") if is_said(key) else clean(about))


def choice_words(game: str, name: str, value: str) -> str:
    """One of the values that an option can have."""
    key = f"{game}-choice-{name}-{re.sub(r'[^A-Za-z0-9_]', '_', value)}"
    if is_said(key):
        return sentence(say(key))
    return sentence(wire_words(value)) or sentence(say("window-none"))


def value_words(game: str, name: str, value: Any) -> str:
    """The value of an option; what is drawn or written down as a whole is only said to be there."""
    match value:
        case bool():
            return sentence(say("room-yes") if value else say("room-no"))
        case str():
            is_whole = "\n" in value or len(value) > LONG
            return sentence(say("room-own")) if is_whole else choice_words(game, name, value)
        case list():
            return " ".join(clean(one) for one in value)
        case dict():
            return sentence(say("room-own"))
        case None:
            return sentence(say("window-none"))
        case _:
            return clean(value)


def pace_words(pace: str) -> str:
    """A pace of a server: its own ones are called as it calls them."""
    return sentence(say(f"room-pace-{pace}") if is_said(f"room-pace-{pace}") else wire_words(pace))


def practice_words(game: str, name: str) -> str:
    """A room to practise in."""
    key = f"{game}-practice-{name}"
    return say(f"{game}-practice-{name}") if is_said(key) else sentence(wire_words(name))
