"""A ladder that runs unattended for a night: seasons, divisions, edits, misbehaving bots, kills, and a disk that is small.

python -m tests.faults.ladder_night --hours 8 --kills 40 --edits 200

Nobody looks after it. The server is ended by `kill -9`, bots are killed and edited, some crash, hang, answer what they must not or write
without end, matches are asked for, seasons end. Afterwards an independent look (`ladder_audit.py`) says whether anything
was lost, doubled or mixed up. No tests here.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

from tests.faults.killing import Killing
from tests.faults.ladder_audit import check_published, read_journal, read_store, wrongs_of
from tests.faults.ladder_season import (
    LOOK_S,
    SETTLE_S,
    Outsider,
    children_of,
    end_group,
    is_bot,
    write_manifest,
)

from infoset.address import read_address
from infoset.errors import InfosetError
from infoset.web import post
from infoset_server.app.features.ladders import LADDER_FILES

NAME: Final = "season"  # as `Outsider` enters
PROGRAM: Final = Path(__file__).with_name("night_bot.py")
MEGABYTE: Final = 1_000_000
REFUSED: Final = "the trial match failed"
SETTINGS: Final = (
    *("beacon_port=0", "rates.msgs_per_s=100000", "rooms.absence_s=30"),
    *("ladder_records.routine_mb=2", "ladder_records.chosen_mb=2"),
)
HOUSE: Final = (("random", "infoset_bots.random_bot", ()),)
MANNERS: Final = (  # of the bots that are dropped in, with how often they misbehave
    *(("steady", 0.0), ("steady", 0.0), ("steady", 0.0)),
    *(("crash", 0.05), ("hang", 0.02), ("cheat", 0.1), ("flood", 0.05), ("crash", 1.0)),
)
LADDER: Final = """
title = "a night"
game = "crossfire"
options = {{preset = "mini"}}
hosted = "all"
open_to = ["bot", "guest"]
refit_s = 2
matches = {at_once}
max_timeouts = 2
trial = true

[clock]
kind = "per_move"
move_ms = 8000
first_ms = 20000

[pairing]
parallel = 2

[pace]
per_hour = 100000
entry_per_hour = 100000
owner_per_hour = 100000
settled_per_hour = 100000

[seasons]
days = {season_days}
ratings = "fresh"

