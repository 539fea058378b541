"""Following people in the window: the button on a profile, the list with what they do, the word when they begin a match."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.gui.conftest import Open, Robot, ServerThread
from tests.integration.harness import Server

from infoset_gui.driver import Driver
from infoset_gui.net.session import Login, Session
from infoset_gui.preferences import load
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.room import RoomScreen
from infoset_protocol.messages import ClockSpec, CreateRoom, Join, Room
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role

DUEL = {"preset": "mini"}
TITLE = "An open duel"


def token(server: ServerThread, name: str) -> str:
    """Of a new account."""

    def issue(running: Server) -> str:
        accounts = running.app.people.accounts
        user = accounts.register.add_account(name, Role.PLAYER)
        return accounts.credentials.issue(user, Kind.USER)[1]

    return server.call(issue)


class Account(Robot):
    """A player with an account, on the window's network; answers nothing, so that a match lasts."""

    def __init__(self, driver: Driver, server: ServerThread, name: str) -> None:
        super().__init__(driver, server.url, len(name))
        self.session.close()
        login = Login(server.url, name, token=token(server, name))
        network = driver.app.stage.network
        self.session = Session(network, login, self._news, lambda: 0.0)
        self.session.open()
        driver.wait(lambda: self.session.is_open)

    def open_room(self, driver: Driver, title: str = TITLE, *, unlisted: bool = False) -> str:
        """A room of theirs, with them on its first seat; its id."""
        opened: list[Room] = []
        clock = ClockSpec(kind="none")
        request = CreateRoom(
            game="crossfire", options=DUEL, title=title, clock=clock, unlisted=unlisted
        )
        self.session.request(request, Room, opened.append)
        driver.wait(lambda: bool(opened))
        room = opened[0].room.room
        self.session.request(Join(room=room, seat=0, ready=True), Room, self.session.take_room)
        driver.wait(lambda: room in self.session.rooms)
        return room


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    started = ServerThread(tmp_path / "server", store__enabled=True)
    yield started
    started.close()


@pytest.fixture
def ann(window: Open, server: ServerThread) -> Driver:
    """Somebody with an account, in the lobby."""
    driver = window(url=server.url, name="ann", audited=True)
    driver.click("with token")
    driver.click("token")
    driver.write(token(server, "ann"))
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    return driver


@pytest.fixture
def people(ann: Driver, server: ServerThread) -> Iterator[Callable[[str], Account]]:
    """`people("bob")` is another one with an account."""
    found: list[Account] = []

    def come(name: str) -> Account:
        found.append(Account(ann, server, name))
        return found[-1]

    yield come
    for one in found:
        one.session.close()


def drawn(driver: Driver) -> str:
    """Everything that can be read."""
    driver.redraw()
    assert driver.app.audit is not None
    return "\n".join(one.text for one in driver.app.audit.drawn)


def sees(driver: Driver, words: str) -> None:
    driver.wait(lambda: words in drawn(driver), words)
    assert driver.redraw() == []


def show_list(driver: Driver) -> None:
    """The people who are followed."""
    driver.click("mine")
    driver.click("people")


def is_on_match(driver: Driver) -> bool:
    return isinstance(driver.app.stage.screen, MatchScreen)


def follow(ann: Driver, bob: Account) -> None:
    """By the button on the profile, from a name in the lobby."""
    room = bob.open_room(ann)
    user = bob.session.user
    ann.click(f"person {room} 0")
    ann.click("profile")
    ann.click(f"follow {user}")
    ann.wait(lambda: ann.has(f"unfollow {user}"), "the server has it")
    assert ann.redraw() == []
    ann.click("back")


