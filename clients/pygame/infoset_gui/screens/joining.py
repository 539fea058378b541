"""Asks for the room and the code that a friend has told, or has copied in one piece."""

from collections.abc import Callable

from infoset.wording import say
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog

MAX_TEXT = 128  # of a title and a code
CODE = "c_"  # begins the code of an unlisted room


class JoinDialog:
    """What is typed into it; `enter` is told both, an empty code as None."""

    def __init__(self, enter: Callable[[str, str | None], None], cancel: Press) -> None:
        self._enter = enter
        self._cancel = cancel
        self._room = ""
        self._code = ""

    def draw(self, ui: Ui) -> None:
        """The dialog, over what is there."""
        box = Box(dialog(ui, 460, 300), ui.u(8))
        ui.text(say("lobby-join-code"), box.top(ui.u(34)), "title")
        room_hint, code_hint = say("window-lobby-room-hint"), say("window-lobby-code-hint")
        for name, label, hint, value, change in (
            ("join room", say("lobby-join-room"), room_hint, self._room, self._set_room),
            ("join code", say("lobby-join-secret"), code_hint, self._code, self._set_code),
        ):
            ui.text(label, box.top(ui.u(20)), "label", ui.theme.muted)
            place = box.top(ui.u(40))
            field(ui, name, place, value, change, hint=hint, submit=self._go, max_length=MAX_TEXT)
        row = Box(box.bottom(ui.u(42)), ui.u(8))
        reason = "" if self._room.strip() else say("window-lobby-which")
        label = say("lobby-enter")
        width = max(ui.u(110), button_width(ui, label))
        button(ui, "join", row.right(width), label, self._go, kind="primary", reason=reason)
        label = say("room-form-cancel")
        button(ui, "cancel", row.right(button_width(ui, label)), label, self._cancel)

    def _go(self) -> None:
        room, code = split_room(self._room.strip())
        if room:
            self._enter(room, self._code.strip() or code)

    def _set_room(self, value: str) -> None:
        self._room = value

    def _set_code(self, value: str) -> None:
        self._code = value


def split_room(text: str) -> tuple[str, str | None]:
    """The room, by id or title, and the code that was copied together with it, if there is one."""
    room, _, last = text.rpartition(" ")
    return (room.strip(), last) if room and last.startswith(CODE) else (text, None)
