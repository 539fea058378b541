"""Ways to a table besides a room of the lobby: opponents who want the same, a code, a seat's own eyes."""

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.gui.conftest import Open, Robot, ServerThread, Sit

from infoset.discovering import discover
from infoset.wording import say, speak
from infoset_gui.driver import Driver
from infoset_gui.kit.clipboard import paste
from infoset_gui.net import local_server
from infoset_gui.preferences import load
from infoset_gui.screens import connect
from infoset_gui.screens.connect import ConnectScreen
from infoset_gui.screens.joining import JoinDialog, split_room
from infoset_gui.screens.lobby import state_words
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.room import RoomScreen
from infoset_gui.screens.seeking import SeekScreen
from infoset_gui.table import Table
from infoset_protocol.messages import CreateRoom, Ok, Room, RoomInfo, Seek, WatchDelay
from infoset_server.network.beacon import Beacon


def match_screen(driver: Driver) -> MatchScreen:
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    return screen


def is_at_table(driver: Driver) -> bool:
    return isinstance(driver.app.stage.screen, MatchScreen)


def texts(driver: Driver) -> list[str]:
    """What is read on the screen as it was drawn last."""
    assert driver.app.audit is not None
    return [one.text for one in driver.app.audit.drawn]


def look_for(driver: Driver, game: str) -> None:
    """Waits for opponents on the usual terms."""
    driver.click(f"seek {game}")
    driver.click("look for opponents")


def test_two_who_look_for_the_same_meet(lobby: Driver, window: Open, server: ServerThread) -> None:
    look_for(lobby, "crossfire")
    lobby.wait(lambda: lobby.has("stop looking"))
    other = window(url=server.url, name="Lin")
    other.click("connect")
    other.wait(lambda: other.has("seek crossfire"))
    look_for(other, "crossfire")
    for driver in (other, lobby):
        driver.wait(partial(is_at_table, driver))
        assert not any(isinstance(one, SeekScreen) for one in driver.app.stage.screens)
    names = {seat.name for seat in match_screen(lobby).table.start.players}
    assert names == {"Ada", "Lin"}


def test_a_wait_can_be_ended_and_nobody_is_seated_then(lobby: Driver, server: ServerThread) -> None:
    look_for(lobby, "crossfire")
    lobby.wait(lambda: lobby.has("stop looking"))
    lobby.click("stop looking")
    assert lobby.has("look for opponents")
    robot = Robot(lobby, server.url, 5)
    robot.session.request(Seek(game="crossfire", fill_ms=86_400_000), Ok)
    lobby.wait(lambda: lobby.app.stage.session.is_open)
    lobby.click("back")
    lobby.wait(lambda: lobby.has("seek crossfire"))
    assert not isinstance(lobby.app.stage.screen, MatchScreen)
    robot.session.close()


def test_a_wait_that_is_ended_at_once_is_taken_back(
    lobby: Driver, server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby.click("seek crossfire")
    screen = lobby.app.stage.screen
    assert isinstance(screen, SeekScreen)
    taken: list[str] = []
    take_back = screen._take_back

    def note(ticket: str) -> None:
        taken.append(ticket)
        take_back(ticket)

    monkeypatch.setattr(screen, "_take_back", note)
    screen.look()
    screen._stop_or_leave()  # before the answer is there
    assert lobby.app.stage.screen is screen, "one can look for something else"
    lobby.wait(lambda: bool(taken))
    lobby.wait(
        lambda: server.call(lambda running: running.app.matchmaker.pairing.next_fill_ms()) is None
    )
    assert not screen._is_waiting


def test_a_refused_wish_is_told_and_can_be_changed(lobby: Driver) -> None:
    lobby.click("seek catan")
    screen = lobby.app.stage.screen
    assert isinstance(screen, SeekScreen)
    screen._seats = "16"
    lobby.click("look for opponents")
    lobby.wait(lambda: bool(lobby.notes))
    assert "seats" in lobby.notes[0]
    assert lobby.has("look for opponents")


def test_after_a_match_that_was_found_another_is_looked_for(
    lobby: Driver, window: Open, server: ServerThread
) -> None:
    test_two_who_look_for_the_same_meet(lobby, window, server)
    screen = match_screen(lobby)
    lobby.wait(lambda: screen.table.turn is not None)
    lobby.click("resign")
    lobby.click("confirm")
    lobby.wait(lambda: lobby.has("again"))
    lobby.click("again")
    lobby.wait(lambda: lobby.has("stop looking"))
    lobby.click("stop looking")


def test_an_unlisted_room_is_entered_with_its_code(lobby: Driver, server: ServerThread) -> None:
    robot = Robot(lobby, server.url, 6)
    opened: list[Room] = []
    robot.session.request(CreateRoom(game="crossfire", unlisted=True), Room, opened.append)
    lobby.wait(lambda: bool(opened))
    room = opened[0].room
    assert room.code
    lobby.click("join with a code")
    lobby.click("join room")
    lobby.write(room.room)
    lobby.click("join code")
    lobby.write("wrong")
    lobby.click("join")
    lobby.wait(lambda: bool(lobby.notes))
    lobby.click("join code")
    lobby.write(room.code)
    lobby.click("join")
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, RoomScreen))
    lobby.click("back")
    robot.session.close()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("R7K2", ("R7K2", None)),
        ("R7K2 c_X8CHq", ("R7K2", "c_X8CHq")),
        ("blue room", ("blue room", None)),
        ("blue room c_X8CHq", ("blue room", "c_X8CHq")),
        ("c_X8CHq", ("c_X8CHq", None)),
    ],
)
def test_a_room_is_typed_or_pasted_by_id_or_title_with_its_code_or_without(
    text: str, parts: tuple[str, str | None]
) -> None:
    assert split_room(text) == parts


