"""What people say to each other in a room or a match."""

from collections.abc import Sequence
from functools import partial

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import icon_button
from infoset_gui.net.session import Said, Session
from infoset_gui.screens.people import draw_person, somebody
from infoset_gui.stage import Stage
from infoset_protocol.messages import Chat, Ok

MAX_TEXT = 300


class ChatBox:
    """The lines, and one to write."""

    def __init__(
        self,
        stage: Stage,
        session: Session,
        *,
        room: str | None = None,
        match_id: str | None = None,
    ) -> None:
        """Exactly one of `room` and `match_id`."""
        self._stage = stage
        self._session = session
        self._room = room
        self._match_id = match_id
        self._text = ""
        self._where = match_id or room or ""
        self._read: dict[str, int] = {}  # lines of others, by the room and by each of its matches
        self._rung: dict[str, int] = {}
        self._look()

    @property
    def lines(self) -> Sequence[Said]:
        """What was said, in the room and in its matches."""
        return self._session.said_at(self._where)

    @property
    def unread(self) -> int:
        """How many lines of others were not on the screen yet."""
        heard = self._look()
        return sum(max(0, count - self._read[where]) for where, count in heard.items())

    def rings(self) -> bool:
        """Has anybody said anything since this was asked last?"""
        before, self._rung = self._rung, self._look()
        return any(count > before.get(where, count) for where, count in self._rung.items())

    def _look(self) -> dict[str, int]:
        """How many lines of others were ever heard at each place; what is new here was read where it was said."""
        places = {self._where, *self._session.talk_of(self._where)}
        heard = {where: self._session.heard[where] for where in places}
        for where, count in heard.items():
            self._read.setdefault(where, count)
        return heard

    def draw(self, ui: Ui, rect: Rect) -> None:
        """Draws the whole box: what it shows is read."""
        self._read = self._look()
        box = Box(rect, ui.u(8))
        row = Box(box.bottom(ui.u(38)), ui.u(4))
        icon_button(ui, "say", row.right(ui.u(38)), "send", say("frame-talk-send"), self._send)
        field(
            ui,
            "chat",
            row.rest,
            self._text,
            self._set_text,
            hint=say("frame-talk-say"),
            submit=self._send,
            max_length=MAX_TEXT,
        )
        self._draw_lines(ui, box.rest)

    def _set_text(self, value: str) -> None:
        self._text = value

    def _send(self) -> None:
        text = self._text.strip()
        if text:
            room, match_id = self._place()
            message = Chat(room=room, match_id=match_id, text=text)
            self._session.request(message, Ok, failed=partial(self._refused, text))
            self._text = ""

    def _place(self) -> tuple[str | None, str | None]:
        """The room or the match to which one talks: once a match is over, to its room."""
        match_id = self._match_id
        if match_id is not None and self._session.is_over(match_id):
            home = self._session.home(match_id)
            if home is not None:
                return home.room, None
        return self._room, match_id

    def _refused(self, text: str, error: Exception) -> None:
        """It was not said: it stands in the field again, where nothing else does by now."""
        self._text = self._text or text
        self._session.complain(error)

    def _draw_lines(self, ui: Ui, rect: Rect) -> None:
        """Names and texts, the newest below."""
        lines, width = list(self.lines), rect.width - ui.u(12)
        if not lines:
            ui.paragraph(say("frame-talk-none"), rect, "caption", ui.theme.muted)
            return
        head, gap = ui.line("label"), ui.u(6)
        begins = [
            at == 0 or said.user != lines[at - 1].user for at, said in enumerate(lines)
        ]  # to speak: whose lines they are is said once
        heights = [
            begin * (head + gap) + ui.paragraph_height(said.text, width)
            for said, begin in zip(lines, begins, strict=True)
        ]
        with ui.scroll("chat lines", rect, sum(heights), at_end=True) as place:
            y = place.y
            for at, (said, height) in enumerate(zip(lines, heights, strict=True)):
                if y + height > rect.y - height and y < rect.bottom:
                    text = Rect(place.x, y, width, height)
                    if begins[at]:
                        self._draw_name(ui, Rect(text.x, y + gap, width, head), f"said {at}", said)
                        text = Rect(text.x, y + gap + head, width, height)
                    ui.paragraph(said.text, text)
                y += height

    def _draw_name(self, ui: Ui, rect: Rect, name: str, said: Said) -> None:
        """Whose line it is; the name of another person leads to that person."""
        ink = ui.theme.muted if said.is_own else ui.theme.accent
        place = ui.text(said.name, rect, "label", ink, may_cut=True)
        person = somebody(self._stage, said.user, said.name)
        if person is not None:
            draw_person(ui, place, name, self._stage, self._session, person)
