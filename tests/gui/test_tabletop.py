"""A real board followed by pointing, with the real books behind it: from the first piece to the scores, by the mouse alone."""

import random
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest
from tests.gui.conftest import Open

from infoset.wording import speak
from infoset_games.catan.cards import TERRAIN_NAMES
from infoset_games.catan.layouts import PRINTED, write_deal
from infoset_gui.driver import Driver
from infoset_gui.screens.connect import ConnectScreen
from infoset_gui.screens.tabletop import TabletopScreen
from infoset_gui.screens.tabletop_setup import TabletopSetup
from infoset_gui.views.catan.tabletop import TableQuestion

MOST_PRESSES = 3_000
DICE = (4, 5, 5, 6, 6, 6, 7, 8, 8, 8, 9, 9, 10)


class Evening:
    """The person who points, at one table."""

    def __init__(self, driver: Driver, options: Sequence[str]) -> None:
        self.driver = driver
        self.screen = TabletopScreen(driver.app.stage, options)
        driver.app.stage.push(self.screen)
        self._rng = random.Random(4)

    @property
    def asked(self) -> TableQuestion:
        return self.screen.asked

    def wait(self) -> TableQuestion:
        """The next question, when the table has taken the last answer in."""
        self.driver.wait(lambda: self.screen.is_open)
        self.driver.step()
        return self.asked

    def press(self, name: str) -> TableQuestion:
        self.driver.click(name)
        return self.wait()

    def toasts(self) -> list[str]:
        return [toast.text for toast in self.driver.app.stage.toasts.shown]

    def begin(self) -> None:
        """All first pieces, anywhere."""
        if self.wait().wanted == "laid":
            self.press("done")
        while not self.asked.obs["round"]:
            self.press(self.choose())

    def choose(self) -> str:
        """Anything that answers the open question; builds where it can."""
        asked, names = self.asked, self.driver.names()
        verbs = [str(action[0]) for action in asked.actions]
        places = [name for name in names if name.startswith(("vertex ", "edge ", "hex "))]
        if places:
            return self._rng.choice(places)
        match asked.wanted, asked.kind:
            case (("laid" | "done"), _):
                return "done"
            case "dice", _:
                return f"rolled {self._rng.choice(DICE)}"
            case "action", "roll":
                return f"rolled {self._rng.choice(DICE)}"
            case "action", "main":
                wanted = [
                    verb for verb in ("city", "settlement", "buy_dev", "road") if verb in verbs
                ]
                plays = [name for name in names if name.startswith("play ")]
                if plays:
                    return self._rng.choice(plays)
                if wanted and self._rng.random() < 0.8:
                    return "buy" if wanted[0] == "buy_dev" else wanted[0]
                return "end turn"
            case "action", "discard":
                return "put aside" if "put aside" in names else self._some(names, "lose ")
            case "action", "victim":
                return self._some(names, "rob ")
            case "action", "answer":
                return "reject"
            case "action", "deal":
                return "withdraw"
            case (("resource" | "card" | "count"), _):
                return self._some(names, ("card ", "drawn ", "count "))
        raise AssertionError(f"nothing to press for {asked.wanted} {asked.kind}: {names}")

    def _some(self, names: Sequence[str], start: str | tuple[str, ...]) -> str:
        return self._rng.choice([name for name in names if name.startswith(start)])


@pytest.fixture
def driver(window: Open) -> Driver:
    return window(audited=True)


def three(folder: Path, *more: str) -> list[str]:
    return [
        *("--person", "Ann", "--player", "Blue=heuristic", "--person", "Ben"),
        *("--layout", "beginner", "--seed", "s", "--file", str(folder / "evening.jsonl"), *more),
    ]


def test_a_whole_evening_is_pointed_at(driver: Driver, tmp_path: Path) -> None:
    evening = Evening(driver, three(tmp_path, "--option", "target=4"))
    evening.begin()
    for _ in range(MOST_PRESSES):
        if evening.wait().wanted == "over":
            break
        evening.press(evening.choose())
    assert evening.asked.wanted == "over"
    driver.wait(lambda: (tmp_path / "evening.record.jsonl").exists())
    driver.click("back")
    assert isinstance(driver.app.stage.screen, ConnectScreen)


def test_what_cannot_be_is_told_in_the_words_of_the_rules(driver: Driver, tmp_path: Path) -> None:
    evening = Evening(driver, three(tmp_path))
    evening.wait()
    evening.press("done")
    first = next(name for name in driver.names() if name.startswith("vertex "))
    evening.press(first)
    assert evening.asked.kind == "place_road"
    before = evening.asked
    wrong = next(
        name
        for name in driver.names()
        if name.startswith("why not edge ") and not driver.has(name[8:])
    )
    evening.press(wrong)
    assert evening.toasts() == ["Ann: expected a free edge at the settlement just placed"]
    assert evening.asked == before


def test_what_is_asked_and_what_happened_is_said_in_the_language(
    driver: Driver, tmp_path: Path
) -> None:
    speak("cs")
    try:
        evening = Evening(driver, three(tmp_path))
        evening.wait()
        evening.press("done")
        assert evening.asked.prompt == "Ann: Postav vesnici: klikni na roh."
        evening.press(next(name for name in driver.names() if name.startswith("vertex ")))
        log = [line.text for line in evening.screen._log]
        assert any(line.startswith("Ann: postavena vesnice (") for line in log), log
    finally:
        speak("en")


