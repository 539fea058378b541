"""Liar's Dice brings its own view to the window and its own board to the terminal; broken ones give way to the usual."""

import os
import random
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from tests.gui.conftest import Open, ServerThread, Sit

from infoset.cli import main
from infoset.turn import Match, Player
from infoset.watching.boards import PlainBoard, board_for
from infoset.watching.text import Style
from infoset.wording import speak
from infoset_games import descriptor, registry
from infoset_games.descriptor import Descriptor, describing
from infoset_games.rng import Rng
from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_gui.views.plain import PlainView
from infoset_gui.views.view import Look, find_view

EXAMPLE = Path(__file__).parents[3] / "examples" / "liars_dice"
GUIDE = EXAMPLE.parents[1] / "docs" / "game-views.md"
VIEW = re.compile(r"^```python\n([^`]*class HexesView.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_STEPS = 300


@pytest.fixture(scope="module", autouse=True)
def liars_dice() -> Iterator[Any]:
    """The class of the example game, offered by this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(EXAMPLE)
        from liars_dice import GAME
        from liars_dice.game import LiarsDice

        with registry.register("liars_dice", LiarsDice), describing("liars_dice", GAME):
            yield LiarsDice
    for name in [name for name in sys.modules if name.partition(".")[0] == "liars_dice"]:
        del sys.modules[name]


def match_of(game: Any, name: str = "liars_dice") -> Match:
    players = tuple(Player(seat, one) for seat, one in enumerate(("Ada", "Bob", "Cyd")))
    return Match("m_1", name, game.rules, 0, players, engine=game)


def test_the_example_is_played_to_its_end_in_the_window(
    lobby: Driver, sit: Sit, tmp_path: Path
) -> None:
    lobby.app.stage.preferences.theme = "dark"
    table = sit("liars_dice", 2, {"seats": 2, "dice": 2})
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    assert type(screen.seating.view).__name__ == "LiarsDiceView"
    rng = random.Random(7)
    for _ in range(MOST_STEPS):
        lobby.wait(lambda: bool(table.turn or table.result))
        if table.result is not None:
            return
        open_bids = [
            name
            for name in lobby.names()
            if name.startswith(("bid ", "liar")) and not lobby.region(name).reason
        ]
        lobby.click("liar" if "liar" in open_bids else rng.choice(open_bids))
    raise AssertionError("the match does not end")


def test_a_new_game_is_played_to_its_end_in_the_window(
    lobby: Driver, sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = EntryPoint("new-game", "infoset.commands.new_game:command", "infoset.commands")
    assert main(["new-game", "gui_hunt", "--into", str(tmp_path)], [plugin]) == 0
    monkeypatch.syspath_prepend(tmp_path / "gui_hunt")
    made = import_module("gui_hunt")
    rules = descriptor.load("gui_hunt", "rules", made.GAME.rules)
    with registry.register("gui_hunt", rules), describing("gui_hunt", made.GAME):
        table = sit("gui_hunt", 3)
        screen = lobby.app.stage.screen
        assert isinstance(screen, MatchScreen)
        assert type(screen.seating.view).__name__ == "GuiHuntGameView"
        lobby.wait(lambda: table.turn is not None)
        if folder := os.environ.get("PICTURES"):
            lobby.redraw()
            lobby.shot(Path(folder) / "window-new.png")
        lobby.click("action 1")
        lobby.wait(lambda: table.result is not None)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_every_text_of_the_example_is_readable(
    theme: str, size: tuple[int, int], window: Open, server: ServerThread
) -> None:
    from tests.gui.conftest import Robot

    from infoset_protocol.messages import ClockSpec, CreateRoom, Room

    driver = window(url=server.url, size=size, audited=True, theme=theme)
    driver.click("connect")
    driver.wait(lambda: driver.has("play colonizers"))
    session = driver.app.stage.session
    opened: list[Room] = []
    options = {"seats": 3, "dice": 5}
    request = CreateRoom(game="liars_dice", options=options, clock=ClockSpec(kind="none"))
    session.request(request, Room, opened.append)
    driver.wait(lambda: bool(opened))
    from infoset_gui.screens.room import RoomScreen

    session.take_room(opened[0])
    driver.app.stage.push(RoomScreen(driver.app.stage, opened[0].room.room))
    driver.click("sit 0")
    robots = [Robot(driver, server.url, seat) for seat in (1, 2)]
    for seat, robot in enumerate(robots, 1):
        robot.join(driver, opened[0].room.room, seat)
    driver.click("ready")
    driver.wait(lambda: isinstance(driver.app.stage.screen, MatchScreen))
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    driver.wait(lambda: screen.table.turn is not None)
    faults = driver.redraw()
    if folder := os.environ.get("PICTURES"):
        driver.shot(Path(folder) / f"window-{theme}-{size[0]}.png")
    for robot in robots:
        robot.session.close()
    assert faults == []


def test_the_board_of_the_example_in_the_terminal_shows_no_covered_die(liars_dice: Any) -> None:
    game = liars_dice(seats=3, dice=2)
    state = game.begin(Rng("1"))
    for face in (1, 2, 3, 4, 5, 6):
        state.apply({-1: game.read_action(state, -1, ["roll", face])})
    match = match_of(game)
    board = board_for(match, Style())
    assert type(board).__name__ == "LiarsDiceBoard"
    seen = game.write_observation(state.observe(0))
    assert board.draw(match, seen, (), 80) == [
        "No bid yet, 6 dice on the table",
        "  Ada              2 dice  [1] [2]",
        "  Bob              2 dice  [?] [?]",
        "  Cyd              2 dice  [?] [?]",
    ]
    assert board.own(match, 0, seen, {}) == ["    dice: 1 2"]
    assert board.say(match, {"e": "rolled", "by": 1, "face": -1}) is None
    assert board.say(match, {"e": "bid", "by": 1, "count": 3, "face": 6}) == "Bob bids 3 x [6]"


def test_the_example_speaks_czech_in_window_and_terminal(liars_dice: Any) -> None:
    game = liars_dice(seats=3, dice=1)
    state = game.begin(Rng("1"))
    for face in (5, 2, 3):
        state.apply({-1: game.read_action(state, -1, ["roll", face])})
    match = match_of(game)
    seen = game.write_observation(state.observe(0))
    speak("cs")
    try:
        board = board_for(match, Style())
        assert board.draw(match, seen, (), 80)[0] == "Zatím bez sázky, 3 kostky na stole"
        told = board.say(match, {"e": "rolled", "by": 0, "face": 5})
        assert told == "Ada hází: pětka"
        view = find_view(match, PlainView)
        assert view.write_action(["liar"]) == "Zvolej „Lež!“"
        assert view.task(Look(match, 0, seen, None, ["Ada"], 0.0)) == "Čeká se na ostatní"
    finally:
        speak("en")


@pytest.mark.parametrize("value", ["no_such_module:View", f"{__name__}:Refusing"])
def test_a_view_that_cannot_be_made_gives_way_to_the_plain_one(value: str, liars_dice: Any) -> None:
    broken = Descriptor(rules="liars_dice.game:LiarsDice", window=value)
    with describing("liars_dice", broken):
        assert type(find_view(match_of(liars_dice()), PlainView)) is PlainView


def test_the_view_in_the_guide_answers_a_question(
    lobby: Driver, sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (code,) = VIEW.findall(GUIDE.read_text(encoding="utf-8"))
    (tmp_path / "hexes_window.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    shown = Descriptor(rules="liars_dice.game:LiarsDice", window="hexes_window:HexesView")
    with describing("liars_dice", shown):
        table = sit("liars_dice", 2, {"seats": 2, "dice": 1})
        lobby.wait(lambda: table.turn is not None)
        screen = lobby.app.stage.screen
        assert isinstance(screen, MatchScreen)
        assert type(screen.seating.view).__name__ == "HexesView"
        asked = table.turn
        lobby.click("action 0")
        lobby.wait(lambda: table.result is not None or table.turn not in (None, asked))


def test_a_board_that_cannot_be_loaded_gives_way_to_the_plain_one(liars_dice: Any) -> None:
    broken = Descriptor(rules="liars_dice.game:LiarsDice", terminal="no_such_module:Board")
    with describing("liars_dice", broken):
        assert type(board_for(match_of(liars_dice()), Style())) is PlainBoard
    assert descriptor.descriptor_of("liars_dice") is not broken


class Refusing:
    def __init__(self, match: Match) -> None:
        raise RuntimeError("no picture today")
