"""One seat of this computer: whose login it is, and the match as it is seen from there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from infoset.errors import WrongChoiceError
from infoset.refusals import sentence
from infoset.seated.entry import check_action
from infoset.turn import Action, Answer, Turn
from infoset_gui.net.session import Session
from infoset_gui.preferences import Preferences
from infoset_gui.screens.assistants import AssistantPanel
from infoset_gui.screens.chat import ChatBox
from infoset_gui.screens.holding import Held
from infoset_gui.screens.known import KnownPane
from infoset_gui.stage import Stage
from infoset_gui.table import Table
from infoset_gui.thinking import Thinking
from infoset_gui.views.plain import PlainView
from infoset_gui.views.view import Look, View, find_view


@dataclass
class Row:
    """Answers to one question after the other, as long as they are of this kind."""

    kind: str
    answers: list[Answer]


@dataclass
class Seating:
    """A seat, or a place to look on from."""

    session: Session
    table: Table
    view: View
    panel: AssistantPanel
    chat: ChatBox
    known: KnownPane
    asked: int = -1  # the decision that the view knows of
    asked_s: float = 0.0  # when it learnt of it
    passes_s: float | None = None  # when the only answer there is will be given
    thinking: Thinking = field(default_factory=Thinking)
    held: Held | None = None  # a choice that is not confirmed yet
    row: Row | None = None  # what answers the questions that follow

    def look(
        self,
        likes: Preferences,
        now_s: float,
        answer: Callable[[Answer], None],
        refuse: Callable[[str], None],
        answer_all: Callable[[Sequence[Answer]], None],
    ) -> Look:
        """What there is to be seen now."""
        table, looks = self.table, self.table.looks
        return Look(
            match=table.match,
            seat=table.seat,
            obs=looks.obs,
            turn=table.turn,
            names=[table.name(at) for at in range(table.match.seats)],
            now_s=now_s,
            fresh=looks.fresh,
            age_s=now_s - looks.fresh_s,
            laid_ready=dict(table.advice.staged.orders) if table.advice.staged else {},
            sketches=self.panel.sketches(),
            known=self.known.facts,
            say=table.say,
            hints=likes.hints,
            animated=likes.animations and likes.speed_factor > 0,
            answer=answer,
            answer_all=answer_all,
            refuse=refuse,
            explain=partial(explain, table.turn, refuse),
        )


def explain(turn: Turn | None, refuse: Callable[[str], None], action: Action) -> None:
    """Says why an action that is not listed cannot be done, without its verb, which nobody has typed."""
    try:
        if turn is not None:
            check_action(turn, action)
    except WrongChoiceError as error:
        refuse(sentence(str(error).removeprefix(f"{action[0]}: ")))


def sit(stage: Stage, session: Session, table: Table) -> Seating:
    """A seat with all that belongs to it."""
    view = find_view(table.match, PlainView)
    table.words = view.say
    table.deciders = view.deciders
    table.on_position = view.on_position
    if table.looks.obs:
        view.on_position(table.looks.obs)
    table.tell_anew()
    chat = ChatBox(stage, session, match_id=table.match.match_id)
    known = KnownPane(stage, session, table, view)
    panel = AssistantPanel(stage, session, table, view)
    return Seating(session, table, view, panel, chat, known)
