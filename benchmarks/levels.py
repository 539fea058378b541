"""How strong the house bots of each game are beside each other: levels from 1 to 5, measured.

python -m benchmarks.levels                                      a few tables of each game, printed
python -m benchmarks.levels --tables 110 --out level-runs        the same command goes on where it was broken off
python -m benchmarks.levels --tables 0 --out level-runs --write  what was played so far, into the manifest and the document

With `--game` it is about these games only; what is known of others stays.

Bots are those of the server's manifest, with the parameters they have there. Each table is one deal from every seat,
played by `infoset arena` without a clock; who has sat at the fewest tables sits at the next. Ratings are fitted to all results at once, as
those of ladders are: the mean of a game's bots is 1500, and each has an interval of 95 %. Levels are five equal parts of
what lies between the weakest and the strongest.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from infoset_games.registry import known_games, make_game
from infoset_server.contests.ladder.rating import Contestant, Field, Outcome, fit, standings
from infoset_server.programs.manifest import SHIPPED_BOTS, BotEntry, read_manifest

ROOT: Final = Path(__file__).parents[1]
DOCUMENT: Final = ROOT / "docs" / "hosting-bots.md"
TABLE: Final = re.compile(r"(?<=<!-- levels -->\n).*?(?=<!-- end -->)", re.DOTALL)
GAME: Final = re.compile(r"\| \*\*(\w+)\*\*")
LEVEL: Final = re.compile(r'^(    \{ game = "(\w+)",.*\n)', re.MULTILINE)
LEVELS: Final = 5
SEED: Final = 1
FEW: Final = 8
# Bots that take so long that every table counts as four, and bots that are not measured, and why.
SLOW: Final[Mapping[str, frozenset[str]]] = {
    "colonizers": frozenset({"simultaneous"}),
    "catan": frozenset({"monte_carlo", "simultaneous"}),
}
LEFT_OUT: Final[Mapping[str, Mapping[str, str]]] = {
    "catan": {"maxn": "minutes for a match"},
    "crossfire": {
        "ismcts": "a second for a decision",
        "maxn": "13 s for a decision",
        "monte_carlo": "a second for a decision",
        "scripted": "plays the maps of the lessons only",
    },
}


@dataclass(frozen=True, slots=True)
class Strength:
    """What a house bot is worth at a game: rating points, half their interval of 95 %, and the level that makes."""

    level: int
    rating: int
    margin: int


def offered(manifest: Path, game: str) -> dict[str, str]:
    """The bots of a game that are measured, as the arena calls them, by their names."""
    left_out = LEFT_OUT.get(game, {})
    return {
        entry.name: f"{entry.name}={spec_of(entry)}"
        for entry in read_manifest(manifest, folder=None)
        if entry.plays(game) and entry.name not in left_out
    }


def spec_of(entry: BotEntry) -> str:
    """A bot of the manifest as the arena calls it: its module, and its parameters behind a colon."""
    assert entry.command is not None, entry.name
    words = entry.command
    params = ",".join(word for before, word in pairwise(words) if before == "--param")
    return ":".join(filter(None, [words[-1], params]))


def line_ups(
    bots: Sequence[str], slow: frozenset[str], seats: int, tables: int
) -> Iterator[list[str]]:
    """Who sits at each table: those who have sat at the fewest, in a random order; slow ones count fourfold."""
    rng = random.Random(SEED)
    sat: Counter[str] = Counter()
    for _ in range(tables):
        drawn = rng.sample(sorted(bots), len(bots))
        chosen = sorted(drawn, key=lambda bot: sat[bot])[:seats]
        sat.update({bot: 4 if bot in slow else 1 for bot in chosen})
        yield chosen


def play(game: str, specs: Sequence[str], seed: str, folder: Path) -> None:
    """One deal from every seat, unless it has been played."""
    words = ["--game", game, "--matches", str(len(specs)), "--seatings", "rotations", "--duplicate"]
    run = ["--resume", str(folder)]
    if not folder.exists():
        run = [*specs, *words, "--seed", seed, "--processes", "1", "--out", str(folder)]
    subprocess.run(
        [sys.executable, "-m", "infoset", "arena", *run], check=True, stdout=subprocess.DEVNULL
    )


def outcomes(folder: Path, bots: Sequence[str]) -> Iterator[Outcome]:
    """The results in a folder of runs, of matches that these bots played to the end themselves.

    Where an answer did not come in time, the fallback was played: that measures the machine.
    """
    for path in sorted(folder.glob("*/results.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            result = json.loads(line)
            is_theirs = result["reason"] == "finished" and not any(result["fallbacks"])
            if is_theirs and set(result["bots"]) <= set(bots):
                seated = tuple(bots.index(bot) for bot in result["bots"])
                yield Outcome(seated, tuple(result["places"]))


def measure(
    game: str, manifest: Path, tables: int, folder: Path
) -> tuple[dict[str, Strength], int]:
    """Plays, and says how strong each bot of a game is and from how many matches that is known."""
    specs = offered(manifest, game)
    seats = make_game(game).seats
    for number, chosen in enumerate(
        line_ups(list(specs), SLOW.get(game, frozenset()), seats, tables)
    ):
        play(game, [specs[bot] for bot in chosen], f"{SEED}.{number}", folder / f"{number:04}")
    bots = sorted(specs)
    found = list(outcomes(folder, bots))
    if not found:
        raise SystemExit(f"{folder}: expected results of {game}, there are none")
    return strengths(bots, seats, found), len(found)


def strengths(bots: Sequence[str], seats: int, found: Sequence[Outcome]) -> dict[str, Strength]:
    """How strong the bots are by these results, the strongest first; who was in none of them is not measured."""
    played = {bots[contestant] for outcome in found for contestant in outcome.contestants}
    every = standings(fit(Field([Contestant(bot) for bot in bots], (seats,)), found))
    ratings = [rating for rating in every if rating.name in played]
    low = min(rating.value for rating in ratings)
    span = max(rating.value for rating in ratings) - low or 1.0  # all are alike

    def level(value: float) -> int:
        return 1 + min(LEVELS - 1, int(LEVELS * (value - low) / span))

    return {
        one.name: Strength(level(one.value), round(one.value), round(one.margin))
        for one in sorted(ratings, key=lambda one: -one.value)
    }


def table_lines(game: str, strengths: Mapping[str, Strength], matches: int) -> Iterator[str]:
    """The rows of the document's table for one game."""
    yield f"| **{game}**, {matches} matches | | |"
    for bot, one in strengths.items():
        yield f"| `{bot}` | {one.level} | {one.rating} ± {one.margin} |"
    for bot, why in LEFT_OUT.get(game, {}).items():
        yield f"| `{bot}` | not measured: {why} | |"


