"""What people say to each other in a room or a match."""

from collections.abc import Callable, Sequence

from pygame import Rect

from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import field, icon_button
from infoset_gui.net.session import Said, Session
from infoset_protocol.messages import Chat, Ok

MAX_TEXT = 300


class ChatBox:
    """The lines, and one to write."""

    def __init__(
        self, session: Session, *, room: str | None = None, match_id: str | None = None
    ) -> None:
        """Exactly one of `room` and `match_id`."""
        self._session = session
        self._room = room
        self._match_id = match_id
        self._text = ""
        self._where = match_id or room or ""
        self._read = self._rung = session.heard[self._where]

    @property
    def lines(self) -> Sequence[Said]:
        """What was said."""
        return self._session.chats.get(self._where, ())

    @property
    def unread(self) -> int:
        """How many lines of others were not on the screen yet."""
        return max(0, self._session.heard[self._where] - self._read)

    def rings(self) -> bool:
        """Has anybody said anything since this was asked last?"""
        before, self._rung = self._rung, self._session.heard[self._where]
        return self._rung > before

    def draw(self, ui: Ui, rect: Rect) -> None:
        """Draws the whole box: what it shows is read."""
        self._read = self._session.heard[self._where]
        box = Box(rect, ui.u(8))
        row = Box(box.bottom(ui.u(38)), ui.u(4))
        icon_button(ui, "say", row.right(ui.u(38)), "send", "Say it", self._send)
        field(
            ui,
            "chat",
            row.rest,
            self._text,
            self._set_text,
            hint="Say something",
            submit=self._send,
            max_length=MAX_TEXT,
        )
        draw_lines(ui, box.rest, [(f"{said.name}:", said.text) for said in self.lines])

    def _set_text(self, value: str) -> None:
        self._text = value

    def _send(self) -> None:
        text = self._text.strip()
        if text:
            self._session.request(Chat(room=self._room, match_id=self._match_id, text=text), Ok)
            self._text = ""


def draw_lines(
    ui: Ui,
    rect: Rect,
    lines: Sequence[tuple[str, str]],
    said: Callable[[], str] = lambda: "Nobody has said anything yet.",
) -> None:
    """Names and texts, the newest below."""
    if not lines:
        ui.paragraph(said(), rect, "caption", ui.theme.muted)
        return
    width = rect.width - ui.u(12)
    heights = [ui.line("label") + ui.paragraph_height(text, width) + ui.u(6) for _, text in lines]
    with ui.scroll("chat lines", rect, sum(heights), at_end=True) as place:
        y = place.y
        for (name, text), height in zip(lines, heights, strict=True):
            if y + height > rect.y - height and y < rect.bottom:
                ui.text(
                    name,
                    Rect(place.x, y, width, ui.line("label")),
                    "label",
                    ui.theme.accent,
                    may_cut=True,
                )
                ui.paragraph(text, Rect(place.x, y + ui.line("label"), width, height))
            y += height
