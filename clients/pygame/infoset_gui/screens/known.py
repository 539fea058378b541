"""What one knows beside a match, with chances: what the others hold, what may come, what one's actions are worth.

The server counts. Shown where the room allows it and while the person wants it, which is remembered.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from pygame import Rect

from infoset.errors import RequestError
from infoset.knowing.asker import QUIET, Asker
from infoset.knowing.figures import Weighed, acts_of, percent_words, to_weigh, weighed
from infoset.knowing.telling import chance_words, estimate_words, expected_words, source_words
from infoset.knowing.wording import KnownWords, PlainWords, words_for
from infoset.seated.wording import wording_for
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.net.session import Session, explain
from infoset_gui.screens.proposals import action_words
from infoset_gui.stage import Stage
from infoset_gui.table import OTHER_RULES, Table
from infoset_gui.views.view import View
from infoset_protocol.messages import Know, Known, KnownEffect, KnownOutcome, KnownSeat

SHOWN: Final = 10  # facts about a player; the rest is a press away
LEAST_LABEL: Final = 64  # units beside a chance, else it stands below
OUTCOME: Final = 22  # units of the result of a roll
GAP: Final = 8


@dataclass(frozen=True)
class Piece:
    """Something in the panel, one below the other."""

    height: int
    draw: Callable[[Rect], None]


@dataclass
class Estimate:
    """What the actions of a decision are worth; `rows` None: it is asked."""

    decision: int
    rows: list[Weighed] | None = None


class KnownPane:
    """The panel of one seat. Asks the server while it is open and its match runs."""

    def __init__(self, stage: Stage, session: Session, table: Table, view: View) -> None:
        self._stage = stage
        self._session = session
        self._table = table
        self._view = view
        self._asker = Asker()
        self._told: Known | None = None  # about what is shown
        self._coming: Known | None = None  # about what is not shown yet
        self._problem = ""
        self._estimate: Estimate | None = None
        self._whole: set[int] = set()  # players of whom all facts are shown
        self._unfolded: set[str] = set()
        self._words: KnownWords = words_for(table.match, self._name)
        self._wording = wording_for(table.match)

    def _name(self, seat: int) -> str:
        return say("match-you") if seat == self._table.seat else self._table.name(seat)

    # What is known.

    @property
    def is_there(self) -> bool:
        """Is there anything to know beside this match, now?"""
        return self._table.is_player and self._table.result is None

    @property
    def _may_know(self) -> bool:
        return self.is_there and self._table.start.compute is not None

    @property
    def _is_open(self) -> bool:
        return self._may_know and self._stage.preferences.known

    @property
    def _is_told(self) -> bool:
        return bool((self._table.start.compute or {}).get("know"))

    @property
    def facts(self) -> list[KnownSeat]:
        """What is known of the others in the very position that is shown."""
        told = self._told
        is_now = told is not None and self._is_open and told.ver == self._table.looks.ver
        return list(told.seats) if told is not None and is_now else []

    def tick(self, now_s: float) -> bool:
        """Asks when it is time to; has anything changed?"""
        if not (self._is_open and self._is_told and self._session.is_open):
            return False
        ver = self._table.looks.ver
        changed = self._catch_up()
        self._asker.see(ver, now_s)
        if self._asker.is_due(now_s):
            self._asker.begin()
            message = Know(match_id=self._table.match.match_id)
            self._session.request(message, Known, self._take, self._refused)
        return changed

    def _take(self, told: Known) -> None:
        self._asker.take()
        self._coming, self._problem = told, ""
        self._catch_up()
        self._stage.is_stale = True

    def _catch_up(self) -> bool:
        """Shows what was told once the picture is there: it would give away what comes."""
        coming = self._coming
        if coming is None or coming.ver > self._table.looks.ver:
            return False
        self._told, self._coming = coming, None
        return True

    def _refused(self, error: Exception) -> None:
        if self._asker.refuse(error, self._stage.clock_s()):
            self._problem = explain(error)
        self._stage.is_stale = True

    def _toggle(self) -> None:
        likes = self._stage.preferences
        likes.known = not likes.known
        self._told = self._coming = self._estimate = None
        self._problem = ""
        self._asker.forget()
        self._stage.save()
        self._stage.is_stale = True

    # What actions are worth.

    def _weigh(self) -> None:
        turn = self._table.turn
        if turn is None or (self._estimate is not None and self._estimate.rows is None):
            return
        asked = self._estimate = Estimate(turn.decision)
        acts = acts_of(to_weigh(turn))

        def told(known: Known) -> None:
            asked.rows = weighed(known.rows or (), self._table.seat)
            self._stage.is_stale = True

        def refused(error: Exception) -> None:
            if self._estimate is asked:
                self._estimate = None
            if not isinstance(error, RequestError) or error.code not in QUIET:
                self._session.complain(error)
            self._stage.is_stale = True

        request = Know(match_id=self._table.match.match_id, first=acts)
        self._session.request(request, Known, told, refused)

    # The picture.

    def draw(self, ui: Ui, rect: Rect) -> None:
        """The panel, with what is known if that is wanted."""
        box = Box(rect, ui.u(GAP))
        if not self._may_know:
            ui.paragraph(say("known-forbidden"), box.rest, "caption", ui.theme.muted)
            return
        is_open = self._is_open
        words = say("known-close" if is_open else "known-open")
        row = Box(box.top(ui.u(30)), ui.u(GAP))
        place = row.right(button_width(ui, words, style="label"))
        button(ui, "known/toggle", place, words, self._toggle, style="label")
        ui.text(say("known-title"), row.rest, "label", may_cut=True)
        if not is_open:
            return
        try:
            pieces = list(self._pieces(ui, rect.width - ui.u(10)))
        except OTHER_RULES:
            self._words = PlainWords(self._table.match, self._name)
            pieces = list(self._pieces(ui, rect.width - ui.u(10)))
        with ui.scroll("known", box.rest, sum(piece.height for piece in pieces)) as place:
            y = place.y
            for piece in pieces:
                piece.draw(Rect(place.x, y, rect.width - ui.u(10), piece.height))
                y += piece.height

    def _pieces(self, ui: Ui, width: int) -> Iterator[Piece]:
        yield from self._pieces_told(ui, width)
        yield from self._pieces_weighed(ui, width)

    def _pieces_told(self, ui: Ui, width: int) -> Iterator[Piece]:
        told = self._told
        if not self._is_told:
            yield note(ui, say("known-nothing-told"), width)
        elif self._problem:
            yield note(ui, self._problem, width)
        elif told is None:
            yield note(ui, say("known-works"), width)
        else:
            yield note(ui, source_words(told), width)
            for known in told.seats:
                yield from self._pieces_of(ui, known, width)
            if told.effects:
                yield heading(ui, say("known-effects"), width)
            for effect in told.effects:
                yield from self._pieces_of_effect(ui, effect, width)

    def _pieces_of(self, ui: Ui, known: KnownSeat, width: int) -> Iterator[Piece]:
        """One player."""
        yield player(ui, known.seat, self._table.name(known.seat))
        if not known.facts:
            yield note(ui, say("known-nothing"), width)
        is_whole = known.seat in self._whole
        shown = known.facts if is_whole else known.facts[:SHOWN]
        for fact in shown:
            expected = expected_words(fact)
            words = f"{chance_words(fact)}, {expected}" if expected else chance_words(fact)
            label, is_sure = self._words.what(fact.what), bool(fact.sure)
            yield bar(ui, label, words, fact.chance, width, is_sure=is_sure)
        rest = len(known.facts) - len(shown)
        if rest:
            press = partial(self._whole.add, known.seat)
            yield more(ui, f"known/more {known.seat}", say("known-more", count=rest), press)
        if known.wholes:
            name = f"known/hands {known.seat}"
            yield self._fold(ui, name, say("known-wholes", count=len(known.wholes)), width)
            if name in self._unfolded:
                for whole in known.wholes:
                    words = percent_words(whole.chance)
                    yield bar(ui, self._words.whole(whole.counts), words, whole.chance, width)

    def _pieces_of_effect(self, ui: Ui, effect: KnownEffect, width: int) -> Iterator[Piece]:
        """What may come of an action."""
        name = "known/effect " + " ".join(map(str, effect.action))
        yield self._fold(ui, name, self._words.action(effect.action), width)
        if name not in self._unfolded:
            return
        for outcome in effect.outcomes:
            words = percent_words(outcome.chance, is_sure=outcome.chance == 1)
            if outcome.gains:
                yield self._gains(ui, outcome, words, width)
            else:
                yield bar(ui, self._words.what(outcome.what), words, outcome.chance, width)

    def _gains(self, ui: Ui, outcome: KnownOutcome, words: str, width: int) -> Piece:
        """An outcome with what it gives to whom."""
        label = self._words.what(outcome.what)
        told = self._words.gains(outcome.gains or [], outcome.what)
        if ui.width(label, "caption") > ui.u(OUTCOME):
            return bar(ui, f"{label}: {told}", words, outcome.chance, width)
        left = ui.u(OUTCOME) + ui.width("100 %", "caption") + ui.u(GAP)
        height = ui.paragraph_height(told, width - left, "caption") + ui.u(6)

        def draw(rect: Rect) -> None:
            line = ui.line("caption")
            ui.text(label, Rect(rect.x, rect.y, ui.u(OUTCOME), line), "caption")
            place = Rect(rect.x + ui.u(OUTCOME), rect.y, left - ui.u(OUTCOME), line)
            ui.text(words, place, "caption", ui.theme.muted)
            ui.paragraph(
                told, Rect(rect.x + left, rect.y, rect.width - left, rect.height), "caption"
            )
            draw_share(ui, rect, outcome.chance, is_sure=False)

        return Piece(height, draw)

    def _fold(self, ui: Ui, name: str, words: str, width: int) -> Piece:
        """A line that shows or hides what belongs to it."""
        is_open = name in self._unfolded
        left = ui.u(18)
        height = ui.paragraph_height(words, width - left, "caption") + ui.u(10)

        def press() -> None:
            self._unfolded ^= {name}

        def draw(rect: Rect) -> None:
            sign = "down" if is_open else "forward"
            ui.icon(
                sign,
                (rect.x + ui.u(7), rect.y + ui.u(5) + ui.line("caption") / 2),
                12,
                ui.theme.muted,
            )
            place = Rect(rect.x + left, rect.y + ui.u(5), rect.width - left, rect.height)
            ui.paragraph(words, place, "caption")
            ui.region(name, rect, words, press)
            if ui.is_focused(name):
                ui.focus_ring(rect.inflate(-ui.u(6), -ui.u(6)), 4)

        return Piece(height, draw)

    def _pieces_weighed(self, ui: Ui, width: int) -> Iterator[Piece]:
        """One's chances to win after each action of the open decision, when that is asked for."""
        turn = self._table.turn
        count = len(to_weigh(turn))
        if turn is None or count < 2:
            return
        yield heading(ui, say("known-weigh-title"), width)
        yield note(ui, say("known-weigh-about"), width)
        estimate = self._estimate
        if estimate is None or estimate.decision != turn.decision:
            yield more(ui, "known/weigh", say("known-weigh", count=count), self._weigh)
        elif estimate.rows is None:
            yield note(ui, say("known-works"), width)
        else:
            for row in estimate.rows:
                words = action_words(turn, row.index, self._view, self._wording)
                chance = estimate_words(row.chance, row.low, row.high)
                yield bar(ui, words, chance, row.chance, width)