def test_who_is_met_is_followed_seen_and_watched(
    ann: Driver, people: Callable[[str], Account]
) -> None:
    bob, cid = people("bob"), people("cid")
    follow(ann, bob)
    user = bob.session.user
    show_list(ann)
    sees(ann, f"in the room “{TITLE}”")
    assert ann.has(f"enter {user}")
    room = next(iter(bob.session.rooms))
    cid.join(ann, room, 1)
    ann.wait(lambda: f"bob has begun a match: {TITLE}" in ann.notes, "the word of it")
    ann.wait(lambda: ann.has(f"watch {user}"), "the way to the match")
    sees(ann, f"plays: {TITLE}")
    ann.click(f"watch {user}")
    ann.wait(lambda: is_on_match(ann), "the match")
    screen = ann.app.stage.screen
    assert isinstance(screen, MatchScreen)
    assert not screen.table.is_player


def test_a_press_on_the_room_of_somebody_enters_it(
    ann: Driver, people: Callable[[str], Account]
) -> None:
    bob = people("bob")
    follow(ann, bob)
    show_list(ann)
    ann.click(f"enter {bob.session.user}")
    ann.wait(lambda: isinstance(ann.app.stage.screen, RoomScreen))


def test_who_is_no_longer_followed_is_gone_from_the_list(
    ann: Driver, people: Callable[[str], Account]
) -> None:
    bob = people("bob")
    follow(ann, bob)
    show_list(ann)
    user = bob.session.user
    ann.click(f"unfollow {user}")
    ann.wait(lambda: not ann.has(f"profile {user}"))
    sees(ann, "You follow nobody yet.")
    assert not ann.app.stage.session.following.has(user)


def test_who_wants_no_word_of_it_gets_none_and_the_list_changes_all_the_same(
    ann: Driver, people: Callable[[str], Account], tmp_path: Path
) -> None:
    bob = people("bob")
    follow(ann, bob)
    show_list(ann)
    sees(ann, "in the room")
    ann.click("friends")
    assert not load(tmp_path).friends
    cid = people("cid")
    cid.join(ann, next(iter(bob.session.rooms)), 1)
    ann.wait(lambda: ann.has(f"watch {bob.session.user}"), "the list is told")
    assert not any("begun a match" in note for note in ann.notes)


def test_a_match_that_nobody_may_watch_is_not_told(
    ann: Driver, people: Callable[[str], Account]
) -> None:
    bob, cid = people("bob"), people("cid")
    follow(ann, bob)
    bob.session.leave_room(next(iter(bob.session.rooms)))
    room = bob.open_room(ann, unlisted=True)
    code = bob.session.rooms[room].code
    cid.session.request(Join(room=room, seat=1, ready=True, code=code), Room)
    ann.wait(lambda: bool(bob.session.tables), "their match")
    bob.session.leave_room(room)
    dan = people("dan")  # word of a match that may be watched comes after word of the other
    room = bob.open_room(ann, title="The second")
    dan.join(ann, room, 1)
    ann.wait(lambda: any("The second" in note for note in ann.notes), "the word of it")
    assert not any(TITLE in note and "match" in note for note in ann.notes)


def test_one_can_hide_from_those_who_follow_one(
    ann: Driver, people: Callable[[str], Account]
) -> None:
    bob = people("bob")
    own = ann.app.stage.session.user
    done: list[None] = []
    bob.session.following.set(own, on=True, done=lambda: done.append(None))
    ann.wait(lambda: bool(done))
    show_list(ann)
    ann.wait(lambda: ann.has(f"follower {bob.session.user}"), "who follows")
    ann.click("shown")
    ann.wait(lambda: not ann.app.stage.session.following.is_shown, "hidden")
    bob.session.following.look()
    ann.wait(lambda: [one.state for one in bob.session.following.items] == ["away"])
    ann.click("shown")
    ann.wait(lambda: ann.app.stage.session.following.is_shown)


def test_a_guest_is_told_that_following_is_for_accounts(window: Open, server: ServerThread) -> None:
    driver = window(url=server.url, audited=True)
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    show_list(driver)
    sees(driver, "With an account you can follow people")
    assert not driver.has("shown")
