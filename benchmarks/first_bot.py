"""How long the way of docs/first-bot.md takes in each language: the commands of a new bot's README, one by one.

    python benchmarks/first_bot.py [--languages go,rust]

Prints the table of that document: how many commands come before the first match, the seconds from nothing
until that is over, what of it fetching and building took, and the seconds from the change that the document
makes to the end of the next match, of Catan. In brackets stands the processor time of the commands; with
other work on the machine that says more. What fetching has in its caches already is not fetched again.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from infoset.scaffolding.starters import STARTERS, Starter

DOCUMENT: Final = Path(__file__).parents[1] / "docs" / "first-bot.md"
CHANGE: Final = re.compile(
    r"^([^\n]*), in `[^\n]*:\n\n```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
ARENA: Final = re.compile(r"^infoset arena .*$", re.MULTILINE)
ONE_MATCH: Final = "--matches 1 --processes 1 --seed 1"


@dataclass(frozen=True)
class Span:
    """Seconds on the wall, and of processors."""

    wall_s: float = 0.0
    cpu_s: float = 0.0

    def __add__(self, other: Self) -> "Span":
        return Span(self.wall_s + other.wall_s, self.cpu_s + other.cpu_s)

    def __str__(self) -> str:
        return f"{self.wall_s:.0f} ({self.cpu_s:.0f})" if self.wall_s else "-"


def run(lines: Sequence[str], folder: Path) -> Span:
    """Runs command lines one after the other. Raises SystemExit, with what was said, where one fails."""
    begun_s, spent_s = time.perf_counter(), children_s()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for line in lines:
        done = subprocess.run(
            line,
            shell=True,
            cwd=folder,
            env=os.environ | {"PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise SystemExit(f"{line}\n{done.stdout}")
    return Span(time.perf_counter() - begun_s, children_s() - spent_s)


def children_s() -> float:
    """Processor time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def change(bot: Path, starter: Starter) -> None:
    """Makes the change of the document."""
    for titles, diff in CHANGE.findall(DOCUMENT.read_text("utf-8")):
        if starter.title in [title.split(",")[0] for title in titles.split(", and ")]:
            lines = diff.splitlines(keepends=True)
            before = "".join(line[1:] for line in lines if line[0] != "+")
            after = "".join(line[1:] for line in lines)
            source = bot / starter.source
            source.write_text(source.read_text("utf-8").replace(before, after), "utf-8")
            return
    raise SystemExit(f"{DOCUMENT} changes no bot in {starter.title}")


def measure(language: str, folder: Path) -> str:
    """A row of the table."""
    starter, bot = STARTERS[language], folder / "ferris"
    made = run([f"infoset new-bot --lang {language} ferris"], folder)
    fetched = run(starter.fetch, bot)
    built = run(starter.build, bot)
    (arena,) = ARENA.findall((bot / "README.md").read_text("utf-8"))
    played = run([arena.replace("--matches 40", ONE_MATCH)], bot)
    change(bot, starter)
    rebuilt = run(starter.build, bot)
    again = run([arena.replace("--matches 40", f"--game catan {ONE_MATCH}")], bot)
    commands = 3 + len(starter.fetch) + len(starter.build)  # with `cd ferris`
    spans = (made + fetched + built + played, fetched, built, rebuilt + again)
    return f"| {starter.title} | {commands} | {' | '.join(map(str, spans))} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--languages", default=",".join(STARTERS), help="separated by commas")
    languages = parser.parse_args(arguments).languages.split(",")
    print(
        "| language | commands | to the first match | of it fetching | of it building | after the change |"
    )
    print("| --- | --: | --: | --: | --: | --: |")
    for language in languages:
        missing = [tool for tool in STARTERS[language].tools if shutil.which(tool) is None]
        if missing:
            print(
                f"{STARTERS[language].title}: {', '.join(missing)} not installed", file=sys.stderr
            )
            continue
        with tempfile.TemporaryDirectory() as folder:
            print(measure(language, Path(folder)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
