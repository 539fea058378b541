"""What there is to know of somebody, or of those whom one follows, as text."""

from collections.abc import Iterable, Sequence

from pygame import Rect

from infoset.people_text import Line, person_lines, profile_lines
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.net.session import Session
from infoset_gui.screens.bar import draw_bar, margins
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import Follow, FollowList, Profile, ShowProfile

ROW = 26
STEP = 18  # of what belongs to the line above
GAP = 12  # above a title


class TextScreen(Screen):
    """Lines that the server tells; a title of its own, and the way back."""

    def __init__(self, stage: Stage, title: str) -> None:
        self._stage = stage
        self._title = title
        self._lines: Sequence[Line] = ()

    def take(self, lines: Iterable[Line]) -> None:
        """The lines have come."""
        self._lines = list(lines)

    def fail(self, error: Exception) -> None:
        """They do not come, and why."""
        self.take([Line(str(error))])

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, self._title, "", self._stage.pop, [])
        box = Box(ui.panel(margins(ui, rest)), ui.u(10))
        if not self._lines:
            ui.text(say("mine-looking"), box.top(ui.u(ROW)), "body", ui.theme.muted)
            return
        heights = [ui.u(ROW + (GAP if line.level == 0 else 0)) for line in self._lines]
        with ui.scroll("lines", box.rest, sum(heights)) as place:
            y = place.y
            for line, height in zip(self._lines, heights, strict=True):
                indent = ui.u(STEP) * line.level
                row = Rect(
                    place.x + indent, y + height - ui.u(ROW), place.width - indent, ui.u(ROW)
                )
                if row.bottom > rest.y and row.y < rest.bottom:
                    draw_line(ui, row, line)
                y += height


def draw_line(ui: Ui, row: Rect, line: Line) -> None:
    """A title, what is said under it, or details of that."""
    if line.level == 0:
        ui.text(line.text, row, "title", may_cut=True)
    elif line.level == 1:
        ui.text(line.text, row, "body", may_cut=True)
    else:
        ui.text(line.text, row, "caption", ui.theme.muted, may_cut=True)


def show_profile(stage: Stage, session: Session, user: str | None = None) -> None:
    """Somebody's profile; without a user, one's own."""
    screen = TextScreen(stage, say("people-profile"))

    def told(profile: Profile) -> None:
        screen.take(profile_lines(profile, session.user))

    session.request(ShowProfile(user=user), Profile, told, screen.fail)
    stage.push(screen)


def show_people(stage: Stage, session: Session) -> None:
    """Those whom one follows, and what they do now."""
    screen = TextScreen(stage, say("people-followed"))

    def told(people: FollowList) -> None:
        screen.take(person_lines(people))

    session.request(Follow(), FollowList, told, screen.fail)
    stage.push(screen)
