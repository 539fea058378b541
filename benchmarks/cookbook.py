"""How strong each step of the cookbook is against the one before: the figures in docs/cookbook.

    python benchmarks/cookbook.py [--games catan,crossfire] [--steps 7,8] [--seconds 60] [--write]

For each row `infoset arena` plays on equal deals for so many seconds of CPU time. The results are kept in
build/cookbook, and each run goes on where the one before ended, so that rows become firmer with every
evening; a row whose step has changed begins anew. `--write` puts what is known into the tables.

The later steps think long, and play a shorter form of their game: see SHORT.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from infoset_bots.lab.arena.store import read_run
from infoset_bots.lab.arena.summary import Row, summarize

ROOT: Final = Path(__file__).parents[1]
STEPS: Final = ROOT / "clients" / "python" / "examples" / "cookbook"
RUNS: Final = ROOT / "build" / "cookbook"
TABLES: Final = ROOT / "docs" / "cookbook"
GAMES: Final = ("catan", "colonizers", "crossfire")
NUMBERS: Final = range(2, 13)
SHORT: Final = {  # by game, from which step on, and how
    "catan": (5, "target=5"),
    "colonizers": (9, "colony=4"),
    "crossfire": (6, "preset=mini"),
}
NAMES: Final = ("new", "old")
MATCHES: Final = 100_000  # more than are ever played
CHANGED: Final = "has changed since"  # says the arena, of a bot's file
INTERRUPTED: Final = 130
LOOK_S: Final = 0.5  # between two looks at the clock
LAST_CELL: Final = re.compile(r"[^|]*\|$")


@dataclass(frozen=True)
class Step:
    """A row of a table: a step, to be measured against the one before."""

    game: str
    number: int

    @property
    def run(self) -> Path:
        """Where its results are."""
        return RUNS / self.game / f"{self.number:02}"

    def play(self, seconds: float) -> None:
        """Plays on for so many seconds of CPU time. Raises SystemExit where the arena fails."""
        if self.run.exists():
            said = self._arena("--resume", str(self.run), seconds=seconds)
            if CHANGED not in said:
                return
            shutil.rmtree(self.run)
        bots = [f"{name}={self._file(self.number - back)}" for back, name in enumerate(NAMES)]
        deals = (
            "--game",
            self.game,
            "--matches",
            str(MATCHES),
            "--seed",
            "cookbook",
            "--duplicate",
        )
        begin, option = SHORT[self.game]
        short = ("--option", option) if self.number >= begin else ()
        self._arena(*bots, *deals, *short, "--out", str(self.run), seconds=seconds)

    def _file(self, number: int) -> str:
        (found,) = (STEPS / self.game).glob(f"{number:02}_*.py")
        return found.name

    def _arena(self, *words: str, seconds: float) -> str:
        """Runs the arena for so many seconds of CPU time; what it said."""
        running = subprocess.Popen(
            [sys.executable, "-m", "infoset", "arena", *words, "--processes", "0"],
            cwd=STEPS / self.game,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        while running.poll() is None:
            time.sleep(LOOK_S)
            if cpu_of(running.pid) > seconds:
                running.send_signal(signal.SIGINT)
                break
        said, _ = running.communicate()
        if running.returncode not in (0, INTERRUPTED) and CHANGED not in said:
            raise SystemExit(said)
        return said

    def result(self) -> Row | None:
        """What the step won, if anything was played to its end."""
        if not self.run.exists():
            return None
        plan, records = read_run(self.run)
        rows = summarize(records, plan.labels, by_deal=True).bots
        return next((row for row in rows if row.bot == NAMES[0] and row.matches), None)


def cpu_of(pid: int) -> float:
    """The CPU time that a process has used, in seconds."""
    behind_name = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return sum(map(int, behind_name[11:13])) / os.sysconf("SC_CLK_TCK")


def cell(row: Row | None) -> str:
    """As it stands in the table."""
    if row is None:
        return "not measured yet"
    share = row.share
    if share.low is None or share.high is None:
        return f"{share.mean:.0%} of {row.matches} matches".replace("%", " %")
    bounds = f"[{100 * share.low:.0f}, {100 * share.high:.0f}]"
    return f"{100 * share.mean:.0f} % {bounds}, {row.matches} matches"


def write(step: Step, row: Row | None) -> None:
    """Puts a result into the table of its game."""
    table = TABLES / f"{step.game}.md"
    lines = table.read_text("utf-8").splitlines()
    (at,) = (n for n, line in enumerate(lines) if line.startswith(f"| [{step.number} "))
    lines[at] = LAST_CELL.sub(f" {cell(row)} |", lines[at])
    table.write_text("\n".join(lines) + "\n", "utf-8")


def chosen(args: argparse.Namespace) -> Iterator[Step]:
    """The rows that were asked for."""
    for game in args.games.split(",") if args.games else GAMES:
        for number in map(int, args.steps.split(",")) if args.steps else NUMBERS:
            yield Step(game, number)


def main() -> int:
    """Plays, prints, and writes. The exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", help="only these, with commas")
    parser.add_argument("--steps", help="only these, with commas, from 2")
    parser.add_argument("--seconds", type=float, default=60, help="for each (default: 60); 0: none")
    parser.add_argument("--write", action="store_true", help="into docs/cookbook")
    args = parser.parse_args()
    for step in chosen(args):
        if args.seconds > 0:
            step.play(args.seconds)
        row = step.result()
        print(f"{step.game:<11} {step.number:>2}  {cell(row)}", flush=True)
        if args.write:
            write(step, row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
