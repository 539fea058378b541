"""Tournaments of a server: what is played, who may take part, entering and leaving; and the way to one's own table."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Final

from infoset.printing import clean
from infoset.wording import is_said, say
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import Badge, Button, Empty, Listing, Row
from infoset_gui.kit.ui import Ui
from infoset_gui.net.session import Session
from infoset_gui.phrases import clock_words, wire_words
from infoset_gui.screens.asking import ask_first
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.room import RoomScreen, enter_room
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import (
    Tournament,
    TournamentBerserk,
    TournamentEnter,
    TournamentEntry,
    TournamentInfo,
    TournamentLeave,
    TournamentList,
    Tournaments,
)

MOST: Final = 50  # of the newest that are shown


class TournamentsScreen(Screen):
    """The newest tournaments; what becomes of them is shown as it comes."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._is_loading = True
        self._leaving: TournamentInfo | None = None  # whether to leave it is asked
        stage.session.request(
            Tournaments(follow=True, count=MOST), TournamentList, self._listed, self._failed
        )

    def _listed(self, found: TournamentList) -> None:
        self._is_loading = False
        for item in reversed(found.items):  # the newest shall be first
            self._stage.session.take_tournament(item)

    def _failed(self, error: Exception) -> None:
        self._is_loading = False
        self._stage.session.complain(error)

    def tick(self, now_s: float) -> bool:
        return go_to_table(self._stage)

    # What can be done.

    def _enter(self, tournament: str) -> None:
        self._ask(TournamentEnter(tournament=tournament))

    def _leave(self, tournament: str) -> None:
        self._leaving = None
        self._ask(TournamentLeave(tournament=tournament))

    def _ask_first(self, item: TournamentInfo | None) -> None:
        self._leaving = item

    def _go_berserk(self, tournament: str, is_on: bool) -> None:
        self._ask(TournamentBerserk(tournament=tournament, on=is_on))

    def on_escape(self) -> bool:
        if self._leaving is None:
            return False
        self._leaving = None
        return True

    def _ask(self, message: TournamentBerserk | TournamentEnter | TournamentLeave) -> None:
        session = self._stage.session
        session.request(
            message, Tournament, lambda reply: session.take_tournament(reply.tournament)
        )

    # The picture.

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, say("tournaments-title"), "", self._stage.pop, [])
        title, about = say("tournaments-none"), say("window-tournaments-none-about")
        listing = Listing(
            name="tournaments",
            rows=[self._row(item) for item in self._stage.session.tournaments.values()],
            empty=Empty("crown", title, about),
            is_loading=self._is_loading,
        )
        draw_list(ui, ui.panel(margins(ui, rest)), listing)
        if self._leaving is not None:
            self._draw_leaving(ui, self._leaving)

    def _draw_leaving(self, ui: Ui, item: TournamentInfo) -> None:
        is_open = item.state == "open"
        about = say("window-tournaments-again") if is_open else say("window-tournaments-costs")
        title = say("tournaments-leave-question", title=clean(item.title))
        leave, stay = partial(self._leave, item.tournament), partial(self._ask_first, None)
        ask_first(ui, title, about, say("tournaments-leave"), leave, stay)

    def _row(self, item: TournamentInfo) -> Row:
        mine = next((entry for entry in item.yours if entry.bot is None and not entry.out), None)
        is_in = mine is not None
        return Row(
            title=clean(item.title),
            cover=item.game,
            facts=about(item),
            badges=[
                Badge(
                    say("tournaments-in") if is_in else state_words(item.state),
                    "good" if is_in or item.state == "open" else "muted",
                )
            ],
            buttons=list(self._buttons(item, mine)),
        )

    def _buttons(self, item: TournamentInfo, mine: TournamentEntry | None) -> Iterator[Button]:
        """The way in, or for who is in, the way out and what can be risked."""
        if mine is not None and item.state != "over":
            if item.berserk:
                yield Button(
                    name=f"berserk {item.tournament}",
                    label=say("window-tournaments-berserk"),
                    press=partial(self._go_berserk, item.tournament, not mine.berserk),
                    icon="bolt",
                    is_on=mine.berserk,
                    tooltip=f"{say('tournaments-berserk')}: {say('tournaments-berserk-about')}",
                )
            yield Button(
                name=f"leave {item.tournament}",
                label=say("tournaments-leave"),
                press=partial(self._ask_first, item),
                tone="danger",
            )
        elif mine is None and item.may_enter:
            yield Button(
                name=f"enter {item.tournament}",
                label=say("tournaments-enter"),
                press=partial(self._enter, item.tournament),
                tone="primary",
            )


def about(item: TournamentInfo) -> list[str]:
    """What is played, how, by how many, and when."""
    parts = [
        game_title(item.game),
        format_words(item.format),
        clock_words(item.clock),
        say("lobby-shown", shown=item.entrants, all=item.most),
    ]
    if item.start_ms is not None and item.state == "open":
        when = datetime.fromtimestamp(item.start_ms / 1000, UTC).astimezone()
        parts.append(say("window-tournaments-begins", time=f"{when:%Y-%m-%d %H:%M}"))
    return parts


def state_words(state: str) -> str:
    """What becomes of a tournament, by its name on the wire."""
    key = f"tournaments-state-{state}"
    return say(f"tournaments-state-{state}") if is_said(key) else state


def format_words(name: str) -> str:
    """How is decided who plays whom, by its name on the wire."""
    key = f"tournaments-format-{name}"
    return say(f"tournaments-format-{name}") if is_said(key) else wire_words(name)


def go_to_table(stage: Stage) -> bool:
    """Who is called to a table is led to its room, once; has that happened?"""
    if not stage.sessions:
        return False
    session = stage.session
    table = session.called
    if table is None or table.room is None or session.is_leading or not session.is_open:
        return False
    session.called = None
    show_room(stage, session, table.room)
    return True


def show_room(stage: Stage, session: Session, room: str) -> None:
    """Shows a room, which is entered first where one is not in it."""
    if room in session.rooms:
        stage.push(RoomScreen(stage, room))
    else:
        enter_room(stage, session, room)
