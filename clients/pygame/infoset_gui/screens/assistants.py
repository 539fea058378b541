"""Programs at a person's side: started here or elsewhere, what they may do, what they say, draw and propose."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from pygame import Rect

from infoset.assistant.advice import Advice
from infoset.assistant.owner import RIGHTS
from infoset.errors import CommandError
from infoset.printing import clean
from infoset.seated.wording import wording_for
from infoset.wording import say
from infoset_gui.helper_process import EXAMPLE, MAX_PROGRAMS, HelperProcess
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box, flow
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, icon_button
from infoset_gui.net.session import Session
from infoset_gui.screens.bar import tool_width
from infoset_gui.screens.proposals import SHOWN, accept_name, proposal_words, sketches_of
from infoset_gui.stage import Stage
from infoset_gui.table import Table
from infoset_gui.views.view import Sketch, View
from infoset_protocol.messages import (
    Accept,
    ActOk,
    AssistGrant,
    AssistInvite,
    AssistNote,
    AssistRevoke,
    AssistStatus,
    Commit,
    Ok,
    ServerMessage,
    Suggestion,
)

USUAL_RIGHTS: Final = ("view", "draw", "suggest")
SHOWN_NOTES: Final = 40


class AssistantPanel:
    """What an owner sees of the assistants of one seat."""

    def __init__(self, stage: Stage, session: Session, table: Table, view: View) -> None:
        self._stage = stage
        self._view = view
        self._session = session
        self._table = table
        self._command = ""
        self._code = ""
        self._heard = 0  # lines of the programs that were on the screen
        self._nearly: tuple[int, int] | None = None  # a proposal that was accepted with one press
        self.wording = wording_for(table.match)
        self._known: dict[str, AssistNote] = {}  # alarms that were on the screen
        self.programs: list[HelperProcess] = []

    @property
    def alarm(self) -> AssistNote | None:
        """A warning or an error that was not on the screen yet."""
        for by, note in self._table.advice.alarms.items():
            if self._known.get(by) is not note:
                return note
        return None

    def sketches(self) -> Sequence[Sketch]:
        """What is proposed, for the view to draw."""
        return sketches_of(self._table, self._view, self.wording, self._accept)

    def close(self) -> None:
        """Ends the programs that were started here."""
        for program in self.programs:
            program.end()
        self.programs.clear()

    def tick(self) -> bool:
        """Has one of the programs said anything since the last time?"""
        heard = sum(program.said for program in self.programs)
        if heard == self._heard:
            return False
        self._heard = heard
        return True

    # What can be done.

    def _invite(self, then: Callable[[str], None]) -> None:
        def invited(reply: Ok) -> None:
            code = (reply.data or {}).get("code")
            if isinstance(code, str):
                then(code)

        self._session.request(AssistInvite(match_id=self._table.match.match_id), Ok, invited)

    def _start(self) -> None:
        """Starts the program that is written in the field."""
        command = self._command.strip()
        self.programs = [program for program in self.programs if program.is_running]
        if not command:
            self._stage.say(say("window-helper-which", example=EXAMPLE), "warn")
        elif len(self.programs) >= MAX_PROGRAMS:
            self._stage.say(say("window-helper-too-many", count=MAX_PROGRAMS), "warn")
        else:
            self._invite(lambda code: self._launch(command, code))

    def _launch(self, command: str, code: str) -> None:
        try:
            self.programs.append(HelperProcess(command, self._session.login.url, code))
        except CommandError as error:
            self._stage.say(str(error), "bad")
        else:
            self._command = ""

    def _show_code(self) -> None:
        def show(code: str) -> None:
            self._code = code

        self._invite(show)

    def _grant(self, status: AssistStatus, right: str) -> None:
        rights = set(status.rights or USUAL_RIGHTS) ^ {right} | {"view"}
        wanted = [name for name in RIGHTS if name in rights]
        message = AssistGrant.model_validate({"assistant": status.assistant, "rights": wanted})
        self._session.request(message, Ok)

    def _dismiss(self, assistant: str) -> None:
        self._session.request(AssistRevoke(assistant=assistant), Ok)

    def _accept(self, suggestion: Suggestion, choice: int) -> None:
        """Plays a proposal, or lays its orders ready: with the second press, where every press is asked back."""
        meant = suggestion.suggestion, choice
        if self._stage.preferences.confirm == "always" and self._nearly != meant:
            self._nearly = meant
            self._stage.say(say("window-helper-again"))
            return
        self._nearly = None
        message = Accept(
            match_id=self._table.match.match_id, suggestion=suggestion.suggestion, choice=choice
        )

        def accepted(reply: ServerMessage) -> None:
            self._table.advice.take(reply)
            if isinstance(reply, ActOk):
                self._table.accepted(reply)
            else:
                self._stage.say(say("window-helper-laid-ready"), "info")

        self._session.request(message, ServerMessage, accepted)

    def _commit(self) -> None:
        staged = self._table.advice.staged
        if staged is not None:
            message = Commit(
                match_id=self._table.match.match_id, decision=staged.decision, rest="first"
            )
            self._session.request(message, ActOk, self._table.accepted)

    # The picture.

    def draw(self, ui: Ui, rect: Rect) -> None:
        """The whole panel: what it shows is known."""
        advice = self._table.advice
        self._known = dict(advice.alarms)
        box = Box(rect, ui.u(8))
        self._draw_start(ui, box)
        for status in advice.assistants.values():
            self._draw_assistant(ui, box, status)
        for suggestion in advice.suggestions.values():
            self._draw_suggestion(ui, box, suggestion)
        if advice.staged is not None and advice.staged.orders:
            button(
                ui,
                "commit",
                box.top(ui.u(36)),
                say("window-helper-commit"),
                self._commit,
                kind="primary",
                style="label",
            )
        self._draw_notes(ui, box.rest, advice)

    def _draw_start(self, ui: Ui, box: Box) -> None:
        row = Box(box.top(ui.u(36)), ui.u(4))
        for name, sign, word, label, press in (
            (
                "start helper",
                "play",
                say("window-helper-start"),
                say("window-helper-start-about"),
                self._start,
            ),
            (
                "helper code",
                "key",
                say("window-helper-code"),
                say("window-helper-code-about"),
                self._show_code,
            ),
        ):
            icon_button(ui, name, row.right(tool_width(ui, word)), sign, label, press, text=word)
        field(
            ui,
            "helper command",
            row.rest,
            self._command,
            self._set_command,
            hint="python helper.py",
            submit=self._start,
        )
        if self._code:
            self._draw_code(ui, box)

    def _draw_code(self, ui: Ui, box: Box) -> None:
        """The command for a program elsewhere, to be copied."""
        words = f"infoset assist --url {self._session.login.url} --code {self._code} -- python helper.py"
        width = box.rest.width - ui.u(46)
        height = max(ui.u(28), ui.paragraph_height(words, width, "caption"))
        place = box.top(height + ui.u(10))
        ui.fill(place, ui.theme.sunken, 6, ui.theme.line)
        inner = Box(place.inflate(-2 * ui.u(6), -2 * ui.u(5)), ui.u(4))
        sign = inner.right(ui.u(28))
        copy = partial(self._stage.copy, words, say("learn-copied"))
        spot = Rect(sign.x, sign.y, sign.width, ui.u(28))
        icon_button(ui, "copy command", spot, "copy", say("window-helper-copy"), copy)
        ui.paragraph(words, inner.rest, "caption")

    def _set_command(self, value: str) -> None:
        self._command = value

    def _draw_assistant(self, ui: Ui, box: Box, status: AssistStatus) -> None:
        assistant = status.assistant or ""
        head = Box(box.top(ui.u(26)), ui.u(6))
        icon_button(
            ui,
            f"dismiss {assistant}",
            head.right(ui.u(28)),
            "close",
            say("window-helper-dismiss"),
            lambda: self._dismiss(assistant),
        )
        ui.icon("robot", head.left(ui.u(22)).center, 17, ui.theme.accent)
        ui.text(clean(status.name or assistant), head.rest, "strong", may_cut=True)
        names = [name for name in RIGHTS if name != "view"]
        labels = [say(f"window-helper-right-{name}") for name in names]
        widths = [button_width(ui, label, style="tiny") - ui.u(8) for label in labels]
        places = flow(
            widths, Rect(box.rest.x, box.rest.y, box.rest.width, 10**6), ui.u(26), ui.u(4)
        )
        held = status.rights or []
        for name, label, place in zip(names, labels, places, strict=True):
            key = "window-helper-may" if name in held else "window-helper-may-not"
            button(
                ui,
                f"right {name} {assistant}",
                place,
                label,
                partial(self._grant, status, name),
                is_on=name in held,
                style="tiny",
                tooltip=say(key, right=label),
            )
        box.top(places[-1].bottom - places[0].top)

    def _draw_suggestion(self, ui: Ui, box: Box, suggestion: Suggestion) -> None:
        for choice, proposal in enumerate(suggestion.top[:SHOWN]):
            table = self._table
            words = proposal_words(proposal, table.match, table.turn, self._view, self.wording)
            if proposal.text:
                words += f": {clean(proposal.text)}"
            label = say("window-table-accept")
            side = max(ui.u(66), button_width(ui, label, style="tiny") - ui.u(16))
            width = box.rest.width - side - ui.u(18)
            height = max(ui.u(38), ui.paragraph_height(words, width, "caption") + ui.u(10))
            place = box.top(height)
            ui.fill(place, ui.theme.soft(ui.theme.good, 0.14), 7, ui.theme.line)
            spot = Rect(place.right - side - ui.u(6), place.centery - ui.u(15), side, ui.u(30))
            button(
                ui,
                accept_name(suggestion, choice),
                spot,
                label,
                partial(self._accept, suggestion, choice),
                style="tiny",
                kind="primary",
            )
            ui.paragraph(
                words, Rect(place.x + ui.u(7), place.y + ui.u(5), width, height), "caption"
            )

    def _draw_notes(self, ui: Ui, rect: Rect, advice: Advice) -> None:
        notes = [
            (clean(note.by or say("window-helper-server")), clean(note.text), note.level)
            for note in list(advice.notes)[-SHOWN_NOTES:]
        ]
        notes += [
            (say("window-helper-program"), line, "info")
            for program in self.programs
            for line in list(program.lines)[-8:]
        ]
        if not notes:
            words = "" if advice.assistants else say("window-helper-none")
            ui.paragraph(words, rect, "caption", ui.theme.muted)
            return
        width = rect.width - ui.u(12)
        texts = [f"{by}: {text}" for by, text, _ in notes]
        heights = [ui.paragraph_height(text, width, "caption") + ui.u(3) for text in texts]
        with ui.scroll("notes", rect, sum(heights), at_end=True) as place:
            y = place.y
            for text, height, (_, _, level) in zip(texts, heights, notes, strict=True):
                ink = {"warning": ui.theme.warn, "error": ui.theme.bad}.get(level)
                ui.paragraph(text, Rect(place.x, y, width, height), "caption", ink)
                y += height
