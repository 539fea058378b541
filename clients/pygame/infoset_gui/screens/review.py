"""Why a match ended as it did, beside its replay: what the server has worked out by now, in words."""

from collections.abc import Callable, Sequence
from typing import Any

from pygame import Rect

from infoset.replaying.review import SIGMAS, chances, remarks
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.screens.log import draw_log
from infoset_gui.stage import Stage
from infoset_gui.table import Line
from infoset_protocol.messages import Review, ReviewPart


class ReviewPane:
    """The review of one match. Asks the server for it while it is open."""

    def __init__(self, stage: Stage, match_id: str) -> None:
        self.is_open = False
        self._stage = stage
        self._match_id = match_id
        self._entries: list[dict[str, Any]] = []
        self._is_asking = False
        self._is_whole = False
        self._done = 0.0

    def toggle(self) -> None:
        """Opens it, or closes it."""
        self.is_open = not self.is_open
        self._ask()

    def _ask(self) -> None:
        if self._is_asking or self._is_whole or not self.is_open:
            return
        self._is_asking = True
        request = Review(replay=self._match_id, first=len(self._entries))
        self._stage.session.request(request, ReviewPart, self._take, self._failed)

    def _take(self, part: ReviewPart) -> None:
        self._is_asking = False
        self._entries += part.entries
        self._is_whole = not part.more
        self._done = part.done / part.total if part.total else 0.0
        self._ask()

    def _failed(self, error: Exception) -> None:
        self._is_asking = self.is_open = False
        self._stage.session.complain(error)

    def draw(
        self, ui: Ui, rect: Rect, names: Sequence[str], write: Callable[[Any], str], ver: int
    ) -> None:
        """The chances where one is, then what is known of the whole match."""
        box = Box(rect, ui.u(2))
        if not self._is_whole:
            working = say("window-replay-working", share=round(100 * self._done))
            ui.text(working, box.top(ui.u(24)), "label", may_cut=True)
        here = chances(self._entries, ver)
        for seat, name in enumerate(names if here else ()):
            assert here is not None
            margin = 100 * SIGMAS * here["errors"][seat]
            percent = round(100 * here["win"][seat])
            words = say("window-replay-chance", name=name, percent=percent, margin=round(margin))
            row = Box(box.top(ui.u(22)), ui.u(6))
            ui.fill(row.left(ui.u(4)), ui.theme.seat(seat), 2)
            ui.text(words, row.rest, "caption", may_cut=True)
        lines = [
            Line(one.text, one.seat, one.is_heading) for one in remarks(self._entries, names, write)
        ]
        if lines:
            draw_log(ui, box.rest, lines)