def test_the_last_entry_is_taken_back_and_entered_again(driver: Driver, tmp_path: Path) -> None:
    evening = Evening(driver, three(tmp_path))
    evening.wait()
    evening.press("done")
    evening.press(next(name for name in driver.names() if name.startswith("vertex ")))
    placed = evening.asked.obs["players"][0]["settlements"]
    assert len(placed) == 1
    driver.key(pygame.K_u)
    assert evening.wait().obs["players"][0]["settlements"] == []
    assert evening.press("redo").obs["players"][0]["settlements"] == placed


def test_a_trade_is_pointed_at_from_the_offer_to_the_deal(driver: Driver, tmp_path: Path) -> None:
    evening = Evening(
        driver,
        [
            *("--person", "Ann", "--person", "Ben", "--layout", "beginner", "--seed", "s"),
            *("--file", str(tmp_path / "evening.jsonl")),
        ],
    )
    evening.begin()
    hands = [player["hand"] for player in evening.asked.obs["players"]]
    give = next(at for at, count in enumerate(hands[0]) if count)
    take = next(at for at, count in enumerate(hands[1]) if count and at != give)
    names = ("wood", "brick", "sheep", "wheat", "ore")
    before = evening.press("rolled 12").obs["players"]
    driver.click("trade")
    driver.click(f"give {names[give]} plus")
    driver.click(f"take {names[take]} plus")
    assert evening.press("send trade").kind == "answer"
    assert evening.asked.seat == 1
    assert evening.press("accept").kind == "deal"
    after = evening.press("deal with 1").obs["players"]
    for seat, sign in ((0, 1), (1, -1)):
        changes = {give: -sign, take: sign}
        wanted = [count + changes.get(at, 0) for at, count in enumerate(before[seat]["hand"])]
        assert after[seat]["hand"] == wanted


def test_who_points_goes_on_where_the_table_was_left(driver: Driver, tmp_path: Path) -> None:
    driver.click("at a board")
    assert isinstance(driver.app.stage.screen, TabletopSetup)
    assert not driver.has("go on")
    driver.click("start")
    driver.wait(lambda: driver.has("done"))
    driver.click("done")
    driver.wait(lambda: any(name.startswith("vertex ") for name in driver.names()))
    driver.click(next(name for name in driver.names() if name.startswith("vertex ")))
    driver.wait(lambda: any(name.startswith("edge ") for name in driver.names()))
    driver.click("back")
    driver.click("go on")
    driver.wait(lambda: any(name.startswith("edge ") for name in driver.names()))
    screen = driver.app.stage.screen
    assert isinstance(screen, TabletopScreen)
    assert screen.asked.kind == "place_road"


def lay(driver: Driver, pieces: Sequence[object]) -> None:
    for piece in pieces:
        driver.click(f"piece {piece}")


def test_an_island_is_laid_by_pointing_as_it_lies_on_the_table(
    driver: Driver, tmp_path: Path
) -> None:
    board = PRINTED["beginner"]
    terrain = [TERRAIN_NAMES[kind] for kind in board.terrain]
    numbers = [number for number in board.numbers if number]
    driver.click("at a board")
    driver.click("layout/enter")
    driver.click("start")
    driver.wait(lambda: driver.has("terrain 0"))
    lay(driver, terrain)
    assert driver.has("numbers 0")
    assert not driver.region("laid").can_press
    lay(driver, [numbers[1], numbers[0], *numbers[2:]])
    screen = driver.app.stage.screen
    assert isinstance(screen, TabletopScreen)
    # A 2 lies where the 10 does, beside nothing that it must not touch: it is mended by pointing.
    driver.click("numbers 0")
    driver.click("numbers 1")
    lay(driver, [numbers[1], numbers[0]])
    driver.click("laid")
    driver.wait(lambda: any(name.startswith("vertex ") for name in driver.names()))
    assert screen.asked.kind == "place_settlement"
    laid = screen.asked.obs["board"]
    assert laid == write_deal(board)
    assert driver.redraw() == []


def test_a_board_that_cannot_be_names_the_hexes_and_is_mended(
    driver: Driver, tmp_path: Path
) -> None:
    evening = Evening(driver, [*three(tmp_path), "--layout", "enter"])
    driver.wait(lambda: driver.has("terrain 0"))
    lay(driver, [TERRAIN_NAMES[kind] for kind in PRINTED["beginner"].terrain])
    numbers = [number for number in PRINTED["beginner"].numbers if number]
    clash = sorted(numbers, key=lambda number: number not in (6, 8))
    lay(driver, clash)
    driver.click("laid")
    evening.wait()
    (said,) = evening.toasts()
    assert said.startswith("That is no board: ore 6 and sheep 8: expected no 6 beside a 8")
    assert driver.redraw() == []
    for _ in range(len(numbers)):
        driver.key(pygame.K_u)
    lay(driver, numbers)
    assert evening.press("laid").kind == "place_settlement"


def test_a_table_that_cannot_be_says_why(driver: Driver, tmp_path: Path) -> None:
    driver.app.stage.push(TabletopScreen(driver.app.stage, ["--person", "Ann"]))
    driver.wait(lambda: isinstance(driver.app.stage.screen, ConnectScreen))
    assert any("expected 2 to 4" in note for note in driver.notes)
