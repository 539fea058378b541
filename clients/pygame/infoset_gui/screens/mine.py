"""My games: everything that runs, waits and is over, in one list."""

from functools import partial

from pygame import Rect

from infoset.people_text import room_title
from infoset.printing import clean
from infoset.wording import listed, say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.net.own_games import OwnGames, key_of
from infoset_gui.phrases import clock_words
from infoset_gui.screens.bar import Tool, draw_bar, draw_empty, game_title, margins
from infoset_gui.screens.covers import draw_small_cover
from infoset_gui.screens.profile import show_people, show_profile
from infoset_gui.screens.replay import ReplayScreen
from infoset_gui.screens.replays import open_reel
from infoset_gui.screens.room import RoomScreen
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import Join, MyGame, Ok, Room, Unseek

ROW = 60
STATES = {
    "turn": "mine-part-turn",
    "waiting": "mine-part-waiting",
    "room": "window-mine-room",
    "seek": "mine-part-seek",
    "over": "mine-part-over",
}  # with the messages that say them
DAY_S, HOUR_S, MINUTE_S = 86_400, 3_600, 60


class MineScreen(Screen):
    """The list, as it is told by the server; a press leads to the match, the room or the replay."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._own.look()

    @property
    def _own(self) -> OwnGames:
        return self._stage.session.own

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, say("frame-mine"), "", self._stage.pop, self._tools())
        box = Box(ui.panel(margins(ui, rest)), ui.u(10))
        items = self._own.items
        if not items:
            title, about = say("window-mine-none"), say("window-mine-none-about")
            draw_empty(ui, box.rest, "dice", title, about)
        row, gap = ui.u(ROW), ui.u(6)
        with ui.scroll("mine", box.rest, len(items) * (row + gap)) as place:
            for at, item in enumerate(items):
                cell = Rect(place.x, place.y + at * (row + gap), place.width, row)
                if cell.bottom > rest.y - row and cell.y < rest.bottom + row:
                    self._draw_item(ui, cell, item)

    def _tools(self) -> list[Tool]:
        """The ways to one's own profile, and to those whom one follows."""
        stage = self._stage
        profile = partial(show_profile, stage, stage.session)
        people = partial(show_people, stage, stage.session)
        words, label = say("people-profile"), say("people-mine")
        followed = say("people-followed")
        return [
            ("profile", "person", words, label, profile, ""),
            ("people", "eye", say("people-title"), followed, people, ""),
        ]

    def _draw_item(self, ui: Ui, rect: Rect, item: MyGame) -> None:
        ui.fill(rect, ui.theme.raised, 8)
        row = Box(rect.inflate(-2 * ui.u(12), -2 * ui.u(8)), ui.u(12))
        draw_small_cover(ui, row, item.game)
        way = self._way(item)
        if way is not None:
            words, press = way
            kind = "primary" if item.state == "turn" else "normal"
            place = row.right(button_width(ui, words))
            button(ui, f"mine {key_of(item)}", place, words, press, kind=kind)
        words_box = Box(row.rest)
        ui.text(title_of(item), words_box.top(ui.u(22)), "strong", may_cut=True)
        about = "  ·  ".join(facts_of(item, self._own.left_s(item)))
        ui.text(about, words_box.rest, "caption", ui.theme.muted, may_cut=True)

    def _way(self, item: MyGame) -> tuple[str, Press] | None:
        """Where one goes from here, if one can."""
        session = self._stage.session
        if item.state == "seek":
            return say("mine-stop"), partial(self._unseek, item.ticket)
        if item.state == "over":
            return say("mine-replay"), partial(self._replay, item.match_id or "")
        if item.state == "room":
            return say("mine-to-room"), partial(self._enter, item.room or "")
        table = session.tables.get(item.match_id or "")
        if table is None or not table.is_player or table.result is not None:
            return None  # another window has the seat, or another device
        words = say("mine-play") if item.state == "turn" else say("mine-look")
        return words, partial(session.on_table, session, table)

    def _unseek(self, ticket: str | None) -> None:
        own = self._own
        self._stage.session.request(Unseek(ticket=ticket), Ok, lambda _: own.look())

    def _enter(self, room: str) -> None:
        session = self._stage.session

        def entered(found: Room) -> None:
            session.take_room(found)
            self._stage.push(RoomScreen(self._stage, found.room.room))

        session.request(Join(room=room), Room, entered)

    def _replay(self, match_id: str) -> None:
        session = self._stage.session
        session.run(
            lambda client: open_reel(client, match_id),
            lambda found: self._stage.push(ReplayScreen(self._stage, *found)),
            session.complain,
        )


def title_of(item: MyGame) -> str:
    """The game, and with whom."""
    others = [
        clean(one) for seat, one in enumerate(item.players or []) if one and seat != item.seat
    ]
    if not others:
        return room_title(item.title, item.game)
    return say("mine-with", game=game_title(item.game), others=listed(others))


def facts_of(item: MyGame, left_s: float | None) -> list[str]:
    """What else is to be said of it."""
    facts = [say(STATES[item.state]) if item.state in STATES else item.state]
    if item.state == "turn" and left_s is not None:
        facts.append(say("mine-left", time=left_text(left_s)))
    if item.clock is not None:
        facts.append(clock_words(item.clock))
    if item.places and item.seat is not None:
        facts.append(say("mine-place", place=item.places[item.seat], count=len(item.places)))
    if item.room is not None:
        facts.append(item.room)
    if item.here is False:
        facts.append(say("mine-elsewhere"))
    return facts


def left_text(seconds: float) -> str:
    """Time that is left, in the two units that matter."""
    days, rest = divmod(int(seconds), DAY_S)
    hours, rest = divmod(rest, HOUR_S)
    minutes, rest = divmod(rest, MINUTE_S)
    if days:
        return say("room-days-hours", days=days, hours=hours)
    if hours:
        return say("window-hours-minutes", hours=hours, minutes=minutes)
    return f"{minutes}:{rest:02d}"
