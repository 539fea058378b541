"""What a seat can take back, and who asks the others to let them take a step back. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from infoset.turn import Match
from infoset.watching.names import player_name
from infoset.wording import say
from infoset_protocol.messages import (
    ActOk,
    AnswerUndo,
    Events,
    MatchOver,
    ServerMessage,
    Snapshot,
    Undo,
    UndoStatus,
    Unknown,
    YourTurn,
)

UNDONE: Final = "undone"  # the kind of event
BRANCHED: Final = "branched"  # of a match that begins at a position of another
ENDS: Final = ("declined", "lapsed")


class Undoing:
    """Follows the messages of one match. `undoable` is the decision that the own seat can take back now."""

    def __init__(self, match: Match) -> None:
        self.undoable: int | None = None
        self.vote: UndoStatus | None = None  # a seat asks, and not all have answered
        self._match = match
        self._told = (
            0  # changes since the word of what can be taken back; the first is the step itself
        )

    def take(self, message: ServerMessage | Unknown) -> str | None:
        """Takes in a message; returns what it says of a step taken back, in words."""
        match message:
            case ActOk():
                self._note(message.undo, 0)
            case YourTurn() | Snapshot():
                self._note(message.undo, 1)
            case Events():
                self._told += 1
                if self._told > 1:
                    self.undoable = None
            case MatchOver():
                self.undoable = self.vote = None
            case UndoStatus():
                return self._hear(message)
            case _:
                pass
        return None

    def request(self) -> Undo | None:
        """Takes the step back, or asks for it; None where there is none."""
        if self.undoable is None:
            return None
        return Undo(match_id=self._match.match_id, decision=self.undoable)

    def answer(self, *, agree: bool) -> AnswerUndo | None:
        """Agrees, or does not; None where this seat is not asked."""
        vote = self.vote
        if vote is None or self._match.seat not in vote.waits_for:
            return None
        match_id = self._match.match_id
        return AnswerUndo(match_id=match_id, seat=vote.seat, decision=vote.decision, agree=agree)

    def _note(self, undoable: int | None, told: int) -> None:
        self.undoable, self._told = undoable, told

    def _hear(self, status: UndoStatus) -> str | None:
        is_new = self.vote is None
        self.vote = status if status.status == "asked" else None
        if self.vote is not None and not is_new:
            return None
        name = player_name(self._match, status.seat)
        if self.vote is not None:
            return say("terminal-asks-undo", name=name)
        if status.status in ENDS:
            return say(f"match-log-undo-{status.status}", name=name)
        return None


def undone_words(match: Match, event: Mapping[str, Any]) -> str | None:
    """What is said of an event of a step taken back, or of a match that goes on anew; None for any other event."""
    if event.get("e") == BRANCHED:
        return say("match-log-branched")
    if event.get("e") != UNDONE:
        return None
    who = player_name(match, event.get("by", -1))
    return say("match-log-line", who=who, text=say("match-log-undone"))