def note(ui: Ui, words: str, width: int) -> Piece:
    """A remark."""
    height = ui.paragraph_height(words, width, "caption") + ui.u(8)
    return Piece(height, lambda rect: void(ui.paragraph(words, rect, "caption", ui.theme.muted)))


def heading(ui: Ui, words: str, width: int) -> Piece:
    """What comes below it."""
    above = ui.u(8)
    height = ui.paragraph_height(words, width, "label") + above + ui.u(4)

    def draw(rect: Rect) -> None:
        ui.paragraph(words, Rect(rect.x, rect.y + above, rect.width, rect.height), "label")

    return Piece(height, draw)


def player(ui: Ui, seat: int, name: str) -> Piece:
    """Whose facts come below."""

    def draw(rect: Rect) -> None:
        mark = Rect(rect.x, rect.centery - ui.u(6), ui.u(12), ui.u(12))
        ui.fill(mark, ui.theme.seat(seat), 4)
        place = Rect(rect.x + ui.u(20), rect.y, rect.width - ui.u(20), rect.height)
        ui.text(name, place, "label", may_cut=True)

    return Piece(ui.u(30), draw)


def more(ui: Ui, name: str, words: str, press: Callable[[], None]) -> Piece:
    """A button below what it is about."""
    height = ui.u(30)

    def draw(rect: Rect) -> None:
        width = min(rect.width, button_width(ui, words, style="label"))
        button(ui, name, Rect(rect.x, rect.y, width, height), words, press, style="label")

    return Piece(height + ui.u(8), draw)


