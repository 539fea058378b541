"""Going on on another device: the code for it, as long as it is good."""

from infoset.device import Code, make_code
from infoset.people_text import left_text
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog
from infoset_gui.net.session import Session
from infoset_gui.stage import Dialog, Stage

WIDTH = 520


class DeviceCard(Dialog):
    """Asks for a code as soon as it is made; this window is logged out when the code is used."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._stage = stage
        self._code: Code | None = None
        self._problem = ""
        session.run(lambda client: make_code(client.request), self._take, self._fail)

    def draw(self, ui: Ui) -> None:
        before, about = self._words()
        width = ui.u(WIDTH - 2 * 22)
        heights = [ui.paragraph_height(words, width) for words in (before, about)]
        box = Box(dialog(ui, WIDTH, 228 + sum(heights) / ui.scale), ui.u(10))
        ui.text(say("move-title"), box.top(ui.u(36)), "title")
        foot = Box(box.bottom(ui.u(42)))
        close = say("frame-close")
        button(ui, "close", foot.right(button_width(ui, close)), close, self._stage.hide)
        ui.paragraph(before, box.top(heights[0]), "body", ui.theme.muted)
        if self._code is not None:
            ui.text(self._code.code, box.top(ui.u(40)), "title", may_cut=True)
        ui.paragraph(about, box.rest, "body", ui.theme.muted)

    def _words(self) -> tuple[str, str]:
        """What stands before the code and behind it; why there is none."""
        if self._code is None:
            return self._problem or say("mine-looking"), ""
        time = left_text(self._code.minutes * 60)
        return say("move-enter"), say("move-once", time=time)

    def _take(self, code: Code) -> None:
        self._code = code

    def _fail(self, error: Exception) -> None:
        self._problem = str(error)


def show_device(stage: Stage, session: Session) -> None:
    """Shows the code."""
    stage.show(DeviceCard(stage, session))
