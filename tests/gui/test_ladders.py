"""The table of a real ladder on a real server, and the way onto it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.gui.conftest import Open, Robot, ServerThread

from infoset_gui.driver import Driver
from infoset_gui.screens.ladder import LadderScreen, why_not_play
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.seeking import SeekScreen
from infoset_protocol.messages import (
    ClockSpec,
    LadderInfo,
    Ok,
    Seek,
    Standing,
    StandingRow,
    Standings,
)

LADDER = """
title = "Duels, open to all"
game = "crossfire"
options = {preset = "mini"}
open_to = ["human", "bot", "guest"]
refit_s = 0.01
clock = {kind = "none"}
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    folder = tmp_path / "server"
    (folder / "ladders").mkdir(parents=True)
    (folder / "ladders" / "duels.toml").write_text(LADDER, "utf-8")
    started = ServerThread(folder, store__enabled=True)
    yield started
    started.close()


def words(driver: Driver) -> set[str]:
    driver.redraw()
    assert driver.app.audit is not None
    return {one.text for one in driver.app.audit.drawn}


def test_a_rated_match_is_found_played_and_stands_in_the_table(
    window: Open, server: ServerThread
) -> None:
    driver = window(url=server.url, audited=True)
    driver.click("connect")
    driver.wait(lambda: driver.has("ladders"))
    driver.click("ladders")
    driver.wait(lambda: "Nobody has played yet." in words(driver))
    driver.click("play rated")
    driver.wait(lambda: driver.has("stop looking"))
    robot = Robot(driver, server.url, 1)
    robot.session.request(Seek(game="crossfire", ladder="duels"), Ok)
    driver.wait(lambda: isinstance(driver.app.stage.screen, MatchScreen))
    assert not any(isinstance(one, SeekScreen) for one in driver.app.stage.screens)
    assert not driver.has("consent"), "nobody looks over a shoulder in a rated match"

    driver.wait(lambda: driver.has("send orders"))
    driver.click("resign")
    driver.click("confirm")
    driver.wait(lambda: any("your rating is" in note for note in driver.notes), "the rating")
    driver.wait(lambda: driver.has("leave"))
    driver.click("leave")
    assert isinstance(driver.app.stage.screen, LadderScreen)
    driver.wait(lambda: {"Ada", "robot1"} <= words(driver), "the table")
    driver.wait(lambda: not driver.app.ui.is_moving)
    shown = words(driver)
    assert {"Duels, open to all", "Rank", "Interval, 95 %"} <= shown
    assert any("2 entries, 1 result" in text for text in shown)
    assert driver.redraw() == []
    robot.session.close()


def test_the_table_of_a_season_that_is_over_is_asked_for(
    window: Open, server: ServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(url=server.url, audited=True)
    driver.click("connect")
    driver.wait(lambda: driver.has("ladders"))
    driver.click("ladders")
    driver.wait(lambda: "Nobody has played yet." in words(driver))
    screen = driver.app.stage.screen
    assert isinstance(screen, LadderScreen)
    assert not driver.has("season/1"), "it has no seasons"
    screen._ladders = [screen._ladders[0].model_copy(update={"season": 3})]
    now = screen._standing
    assert now is not None
    asked: list[Standings] = []

    def request(message: object, kind: type, done: Callable[[Standing], None], *_: object) -> None:
        if isinstance(message, Standings):
            asked.append(message)
            done(now.model_copy(update={"rows": [a_row(f"of {message.season}")]}))

    monkeypatch.setattr(driver.app.stage.session, "request", request)
    assert driver.redraw() == []
    driver.click("season/1")
    assert "of 1" in words(driver)
    driver.click("season/")
    assert [one.season for one in asked] == [1, None]
    assert driver.redraw() == []


def a_row(name: str) -> StandingRow:
    return StandingRow(
        rank=1,
        entry="e_1",
        name=name,
        version="1",
        kind="human",
        rating=1500,
        rd=50,
        provisional=False,
        games=9,
        wins=4,
        places=[4, 5],
        state="idle",
    )


def a_ladder(**changes: object) -> LadderInfo:
    usual = LadderInfo(
        ladder="x",
        title="x",
        state="open",
        game="catan",
        rules="catan/1.0",
        seats=[4],
        clock=ClockSpec(kind="none"),
        open_to=["human"],
        system="weng_lin",
        entries=0,
        games=0,
    )
    return usual.model_copy(update=changes)


def test_a_ladder_that_takes_no_person_says_why() -> None:
    assert why_not_play(a_ladder()) == ""
    assert "for programs" in why_not_play(a_ladder(open_to=["bot"]))
    assert "closed" in why_not_play(a_ladder(state="closed"))