def watch(driver: Driver, url: str, table: Table) -> MatchScreen:
    """A window that looks on at a match."""
    driver.click("connect")
    home = f"watch {room_of(driver, url, table)}"
    driver.click(home)
    driver.wait(lambda: isinstance(driver.app.stage.screen, MatchScreen))
    return match_screen(driver)


def room_of(driver: Driver, url: str, table: Table) -> str:
    match_id = table.match.match_id

    def found() -> list[str]:
        session = driver.app.stage.session
        return [room.room for room in session.lobby.values() if room.match_id == match_id]

    driver.wait(lambda: bool(driver.app.stage.sessions) and bool(found()))
    return found()[0]


def test_a_seat_is_watched_only_while_it_says_so(
    lobby: Driver, sit: Sit, window: Open, server: ServerThread
) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    watcher = window(url=server.url, name="Wanda")
    screen = watch(watcher, server.url, table)

    watcher.click("eyes/seat:0")
    watcher.wait(lambda: bool(watcher.notes))
    assert "may not do that here: that seat does not let you watch" in watcher.notes[0]
    assert screen.table.seat == -1

    lobby.click("consent")
    lobby.wait(lambda: table.is_watchable)
    watcher.click("eyes/seat:0")
    watcher.wait(lambda: screen.table.seat == 0)
    watcher.wait(lambda: bool(screen.table.looks.obs))
    assert screen.table.looks.obs["players"][0]["hand"] == table.looks.obs["players"][0]["hand"]
    assert not watcher.has("consent")

    lobby.click("consent")
    lobby.wait(lambda: not table.is_watchable)
    watcher.wait(lambda: screen.table.seat == -1)
    assert "any longer" in watcher.notes[-1]


def test_a_stranger_at_crossfire_is_shown_where_both_sides_began_and_told_why(
    lobby: Driver, sit: Sit, window: Open, server: ServerThread
) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    session = lobby.app.stage.session
    watcher = window(url=server.url, name="Wanda", audited=True)
    screen = watch(watcher, server.url, table)
    watcher.wait(lambda: bool(screen.table.looks.obs))
    lobby.click("send orders")
    lobby.wait(lambda: table.turn is not None and table.turn.kind == "orders")
    watcher.wait(lambda: screen.table.looks.obs["phase"] != "setup")
    assert screen.table.looks.obs["units"] == []  # what is shown comes from nowhere else
    assert watcher.redraw() == []
    starts = [one.name for one in watcher.regions if one.name.startswith("start ")]
    assert {name.split()[1] for name in starts} == {"0", "1"}
    assert watcher.app.audit is not None
    words = " ".join(one.text for one in watcher.app.audit.drawn)
    assert "secret until the end" in words
    assert "watching" in [one.text for one in watcher.app.audit.drawn]
    room = session.listed(table.match.match_id)
    assert room is not None
    shown_later = room.model_copy(update={"watch": "delayed", "watch_delay": WatchDelay(ms=30_000)})
    watcher.app.stage.session.lobby[room.room] = shown_later
    watcher.redraw()
    assert "watching, 30 s later" in [one.text for one in watcher.app.audit.drawn]


def test_the_same_seats_play_again_in_their_room(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.wait(lambda: table.turn is not None)
    first = table.match.match_id
    lobby.click("resign")
    lobby.click("confirm")
    lobby.wait(lambda: lobby.has("again"))
    session = lobby.app.stage.session
    home = session.home(first)
    assert home is not None
    lobby.click("again")
    assert isinstance(lobby.app.stage.screen, RoomScreen)
    lobby.wait(lambda: bool(session.rooms[home.room].seats[0].ready))


def test_a_match_that_is_over_makes_way_for_the_next(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.wait(lambda: table.turn is not None)
    lobby.click("resign")
    lobby.click("confirm")
    lobby.wait(lambda: lobby.has("leave"))
    app = lobby.app
    app.open_table(
        app.stage.session, Table(table.start.model_copy(update={"match_id": "m_2"}), float)
    )
    shown = [one for one in app.stage.screens if isinstance(one, MatchScreen)]
    assert [one.table.match.match_id for one in shown] == ["m_2"]


def test_a_room_that_is_gone_is_forgotten(lobby: Driver) -> None:
    opened: list[Room] = []
    session = lobby.app.stage.session
    session.request(CreateRoom(game="crossfire"), Room, opened.append)
    lobby.wait(lambda: bool(opened))
    session.take_room(opened[0])
    room = opened[0].room.room
    lobby.wait(lambda: room in session.lobby)
    lobby.click(f"enter {room}")
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, RoomScreen))
    lobby.click("back")
    lobby.wait(lambda: room not in session.lobby)
    assert room not in session.rooms


