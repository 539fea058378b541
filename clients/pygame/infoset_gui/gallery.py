"""Takes pictures of every screen in both themes and four sizes, and lists what is wrong with their texts.

    python -m infoset_gui.gallery FOLDER [--size 1024x640 ...] [--theme dark ...] [--game catan ...] [--language de]

Opens no window. Starts a server of its own and plays on it.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

SIZES: Final = ("1024x640", "1366x768", "1920x1080", "3840x2160")
THEMES: Final = ("light", "dark")
GAMES: Final = ("colonizers", "catan", "crossfire")
# The kind of question at which one looks what one knows.
KNOWN: Final = {"colonizers": "build", "catan": "main", "crossfire": "orders"}
MOST_ENTRIES: Final = 160  # at a real board
MOST_ANSWERS: Final = 260  # of one match; then it is given up
HELPER: Final = "helper"  # stands for a program at the side of the seat
LADDER: Final = "duels"
LADDER_MATCHES: Final = "12"  # between house bots, so that its table is not empty

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from infoset.pseudo_words import PSEUDO
from infoset.wording import LANGUAGE_VARIABLE, languages
from infoset_gui.app import App  # after the drivers are named
from infoset_gui.driver import Driver
from infoset_gui.net.local_server import START_S
from infoset_gui.preferences import Preferences
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.tabletop import TabletopScreen
from infoset_gui.table import Table
from infoset_protocol.messages import Proposal, Suggestion


class Gallery:
    """One walk through all screens."""

    def __init__(
        self, folder: Path, sizes: Sequence[tuple[int, int]], themes: Sequence[str]
    ) -> None:
        self.faults: list[str] = []
        self.pictures = 0
        self._folder = folder
        self._sizes = sizes
        self._themes = themes
        self._rng = random.Random(11)
        self._scratch = tempfile.TemporaryDirectory()
        play_ladder(Path(self._scratch.name) / "server")
        likes = Preferences(
            name="Ada", speed="at once", sound=False, animations=False, taught=list(GAMES)
        )
        self.driver = Driver(App(likes, sizes[0], folder=Path(self._scratch.name), audited=True))

    @property
    def table(self) -> Table | None:
        """The match on the screen."""
        screen = self.driver.app.stage.screen
        return screen.table if isinstance(screen, MatchScreen) else None

    def shoot(self, name: str) -> None:
        """The screen as it is now, in every size and theme."""
        app = self.driver.app
        for theme in self._themes:
            app.stage.preferences.theme = theme
            for width, height in self._sizes:
                app.resize((width, height))
                found = self.driver.redraw()
                self.driver.shot(self._folder / f"{name}-{theme}-{width}.png")
                self.pictures += 1
                self.faults += [f"{name}-{theme}-{width}: {fault}" for fault in found]
        app.resize(self._sizes[0])
        self.driver.redraw()

    def walk(self, games: Iterable[str]) -> None:
        """Through everything."""
        driver = self.driver
        driver.step()
        self.shoot("01-connect")
        driver.click("settings")
        self.shoot("02-settings")
        driver.click("back")
        driver.click("play here")
        driver.wait(lambda: driver.has("play colonizers"), "the lobby", START_S)
        self.shoot("03-lobby")
        driver.click("seek catan")
        self.shoot("03-seek")
        driver.click("look for opponents")
        driver.wait(lambda: driver.has("stop looking"))
        self.shoot("03-waiting")
        driver.click("back")
        driver.click("join with a code")
        self.shoot("03-code")
        driver.click("cancel")
        driver.click("new crossfire")
        self.shoot("04-create")
        driver.click("create")
        driver.wait(lambda: driver.has("ready"))
        self.shoot("05-room")
        driver.click("bot 1")
        self.shoot("06-bots")
        driver.click("close")
        driver.click("options")
        self.shoot("07-rules")
        driver.click("cancel")
        driver.click("guest 1")
        driver.click("guest name")
        driver.write("Lin")
        self.shoot("08-guest")
        self._hot_seat()
        for game in games:
            self._play(game)
        self._shoot_people()
        driver.click("replays")
        driver.wait(lambda: any(name.startswith("see ") for name in driver.names()))
        self.shoot("40-replays")
        driver.click(next(name for name in driver.names() if name.startswith("see ")))
        driver.wait(lambda: driver.has("run"))
        driver.click("mark 20")
        self.shoot("41-replay")
        driver.click("review")
        driver.wait(lambda: driver.has("curve 0"), "the first of the review")
        self.shoot("41-review")
        driver.click("back")
        driver.click("back")
        driver.click("ladders")
        driver.wait(lambda: driver.has("range 1"))
        self.shoot("42-ladders")
        driver.click("back")
        driver.click("tournaments")
        driver.wait(lambda: not driver.app.ui.is_moving)
        self.shoot("43-tournaments")
        driver.click("back")
        driver.click("back")
        self._sit_at_board()

    def _shoot_people(self) -> None:
        """One's own games, and what there is to know of oneself."""
        driver = self.driver
        driver.click("mine")
        driver.wait(lambda: not driver.app.ui.is_moving)
        self.shoot("39-mine")
        for name in ("profile", "people"):
            driver.click(name)
            driver.wait(lambda: not driver.app.ui.is_moving)
            self.shoot(f"39-{name}")
            driver.click("back")
        driver.click("back")

    def _choose_layout(self, layout: str, step: str) -> None:
        """Presses it; or steps to its neighbour, round the ends, where the words leave no room for all of them."""
        self.driver.wait(lambda: self.driver.has("start"))
        is_seen = self.driver.has(f"layout/{layout}")
        self.driver.click(f"layout/{layout if is_seen else step}")

    def _sit_at_board(self) -> None:
        """An evening at a real board, with a picture of each kind of question."""
        driver = self.driver
        driver.click("at a board")
        self.shoot("50-table-setup")
        self._choose_layout("enter", "less")
        driver.click("start")
        driver.wait(lambda: driver.has("terrain 0"))
        for piece in ("ore", "desert", "wood"):
            driver.click(f"piece {piece}")
        self.shoot("50-table-laying")
        driver.click("layer/numbers")
        self.shoot("50-table-laying-numbers")
        driver.click("back")
        self._choose_layout("random", "more")
        driver.click("start")
        seen: set[str] = set()
        for _ in range(MOST_ENTRIES):
            driver.wait(lambda: self.at_board.is_open)
            asked = self.at_board.asked
            kind = f"{asked.wanted}-{asked.kind}".strip("-")
            if kind not in seen:
                seen.add(kind)
                self.shoot(f"51-table-{kind}")
                if asked.kind == "main":
                    driver.click("trade")
                    self.shoot("51-table-trade")
                    driver.key(pygame.K_BACKSPACE)
            driver.click(self._rng.choice(answers_at_board(driver.names())))
        driver.click("back")

    @property
    def at_board(self) -> TabletopScreen:
        """The table on the screen."""
        screen = self.driver.app.stage.screen
        assert isinstance(screen, TabletopScreen)
        return screen

    def _hot_seat(self) -> None:
        """Two people at one computer: the curtain between them."""
        driver = self.driver
        driver.click("add guest")
        driver.wait(lambda: len(driver.app.stage.sessions) > 1)
        driver.wait(lambda: driver.app.stage.sessions[1].rooms != {})
        driver.click("ready")
        driver.wait(lambda: self.table is not None and self.table.turn is not None)
        self.answer()
        driver.wait(lambda: driver.has("take over"))
        self.shoot("09-curtain")
        driver.click("take over")
        driver.click("resign")
        self.shoot("10-resign")
        driver.click("confirm")
        driver.wait(lambda: driver.has("leave"))
        driver.click("leave")
        driver.click("back")
        driver.wait(lambda: driver.has("play colonizers"))

    def answer(self) -> None:
        """Any answer to the open question."""
        table, screen = self.table, self.driver.app.stage.screen
        assert table is not None
        assert isinstance(screen, MatchScreen)
        if table.turn is not None:
            screen.answer(table.turn.random_answer(self._rng))

    def _shoot_lesson(self, game: str) -> None:
        """What newcomers are shown."""
        self.driver.click("lesson")
        step = 0
        while self.driver.has("lesson next"):
            step += 1
            self.shoot(f"1{GAMES.index(game)}-{game}-lesson-{step}")
            self.driver.click("lesson next")

    def _play(self, game: str) -> None:
        """A match with a picture of each kind of question, to its end."""
        driver = self.driver
        driver.click(f"play {game}")
        driver.wait(lambda: self.table is not None and self.table.match.game == game)
        seen: set[str] = set()
        for _ in range(MOST_ANSWERS):
            driver.wait(lambda: self.table is None or bool(self.table.turn or self.table.result))
            if self.table is None or self.table.turn is None:
                break
            kind = self.table.turn.kind
            if kind not in seen:
                seen.add(kind)
                if len(seen) == 1:
                    self._shoot_lesson(game)
                self.shoot(f"2{GAMES.index(game)}-{game}-{kind}")
            if (
                game == "catan"
                and kind == "main"
                and "trade" not in seen
                and driver.region("trade").can_press
            ):
                seen.add("trade")
                driver.click("trade")
                self.shoot("21-catan-trade")
                driver.click("close trade")
            holdable = [name for name in driver.names() if name.startswith(("pick ", "vertex "))]
            if holdable and "held" not in seen:
                seen.add("held")
                driver.click(holdable[0])
                self.shoot(f"2{GAMES.index(game)}-{game}-held")
                driver.key(pygame.K_ESCAPE)
            if kind == "orders" and "planned" not in seen:
                seen.add("planned")
                self._shoot_proposal()
                self._shoot_plans()
            if kind == "main" and "dice" not in seen and len(seen) > 4:
                seen.add("dice")
                driver.click("dice statistics")
                self.shoot("21-catan-dice")
                driver.click("close statistics")
            if KNOWN[game] == kind and "known" not in seen:
                seen.add("known")
                self._shoot_known(game)
            self.answer()
        if self.table is not None and self.table.result is not None:
            driver.wait(lambda: driver.has("look"))
            self.shoot(f"3{GAMES.index(game)}-{game}-end")
            driver.click("look")
            self.shoot(f"3{GAMES.index(game)}-{game}-last")
        driver.click("tab/help")
        self.shoot(f"3{GAMES.index(game)}-{game}-helpers")
        driver.click("back")
        if driver.has("confirm"):
            driver.click("confirm")
        driver.click("back")
        driver.wait(lambda: driver.has("play colonizers"))

    def _shoot_known(self, game: str) -> None:
        """What one knows beside a match, with all that may come of a roll or a draw."""
        driver = self.driver
        driver.click("tab/know")
        driver.click("known/toggle")
        screen = driver.app.stage.screen
        assert isinstance(screen, MatchScreen)
        driver.wait(lambda: bool(screen.seating.known.facts), "what is known")
        for name in [one for one in driver.names() if one.startswith("known/effect")][:1]:
            driver.click(name)
        self.shoot(f"2{GAMES.index(game)}-{game}-known")
        driver.click("known/toggle")
        driver.click("tab/log")

    def _shoot_proposal(self) -> None:
        """Commands that an assistant proposes."""
        table = self.table
        assert table is not None
        assert table.turn is not None
        picks = {slot.name: self._rng.randrange(len(slot.options)) for slot in table.turn.slots}
        table.advice.suggestions[HELPER] = Suggestion(
            match_id=table.match.match_id,
            decision=table.turn.decision,
            suggestion=1,
            assistant=HELPER,
            by="A helper",
            top=[Proposal(orders=picks)],
        )
        self.shoot("22-crossfire-proposed")
        table.advice.suggestions.clear()

    def _shoot_plans(self) -> None:
        """Commands that are given and not sent: two go, the next is about to."""
        driver = self.driver
        for direction in ("up", "right", "down", "left"):
            if driver.has(f"move {direction}") and driver.region(f"move {direction}").can_press:
                driver.click(f"move {direction}")
        ways = [name for name in driver.names() if name.endswith("on the board")]
        if ways:
            driver.hover(ways[0])
        self.shoot("22-crossfire-planned")

    def close(self) -> None:
        """Ends the window and its server."""
        self.driver.app.close()
        self._scratch.cleanup()


