"""Why something that was asked of a server did not happen, in the player's language."""

import re
from typing import Any, Final

from infoset.errors import ConnectionLostError, InfosetError, ReplyTimeoutError, RequestError
from infoset.printing import clean
from infoset.word_files import ENGLISH
from infoset.wording import is_said, say, spoken

TROUBLE: Final = (RequestError, ConnectionLostError, ReplyTimeoutError)  # of a request
SETTING: Final = re.compile(
    r" \([a-z]+\.[a-z_.]+\)"
)  # in a refusal: for hosts, not for whoever plays
# The right that all have: what is refused for want of it is not open to somebody who plays, or not yet.
WATCH: Final = "watch"


def sentence(text: str) -> str:
    """The words with a capital."""
    return f"{text[:1].upper()}{text[1:]}"


def refusal_words(code: str, msg: str, data: Any) -> str:
    """Why a server refuses something: the rules' own reason, else the words for its code, else what it says."""
    given = data if isinstance(data, dict) else {}
    if isinstance(why := given.get("why"), str):
        return sentence(clean(why))
    if isinstance(want := given.get("want"), str):
        return say("frame-error-field", field=clean(given.get("path", "")), want=clean(want))
    if code == "forbidden" and given.get("scope") == WATCH and msg:
        return say("frame-error-not-here", why=clean(msg))
    if code == "forbidden" and isinstance(scope := given.get("scope"), str):
        return say("frame-error-scope", scope=clean(scope))
    if is_said(f"frame-error-{code}"):
        return say(f"frame-error-{code}")
    words = SETTING.sub("", clean(msg or code))
    return sentence(words) or say("frame-error-unknown")


def trouble_words(error: InfosetError) -> str:
    """One of TROUBLE as a line of a terminal; in English as the server says it, which is more exact."""
    if spoken() == ENGLISH:
        return clean(error.msg if isinstance(error, RequestError) else error)
    match error:
        case RequestError():
            return refusal_words(error.code, error.msg, error.data)
        case ReplyTimeoutError():
            return say("frame-no-answer")
        case _:
            return say("frame-cut")
