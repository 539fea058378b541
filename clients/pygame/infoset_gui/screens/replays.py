"""Replays of finished matches."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

from infoset.client import Client
from infoset.printing import clean
from infoset.refusals import sentence
from infoset.replaying.film import Film, RecordReel, Reel
from infoset.replaying.source import fetch
from infoset.wording import say
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import Bar, Button, Empty, Item, Link, Listing, Row, Tabs
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.net.session import Session, nothing
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.people import named_link, somebody
from infoset_gui.screens.record_file import save_record
from infoset_gui.screens.replay import ReplayScreen
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import ReplayList, Replays

PAGE = 50


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
        show_replay(self._stage, self._stage.session, match_id, self._opened)

    def _opened(self) -> None:
        self._is_loading = False

    def draw(self, ui: Ui) -> None:
        stage = self._stage
        rest = draw_bar(ui, say("replays-title"), "", stage.pop, [])
        games = [
            ("", sentence(say("replays-all"))),
            *((name, game_title(name)) for name in sorted(stage.session.games)),
        ]
        rows: list[Item] = [
            replay_row(stage, stage.session, item, partial(self._open, str(item.get("replay", ""))))
            for item in self._items
        ]
        if self._cursor is not None:
            older = partial(self._load, more=True)
            rows.append(Button(name="more", label=say("replays-older"), press=older))
        listing = Listing(
            name="replays",
            rows=rows,
            empty=Empty("film", say("replays-none"), say("window-replay-none-about")),
            bars=[Bar(tabs=Tabs("game", games, self._game, self._set_game))],
            is_loading=self._is_loading,
        )
        draw_list(ui, ui.panel(margins(ui, rest)), listing)

    def _set_game(self, value: str) -> None:
        self._game = value
        self._items, self._cursor = [], None
        self._load()


def replay_row(stage: Stage, session: Session, item: dict[str, Any], watch: Press) -> Row:
    """A finished match in a list."""
    match_id, game = str(item.get("replay", "")), str(item.get("game", ""))
    when = datetime.fromtimestamp(item.get("at_ms", 0) / 1000, UTC).astimezone()
    moves = say("window-replay-moves", count=int(item.get("moves", 0)))
    label = say("replays-watch")
    return Row(
        title=list(player_links(stage, session, item)),
        cover=game,
        facts=[game_title(game), f"{when:%Y-%m-%d %H:%M}", moves, match_id],
        buttons=[Button(name=f"see {match_id}", label=label, press=watch, icon="play")],
    )


def player_links(stage: Stage, session: Session, item: dict[str, Any]) -> Iterator[Link]:
    """The players, the first place first; people lead to their card."""
    names, places = item.get("players", []), item.get("places", [])
    users, kinds = item.get("users", []), item.get("kinds", [])
    order = sorted(range(len(names)), key=lambda seat: places[seat] if seat < len(places) else 99)
    for seat in order:
        called = clean(names[seat])
        text = f"{places[seat]}. {called}" if seat < len(places) else called
        is_person = seat < min(len(kinds), len(users)) and kinds[seat] not in ("", "house")
        person = somebody(stage, str(users[seat] or ""), called) if is_person else None
        name = f"player {item.get('replay')} {seat}"
        yield named_link(stage, session, person, text, name)


def show_replay(
    stage: Stage, session: Session, match_id: str, done: Press = nothing, *, is_review: bool = False
) -> None:
    """Shows a finished match, with its review where that is wanted; `done` is told when it is there, or cannot be had."""

    def loaded(found: tuple[Reel, Film]) -> None:
        done()
        reel = found[0]
        save = partial(save_record, stage, reel) if isinstance(reel, RecordReel) else None
        screen = ReplayScreen(stage, *found, save=save)
        stage.push(screen)
        if is_review:
            screen.review()

    def failed(error: Exception) -> None:
        done()
        session.complain(error)

    session.lead(lambda client: open_reel(client, match_id), loaded, failed)


async def open_reel(client: Client, match_id: str) -> tuple[Reel, Film]:
    """A match, and its replay in the view that shows most. Raises RequestError or CommandError."""
    reel = await fetch(client, match_id, None)
    return reel, await asyncio.to_thread(reel.film, reel.views[-1])  # plays the whole match
