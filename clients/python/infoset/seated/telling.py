"""The text of a position for readers without a screen: language models, programs, people who listen. Pure.

What the seat knows, in the words of the game, then what is asked and the legal actions with their positions. The
same observation gives the same text, byte for byte: names and numbers come from it and from the match alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.printing import clean
from infoset.seated.listing import list_actions
from infoset.seated.wording import wording_for
from infoset.turn import Action, Match, Turn
from infoset.watching.boards import Board, PlainBoard, board_for
from infoset.watching.names import player_name
from infoset.watching.text import Style
from infoset.wording import say

WIDTH: Final = 1 << 16  # columns: a reader of text needs no line breaks
BLACK: Final = Style()


def tell_position(
    match: Match, observation: Mapping[str, Any], choices: Sequence[Action] = ()
) -> list[str]:
    """What the seat knows, in lines; of the places that `choices` name also where they are."""
    try:
        return _tell(board_for(match, BLACK), match, observation, choices)
    except ValueError:  # other rules than ours
        return _tell(PlainBoard(BLACK), match, observation, choices)


def _tell(
    board: Board, match: Match, observation: Mapping[str, Any], choices: Sequence[Action]
) -> list[str]:
    lines = board.facts(match, observation, choices)
    own = board.own(match, match.seat, observation, observation) if match.seat >= 0 else []
    told = [*lines, *(line.strip() for line in own)]
    return [piece for line in told for piece in line.split("\n")]


def tell_question(turn: Turn) -> list[str]:
    """What is asked, and all that can be answered, each with its position in the list."""
    wording = wording_for(turn.match)
    explained = wording.explain(turn) if turn.kind == "setup" else ()
    return [
        say("terminal-decision", number=str(turn.decision), task=wording.task(turn.kind)),
        *list_actions(turn, wording, BLACK, WIDTH, is_by_position=True, mark=")"),
        *explained,
    ]


def tell_turn(turn: Turn) -> list[str]:
    """The whole of a turn: who plays, what the seat knows, what it may do."""
    match = turn.match
    rules, name = clean(match.rules), player_name(match, match.seat)
    head = say("terminal-you-are", rules=rules, name=name, seat=match.seat)
    return [
        head,
        *tell_position(match, turn.plain_observation, turn.actions),
        *tell_question(turn),
    ]
