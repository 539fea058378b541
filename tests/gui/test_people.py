"""Several people at one computer, connections that break, refusals: what a person meets at the edges."""

import pytest
from tests.gui.conftest import Open, Robot, ServerThread, Sit

from infoset.client import Incoming
from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_gui.table import Table
from infoset_protocol.messages import ClockSpec, CreateRoom, Room, read_server_message


def start_hot_seat(lobby: Driver) -> MatchScreen:
    """Ada and Lin at one computer, in a match of Crossfire."""
    lobby.click("new crossfire")
    lobby.click("create")
    lobby.wait(lambda: lobby.has("guest 1"))
    lobby.click("guest 1")
    lobby.click("guest name")
    lobby.write("Lin")
    lobby.click("add guest")
    lobby.wait(lambda: len(lobby.app.stage.sessions) == 2)
    lobby.wait(lambda: bool(lobby.app.stage.sessions[1].rooms))
    lobby.click("ready")
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    return screen


def send(lobby: Driver, screen: MatchScreen) -> None:
    lobby.wait(lambda: screen.table.turn is not None)
    assert screen.table.turn is not None
    screen.answer([0] * len(screen.table.turn.slots))


def test_a_curtain_falls_before_the_other_person_s_cards_are_shown(lobby: Driver) -> None:
    screen = start_hot_seat(lobby)
    lobby.wait(lambda: all(seating.table.turn for seating in screen._seatings))
    first = screen.table.seat
    send(lobby, screen)
    lobby.wait(lambda: lobby.has("take over"))
    assert lobby.names() == ["take over"], "nothing of the table can be reached, nothing is drawn"
    assert screen.table.seat == first
    lobby.click("take over")
    assert screen.table.seat == 1 - first
    assert not lobby.has("take over")


def test_without_the_wish_to_hide_the_screen_changes_hands_at_once(lobby: Driver) -> None:
    lobby.app.stage.preferences.hide_hands = False
    screen = start_hot_seat(lobby)
    lobby.wait(lambda: all(seating.table.turn for seating in screen._seatings))
    first = screen.table.seat
    send(lobby, screen)
    lobby.wait(lambda: screen.table.seat != first)
    assert not lobby.has("take over")


def test_a_refused_login_is_told_where_one_looks(window: Open) -> None:
    driver = window()
    driver.click("connect")
    driver.wait(lambda: bool(driver.notes))
    assert "127.0.0.1" in driver.notes[0]
    assert driver.has("connect"), "one can try again at once"


def test_an_address_that_is_none_is_refused_in_words(window: Open) -> None:
    driver = window(url="ftp://nowhere")
    driver.click("connect")
    driver.wait(lambda: bool(driver.notes))
    assert "ftp" in driver.notes[0]


def test_a_reason_stands_on_what_cannot_be_pressed(lobby: Driver, sit: Sit) -> None:
    sit("crossfire", 2, {"preset": "mini"})
    lobby.click("send orders")
    lobby.wait(lambda: lobby.has("fire or move"))
    lobby.click("send orders")
    lobby.wait(lambda: bool(lobby.notes))
    assert "without an order yet: unit 1, 2, 3" in lobby.notes


def test_what_is_not_sent_yet_can_be_taken_back(lobby: Driver, sit: Sit) -> None:
    sit("crossfire", 2, {"preset": "mini"})
    lobby.click("send orders")
    lobby.wait(lambda: lobby.has("fire or move"))
    way = next(
        name for name in lobby.names() if name.startswith("move ") and not name.endswith("board")
    )
    lobby.click(way)
    assert "2 left" in task_of(lobby)
    lobby.click("undo")
    assert "3 left" in task_of(lobby)


def task_of(lobby: Driver) -> str:
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    return screen.seating.view.task(screen.answering.look(0.0))


