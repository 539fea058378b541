"""The table of a ladder: who is how strong, and how sure that is."""

from typing import Final

from pygame import Rect

from infoset.errors import RequestError
from infoset.printing import clean
from infoset.wording import is_said, say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, icon_button, segments, spinner
from infoset_gui.net.session import explain
from infoset_gui.phrases import clock_words
from infoset_gui.screens.bar import draw_bar, draw_empty, game_title, margins, tool_width
from infoset_gui.screens.seeking import SeekScreen
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import (
    LadderInfo,
    LadderList,
    Ladders,
    Standing,
    StandingRow,
    Standings,
)

PAGE: Final = 50
REFRESH_S: Final = 5.0  # between two looks at a table that is shown
ROW: Final = 44
MAX_TABS: Final = 5
COLUMNS: Final = (
    ("rank", 56),
    ("name", 0),
    ("rating", 90),
    ("range", 220),
    ("games", 80),
    ("wins", 80),
)


class LadderScreen(Screen):
    """All ladders of a server, one at a time."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._ladders: list[LadderInfo] = []
        self._at = ""
        self._standing: Standing | None = None
        self._first = 0
        self._is_loading = True
        self._asked_s = stage.clock_s()
        self._problem = ""
        self._load()

    def tick(self, now_s: float) -> bool:
        if now_s - self._asked_s > REFRESH_S and not self._problem:
            self._load()
        return False

    def _load(self) -> None:
        """Asks for everything anew; what is shown stays until the answer is there."""
        self._asked_s = self._stage.clock_s()
        self._stage.session.request(Ladders(), LadderList, self._listed, self._failed)

    def _listed(self, found: LadderList) -> None:
        self._ladders = found.items
        names = [ladder.ladder for ladder in found.items]
        if self._at not in names:
            self._at, self._first = names[0] if names else "", 0
        if self._at:
            self._load_table()
        else:
            self._is_loading = False

    def _failed(self, error: Exception) -> None:
        self._is_loading = False
        if isinstance(error, RequestError) and error.code in ("unsupported", "unknown_type"):
            self._problem = say("window-ladder-missing")
        else:
            self._problem = explain(error)

    def _choose(self, name: str) -> None:
        self._at, self._first = name, 0
        self._is_loading = True
        self._load_table()

    def _load_table(self) -> None:
        """Asks for the page that is to be shown."""
        wanted = self._at, self._first

        def loaded(standing: Standing) -> None:
            if wanted == (self._at, self._first):  # else another was chosen meanwhile
                self._standing, self._is_loading = standing, False

        request = Standings(ladder=self._at, first=self._first, count=PAGE)
        self._stage.session.request(request, Standing, loaded, self._failed)

    def _turn(self, by: int) -> None:
        self._first = max(0, self._first + by * PAGE)
        self._is_loading = True
        self._load_table()

    def _play(self, ladder: LadderInfo) -> None:
        """One match on it."""
        game = self._stage.session.games.get(ladder.game)
        if game is not None:
            self._stage.push(SeekScreen(self._stage, game, ladder=ladder.ladder))

    # The picture.

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, say("ladder-title"), "", self._stage.pop, [])
        box = Box(ui.panel(margins(ui, rest)), ui.u(10))
        if self._ladders:
            self._draw_head(ui, box)
        if self._is_loading:
            spinner(ui, box.rest.center, 34)
        elif self._problem or not self._ladders:
            about = self._problem or say("window-ladder-none-about")
            draw_empty(ui, box.rest, "trophy", say("ladder-none"), about)
        elif self._standing is not None:
            self._draw_table(ui, box.rest, self._standing)

    def _draw_head(self, ui: Ui, box: Box) -> None:
        tabs = [(one.ladder, clean(one.title)) for one in self._ladders[:MAX_TABS]]
        row = Box(box.top(ui.u(40)), ui.u(10))
        segments(
            ui,
            "ladder",
            row.left(min(row.rest.width - ui.u(110), ui.u(190) * len(tabs))),
            tabs,
            self._at,
            self._choose,
            style="label",
        )
        more = self._standing is not None and self._first + PAGE < self._standing.total
        on, back = say("tape-next"), say("tape-before")
        icon_button(
            ui,
            "next page",
            row.right(tool_width(ui, on)),
            "forward",
            say("window-ladder-down"),
            lambda: self._turn(1),
            text=on,
            reason="" if more else say("window-ladder-bottom"),
        )
        icon_button(
            ui,
            "page before",
            row.right(tool_width(ui, back)),
            "left",
            say("window-ladder-up"),
            lambda: self._turn(-1),
            text=back,
            reason="" if self._first else say("window-ladder-top"),
        )
        found = next((one for one in self._ladders if one.ladder == self._at), None)
        if found is not None:
            self._draw_facts(ui, Box(box.top(ui.u(38)), ui.u(10)), found)

    def _draw_facts(self, ui: Ui, row: Box, found: LadderInfo) -> None:
        """What the ladder is about, and the way onto it."""
        label = say("ladder-play")
        button(
            ui,
            "play rated",
            row.right(button_width(ui, label, icon="play", style="label")),
            label,
            lambda: self._play(found),
            icon="play",
            style="label",
            reason=why_not_play(found),
            tooltip=say("window-ladder-play-about"),
        )
        entries = say("ladder-entries", count=found.entries)
        results = say("ladder-results-count", count=found.games)
        parts = [
            f"{game_title(found.game)}, {found.rules}",
            clock_words(found.clock),
            f"{entries}, {results}",
            state_words(found.state),
        ]
        words = "  ·  ".join(parts)
        ui.text(words, row.rest, "caption", ui.theme.muted, may_cut=True)

    def _draw_table(self, ui: Ui, rect: Rect, standing: Standing) -> None:
        if not standing.rows:
            about = say("window-ladder-empty-about")
            draw_empty(ui, rect, "trophy", say("ladder-nobody"), about)
            return
        box = Box(rect, ui.u(4))
        self._draw_titles(ui, box.top(ui.u(24)))
        lowest = min(row.rating - 2 * row.rd for row in standing.rows)
        highest = max(row.rating + 2 * row.rd for row in standing.rows)
        row = ui.u(ROW)
        with ui.scroll("table", box.rest, row * len(standing.rows)) as place:
            for at, entry in enumerate(standing.rows):
                cell = Rect(place.x, place.y + at * row, place.width, row - ui.u(4))
                self._draw_row(ui, cell, entry, lowest, max(1, highest - lowest))

    def _cells(self, ui: Ui, rect: Rect) -> dict[str, Rect]:
        box = Box(rect.inflate(-2 * ui.u(10), 0), ui.u(8))
        cells: dict[str, Rect] = {"rank": box.left(ui.u(COLUMNS[0][1]))}
        for name, width in reversed(COLUMNS[2:]):
            cells[name] = box.right(ui.u(width))
        cells["name"] = box.rest
        return cells

    def _draw_titles(self, ui: Ui, rect: Rect) -> None:
        titles = {
            "rank": say("window-ladder-rank"),
            "name": say("ladder-entry"),
            "rating": say("ladder-rating"),
            "range": say("ladder-interval"),
            "games": say("ladder-games"),
            "wins": say("ladder-first"),
        }
        for name, cell in self._cells(ui, rect).items():
            ui.text(titles[name], cell, "label", ui.theme.muted)

    def _draw_row(self, ui: Ui, rect: Rect, entry: StandingRow, lowest: float, span: float) -> None:
        is_own = entry.entry == self._stage.session.entries.get(self._at)
        ui.fill(rect, ui.theme.soft(ui.theme.accent, 0.2) if is_own else ui.theme.raised, 7)
        cells = self._cells(ui, rect)
        ui.text(str(entry.rank), cells["rank"], "strong")
        ui.icon(
            "robot" if entry.kind == "bot" else "person",
            (cells["name"].x + ui.u(9), rect.centery),
            17,
            ui.theme.muted,
        )
        words = (
            f"{clean(entry.name)} {clean(entry.version)}"
            if entry.version != "1"
            else clean(entry.name)
        )
        if entry.owner and clean(entry.owner) != clean(entry.name):
            words += f"  ·  {clean(entry.owner)}"
        place = cells["name"]
        ui.text(
            words,
            Rect(place.x + ui.u(26), place.y, place.width - ui.u(26), place.height),
            "strong",
            may_cut=True,
        )
        ui.text(f"{entry.rating}{'?' if entry.provisional else ''}", cells["rating"], "strong")
        bar = cells["range"]
        left = bar.x + round(bar.width * (entry.rating - 2 * entry.rd - lowest) / span)
        width = max(ui.u(4), round(bar.width * 4 * entry.rd / span))
        ui.fill(
            Rect(left, bar.centery - ui.u(4), width, ui.u(8)),
            ui.theme.soft(ui.theme.accent, 0.45),
            4,
        )
        middle = bar.x + bar.width * (entry.rating - lowest) / span
        ui.art.disc(ui.surface, (middle, bar.centery), ui.u(5), ui.theme.accent)
        ui.hint(
            f"range {entry.rank}",
            bar,
            range_words(entry) + (f"\n{clean(entry.why)}" if entry.why else ""),
        )
        ui.text(str(entry.games), cells["games"])
        ui.text(str(entry.wins), cells["wins"])


def why_not_play(ladder: LadderInfo) -> str:
    """Why a person cannot play on a ladder; empty where it can be tried."""
    if "human" not in ladder.open_to:
        return say("window-ladder-programs-only")
    if ladder.state in ("open", "frozen"):
        return ""
    key = f"ladder-is-{ladder.state}"
    return say(f"ladder-is-{ladder.state}") if is_said(key) else ladder.state


def state_words(state: str) -> str:
    """What becomes of a ladder, by its name on the wire."""
    return say(f"ladder-state-{state}") if is_said(f"ladder-state-{state}") else state


def range_words(entry: StandingRow) -> str:
    """Between which ratings it most likely lies."""
    low, high = str(entry.rating - 2 * entry.rd), str(entry.rating + 2 * entry.rd)
    return say("ladder-range", low=low, high=high)
