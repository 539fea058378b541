"""A person on a seat of one match: what is shown, what is asked, and what a typed line means. Pure.

waiting --asked--> asked --line--> answered (sealed until all have chosen) --> waiting
                   ^   |
                   '---' a line that is no answer, a field of a form, a word for help
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.assistant.advice import Advice, write_proposal
from infoset.errors import WrongChoiceError
from infoset.printing import clean
from infoset.seated.entry import check_action, read_entry
from infoset.seated.form import Form
from infoset.seated.listing import list_actions
from infoset.seated.telling import tell_turn
from infoset.seated.wording import wording_for
from infoset.tracking import WITHDRAWN, Asked, MatchTracker, Missed, Over, is_replaced_by
from infoset.turn import Choice, Match, MatchResult, Turn
from infoset.watching.scene import Scene
from infoset.watching.text import Style, wrapped
from infoset.watching.undoing import Undoing
from infoset.wording import say
from infoset_protocol.messages import MatchStart, Proposal, ServerMessage, Unknown

HELP: Final = range(1, 13)  # lines of help
LEAVE: Final = ("q", "quit", "exit")
ASK_HELP: Final = ("?", "h", "help")
ASK_TEXT: Final = "text"
MILLI: Final = 1000.0


class LeftError(Exception):
    """The person wants to leave the seat."""


class Sitting:
    """One seat, taken by a person. Times are seconds of any clock that only goes forward."""

    def __init__(
        self, start: MatchStart | Match, style: Style, *, is_by_position: bool = False
    ) -> None:
        """With `is_by_position` a number always is a position in the list, never a place."""
        self._is_by_position = is_by_position
        self.scene = Scene(start, style, own=start.seat)
        self.match = self.scene.match
        self.turn: Turn | None = None  # what is asked now
        self.note = ""  # why the last line was no answer, or help
        self.advice = Advice()  # of programs that help
        self.undoing = Undoing(self.match)
        self._style = style
        self.wording = wording_for(self.match)
        self._tracker = MatchTracker(self.match)
        self._form: Form | None = None
        self._until_s: float | None = None
        self._is_leaving = False  # the word that leaves was typed once
        self._answered = 0  # the last decision that was answered: a snapshot may ask it again
        self.sent = 0  # the decision whose answer is on its way, likewise

    @property
    def result(self) -> MatchResult | None:
        """How the match ended, None while it runs."""
        return self.scene.result

    # What happens.

    def take(self, message: ServerMessage | Unknown, now_s: float) -> list[str]:
        """Takes in a message about the match; returns what happened, in words."""
        news = [*self.scene.take(message), *self._hear(message)]
        if (said := self.undoing.take(message)) is not None:
            news.append(said)
        if is_replaced_by(message, self.match.seat):
            self.close()
        for happening in self._tracker.take(message):
            match happening:
                case Asked(turn):
                    if turn.decision not in (self._answered, self.sent):
                        self.ask(turn, now_s)
                case Missed(decision, why):
                    if self.turn is not None and self.turn.decision == decision:
                        self.close()
                        self.note = (
                            "" if why == WITHDRAWN else say("terminal-too-late", why=clean(why))
                        )
                case Over():
                    self.close()
                case _:
                    pass
        return news

    def _hear(self, message: ServerMessage | Unknown) -> list[str]:
        """What programs that help have said anew."""
        before = self._advice()
        return (
            [line for line in self._advice() if line not in before]
            if self.advice.take(message)
            else []
        )

    def _advice(self) -> list[str]:
        return self.advice.lines(self._propose)

    def _propose(self, proposal: Proposal) -> str:
        """A proposal in the words of the game."""
        turn, index = self.turn, proposal.index
        if turn is None or index is None or index >= len(turn.actions):
            return write_proposal(proposal)
        action = turn.actions[index]
        heading = self.wording.heading(action[0]).partition(" (")[0]
        return f"{heading} {self.wording.short(self.match, action)}".strip()

    def see(self, events: Sequence[Mapping[str, Any]]) -> list[str]:
        """Takes in what happened where there are no messages; returns it in words."""
        news = self.scene.say(events)
        self.scene.log.extend(news)
        return news

    def ask(self, turn: Turn, now_s: float) -> None:
        """A decision is open from now on."""
        self.turn, self.note, self._form = turn, "", None
        self._until_s = None if turn.deadline_ms is None else now_s + turn.deadline_ms / MILLI
        self.scene.choices = turn.actions
        self.scene.see(turn.plain_observation)

    def close(self) -> None:
        """Nothing is asked any more."""
        if self.turn is not None:
            self._answered = self.turn.decision
            self._tracker.close(self.turn.decision)
        self.turn, self._form, self._until_s = None, None, None
        self.scene.choices = ()

    # What is typed.

    def answer(self, line: str) -> Choice | None:
        """The choice in a line; None where it is none, and `note` then says why.

        Raises LeftError for the word that leaves, when it comes twice in a row.
        """
        word = line.strip().lower()
        self.note = ""
        was_leaving, self._is_leaving = self._is_leaving, word in LEAVE
        if self._is_leaving:
            if was_leaving:
                raise LeftError
            self.note = say("terminal-ask-leave")
            return None
        if word in ASK_HELP:
            self.note = "\n".join(say(f"terminal-help-{line}") for line in HELP)
        elif word == ASK_TEXT and self.turn is not None:
            self.note = "\n".join(tell_turn(self.turn))
        elif self.turn is None:
            self.note = say("terminal-nothing-asked") if word else ""
        elif word or self._form is not None:
            return self._try(self.turn, line)
        return None

    def _try(self, turn: Turn, line: str) -> Choice | None:
        try:
            return self._read(turn, line)
        except WrongChoiceError as error:
            self.note = clean(error)
            return None

    def _read(self, turn: Turn, line: str) -> Choice | None:
        """The choice, if the line completes one; a form that came to nothing is forgotten."""
        form = self._form
        if form is None:
            form = self._form_for(turn, line.strip().lower())
            if form is None:
                return read_entry(turn, self.wording, line, is_by_position=self._is_by_position)
            self._form = form
            return None
        form.take(line)
        if form.action is None:
            return None
        self._form = None
        return check_action(turn, form.action)

    def _form_for(self, turn: Turn, word: str) -> Form | None:
        """The form for the bare verb of actions with parameters."""
        for param in turn.params:
            if param.get("kind") == word:
                return Form(param, self.wording)
        return None

    # What is shown.

    def prompt(self, now_s: float) -> str:
        """The line before the cursor: what is asked, and how long there is."""
        if self._is_leaving:
            return f"{say('terminal-prompt-leave')} "
        if self.turn is None:
            return f"{say('terminal-prompt-waiting')} "
        if self._form is not None:
            return f"{self._clock(now_s)}{self._form.question}: "
        return f"{self._clock(now_s)}{self.wording.task(self.turn.kind)}: "

    def _clock(self, now_s: float) -> str:
        """The time left, `[0:25] `."""
        if self._until_s is None:
            return ""
        left_s = max(0, int(self._until_s - now_s))
        return f"[{left_s // 60}:{left_s % 60:02d}] "

    def question(self, width: int) -> list[str]:
        """The note, and what can be answered."""
        pieces = wrapped(self.note.splitlines(), width)
        lines = [self._style.paint(piece, "yellow") for piece in pieces]
        if self.turn is None:
            return lines
        listed = list_actions(
            self.turn, self.wording, self._style, width, is_by_position=self._is_by_position
        )
        return [*listed, *lines]

    def screen(self, width: int, height: int) -> list[str]:
        """The whole picture for a terminal of this size, without the prompt.

        A note that needs more than half of it stands alone, until the next line is typed.
        """
        note = wrapped(self.note.splitlines(), width)
        if len(note) > height // 2:
            return note[:height]
        return self.scene.screen(width, height, self._question_and_advice)

    def _question_and_advice(self, width: int) -> list[str]:
        advice = [self._style.paint(line, "cyan") for line in wrapped(self._advice(), width)]
        return [*self.question(width), *advice]