def bar(
    ui: Ui, label: str, words: str, chance: float, width: int, *, is_sure: bool = False
) -> Piece:
    """A fact with its chance at the right, or below where there is no room, and a bar as long as it is likely."""
    gap = ui.u(GAP)
    right = ui.width(words, "caption")
    is_beside = width - right - gap >= min(ui.u(LEAST_LABEL), ui.width(label, "caption"))
    room = width - right - gap if is_beside else width
    line = ui.line("caption")
    lines = ui.paragraph_height(label, room, "caption")
    height = lines + (0 if is_beside else line) + ui.u(7)

    def draw(rect: Rect) -> None:
        ui.paragraph(label, Rect(rect.x, rect.y, room, lines), "caption")
        y = rect.y if is_beside else rect.y + lines
        place = Rect(rect.x, y, rect.width, line)
        ui.text(words, place, "caption", None if is_sure else ui.theme.muted, align="right")
        draw_share(ui, rect, chance, is_sure=is_sure)

    return Piece(height, draw)


def draw_share(ui: Ui, rect: Rect, chance: float, *, is_sure: bool) -> None:
    """A bar at the bottom of a line, as long as something is likely; thicker where it is certain."""
    height = ui.u(3) if is_sure else ui.u(2)
    track = Rect(rect.x, rect.bottom - ui.u(4), rect.width, height)
    ui.surface.fill(ui.theme.line, track)
    share = Rect(track.x, track.y, round(track.width * min(1.0, chance)), height)
    ui.surface.fill(ui.theme.accent, share)


def void(_: object) -> None:
    """For what draws and returns where."""
