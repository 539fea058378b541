"""`infoset rank`: ranks strategies of Catan by turns to win; each plays the same deals against the same rivals."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TextIO

from infoset.cli import Run as RunCommand
from infoset.exits import INTERRUPTED
from infoset.extras import require
from infoset.running import tidy_sigterm
from infoset_bots.catan.strategies import STRATEGIES
from infoset_bots.lab.arena.command import count, require_fits, rules_in_words
from infoset_bots.lab.arena.intervals import Estimate
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.players import make_entry
from infoset_bots.lab.arena.run import Run
from infoset_bots.lab.arena.store import RunFolder, write_whole
from infoset_bots.lab.arena.text import estimate_text, short, table
from infoset_bots.lab.experiments.play import is_begun, open_run
from infoset_bots.lab.pools.naming import add_pool_options, find_pool
from infoset_bots.lab.statistics.series import analyse
from infoset_bots.lab.statistics.sources import read_source
from infoset_games.catan import Catan

RUNS: Final = Path("ranking-runs")
REPORT: Final = "ranking.txt"
AGAINST: Final = "random_by_kind"
RIVAL: Final = "rival"  # the label of rivals that play as the strategy does
DEALS: Final = 52  # as many from each seat
SEED: Final = "1"  # the same for everybody who does not ask for another: figures can be compared


@dataclass(frozen=True)
class Standing:
    """One strategy: `share` of its matches won, rounds to the points that win (extrapolated where it did
    not get there, see `infoset stats`), mean points, time of a decision."""

    name: str
    matches: int
    share: Estimate
    turns_to_win: Estimate | None
    points: Estimate | None
    mean_ms: float
    max_ms: float


def command(parser: argparse.ArgumentParser) -> RunCommand:
    """Ranks strategies of Catan by turns to win.

    infoset rank                                    the thesis' strategies and ours
    infoset rank strong text_expansion --deals 100  some of them, longer
    infoset rank mine=my_bot.py a=minimax:depth=1   any bots, named as for `infoset arena`

    Each plays the same deals from the same seats, which take turns, against three of the same rival. The
    same command goes on where it was broken off.
    """
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="STRATEGY",
        help=f"a bot, or one of {', '.join(STRATEGIES)} (default: all of these)",
    )
    parser.add_argument(
        "--against", default=AGAINST, metavar="BOT", help=f"the rivals (default: {AGAINST})"
    )
    parser.add_argument(
        "--deals",
        type=count,
        default=DEALS,
        metavar="N",
        help=f"deals for each strategy, played from one seat each in turn (default: {DEALS})",
    )
    parser.add_argument(
        "--seed", default=SEED, metavar="TEXT", help=f"results repeat with it (default: {SEED})"
    )
    add_pool_options(parser, "--jobs")
    parser.add_argument(
        "--out",
        type=Path,
        default=RUNS,
        metavar="DIR",
        help=f"where each strategy gets its folder (default: {RUNS})",
    )
    return run


def run(args: argparse.Namespace) -> int:
    """Does what the options say. Raises InfosetError for what a person can put right."""
    with rules_in_words():
        return _run(args, sys.stdout, sys.stderr)


def _run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    require("infoset rank", "lab", "scipy")  # for its table, hours later
    plans = [
        make_plan(name, args.against, args.deals, args.seed) for name in args.bots or STRATEGIES
    ]
    for plan in plans:
        is_begun(args.out / folder_name(plan), plan)
    pool = find_pool(args)
    standings: list[Standing] = []
    for plan in plans:
        with open_run(args.out / folder_name(plan), plan) as folder, tidy_sigterm():
            err.write(f"{folder.path}: {plan.matches} matches\n")
            try:
                Run(folder, err).play(pool)
            except KeyboardInterrupt:
                err.write("stopped; the same command goes on with it\n")
                return INTERRUPTED
            standings.append(standing_of(folder))
    text = ranking_text(standings, plans[0])
    write_whole(args.out / REPORT, text)
    out.write(text)
    return 0


def make_plan(asked: str, against: str, deals: int, seed: str) -> Plan:
    """A strategy against three rivals, each deal from the next seat. Raises CommandError or BotLoadError."""
    game = Catan()
    named = f"{asked}={STRATEGIES[asked]}" if asked in STRATEGIES else asked
    entry = make_entry(named, game.name)
    rival = make_entry(against, game.name)
    require_fits((entry, rival), game)
    if rival.label == entry.label:
        rival = replace(rival, label=RIVAL)
    return Plan(
        game=game.name,
        rules=game.rules,
        entries=(entry, *[rival] * (game.seats - 1)),
        seed=seed,
        matches=deals,
        options=game.options(),
        seatings="all",
        patience_s=0,  # a busy machine must not change a result
    )


def folder_name(plan: Plan) -> str:
    """The strategy's label, fit for a folder."""
    return "".join(mark if mark.isalnum() or mark in "_-" else "-" for mark in plan.labels[0])


def standing_of(folder: RunFolder) -> Standing:
    """What the matches in a folder say of the strategy."""
    series = analyse(read_source([folder.path]))
    name = folder.plan.labels[0]
    row = next(row for row in series.summary.bots if row.bot == name)
    turns = next(bot.turns_to_win for bot in series.bots if bot.bot == name)
    return Standing(name, row.matches, row.share, turns, row.points, row.mean_ms, row.max_ms)


def ranking_text(standings: Sequence[Standing], plan: Plan) -> str:
    """The table, quickest first."""
    head = ("strategy", "matches", "turns to win", "win %", "points", "ms mean", "ms max")
    rows = [row_of(standing) for standing in sorted(standings, key=place_of)]
    return (
        f"{plan.rules}, each against three {plan.entries[1].spec}, seed {plan.seed}; every deal "
        "from one seat, in turn\n\n"
        f"{table([head, *rows])}\n"
    )


def place_of(standing: Standing) -> float:
    """Turns to win; whoever never got a point comes last."""
    return float("inf") if standing.turns_to_win is None else standing.turns_to_win.mean


def row_of(standing: Standing) -> tuple[str, ...]:
    """One line of the table."""
    turns, points = standing.turns_to_win, standing.points
    return (
        short(standing.name),
        str(standing.matches),
        "-" if turns is None else estimate_text(turns, 1),
        estimate_text(standing.share, 1, 100),
        "-" if points is None else estimate_text(points, 1),
        f"{standing.mean_ms:.2f}",
        f"{standing.max_ms:.0f}",
    )
