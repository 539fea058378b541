"""Replays of finished matches."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from pygame import Rect

from infoset.client import Client
from infoset.printing import clean
from infoset.replaying.film import Film, RecordReel, Reel
from infoset.replaying.source import fetch
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, segments, spinner
from infoset_gui.phrases import sentence
from infoset_gui.screens.bar import draw_bar, draw_empty, game_title, margins
from infoset_gui.screens.covers import draw_small_cover
from infoset_gui.screens.record_file import save_record
from infoset_gui.screens.replay import ReplayScreen
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import ReplayList, Replays

PAGE = 50
ROW = 60


class ReplaysScreen(Screen):
    """The newest matches of the server, by game, page after page."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._game = ""
        self._items: list[dict[str, Any]] = []
        self._cursor: str | None = None
        self._is_loading = False
        self._load()

    def _load(self, *, more: bool = False) -> None:
        self._is_loading = True
        request = Replays(
            game=self._game or None, count=PAGE, before=self._cursor if more else None
        )

        def loaded(page: ReplayList) -> None:
            self._items = [*(self._items if more else []), *page.items]
            self._cursor = page.cursor
            self._is_loading = False

        self._stage.session.request(request, ReplayList, loaded, self._failed)

    def _failed(self, error: Exception) -> None:
        self._is_loading = False
        self._stage.session.complain(error)

    def _open(self, match_id: str) -> None:
        self._is_loading = True

        def loaded(found: tuple[Reel, Film]) -> None:
            self._is_loading = False
            self._stage.push(ReplayScreen(self._stage, *found, save=self._saving(found[0])))

        self._stage.session.run(lambda client: open_reel(client, match_id), loaded, self._failed)

    def _saving(self, reel: Reel) -> Callable[[], None] | None:
        """How a match is kept as a file, where all of it is known."""
        return partial(save_record, self._stage, reel) if isinstance(reel, RecordReel) else None

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, say("replays-title"), "", self._stage.pop, [])
        box = Box(ui.panel(margins(ui, rest)), ui.u(10))
        games = [
            ("", sentence(say("replays-all"))),
            *((name, game_title(name)) for name in sorted(self._stage.session.games)),
        ]
        head = Box(box.top(ui.u(40)), ui.u(12))
        segments(
            ui,
            "game",
            head.left(min(head.rest.width - ui.u(60), ui.u(150) * len(games))),
            games,
            self._game,
            self._set_game,
        )
        if self._is_loading:
            spinner(ui, (head.rest.right - ui.u(20), head.rest.centery))
        elif not self._items:
            about = say("window-replay-none-about")
            draw_empty(ui, box.rest, "film", say("replays-none"), about)
        row, gap = ui.u(ROW), ui.u(6)
        count = len(self._items) + (self._cursor is not None)
        with ui.scroll("replays", box.rest, count * (row + gap)) as place:
            for at, item in enumerate(self._items):
                cell = Rect(place.x, place.y + at * (row + gap), place.width, row)
                if cell.bottom > rest.y - row and cell.y < rest.bottom + row:
                    self._draw_item(ui, cell, item)
            if self._cursor is not None:
                cell = Rect(
                    place.x, place.y + len(self._items) * (row + gap), place.width, ui.u(40)
                )
                button(ui, "more", cell, say("replays-older"), lambda: self._load(more=True))

    def _draw_item(self, ui: Ui, rect: Rect, item: dict[str, Any]) -> None:
        ui.fill(rect, ui.theme.raised, 8)
        row = Box(rect.inflate(-2 * ui.u(12), -2 * ui.u(8)), ui.u(12))
        game = str(item.get("game", ""))
        draw_small_cover(ui, row, game)
        match_id = str(item.get("replay", ""))
        label = say("replays-watch")
        button(
            ui,
            f"see {match_id}",
            row.right(button_width(ui, label, icon="play")),
            label,
            lambda: self._open(match_id),
            icon="play",
        )
        words = Box(row.rest)
        ui.text(result_text(item), words.top(ui.u(22)), "strong", may_cut=True)
        when = datetime.fromtimestamp(item.get("at_ms", 0) / 1000, UTC).astimezone()
        moves = say("window-replay-moves", count=int(item.get("moves", 0)))
        about = "  ·  ".join([game_title(game), f"{when:%Y-%m-%d %H:%M}", moves, match_id])
        ui.text(about, words.rest, "caption", ui.theme.muted, may_cut=True)

    def _set_game(self, value: str) -> None:
        self._game = value
        self._items, self._cursor = [], None
        self._load()


async def open_reel(client: Client, match_id: str) -> tuple[Reel, Film]:
    """A match, and its replay in the view that shows most. Raises RequestError or CommandError."""
    reel = await fetch(client, match_id, None)
    return reel, await asyncio.to_thread(reel.film, reel.views[-1])  # plays the whole match


def result_text(item: dict[str, Any]) -> str:
    """The players, the first place first."""
    names = [clean(name) for name in item.get("players", [])]
    places = item.get("places", [])
    order = sorted(range(len(names)), key=lambda seat: places[seat] if seat < len(places) else 99)
    return ", ".join(
        f"{places[seat]}. {names[seat]}" if seat < len(places) else names[seat] for seat in order
    )
