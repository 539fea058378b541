"""Every text of every screen is all there, readable, and on no other: a few sizes here, all by `make screenshots`."""

import pytest
from pygame import Rect
from tests.gui.conftest import Open, ServerThread, Sit

from infoset.wording import say
from infoset_gui.app import App
from infoset_gui.driver import Driver
from infoset_gui.kit.ui import Ui
from infoset_gui.preferences import Preferences
from infoset_gui.screens.ladder import LadderScreen
from infoset_gui.screens.match import MatchScreen
from infoset_protocol.messages import (
    ClockSpec,
    LadderInfo,
    LadderList,
    Standing,
    StandingRow,
)

LOOKS = (("light", (1024, 640)), ("dark", (1024, 640)), ("dark", (3840, 2160)))
MIDDLE = (("light", (1920, 1080)),)


def check(driver: Driver, looks: tuple[tuple[str, tuple[int, int]], ...] = LOOKS) -> None:
    """The screen as it is, in these looks."""
    app = driver.app
    for theme, size in looks:
        app.stage.preferences.theme = theme
        app.resize(size)
        assert driver.redraw() == [], f"{theme} {size}"
        assert app.audit is not None
        assert app.audit.drawn
    app.resize((1024, 640))
    driver.redraw()


@pytest.fixture
def lobby(window: Open, server: ServerThread) -> Driver:
    driver = window(url=server.url, audited=True)
    check(driver)
    driver.click("settings")
    check(driver)
    driver.click("back")
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    return driver


def test_all_screens_before_a_match_are_readable(lobby: Driver) -> None:
    check(lobby)
    lobby.click("new catan")
    check(lobby)
    lobby.click("create")
    lobby.wait(lambda: lobby.has("ready"))
    check(lobby)
    for opens, closes in (("bot 1", "close"), ("options", "cancel"), ("guest 1", "cancel")):
        lobby.click(opens)
        check(lobby, LOOKS[:1])
        lobby.click(closes)
    lobby.click("back")
    for name in ("replays", "ladders"):
        lobby.click(name)
        lobby.wait(lambda: not lobby.app.ui.is_moving)
        check(lobby, LOOKS[:1])
        lobby.click("back")


def test_who_may_talk_is_chosen_with_the_room(window: Open, server: ServerThread) -> None:
    driver = window(url=server.url, size=(1920, 1080))
    driver.click("connect")
    driver.click("new crossfire")
    driver.click("talk/more")
    driver.click("create")
    driver.wait(lambda: driver.has("ready"))
    (room,) = driver.app.stage.session.rooms.values()
    assert room.talk == "all"
    assert driver.redraw() == []


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("colonizers", 4, {"colony": 2}),
        ("catan", 3, {"seats": 3, "target": 3, "max_offers": 1}),
        ("crossfire", 2, {"preset": "mini"}),
    ],
)
def test_every_question_of_a_match_is_readable(
    lobby: Driver, sit: Sit, game: str, seats: int, options: dict[str, object]
) -> None:
    table = sit(game, seats, options)
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    seen: set[str] = set()
    for at in range(40):
        lobby.wait(lambda: bool(table.turn or table.result))
        turn = table.turn
        if turn is None:
            break
        if turn.kind not in seen:
            seen.add(turn.kind)
            check(lobby, LOOKS if len(seen) == 1 else MIDDLE)
        screen.answer(at % turn.n if turn.n else [0] * len(turn.slots))
    assert len(seen) > 1
    if table.result is not None:
        lobby.wait(lambda: lobby.has("look"))
        check(lobby, LOOKS[:1])


@pytest.mark.parametrize("game", ["colonizers", "catan", "crossfire"])
def test_the_bar_says_that_a_match_is_over_which_was_given_up(
    window: Open, server: ServerThread, game: str
) -> None:
    driver = window(url=server.url, size=(1366, 768), audited=True)
    driver.click("connect")
    driver.click(f"play {game}")
    driver.click("resign")
    driver.click("confirm")
    driver.click("look")
    assert driver.app.audit is not None
    bar = [one.text for one in driver.app.audit.drawn if one.box.bottom < driver.app.ui.u(60)]
    assert say("match-over") in bar


