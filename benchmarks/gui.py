"""Pictures of the window beside the time there is for one at 60 a second, while a match tells 100 changes a second.

    python benchmarks/gui.py [--seconds 3]

Every change comes with a full observation, is said in the log and drawn. Nothing is on a screen (SDL's dummy driver):
what the system needs to copy a picture there is not in it. The ratio is the processor time for the changes and pictures
of a second beside a second; below 1 every picture is in time. `still` is the same window while nothing happens.
"""

import argparse
import os
import random
import sys
import time
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from infoset.replaying.film import Film, film_record
from infoset_games.clocks import Clock
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.record import Record
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_gui.app import App
from infoset_gui.net.session import Login, Session
from infoset_gui.preferences import Preferences
from infoset_gui.screens.match import MatchScreen
from infoset_gui.table import Table

EVENTS_PER_S: Final = 100
FRAMES_PER_S: Final = 60
SIZES: Final = ((1024, 640), (1920, 1080), (3840, 2160))
GAMES: Final = ("colonizers", "catan", "crossfire")
NAMES: Final = ("Ada", "Bob", "Cy", "Dee")


def play(name: str) -> Film:
    """A random match, as seat 0 saw it."""
    match = Match(make_game(name), Terms(clock=Clock(kind="none")), "gui")
    rng = random.Random(1)
    match.start(0)
    while match.over is None:
        asked = rng.choice([one for one in match.open.values() if one.sealed is None])
        choice = Choice(rng.randrange(min(asked.space.size, 1 << 50)))
        match.submit(asked.seat, asked.number, choice, 0)
    players = tuple({"name": one} for one in NAMES[: match.game.seats])
    steps = tuple(match.steps)
    return film_record(Record(match.game, match.terms, match.deal, players, steps, "", "gui"), 0)


def show(film: Film, size: tuple[int, int], seconds: float) -> tuple[float, float]:
    """Shares of the time that a window of this size is busy: with changes, and while it stands still."""
    app = App(Preferences(speed="at once", sound=False), size)
    try:
        stage = app.stage
        session = Session(stage.network, Login("infoset://127.0.0.1:1", "Ada"), stage.say, float)
        table = Table(film.start, lambda: 0.0)
        stage.push(MatchScreen(stage, session, table))
        messages = [message for frame in film.frames for message in frame.messages]
        told, frames = 0.0, round(seconds * FRAMES_PER_S)
        busy_s = 0.0
        for count in (frames // 4, frames):  # the first to fill the caches
            began_s = time.thread_time()
            for _ in range(count):
                told += EVENTS_PER_S / FRAMES_PER_S
                while told >= 1:
                    told -= 1
                    table.take(messages[0])
                    messages = [*messages[1:], messages[0]]
                stage.is_stale = True
                app.frame([])
            busy_s = time.thread_time() - began_s
        began_s = time.thread_time()
        for _ in range(frames):
            stage.toasts.shown.clear()
            table.looks.fresh_s = -1e9
            app.frame([])
        return busy_s / seconds, (time.thread_time() - began_s) / seconds
    finally:
        app.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="of changes, for each line")
    args = parser.parse_args()
    sys.stdout.write(f"{'game':12}{'size':>12}{'busy':>8}{'still':>8}\n")
    for game in GAMES:
        film = play(game)
        for width, height in SIZES:
            busy, still = show(film, (width, height), args.seconds)
            sys.stdout.write(f"{game:12}{f'{width}x{height}':>12}{busy:8.2f}{still:8.2f}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
