"""Looks for opponents: asks what to play, then waits until enough players want the same or house bots fill the seats.

choosing --look--> asking --ok--> waiting --match_start--> gone
    ^                 |              |
    '-----------------+--- refused, stop
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from pygame import Rect

from infoset.refusals import sentence
from infoset.wording import say
from infoset_gui.kit.forms import Choice, Item, draw_form
from infoset_gui.kit.layout import Box, centred
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, spinner
from infoset_gui.net.session import Session
from infoset_gui.phrases import minutes_words, span_words
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.create import CLOCKS, clock_choices
from infoset_gui.stage import Screen, Stage
from infoset_gui.table import Table
from infoset_protocol.messages import ClockSpec, GameInfo, Ok, Seek, Unseek, Welcome

DAY_MS: Final = 86_400_000
PATIENCE: Final = {"15": 15_000, "45": 45_000, "180": 180_000, "never": DAY_MS}
USUAL: Final = "usual"


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
        clock = CLOCKS.get(self._clock)
        return Seek(
            game=self._game.game,
            seats=None if self._seats == USUAL else int(self._seats),
            clock=None if clock is None else ClockSpec.model_validate(clock),
            fill_ms=self._fill_ms,
        )

    @property
    def _fill_ms(self) -> int:
        return PATIENCE[self._patience]

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
        title = say("window-seek-title", game=game_title(self._game.game))
        rest = draw_bar(ui, title, self._ladder, self._leave, [])
        panel = centred(margins(ui, rest), ui.u(720), ui.u(360))
        box = Box(ui.panel(panel), ui.u(10))
        if self._is_waiting:
            self._draw_waiting(ui, box)
        else:
            self._draw_choices(ui, box)

    def _draw_choices(self, ui: Ui, box: Box) -> None:
        ui.text(say("lobby-offer"), box.top(ui.u(32)), "title")
        row = Box(box.bottom(ui.u(46)), ui.u(8))
        label = say("window-seek-look")
        width = max(ui.u(200), button_width(ui, label, icon="search"))
        button(
            ui,
            "look for opponents",
            row.right(width),
            label,
            self.look,
            kind="primary",
            icon="search",
            key="enter",
        )
        words = say("window-seek-about")
        height = ui.paragraph_height(words, box.rest.width, "caption")
        ui.paragraph(words, box.bottom(height), "caption", ui.theme.muted)
        draw_form(ui, "wishes", box.rest, self._items())

    def _items(self) -> list[Item]:
        """What can be wished for, as a form."""
        least, most = self._game.seats
        usual = (USUAL, sentence(say("room-form-usual")))
        items: list[Item] = []
        if most > least:
            counts = [(str(n), str(n)) for n in range(least, most + 1)]
            items.append(
                Choice(
                    name="players",
                    label=say("window-seek-players"),
                    options=[usual, *counts],
                    value=self._seats,
                    change=partial(setattr, self, "_seats"),
                )
            )
        return [
            *items,
            Choice(
                name="clock",
                label=say("room-clock"),
                options=[usual, *clock_choices(CLOCKS)],
                value=self._clock,
                change=partial(setattr, self, "_clock"),
            ),
            Choice(
                name="patience",
                label=say("window-seek-patience"),
                options=[(name, patience_words(wait_ms)) for name, wait_ms in PATIENCE.items()],
                value=self._patience,
                change=partial(setattr, self, "_patience"),
            ),
        ]

    def _draw_waiting(self, ui: Ui, box: Box) -> None:
        head = box.top(ui.u(120))
        spinner(ui, (head.centerx, head.centery), 54)
        waited_s = 0.0 if self._ticket is None else ui.now_s - self._ticket.began_s
        words = say("window-seek-looking", time=minutes_words(waited_s))
        ui.text(words, box.top(ui.u(36)), "heading", align="center")
        ui.text(self._outlook(waited_s), box.top(ui.u(26)), "body", ui.theme.muted, align="center")
        row = box.bottom(ui.u(44))
        label = say("door-stop")
        width = max(ui.u(160), button_width(ui, label))
        place = Rect(row.centerx - width // 2, row.y, width, row.height)
        button(ui, "stop looking", place, label, self._stop_or_leave, icon="close")

    def _outlook(self, waited_s: float) -> str:
        """What there is to wait for."""
        if self._ladder:
            return say("window-seek-ladder-about")
        left_s = self._fill_ms / 1000 - waited_s
        if self._patience == "never":
            return say("window-seek-enough")
        return say("window-seek-bots-in", time=minutes_words(max(0.0, left_s)))


def patience_words(wait_ms: int) -> str:
    """How long one waits for people."""
    return sentence(say("frame-confirm-never")) if wait_ms == DAY_MS else span_words(wait_ms)
