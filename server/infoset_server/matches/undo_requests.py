"""Requests about steps taken back in one match: who may ask, whose consent it takes, and when it is done."""

from collections.abc import Callable
from functools import partial
from typing import final

from infoset_games.notices import Notice
from infoset_protocol.messages import AnswerUndo, ClientMessage, Undo
from infoset_server.accounts.clients import Client
from infoset_server.common.request_errors import WrongStateError
from infoset_server.matches.commit_gate import CommitGate
from infoset_server.matches.match_clock import MatchClock
from infoset_server.matches.seating import Seating
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.undo import DONE, LAPSED
from infoset_server.storage.errors import StoreError


@final
class UndoRequests:
    """Takes steps back in the match of the `commit_gate`, and answers who asked when that is kept."""

    def __init__(
        self,
        seating: Seating,
        commit_gate: CommitGate,
        clock: MatchClock,
        seat_of: Callable[[Client], MatchSeat],
        tell_and_reply: Callable[[Client, ClientMessage, list[Notice]], None],
        refuse_unkept: Callable[[Client, ClientMessage, StoreError], None],
    ) -> None:
        """`seat_of` gives the seat on which a client decides; raises NotYourSeatError or WrongStateError."""
        self._seating = seating
        self._vote = seating.undo_vote
        self._commit_gate = commit_gate
        self._clock = clock
        self._seat_of = seat_of
        self._tell_and_reply = tell_and_reply
        self._refuse_unkept = refuse_unkept

    def ask(self, client: Client, request: Undo) -> None:
        """The player takes a step back, or asks the others to agree.

        Answers the request; raises NotYourSeatError or WrongStateError.
        """
        match_seat = self._seat_of(client)
        seat, match = match_seat.seat, self._commit_gate.match
        if match.undoable(seat) != request.decision:
            raise WrongStateError(f"decision {request.decision} cannot be taken back")
        asks = [
            other for other in match.undo_asks(seat) if self._seating.decides(other, match_seat)
        ]
        if asks:
            self._vote.ask(seat, request.decision, len(match.steps), asks)
            client.line.reply(request, {"type": "ok"})
        else:
            self._take_back(seat, client, request)

    def answer(self, client: Client, request: AnswerUndo) -> None:
        """The player agrees that another seat takes a step back, or does not. Answers and raises as `ask`."""
        voter = self._seat_of(client).seat
        if self._vote.answer(voter, request.seat, request.decision, agrees=request.agree):
            self._take_back(request.seat, client, request)
        else:
            client.line.reply(request, {"type": "ok"})

    def _take_back(self, seat: int, client: Client, request: ClientMessage) -> None:
        """What has been agreed on."""
        notices = self._commit_gate.match.undo(seat, self._clock.now_ms())
        if not notices:
            self._vote.close(LAPSED)
            raise WrongStateError("no time would be left for the decision")
        self._commit_gate.settle(
            partial(self._tell, client, request, notices), partial(self._refuse, client, request)
        )

    def _tell(self, client: Client, request: ClientMessage, notices: list[Notice]) -> None:
        self._vote.close(DONE)
        self._tell_and_reply(client, request, notices)

    def _refuse(self, client: Client, request: ClientMessage, error: StoreError) -> None:
        self._vote.close(LAPSED)
        self._refuse_unkept(client, request, error)
