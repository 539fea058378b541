"""Who has asked to take a step back, and which seats have agreed. Takes nothing back itself.

| asked | all have agreed | somebody declines | the match goes on |
| --- | --- | --- | --- |
| `asked`, to every seat | `done` | `declined` | `lapsed` |

What is asked is not kept: after a restart a seat asks again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import WrongStateError
from infoset_server.network.outbox import Delivery

ASKED: Final = "asked"
DONE: Final = "done"
DECLINED: Final = "declined"
LAPSED: Final = "lapsed"


@dataclass
class Question:
    """`seat` wants its `decision` back, after so many `steps`; those in `waits_for` have not answered."""

    seat: int
    decision: int
    steps: int
    waits_for: set[int]


class UndoVote:
    """At most one question at a time. Every seat hears of it through `tell`."""

    def __init__(self, match_id: MatchId, tell: Callable[[dict[str, Any]], None]) -> None:
        self.question: Question | None = None
        self._id = match_id
        self._tell = tell

    def ask(self, seat: int, decision: int, steps: int, waits_for: Iterable[int]) -> None:
        """Asks the seats it waits for. Raises WrongStateError where they have been asked already."""
        if self.question is not None:
            raise WrongStateError("the other seats have been asked already")
        self.question = Question(seat, decision, steps, set(waits_for))
        self._tell(self._status(self.question, ASKED))

    def answer(self, voter: int, seat: int, decision: int, *, agrees: bool) -> bool:
        """What seat `voter` says. Returns whether all have agreed; raises WrongStateError where it is not asked."""
        question = self.question
        if question is None or (question.seat, question.decision) != (seat, decision):
            raise WrongStateError(f"seat {seat} does not ask for decision {decision} back")
        if voter not in question.waits_for:
            raise WrongStateError("your seat is not asked, or has answered")
        if not agrees:
            self.close(DECLINED)
            return False
        question.waits_for.discard(voter)
        if question.waits_for:
            self._tell(self._status(question, ASKED))
        return not question.waits_for

    def go_on(self, steps: int) -> None:
        """The match has so many `steps`: if there is a new one, somebody has acted or left, and the question is over."""
        if self.question is not None and self.question.steps != steps:
            self.close(LAPSED)

    def close(self, status: str) -> None:
        """The question, if there is one, is over."""
        question, self.question = self.question, None
        if question is not None:
            self._tell(self._status(question, status))

    def tell_again(self, client: Client) -> None:
        """Tells who has come (back) what is asked."""
        if self.question is not None:
            client.line.send(Prepared(self._status(self.question, ASKED)), Delivery.MUST)

    def _status(self, question: Question, status: str) -> dict[str, Any]:
        message = {
            "type": "undo_status",
            "match_id": self._id,
            "seat": question.seat,
            "decision": question.decision,
            "status": status,
        }
        if status == ASKED:
            message["waits_for"] = sorted(question.waits_for)
        return message
