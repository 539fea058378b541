"""Looks for opponents: asks what to play, then waits until enough players want the same or house bots fill the seats.

choosing --look--> asking --ok--> waiting --match_start--> gone
    ^                 |              |
    '-----------------+--- refused, stop
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from pygame import Rect

from infoset_gui.kit.layout import Box, centred
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, choice, spinner
from infoset_gui.net.session import Session
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.create import CLOCKS
from infoset_gui.stage import Screen, Stage
from infoset_gui.table import Table
from infoset_protocol.messages import ClockSpec, GameInfo, Ok, Seek, Unseek, Welcome

DAY_MS: Final = 86_400_000
PATIENCE: Final = (
    ("15", "15 s", 15_000),
    ("45", "45 s", 45_000),
    ("180", "3 min", 180_000),
    ("never", "Never", DAY_MS),
)
USUAL: Final = "usual"
SERVERS_OWN: Final = ((USUAL, "Usual"),)


@dataclass(frozen=True)
class Ticket:
    """An open seek: what the server calls it, and when it began."""

    name: str
    began_s: float
    welcome: Welcome | None  # of the session that it belongs to


class SeekScreen(Screen):
    """One search. It leaves by itself when its match begins."""

    def __init__(self, stage: Stage, game: GameInfo, *, ladder: str = "") -> None:
        """With a `ladder` that decides everything, and the wait begins at once."""
        self._stage = stage
        self._session: Session = stage.session
        self._game = game
        self._ladder = ladder
        self._seats = USUAL
        self._clock = USUAL
        self._patience = "45"
        self._ticket: Ticket | None = None
        self._asking: object | None = None  # the request that waits for its answer
        if ladder:
            self.look()

    @property
    def wish(self) -> Seek:
        """What is asked for."""
        if self._ladder:
            return Seek(game=self._game.game, ladder=self._ladder)
        clock = next((spec for name, _, spec in CLOCKS if name == self._clock), None)
        return Seek(
            game=self._game.game,
            seats=None if self._seats == USUAL else int(self._seats),
            clock=None if clock is None else ClockSpec.model_validate(clock),
            fill_ms=self._fill_ms,
        )

    @property
    def _fill_ms(self) -> int:
        return next(wait_ms for name, _, wait_ms in PATIENCE if name == self._patience)

    @property
    def _is_waiting(self) -> bool:
        return self._ticket is not None or self._asking is not None

    # What can be done.

    def look(self) -> None:
        """Begins the wait."""
        asking = self._asking = object()
        looking, refused = partial(self._looking, asking), partial(self._refused, asking)
        self._session.request(self.wish, Ok, looking, refused)

    def _looking(self, asking: object, reply: Ok) -> None:
        name = str((reply.data or {}).get("ticket", ""))
        if asking is not self._asking:  # it was stopped or left meanwhile
            self._take_back(name)
            return
        self._asking = None
        self._ticket = Ticket(name, self._stage.clock_s(), self._session.welcome)

    def _refused(self, asking: object, error: Exception) -> None:
        if asking is not self._asking:
            return
        self._asking = None
        self._session.complain(error)
        if self._ladder:
            self._stage.leave(self)

    def stop(self) -> None:
        """Ends the wait."""
        ticket, self._ticket, self._asking = self._ticket, None, None
        if ticket is not None:
            self._take_back(ticket.name)

    def _take_back(self, ticket: str) -> None:
        """Withdraws the seek, which may have led to a match at this very moment."""
        self._session.request(Unseek(ticket=ticket), Ok, failed=lambda error: None)

    def _leave(self) -> None:
        self.stop()
        self._stage.leave(self)

    def _stop_or_leave(self) -> None:
        if self._is_waiting and not self._ladder:
            self.stop()
        else:
            self._leave()

    def on_escape(self) -> bool:
        self._stop_or_leave()
        return True

    def on_match(self, table: Table) -> None:
        # The match may come before the `ok`.
        if self._is_waiting and table.match.game == self._game.game and table.is_player:
            table.again = self._again
            self._ticket, self._asking = None, None
            self._stage.leave(self)

    def _again(self) -> None:
        """Another match like the one that was found."""
        self._stage.push(self)
        self.look()

    def tick(self, now_s: float) -> bool:
        session = self._session
        if session.state == "over":
            self._stage.leave(self)
            return True
        ticket = self._ticket
        if ticket is not None and ticket.welcome is not session.welcome and session.is_open:
            self._ticket = None
            if session.welcome is not None and not session.welcome.resumed:
                self.look()  # a seek ends with its connection
            else:
                self._ticket = Ticket(ticket.name, ticket.began_s, session.welcome)
        return False

    # The picture.

    def draw(self, ui: Ui) -> None:
        title = f"Find opponents: {game_title(self._game.game)}"
        rest = draw_bar(ui, title, self._ladder, self._leave, [])
        panel = centred(margins(ui, rest), ui.u(640), ui.u(330))
        box = Box(ui.panel(panel), ui.u(10))
        if self._is_waiting:
            self._draw_waiting(ui, box)
        else:
            self._draw_choices(ui, box)

    def _draw_choices(self, ui: Ui, box: Box) -> None:
        least, most = self._game.seats
        ui.text("What shall it be?", box.top(ui.u(32)), "title")
        if most > least:
            counts = [*SERVERS_OWN, *((str(n), str(n)) for n in range(least, most + 1))]
            place = self._row(ui, box, "Players")
            choice(ui, "players", place, counts, self._seats, self._set_seats)
        clocks = [*SERVERS_OWN, *((name, label) for name, label, _ in CLOCKS)]
        choice(ui, "clock", self._row(ui, box, "Clock"), clocks, self._clock, self._set_clock)
        waits = [(name, label) for name, label, _ in PATIENCE]
        place = self._row(ui, box, "House bots fill up after")
        choice(ui, "patience", place, waits, self._patience, self._set_patience)
        row = Box(box.bottom(ui.u(46)), ui.u(8))
        button(
            ui,
            "look for opponents",
            row.right(max(ui.u(200), button_width(ui, "Look for opponents", icon="search"))),
            "Look for opponents",
            self.look,
            kind="primary",
            icon="search",
            key="enter",
        )
        words = "Whoever wants the same plays with you. The more is as usual, the sooner that is."
        ui.paragraph(words, box.rest, "caption", ui.theme.muted)

    def _row(self, ui: Ui, box: Box, label: str) -> Rect:
        row = Box(box.top(ui.u(40)), ui.u(10))
        ui.text(label, row.left(ui.u(210)), "strong")
        return row.rest

    def _set_seats(self, value: str) -> None:
        self._seats = value

    def _set_clock(self, value: str) -> None:
        self._clock = value

    def _set_patience(self, value: str) -> None:
        self._patience = value

    def _draw_waiting(self, ui: Ui, box: Box) -> None:
        head = box.top(ui.u(120))
        spinner(ui, (head.centerx, head.centery), 54)
        waited_s = 0.0 if self._ticket is None else ui.now_s - self._ticket.began_s
        words = f"Looking for opponents … {minutes(waited_s)}"
        ui.text(words, box.top(ui.u(36)), "heading", align="center")
        ui.text(self._outlook(waited_s), box.top(ui.u(26)), "body", ui.theme.muted, align="center")
        row = box.bottom(ui.u(44))
        width = max(ui.u(160), button_width(ui, "Stop"))
        place = Rect(row.centerx - width // 2, row.y, width, row.height)
        button(ui, "stop looking", place, "Stop", self._stop_or_leave, icon="close")

    def _outlook(self, waited_s: float) -> str:
        """What there is to wait for."""
        if self._ladder:
            return "At first for opponents of about your strength; the longer you wait, for others."
        left_s = self._fill_ms / 1000 - waited_s
        if self._patience == "never":
            return "The match begins when enough people want the same."
        return f"House bots take the free seats in {minutes(max(0.0, left_s))}."


def minutes(seconds: float) -> str:
    """`1:05`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