def with_rows(document: str, rows: Mapping[str, Sequence[str]]) -> str:
    """The text of a document whose table has these rows for these games; those of other games stay."""

    def renewed(found: re.Match[str]) -> str:
        head, *blocks = re.split(r"(?=^\| \*\*)", found[0], flags=re.MULTILINE)
        games = {GAME.match(block)[1]: block for block in blocks}  # type: ignore[index]  # each begins so
        games |= {game: "".join(f"{row}\n" for row in lines) for game, lines in rows.items()}
        return head + "".join(games[game] for game in sorted(games))

    return TABLE.sub(renewed, document)


def with_levels(manifest: str, found: Mapping[str, Mapping[str, Strength]]) -> str:
    """The text of a manifest in which each bot has these levels, below its command; those of other games stay."""
    blocks = re.split(r"(?=^\[\[bot\]\]$)", manifest, flags=re.MULTILINE)
    return "".join(with_line(block, found) for block in blocks)


def with_line(block: str, found: Mapping[str, Mapping[str, Strength]]) -> str:
    """One bot of it."""
    name = re.search(r'^name = "(\w+)"$', block, re.MULTILINE)
    if name is None:
        return block
    lines = {game: line for line, game in LEVEL.findall(block) if game not in found}
    lines |= {
        game: f'    {{ game = "{game}", level = {one.level}, rating = {one.rating}, margin = {one.margin} }},\n'
        for game, each in found.items()
        if (one := each.get(name[1]))
    }
    block = re.sub(r"^levels = \[\n(    .*\n)*\]\n", "", block, flags=re.MULTILINE)
    if not lines:
        return block
    parts = "".join(lines[game] for game in sorted(lines))
    return re.sub(r"^(command = .*\n)", rf"\1levels = [\n{parts}]\n", block, flags=re.MULTILINE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=known_games(), action="append", help="only this one")
    parser.add_argument(
        "--tables", type=int, default=FEW, help="tables of each game (default: %(default)s)"
    )
    parser.add_argument(
        "--out", type=Path, help="keep the runs here, and go on with those that are there"
    )
    parser.add_argument("--write", action="store_true", help="write the manifest and the document")
    args = parser.parse_args()
    found: dict[str, dict[str, Strength]] = {}
    rows: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for game in args.game or known_games():
            folder = (args.out or Path(scratch)) / game
            folder.mkdir(parents=True, exist_ok=True)
            found[game], matches = measure(game, SHIPPED_BOTS, args.tables, folder)
            rows[game] = list(table_lines(game, found[game], matches))
            sys.stdout.write("\n".join(rows[game]) + "\n")
            sys.stdout.flush()
    if args.write:
        SHIPPED_BOTS.write_text(with_levels(SHIPPED_BOTS.read_text("utf-8"), found), "utf-8")
        DOCUMENT.write_text(with_rows(DOCUMENT.read_text("utf-8"), rows), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
