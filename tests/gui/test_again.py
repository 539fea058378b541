"""Another match in a room where one is over: who wants it, and that the others hear of it wherever they are."""

from collections.abc import Callable

import pytest
from tests.gui.conftest import Robot, ServerThread

from infoset.wording import say
from infoset_gui.driver import Driver
from infoset_gui.screens.chat import ChatBox
from infoset_gui.screens.lobby import LobbyScreen
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.room import RoomScreen
from infoset_protocol.messages import (
    Chat,
    ClockSpec,
    CreateRoom,
    Join,
    Ok,
    Ready,
    Resign,
    Room,
    SeatInfo,
)

WANTED = "robot1 wants a rematch"


@pytest.fixture
def friend(lobby: Driver, server: ServerThread) -> "Friend":
    return Friend(lobby, server.url)


class Friend:
    """Somebody with whom the window has played a match of Crossfire that is over by now; its end is on the screen."""

    def __init__(self, driver: Driver, url: str, *, is_listed: bool = True) -> None:
        self.driver = driver
        stage = driver.app.stage
        opened: list[Room] = []
        none = ClockSpec(kind="none")
        mini = {"preset": "mini"}
        unlisted = None if is_listed else True
        request = CreateRoom(game="crossfire", options=mini, clock=none, unlisted=unlisted)
        stage.session.request(request, Room, opened.append)
        driver.wait(lambda: bool(opened))
        self.room = opened[0].room.room
        stage.session.take_room(opened[0])
        stage.push(RoomScreen(stage, self.room))
        driver.click("sit 0")
        self.robot = Robot(driver, url, 1)
        session, code = self.robot.session, opened[0].room.code
        join = Join(room=self.room, seat=1, code=code, ready=True)
        session.request(join, Room, session.take_room)
        driver.wait(lambda: self.room in session.rooms)
        driver.click("ready")
        driver.wait(lambda: isinstance(stage.screen, MatchScreen))
        driver.wait(lambda: bool(self.robot.session.tables))
        [match_id] = self.robot.session.tables
        self.robot.session.request(Resign(match_id=match_id), Ok)
        driver.wait(lambda: driver.has("again"))
        driver.wait(lambda: self.robot.session.rooms[self.room].status == "over")

    def wants_more(self) -> None:
        session = self.robot.session
        session.request(Ready(room=self.room), Room, session.take_room)
        seen: Callable[[], bool] = lambda: any(
            seat.name == "robot1" and seat.ready for seat in self.seats()
        )
        self.driver.wait(seen)

    def seats(self) -> list[SeatInfo]:
        session = self.driver.app.stage.session
        room = session.rooms.get(self.room) or session.lobby.get(self.room)
        return [] if room is None else list(room.seats)


def test_who_looks_at_the_end_sees_who_wants_more(lobby: Driver, friend: Friend) -> None:
    assert lobby.region("again").label == say("room-again")
    friend.wants_more()
    assert lobby.region("again").label == say("match-again-too")
    assert WANTED in lobby.region("again").tooltip
    assert WANTED not in lobby.notes, "it stands there"
    first = lobby.app.stage.screen
    lobby.click("again")
    lobby.wait(lambda: lobby.app.stage.screen is not first)
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))


def test_who_is_back_in_the_lobby_is_told_once(lobby: Driver, friend: Friend) -> None:
    lobby.app.stage.back_to(LobbyScreen)
    friend.wants_more()
    lobby.wait(lambda: WANTED in lobby.notes)
    lobby.app.stage.toasts.clear()
    lobby.notes.clear()
    session = friend.robot.session
    session.request(Ready(room=friend.room), Room, session.take_room)
    lobby.wait(lambda: lobby.has(f"enter {friend.room}"))
    lobby.click(f"enter {friend.room}")
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, RoomScreen))
    assert WANTED not in lobby.notes
    lobby.click("ready")
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))


def test_who_has_gone_out_of_the_room_is_told(lobby: Driver, friend: Friend) -> None:
    lobby.click("leave")
    lobby.click("back")
    assert isinstance(lobby.app.stage.screen, LobbyScreen)
    friend.wants_more()
    lobby.wait(lambda: WANTED in lobby.notes)


def test_who_looks_for_another_match_by_itself_goes_to_whom_waits(
    lobby: Driver, friend: Friend
) -> None:
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    looked: list[None] = []
    screen.table.again = lambda: looked.append(None)
    friend.wants_more()
    lobby.click("again")
    lobby.wait(lambda: lobby.app.stage.screen is not screen)
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))
    assert not looked


def test_a_room_that_is_not_listed_is_in_the_lobby_of_whom_it_waits_for(
    lobby: Driver, server: ServerThread
) -> None:
    friend = Friend(lobby, server.url, is_listed=False)
    lobby.app.stage.back_to(LobbyScreen)
    lobby.redraw()
    assert not lobby.has(f"enter {friend.room}")
    friend.wants_more()
    assert lobby.has(f"enter {friend.room}")


def texts(chat: ChatBox) -> list[str]:
    return [said.text for said in chat.lines]


def test_what_was_said_is_found_in_the_room_and_in_its_match(lobby: Driver, friend: Friend) -> None:
    stage, session = lobby.app.stage, friend.robot.session
    ending = stage.screen
    assert isinstance(ending, MatchScreen)
    session.request(Chat(room=friend.room, text="well played"), Ok)
    lobby.wait(lambda: texts(ending.seating.chat) == ["well played"])
    assert ending.seating.chat.unread == 1
    friend.wants_more()
    lobby.click("again")
    lobby.wait(lambda: isinstance(stage.screen, MatchScreen) and stage.screen is not ending)
    following = stage.screen
    assert isinstance(following, MatchScreen)
    assert texts(following.seating.chat) == ["well played"]
    assert following.seating.chat.unread == 0, "it was said before this match"
    match_id = following.table.match.match_id
    session.request(Chat(match_id=match_id, text="good luck"), Ok)
    lobby.wait(lambda: texts(following.seating.chat) == ["well played", "good luck"])
    assert following.seating.chat.unread == 1
    room = next(screen for screen in stage.screens if isinstance(screen, RoomScreen))
    assert texts(room.chat) == ["well played", "good luck"]


def test_one_can_talk_on_when_the_match_is_over(lobby: Driver, friend: Friend) -> None:
    lobby.click("look")
    lobby.click("tab/chat")
    lobby.click("chat")
    lobby.write("thank you")
    lobby.click("say")
    heard = friend.robot.session.chats
    lobby.wait(lambda: [said.text for said in heard.get(friend.room, ())] == ["thank you"])
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    lobby.wait(lambda: texts(screen.seating.chat) == ["thank you"])
    assert not lobby.notes
