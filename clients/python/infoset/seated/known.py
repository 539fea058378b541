"""What a person asks of what they know, as words that a terminal can read.

know               what the others hold and what may come, with chances
weigh              how each of one's actions changes one's chances to win
"""

from functools import partial
from typing import Final

from infoset.errors import ConnectionLostError, ReplyTimeoutError, RequestError
from infoset.knowing.figures import acts_of, to_weigh, weighed
from infoset.knowing.telling import tell_known, tell_weighed
from infoset.knowing.wording import PlainWords, words_for
from infoset.refusals import trouble_words
from infoset.remote import Request, expect
from infoset.seated.wording import Wording
from infoset.turn import Match, Turn
from infoset.watching.names import player_name
from infoset.wording import say
from infoset_protocol.messages import Know, Known

KNOW: Final = "know"
WEIGH: Final = "weigh"
OTHER_RULES: Final = (
    KeyError,
    TypeError,
    IndexError,
    ValueError,
)  # it tells what our words do not know


async def obey_know(
    line: str, match: Match, turn: Turn | None, wording: Wording, request: Request
) -> str | None:
    """Does what a line says; returns what to show. None: it is none of these words."""
    word = line.strip().lower()
    try:
        if word == KNOW:
            return "\n".join(await _known(match, request))
        if word == WEIGH:
            return "\n".join(await _weighed(match, turn, wording, request))
    except RequestError as error:
        is_off = error.code == "compute_off"
        return say("known-forbidden") if is_off else trouble_words(error)
    except (ConnectionLostError, ReplyTimeoutError) as error:
        return trouble_words(error)
    return None


async def _known(match: Match, request: Request) -> list[str]:
    told = expect(await request(Know(match_id=match.match_id)), Known)
    if not told.seats and not told.effects:
        return [say("known-nothing-told")]
    name = partial(name_of, match)
    try:
        return tell_known(told, words_for(match, name), name)
    except OTHER_RULES:
        return tell_known(told, PlainWords(match, name), name)


async def _weighed(
    match: Match, turn: Turn | None, wording: Wording, request: Request
) -> list[str]:
    indices = to_weigh(turn)
    if turn is None or len(indices) < 2:
        return [say("terminal-nothing-to-weigh")]
    told = expect(await request(Know(match_id=match.match_id, first=acts_of(indices))), Known)
    return tell_weighed(weighed(told.rows or (), match.seat), partial(action_of, turn, wording))


def name_of(match: Match, seat: int) -> str:
    """A player, or oneself."""
    return say("match-you") if seat == match.seat else player_name(match, seat)


def action_of(turn: Turn, wording: Wording, index: int) -> str:
    """A listed action, as the list has it."""
    action = turn.actions[index]
    heading = wording.heading(action[0]).partition(" (")[0]
    return f"{heading} {wording.short(turn.match, action)}".strip()