def answers_at_board(names: Sequence[str]) -> list[str]:
    """What answers a question at a real board, the board first."""
    for wanted in (
        ("vertex ", "edge ", "hex "),
        ("put aside",),
        ("done", "rolled ", "rob ", "card ", "drawn ", "count ", "lose ", "reject", "deal with "),
        ("road", "settlement", "city", "buy", "end turn"),
    ):
        found = [name for name in names if name.startswith(wanted)]
        if found:
            return found
    raise AssertionError(f"nothing answers: {', '.join(names)}")


def play_ladder(data: Path) -> None:
    """A ladder for the server that will run on this folder, with some results."""
    ladder = [sys.executable, "-m", "infoset", "ladder", "--data", str(data)]
    rules = ["--game", "crossfire", "--option", "preset=mini", "--hosted", "random,heuristic"]
    for words in (
        ["create", LADDER, *rules, "--open-to", "human,bot,guest"],
        ["run", LADDER, "--matches", LADDER_MATCHES],
    ):
        subprocess.run([*ladder, *words], check=True, stdout=subprocess.DEVNULL)


def read_size(text: str) -> tuple[int, int]:
    """`1024x640`."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the number of faults, at most 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", action="append", type=read_size)
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--language", choices=(*languages(), PSEUDO), default="en")
    args = parser.parse_args(argv)
    os.environ[LANGUAGE_VARIABLE] = args.language
    sizes = args.size or [read_size(size) for size in SIZES]
    gallery = Gallery(args.folder, sizes, args.theme or THEMES)
    try:
        gallery.walk(args.game or GAMES)
    finally:
        gallery.close()
    for fault in gallery.faults:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(
        f"{gallery.pictures} pictures in {args.folder}, {len(gallery.faults)} faults\n"
    )
    return min(1, len(gallery.faults))


if __name__ == "__main__":
    sys.exit(main())