def test_a_text_without_room_is_found(window: Open) -> None:
    driver = window(audited=True)
    app: App = driver.app
    draw = app.stage.screen.draw

    def draw_badly(ui: object) -> None:
        assert isinstance(ui, Ui)
        draw(ui)
        ui.text("there is far too much of this for so little room", Rect(10, 10, 60, 20))
        ui.text("faint", Rect(400, 10, 60, 20), "body", ui.theme.line)
        ui.text("beyond", Rect(1000, 10, 90, 20))
        ui.text("one", Rect(700, 10, 90, 20))
        ui.text("two", Rect(702, 12, 90, 20))

    app.stage.screen.draw = draw_badly  # type: ignore[method-assign]
    kinds = {fault.split(":")[0].split()[0] for fault in driver.redraw()}
    assert kinds == {"cut", "contrast", "outside", "overlap"}


@pytest.mark.parametrize("text_scale", [0.85, 1.0, 1.3])
def test_words_of_two_lines_below_the_pointer_are_whole_in_windows_of_every_size(
    window: Open, text_scale: float
) -> None:
    driver = window(audited=True, text_scale=text_scale)
    app, ui = driver.app, driver.app.ui
    draw = app.stage.screen.draw

    def draw_with_a_hint(ui: Ui) -> None:
        draw(ui)
        ui.hint("corner", Rect(4, 4, 20, 20), "Settlement here\nwood 5, harbour 3:1")

    app.stage.screen.draw = draw_with_a_hint  # type: ignore[method-assign]
    for width in range(1024, 3841, 128):
        app.resize((width, width * 9 // 16))
        driver.redraw()
        driver.hover("corner")
        ui.memory.hover_since_s -= 60  # it has rested there
        found = driver.redraw()
        assert [fault for fault in found if "harbour" in fault] == [], width
        assert app.audit is not None
        assert "wood 5, harbour 3:1" in {one.text for one in app.audit.drawn}


def test_larger_text_is_larger_where_there_is_room(window: Open) -> None:
    small = window(size=(1920, 1080)).app.ui
    large = window(size=(1920, 1080), text_scale=1.15).app.ui
    assert large.width("Infoset") > small.width("Infoset")
    assert Preferences().text_scale == 1.0


def a_table_of_strength() -> tuple[LadderList, Standing]:
    names = ("mira", "trader", "Ada", "minimax", "heuristic", "Bob", "a name that is quite long")
    ladder = LadderInfo(
        ladder="catan",
        title="Catan, open",
        state="open",
        game="catan",
        rules="catan/1.0",
        seats=[4],
        clock=ClockSpec(kind="none"),
        open_to=["human", "bot"],
        system="weng_lin",
        entries=len(names),
        games=480,
    )
    rows = [
        StandingRow(
            rank=at + 1,
            entry=f"e_{at}",
            name=name,
            version="1" if at % 3 else "2.1",
            kind="bot" if at % 2 else "human",
            owner="lin",
            rating=1900 - 60 * at,
            rd=30 + 8 * at,
            provisional=at > 5,
            games=90 - at,
            wins=40 - at,
            places=[40 - at, 50],
            state="idle",
        )
        for at, name in enumerate(names)
    ]
    standing = Standing(ladder="catan", total=len(rows), as_of_ms=1, rows=rows)
    return LadderList(items=[ladder]), standing


def test_the_table_of_a_ladder_is_readable(lobby: Driver) -> None:
    lobby.click("ladders")
    lobby.wait(lambda: not lobby.app.ui.is_moving)
    screen = lobby.app.stage.screen
    assert isinstance(screen, LadderScreen)
    ladders, standing = a_table_of_strength()
    screen._problem = ""
    screen._ladders, screen._at, screen._standing = ladders.items, "catan", standing
    check(lobby)
    assert lobby.app.audit is not None
    words = {one.text for one in lobby.app.audit.drawn}
    assert {"mira 2.1  ·  lin", "1900", "1540?"} <= words


def test_signs_of_a_match_have_a_word_below_and_one_to_be_pointed_at(
    window: Open, server: ServerThread
) -> None:
    driver = window(url=server.url, audited=True)
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    assert not driver.redraw()
    assert driver.app.audit is not None
    assert {"Back", "Replays", "Tournaments", "Ladders", "Settings"} <= {
        one.text for one in driver.app.audit.drawn
    }
    driver.click("play crossfire")
    driver.wait(lambda: driver.has("send orders"))
    assert not driver.redraw()
    words = {one.text for one in driver.app.audit.drawn}
    for name, word in (
        ("speed", "Speed"),
        ("side", "Log"),
        ("lesson", "Explain"),
        ("settings", "Settings"),
        ("consent", "Hidden"),
        ("resign", "Give up"),
        ("maybe", "Dots"),
        ("closer", "Near"),
        ("farther", "Far"),
        ("whole", "All"),
    ):
        assert word in words
        assert driver.region(name).tooltip