def test_a_cut_connection_comes_back_and_the_match_goes_on(lobby: Driver, sit: Sit) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    session = lobby.app.stage.session
    lobby.wait(lambda: table.turn is not None)
    client = session._client
    assert client is not None
    link = client._link
    assert link is not None
    session._network.start(link.close())
    lobby.wait(lambda: not session.is_open)
    lobby.wait(lambda: session.is_open)
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    current: Table = screen.table
    lobby.wait(lambda: current.turn is not None)
    screen.answer(0)
    ver = current.looks.ver
    lobby.wait(lambda: current.looks.ver > ver)


def test_chat_reaches_the_others(lobby: Driver, server: ServerThread) -> None:
    opened: list[Room] = []
    lobby.app.stage.session.request(CreateRoom(game="crossfire", title="talk"), Room, opened.append)
    lobby.wait(lambda: bool(opened))
    room = opened[0].room.room
    robot = Robot(lobby, server.url, 9)
    robot.join(lobby, room, 1)
    lobby.wait(lambda: lobby.has(f"enter {room}"))
    lobby.click(f"enter {room}")
    lobby.click("chat")
    lobby.write("hello to all")
    lobby.choose("say")
    lobby.wait(lambda: bool(robot.session.chats.get(room)))
    assert robot.session.chats[room][0].text == "hello to all"
    robot.session.close()


def test_an_onlooker_sees_the_table_and_no_question(
    lobby: Driver, sit: Sit, window: Open, server: ServerThread
) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    watcher = window(url=server.url, name="Wanda")
    watcher.click("connect")
    watcher.wait(lambda: any(name.startswith("watch ") for name in watcher.names()))
    watcher.click(next(name for name in watcher.names() if name.startswith("watch ")))
    watcher.wait(lambda: isinstance(watcher.app.stage.screen, MatchScreen))
    screen = watcher.app.stage.screen
    assert isinstance(screen, MatchScreen)
    watcher.wait(lambda: bool(screen.table.looks.obs))
    assert screen.table.seat == -1
    assert screen.table.turn is None
    assert table.turn is not None
    assert not watcher.has("resign")


def test_who_leaves_the_table_finds_back(lobby: Driver, sit: Sit) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: table.turn is not None)
    lobby.click("back")
    lobby.click("confirm")
    assert not isinstance(lobby.app.stage.screen, MatchScreen)
    lobby.click("play on")
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    assert screen.table is table


def test_the_lobby_leads_back_to_one_s_own_match_instead_of_watching_it(
    lobby: Driver, sit: Sit
) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: table.turn is not None)
    lobby.click("back")
    lobby.click("confirm")
    lobby.click("back")
    room = lobby.app.stage.session.homes[table.match.match_id]
    lobby.wait(lambda: lobby.has(f"play on {room}"))
    assert not lobby.has(f"watch {room}")
    lobby.click(f"play on {room}")
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    assert screen.table is table


def test_a_match_waits_for_a_window_that_was_closed(
    lobby: Driver, sit: Sit, window: Open, server: ServerThread
) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: table.turn is not None)
    secret = lobby.app.stage.preferences.secret
    lobby.app.stage.log_out()
    again = window(url=server.url, secret=secret)
    again.click("connect")
    again.wait(lambda: isinstance(again.app.stage.screen, MatchScreen))
    screen = again.app.stage.screen
    assert isinstance(screen, MatchScreen)
    assert screen.table.match.match_id == table.match.match_id
    again.wait(lambda: screen.table.turn is not None)
    again.click("back")
    again.click("confirm")
    again.wait(lambda: again.has("play colonizers"))


def test_a_press_never_answers_a_later_question_than_the_one_that_was_drawn(
    lobby: Driver, sit: Sit
) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: table.turn is not None)
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    late = screen.answering.look(0.0).answer
    first = table.turn
    screen.answer(0)
    lobby.wait(lambda: table.turn is not None and table.turn is not first)
    open_now = table.turn
    late(0)
    assert table.turn is open_now
    assert table.sent != (open_now.decision if open_now else None)