[divisions]
sizes = [4]
moves = 1
"""


@dataclass
class Report:
    """What came of it. `wrongs` must be empty."""

    results: int = 0
    seasons: int = 0
    versions: int = 0
    refused: int = 0  # by a trial match
    benched: int = 0
    alerts: int = 0
    batches: int = 0
    asked_for: int = 0  # results of batches
    heard: int = 0  # ends of matches in the bots' journal
    most_mb: float = 0.0  # on disk, at most
    seconds: float = 0.0
    done: Counter[str] = field(default_factory=Counter)  # what was done to it
    wrongs: list[str] = field(default_factory=list)


class Night:
    """A server that runs a ladder, and whatever happens to it."""

    def __init__(self, folder: Path, seed: int, season_s: float, at_once: int) -> None:
        """`season_s` is how long a season lasts."""
        self.folder = folder
        self.data = folder / "data"
        self.journal = folder / "journal"
        self.report = Report()
        self.rng = random.Random(seed)
        self._revision = 0
        self._has_refused = False  # the server, a version after its trial match
        self._started: set[int] = set()  # processes that servers of ours have started
        ladders = self.data / LADDER_FILES
        ladders.mkdir(parents=True)
        text = LADDER.format(season_days=season_s / 86_400, at_once=at_once)
        (ladders / f"{NAME}.toml").write_text(text, "utf-8")
        manifest = folder / "bots.toml"
        write_manifest(manifest, HOUSE)
        command = [sys.executable, "-m", "infoset", "serve"]
        self.server = Killing(folder, command, (*SETTINGS, f"bots.manifest={manifest}"))
        for number in range(len(MANNERS)):
            self.write_bot(number)

    def write_bot(self, number: int) -> None:
        """Writes or edits a bot of the folder: the next version of it."""
        manner, chance = MANNERS[number]
        self._revision += 1
        text = PROGRAM.read_text("utf-8")
        constants: dict[str, Any] = {
            "MANNER": manner,
            "CHANCE": chance,
            "REVISION": self._revision,
            "JOURNAL": str(self.journal),
        }
        for name, value in constants.items():
            line = next(one for one in text.splitlines() if one.startswith(f"{name} = "))
            text = text.replace(line, f"{name} = {value!r}")
        bot = self.data / "bots" / f"{manner}_{number}"
        bot.mkdir(parents=True, exist_ok=True)
        manifest = 'command = ["{python}", "-I", "-S", "bot.py"]\nmax_processes = 2\n'
        (bot / "bot.toml").write_text(manifest, "utf-8")
        new = bot / ".bot.py.new"
        new.write_text(text, "utf-8")
        new.replace(bot / "bot.py")

    async def run(
        self, events: Sequence[str], seconds: float, results: int | None, disk_mb: float
    ) -> Report:
        """Lets so many seconds pass, or waits in that time for so many results and a version that is refused.

        `events` happen evenly in it.
        """
        await self.server.start()
        began = time.monotonic()
        outsider = Outsider(self.server.port, "outsider", random.Random(1))
        task = asyncio.create_task(outsider.play())
        left = list(events)
        try:
            while (gone := time.monotonic() - began) < seconds:
                count = await self.count()
                part = gone / seconds if results is None else count / results
                is_enough = results is not None and count >= results
                if is_enough and self._has_refused and not left:
                    break
                if left and part >= 1 - len(left) / (len(events) + 1):
                    await self.strike(left.pop(0))
                self._started |= children_of(self.server.pid)
                self.weigh(disk_mb)
                await asyncio.sleep(LOOK_S)
            self.report.seconds = time.monotonic() - began
            self._started |= children_of(self.server.pid)
            os.kill(self.server.pid, signal.SIGTERM)
            async with asyncio.timeout(SETTLE_S):
                await self.server.ended()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await self.server.kill()
            for pid in self._started:
                end_group(pid)
        self.weigh(disk_mb)
        return self.report

    async def count(self) -> int:
        """Results so far; looks whether a version was refused by its trial, too."""
        url = f"http://127.0.0.1:{self.server.port}/ladder/{NAME}"
        with suppress(OSError):
            table = await asyncio.to_thread(read_page, url)
            whys = [row.get("why", "") for row in table["rows"]]
            self._has_refused = any(why.startswith(REFUSED) for why in whys)
            return int(table["results"])
        return 0

    @property
    def _address(self) -> Any:
        return read_address(f"infoset://127.0.0.1:{self.server.port}")

    async def strike(self, event: str) -> None:
        """Something happens."""
        if event == "kill":
            await self.server.kill()
            await self.server.start()
        elif event == "edit":
            self.write_bot(self.rng.randrange(len(MANNERS)))
        elif event == "bot":
            bots = sorted(pid for pid in children_of(self.server.pid) if is_bot(pid))
            if bots:
                end_group(self.rng.choice(bots))
        elif not await self.command(event):
            return
        self.report.done[event] += 1

    async def command(self, event: str) -> bool:
        """The organiser ends a season, or asks for matches. False where that was refused, as it may be."""
        asked: dict[str, Any] = {"ladder": NAME}
        if event == "batch":
            steady = [
                f"{manner}_{one}" for one, (manner, _) in enumerate(MANNERS) if manner == "steady"
            ]
            entry, other = self.rng.sample(steady, 2)
            asked |= {"entry": entry, "against": [other], "matches": 4}
        token = (self.data / "admin.token").read_text("ascii").strip()
        try:
            await asyncio.to_thread(post, self._address, f"/admin/{event}", asked, token)
        except (InfosetError, OSError):
            return False
        return True

    def weigh(self, disk_mb: float) -> None:
        """How much there is on disk; what the bots note is not the server's."""
        size = 0
        for folder, _, names in os.walk(self.data):  # what goes meanwhile is passed over
            for name in names:
                with suppress(OSError):
                    size += Path(folder, name).lstat().st_size
        mb = size / MEGABYTE
        if mb > disk_mb >= self.report.most_mb:
            self.report.wrongs.append(f"{mb:.0f} MB on disk: {disk_mb:.0f} MB are the budget")
        self.report.most_mb = max(self.report.most_mb, mb)


