"""The table of a ladder: who is how strong, and how sure that is."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from infoset.errors import RequestError
from infoset.printing import clean
from infoset.wording import is_said, say
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import (
    BETWEEN,
    Bar,
    Button,
    Cells,
    Column,
    Empty,
    Listing,
    Marked,
    Span,
    Tabs,
)
from infoset_gui.kit.ui import Ui
from infoset_gui.net.session import explain
from infoset_gui.phrases import clock_words
from infoset_gui.screens.bar import draw_bar, game_title, margins
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


class LadderScreen(Screen):
    """All ladders of a server, one at a time."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._ladders: list[LadderInfo] = []
        self._at = ""
        self._standing: Standing | None = None
        self._first = 0
        self._season: int | None = None  # one that is over; None: the table of now
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
            self._at, self._first, self._season = names[0] if names else "", 0, None
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
        self._at, self._first, self._season = name, 0, None
        self._is_loading = True
        self._load_table()

    def _choose_season(self, season: str) -> None:
        self._season, self._first = int(season) if season else None, 0
        self._is_loading = True
        self._load_table()

    def _load_table(self) -> None:
        """Asks for the page that is to be shown."""
        wanted = self._at, self._first, self._season

        def loaded(standing: Standing) -> None:
            if wanted == (self._at, self._first, self._season):  # else another was chosen meanwhile
                self._standing, self._is_loading = standing, False

        request = Standings(ladder=self._at, first=self._first, count=PAGE, season=self._season)
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
        found = next((one for one in self._ladders if one.ladder == self._at), None)
        standing = self._standing if found is not None and not self._problem else None
        empty = Empty("trophy", say("ladder-nobody"), say("window-ladder-empty-about"))
        if found is None or self._problem:
            about = self._problem or say("window-ladder-none-about")
            empty = Empty("trophy", say("ladder-none"), about)
        listing = Listing(
            name="table",
            rows=[self._row(entry) for entry in standing.rows] if standing else [],
            empty=empty,
            bars=[] if found is None else list(self._bars(found)),
            columns=columns(),
            is_loading=self._is_loading,
        )
        draw_list(ui, ui.panel(margins(ui, rest)), listing)

    def _bars(self, found: LadderInfo) -> Iterator[Bar]:
        yield self._pages()
        yield self._facts(found)
        now = found.season or 0
        if now > 1:
            seasons = [
                (str(one), say("ladder-season-of", season=one)) for one in range(now - 1, 0, -1)
            ]
            options = [("", say("ladder-season-of", season=now)), *seasons]
            chosen = str(self._season or "")
            yield Bar(tabs=Tabs("season", options, chosen, self._choose_season))

    def _pages(self) -> Bar:
        """All ladders, and the pages of the one that is shown."""
        tabs = [(one.ladder, clean(one.title)) for one in self._ladders]
        more = self._standing is not None and self._first + PAGE < self._standing.total
        back = Button(
            name="page before",
            label=say("tape-before"),
            press=partial(self._turn, -1),
            icon="left",
            tooltip=say("window-ladder-up"),
            reason="" if self._first else say("window-ladder-top"),
        )
        on = Button(
            name="next page",
            label=say("tape-next"),
            press=partial(self._turn, 1),
            icon="forward",
            tooltip=say("window-ladder-down"),
            reason="" if more else say("window-ladder-bottom"),
        )
        is_long = bool(self._first) or more
        return Bar(
            tabs=Tabs("ladder", tabs, self._at, self._choose), buttons=[back, on] if is_long else []
        )

    def _facts(self, found: LadderInfo) -> Bar:
        """What the ladder is about, and the way onto it."""
        entries = say("ladder-entries", count=found.entries)
        results = say("ladder-results-count", count=found.games)
        parts = [
            f"{game_title(found.game)}, {found.rules}",
            clock_words(found.clock),
            f"{entries}, {results}",
            state_words(found.state),
        ]
        play = Button(
            name="play rated",
            label=say("ladder-play"),
            press=partial(self._play, found),
            icon="play",
            reason=why_not_play(found),
            tooltip=say("window-ladder-play-about"),
        )
        return Bar(about=BETWEEN.join(parts), buttons=[play])

    def _row(self, entry: StandingRow) -> Cells:
        name = clean(entry.name)
        words = f"{name} {clean(entry.version)}" if entry.version != "1" else name
        if entry.owner and clean(entry.owner) != name:
            words += f"{BETWEEN}{clean(entry.owner)}"
        why = f"\n{clean(entry.why)}" if entry.why else ""
        low, high = entry.rating - 2 * entry.rd, entry.rating + 2 * entry.rd
        cells: list[str | Marked | Span] = [
            str(entry.rank),
            Marked("robot" if entry.kind == "bot" else "person", words),
            f"{entry.rating}{'?' if entry.provisional else ''}",
            Span(f"range {entry.rank}", low, entry.rating, high, range_words(entry) + why),
            str(entry.games),
            str(entry.wins),
        ]
        return Cells(cells, is_own=entry.entry == self._stage.session.entries.get(self._at))


def columns() -> list[Column]:
    """What is told of each entry."""
    return [
        Column(say("window-ladder-rank"), 46, is_strong=True),
        Column(say("ladder-entry"), 0, is_strong=True),
        Column(say("ladder-rating"), 72, is_strong=True),
        Column(say("ladder-interval"), 220),
        Column(say("ladder-games"), 62),
        Column(say("ladder-first"), 62),
    ]


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
