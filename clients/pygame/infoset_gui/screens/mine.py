"""My games: everything that runs, waits and is over, in one list."""

from collections.abc import Iterator
from functools import partial

from infoset.people_text import room_title
from infoset.printing import clean
from infoset.wording import listed, say
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import Button, Empty, Listing, Row
from infoset_gui.kit.ui import Ui
from infoset_gui.net.own_games import OwnGames, key_of
from infoset_gui.phrases import clock_words
from infoset_gui.screens.bar import Tool, draw_bar, game_title, margins
from infoset_gui.screens.following import show_people
from infoset_gui.screens.profile import show_profile
from infoset_gui.screens.replays import show_replay
from infoset_gui.screens.room import enter_room
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import MyGame, Ok, Unseek

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
        listing = Listing(
            name="mine",
            rows=[self._row(item) for item in self._own.items],
            empty=Empty("dice", say("window-mine-none"), say("window-mine-none-about")),
            is_loading=not self._own.is_known,
        )
        draw_list(ui, ui.panel(margins(ui, rest)), listing)

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

    def _row(self, item: MyGame) -> Row:
        return Row(
            title=title_of(item),
            cover=item.game,
            facts=facts_of(item, self._own.left_s(item)),
            buttons=list(self._way(item)),
        )

    def _way(self, item: MyGame) -> Iterator[Button]:
        """Where one goes from here, if one can."""
        session, name = self._stage.session, f"mine {key_of(item)}"
        table = session.tables.get(item.match_id or "")
        if item.state == "seek":
            press = partial(self._unseek, item.ticket)
            yield Button(name=name, label=say("mine-stop"), press=press)
        elif item.state == "over":
            press = partial(show_replay, self._stage, session, item.match_id or "")
            yield Button(name=name, label=say("mine-replay"), press=press)
        elif item.state == "room":
            press = partial(enter_room, self._stage, session, item.room or "")
            yield Button(name=name, label=say("mine-to-room"), press=press)
        elif table is not None and table.is_player and table.result is None:
            press = partial(session.on_table, session, table)  # no other window has the seat
            is_asked = item.state == "turn"
            words = say("mine-play") if is_asked else say("mine-look")
            tone = "primary" if is_asked else "plain"
            yield Button(name=name, label=words, press=press, tone=tone)

    def _unseek(self, ticket: str | None) -> None:
        own = self._own
        self._stage.session.request(Unseek(ticket=ticket), Ok, lambda _: own.look())


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