def read_page(url: str) -> dict[str, Any]:
    """What a server tells of a ladder. Raises OSError."""
    with urlopen(url, timeout=10) as answer:
        page: dict[str, Any] = json.load(answer)
    return page


def examine(night: Night) -> None:
    """Counts what there is, and looks whether it is right."""
    report = night.report
    stored, journal = read_store(night.data, NAME), read_journal(night.journal)
    report.results = len(stored.results)
    report.seasons = len(stored.seasons)
    report.versions = len(stored.entries)
    report.batches = len(stored.batches)
    report.asked_for = sum(bool(one["batch"]) for one in stored.results.values())
    report.heard = len(journal.ends)
    entries = stored.entries.values()
    report.alerts = sum(len(one["alerts"]) for one in entries)
    report.refused = sum(REFUSED in one["why"] for one in entries)
    report.benched = sum(one["state"] == "benched" for one in entries)
    report.wrongs += wrongs_of(stored, journal)
    report.wrongs += check_published(night.data, NAME, night.folder / "published")


async def play_night(
    folder: Path,
    *,
    seconds: float,
    results: int | None = None,
    happenings: dict[str, int],
    season_s: float,
    disk_mb: float,
    at_once: int = 4,
    seed: int = 1,
) -> Report:
    """The whole of it. `happenings` says how often what happens; with `results` it ends when there are so many."""
    night = Night(folder, seed, season_s, at_once)
    events = [event for event, count in happenings.items() for _ in range(count)]
    random.Random(seed).shuffle(events)
    await night.run(events, seconds, results, disk_mb)
    examine(night)
    return night.report


def main() -> int:
    """The command; status 1 where anything is wrong."""
    parser = argparse.ArgumentParser(
        description="Let a ladder run unattended, and look afterwards."
    )
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--kills", type=int, default=20, help="of the server")
    parser.add_argument("--bot-kills", type=int, default=40)
    parser.add_argument("--edits", type=int, default=60, help="of bots in the folder")
    parser.add_argument("--batches", type=int, default=20, help="matches that are asked for")
    parser.add_argument("--ended", type=int, default=4, help="seasons that the organiser ends")
    parser.add_argument("--season-minutes", type=float, default=60.0)
    parser.add_argument("--disk-mb", type=float, default=300.0, help="budget of the data folder")
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for everything; default: a temporary one")
    asked = parser.parse_args()
    happenings = {
        "kill": asked.kills,
        "bot": asked.bot_kills,
        "edit": asked.edits,
        "batch": asked.batches,
        "end-season": asked.ended,
    }
    with tempfile.TemporaryDirectory() as temporary:
        report = asyncio.run(
            play_night(
                asked.keep or Path(temporary),
                seconds=3600 * asked.hours,
                happenings=happenings,
                season_s=60 * asked.season_minutes,
                disk_mb=asked.disk_mb,
                at_once=asked.at_once,
                seed=asked.seed,
            )
        )
    happened = ", ".join(f"{count} {event}" for event, count in sorted(report.done.items()))
    sys.stdout.write(
        f"{report.results} results of {report.versions} versions in {report.seconds:.0f} s, {report.seasons} seasons "
        f"over; {report.heard} ends that bots heard; {report.asked_for} results of {report.batches} batches\n"
        f"happened: {happened}\n"
        f"{report.refused} versions refused by a trial, {report.benched} benched in all, {report.alerts} alerts; "
        f"{report.most_mb:.1f} MB on disk at most\n"
        + "".join(f"WRONG: {wrong}\n" for wrong in report.wrongs)
    )
    return 1 if report.wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