def test_the_view_knows_a_question_before_it_is_drawn(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.app.stage.preferences.speed = "slow"
    lobby.click("send orders")
    lobby.wait(lambda: table.waits > 0)
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    assert screen.on_idle()
    lobby.app.ui = lobby.app._draw(0.0)
    assert table.turn is not None
    assert screen.seating.asked == table.turn.decision


def test_whoever_has_gone_hears_of_no_answer(lobby: Driver) -> None:
    session = lobby.app.stage.session
    told: list[object] = []
    session.request(CreateRoom(game="crossfire"), Room, told.append, told.append)
    lobby.app.stage.log_out()  # as a press on the way back does, before the next picture
    ended: list[None] = []

    async def end() -> None:
        return None

    session._network.start(end(), ended.append)
    lobby.wait(lambda: bool(ended) and not session._network._tasks)
    lobby.step()
    assert told == []


def test_a_house_bot_is_sent_away_without_a_complaint(lobby: Driver) -> None:
    lobby.click("new crossfire")
    lobby.click("create")
    lobby.wait(lambda: lobby.has("bot 1"))
    lobby.click("bot 1")
    lobby.click("take first")
    lobby.wait(lambda: lobby.has("remove 1"))
    lobby.click("remove 1")
    lobby.wait(lambda: lobby.has("bot 1"))
    assert lobby.notes == []


def test_a_match_is_come_back_to_where_the_server_of_this_computer_has_ended(
    lobby: Driver, sit: Sit, server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: table.turn is not None)
    local = lobby.app.stage.local_server
    local.url = server.url  # and no process of it runs

    async def start() -> str:
        return server.url

    monkeypatch.setattr(local, "start", start)
    lobby.wait(lambda: lobby.has("come back"))
    lobby.click("come back")
    local.url = ""
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    lobby.wait(lambda: screen.table.turn is not None)
    assert screen.table.match.match_id == table.match.match_id
    assert not lobby.has("come back")


def test_whoever_was_late_too_often_takes_the_seat_back(
    lobby: Driver, sit: Sit, server: ServerThread
) -> None:
    clock = ClockSpec(kind="per_move", move_ms=1000)
    table = sit("colonizers", 4, {"colony": 1}, clock=clock, max_timeouts=1)
    lobby.wait(lambda: table.is_replaced)
    lobby.wait(lambda: lobby.has("come back"))
    assert lobby.region("come back").label == "Play on myself"
    assert table.turn is None
    lobby.click("come back")
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    assert screen.table is not table
    assert screen.table.match.match_id == table.match.match_id
    lobby.wait(lambda: not screen.table.is_replaced)


def test_chat_that_is_not_on_the_screen_is_marked(
    lobby: Driver, sit: Sit, server: ServerThread
) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: table.turn is not None)
    session = lobby.app.stage.session
    said = {"type": "chat_msg", "match_id": table.match.match_id, "user": "u_9", "name": "Bob"}
    message = read_server_message(said | {"text": "hi", "to": "all", "at_ms": 1})
    session._take(Incoming({}, message))
    lobby.redraw()
    assert lobby.region("tab/chat").label == "Talk (1)"
    lobby.click("tab/chat")
    lobby.click("tab/log")
    assert lobby.region("tab/chat").label == "Talk"


def test_a_lobby_whose_server_has_ended_leads_to_the_first_screen(
    lobby: Driver, server: ServerThread
) -> None:
    lobby.app.stage.local_server.url = server.url  # and no process of it runs
    lobby.wait(lambda: lobby.has("play here"))
    lobby.wait(lambda: bool(lobby.notes))
    assert lobby.notes == ["The server on this computer has ended."]
    assert not lobby.app.stage.sessions


def test_a_broken_line_is_shown_without_anybody_touching_anything(lobby: Driver, sit: Sit) -> None:
    table = sit("colonizers", 4, {"colony": 1})
    lobby.wait(lambda: table.turn is not None)
    screen, client = lobby.app.stage.screen, lobby.app.stage.session._client
    assert isinstance(screen, MatchScreen)
    assert client is not None
    assert not screen._notice_line(), "nothing has changed, nothing need be drawn"
    client._link, link = None, client._link
    assert screen._notice_line()
    assert not screen._notice_line()
    client._link = link
    assert screen._notice_line()
