"""The questions to a seat at this computer, and how they are answered: by a press, by a row of answers, or by nobody in time."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from infoset.botseat import CLOSED, write_act
from infoset.errors import RequestError, WrongChoiceError
from infoset.turn import Answer, Turn
from infoset.wording import say
from infoset_gui.screens.holding import Held, asks_back
from infoset_gui.screens.proposals import action_words
from infoset_gui.screens.seating import Row, Seating
from infoset_gui.stage import Stage
from infoset_gui.views.view import Look
from infoset_protocol.messages import Act, ActOk

LAST_S: Final = 0.5  # before its time is up, what is prepared is sent


class Answering:
    """What a seating does with its questions. All that lasts from one to the next is kept by the seating."""

    def __init__(self, stage: Stage, seating: Seating) -> None:
        self._stage = stage
        self._seating = seating
        self._table = seating.table

    def look(self, now_s: float) -> Look:
        """What there is to be seen now; a press there is for the question that is open now."""
        refuse = partial(self._stage.say, kind="warn")
        turn = self._table.turn
        answer, answer_all = partial(self._press, turn), partial(self._answer_all, turn)
        return self._seating.look(self._stage.preferences, now_s, answer, refuse, answer_all)

    def notice(self, now_s: float) -> bool:
        """Tells the view of a question that it does not know yet; was there one?"""
        seating, turn = self._seating, self._table.turn
        if turn is None or turn.decision == seating.asked:
            return False
        seating.asked, seating.asked_s, seating.passes_s = turn.decision, now_s, None
        seating.held = None
        look = self.look(now_s)
        seating.view.on_turn(look)
        if self._goes_on_with_row(turn):
            return True
        if self._stage.preferences.skip_forced and seating.view.is_forced(look):
            seating.passes_s = now_s + seating.thinking.wait_s(self._table.left_s(now_s))
        else:
            self._stage.sounds.play("turn")
        return True

    def by_itself(self, now_s: float) -> bool:
        """Passes where there is no choice, not sooner than with one; sends what is prepared when the time is up."""
        seating, table = self._seating, self._table
        if table.turn is None or table.turn.decision != seating.asked:
            return False
        if seating.passes_s is not None and now_s >= seating.passes_s:
            table.note(say("window-match-passed"))
            self.give(table.turn, 0, by_hand=False)
            return True
        left_s = table.left_s(now_s)
        return left_s is not None and left_s <= LAST_S and self._send_prepared(table.turn, now_s)

    def give(self, turn: Turn | None, answer: Answer, *, by_hand: bool = True) -> None:
        """Answers a question, if it is still the open one; a refusal opens it again, with the reason."""
        seating, table = self._seating, self._table
        if turn is None or turn is not table.turn:
            return
        seating.passes_s = seating.held = None
        if by_hand:
            seating.thinking.note(self._stage.clock_s() - seating.asked_s)
        try:
            choice = turn.read_answer(answer)
        except WrongChoiceError as error:
            self._stage.say(str(error), "warn")
            return
        message: Act = write_act(turn, choice)
        if table.sealed is not None:
            message = message.model_copy(update={"replace": True})
        table.answering()
        self._stage.is_stale = True
        seating.session.request(message, ActOk, table.accepted, self._failed)

    def confirm(self) -> None:
        """The choice that is held is meant."""
        held = self._seating.held
        if held is not None:
            self.give(held.turn, held.answer)

    def release(self) -> bool:
        """The choice that is held is not meant; was there any?"""
        held, self._seating.held = self._seating.held, None
        self._stage.is_stale |= held is not None
        return held is not None

    def _press(self, turn: Turn | None, answer: Answer) -> None:
        """Answers a question by one press, which may have been a slip: then it is held until it is confirmed."""
        seating, likes = self._seating, self._stage.preferences
        if turn is None or turn is not self._table.turn:
            return
        held = seating.held
        is_repeated = held is not None and held.is_for(turn) and held.answer == answer
        if not is_repeated and asks_back(likes, turn, answer, self._stage.memory.pressed_by):
            words = action_words(turn, int(answer), seating.view, seating.panel.wording)
            seating.held = Held(turn, answer, words)
            self._stage.is_stale = True
        else:
            self.give(turn, answer)

    def _answer_all(self, turn: Turn | None, answers: Sequence[Answer]) -> None:
        """Answers this question with the first, and those of its kind that follow with the others."""
        if turn is not None and turn is self._table.turn:
            self._seating.row = Row(turn.kind, list(answers[1:]))
            self.give(turn, answers[0])

    def _goes_on_with_row(self, turn: Turn) -> bool:
        """Answers with the next of a row, where this is one of its questions; was it?"""
        row, self._seating.row = self._seating.row, None
        if row is None or turn.kind != row.kind or not row.answers:
            return False
        self._answer_all(turn, row.answers)
        return True

    def _send_prepared(self, turn: Turn, now_s: float) -> bool:
        """Gives the answer that is held, or what the view makes of what has been chosen so far; is there one?"""
        held = self._seating.held
        if held is not None and held.is_for(turn):
            answer, told = held.answer, say("window-match-sent", words=held.words)
        else:
            completed = self._seating.view.complete(self.look(now_s))
            if completed is None:
                return False
            answer, told = completed
        self._stage.say(say("match-time-up", told=told), "warn")
        self.give(turn, answer, by_hand=False)
        return True

    def _failed(self, error: Exception) -> None:
        """An answer was refused, or has not arrived."""
        if isinstance(error, RequestError) and error.code in CLOSED:
            self._table.sent = None
        else:
            self._table.refused()
        self._seating.session.complain(error)