def test_a_server_nearby_shows_up_and_is_entered_by_a_press(
    window: Open, server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(language="de", audited=True)
    network = driver.app.stage.network
    ports: list[int] = []
    beacons: list[Beacon] = []

    async def light_one() -> int:
        loop = asyncio.get_running_loop()
        beacon = Beacon("camp", int(server.url.rpartition(":")[2]), lambda: 3, loop.time)
        beacons.append(beacon)
        transport, _ = await loop.create_datagram_endpoint(
            lambda: beacon, local_addr=("127.0.0.1", 0)
        )
        return int(transport.get_extra_info("sockname")[1])

    network.start(light_one(), ports.append)
    driver.wait(lambda: bool(ports))
    asking = partial(discover, 0.2, ("127.0.0.1",), ports[0])
    monkeypatch.setattr(connect, "discover", asking)
    screen = driver.app.stage.screen
    assert isinstance(screen, ConnectScreen)
    driver.wait(lambda: not screen._is_looking)
    screen._look_s = -1e9  # it is time to ask again
    label = say("window-connect-to-server", name="camp")
    driver.wait(lambda: any(one.label == label for one in driver.regions))
    assert any("3 verbunden" in text for text in texts(driver))
    driver.click("nearby 0")
    assert say("window-connect-connecting", address=server.url) in texts(driver)
    driver.wait(lambda: driver.has("play colonizers"))

    async def darken() -> None:
        beacons[0].close()
        await asyncio.sleep(0)  # the socket is closed by the loop

    closed: list[None] = []
    network.start(darken(), closed.append)
    driver.wait(lambda: bool(closed))


@pytest.mark.parametrize(("status", "words"), [("playing", "hraje se"), ("over", "dohráno")])
def test_what_becomes_of_a_room_is_said_in_the_language(status: str, words: str) -> None:
    speak("cs")
    room: Any = RoomInfo
    try:
        assert state_words(room.model_construct(status=status), 0) == words
    finally:
        speak("en")


def test_the_address_of_a_server_that_ends_with_the_window_is_not_kept(
    window: Open, server: ServerThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = f"import time; print('listening on {server.url.removeprefix('infoset://')}', flush=True); time.sleep(3600)"
    monkeypatch.setattr(local_server, "command_line", lambda data: [sys.executable, "-c", program])
    driver = window(url="infoset://lasting:7421")
    driver.click("play here")
    driver.wait(lambda: driver.has("play colonizers"))
    assert driver.app.stage.session.login.url == server.url
    kept = load(tmp_path)
    assert (kept.name, kept.url) == ("Ada", "infoset://lasting:7421")


def test_room_and_code_can_be_copied_and_pasted_in_one_piece(lobby: Driver) -> None:
    lobby.click("new crossfire")
    lobby.click("unlisted")
    lobby.click("create")
    lobby.wait(lambda: lobby.has("copy code"))
    screen = lobby.app.stage.screen
    assert isinstance(screen, RoomScreen)
    lobby.click("copy code")
    copied = paste()
    assert screen.room is not None
    assert copied == f"{screen.room.room} {screen.room.code}"
    entered: list[tuple[str, str | None]] = []
    dialog = JoinDialog(lambda room, code: entered.append((room, code)), lambda: None)
    dialog._set_room(copied)
    dialog._go()
    assert entered == [(screen.room.room, screen.room.code)]
    lobby.click("back")


def test_a_server_with_many_games_shows_them_page_by_page(lobby: Driver) -> None:
    games = lobby.app.stage.session.games
    for name in ("aaa", "bbb"):
        games[name] = games["crossfire"].model_copy(update={"game": name})
    lobby.redraw()
    assert lobby.has("play catan")
    assert not lobby.has("play bbb")
    lobby.click("more games")
    assert lobby.has("play bbb")
    assert not lobby.has("play catan")
    lobby.click("more games")
    assert lobby.has("play catan")


@pytest.mark.parametrize(
    ("address", "token", "words"),
    [
        ("http://host", "", "window-connect-no-address"),
        ("infoset://127.0.0.1:1", "", "window-connect-unreachable"),
        ("", "t_wrong", "window-connect-refused"),
    ],
)
def test_why_nobody_is_let_in_is_said_in_the_language_until_it_is_tried_again(
    window: Open, server: ServerThread, address: str, token: str, words: str
) -> None:
    driver = window(language="sk")
    screen = driver.app.stage.screen
    assert isinstance(screen, ConnectScreen)
    screen.connect(address or server.url, token)
    toasts = driver.app.stage.toasts
    driver.wait(lambda: bool(toasts.shown))
    assert [one.text for one in toasts.shown] == [say(words, address=address)]
    screen.connect(server.url)
    driver.wait(lambda: driver.has("play colonizers"))
    assert not toasts.shown
