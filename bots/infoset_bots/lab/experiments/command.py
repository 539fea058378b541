"""`infoset experiment`: plays experiments or goes on with them, and reports what came out."""

import argparse
import sys
from pathlib import Path
from typing import Final, TextIO

from infoset.cli import Run as RunCommand
from infoset.errors import CommandError
from infoset.exits import INTERRUPTED
from infoset.extras import require
from infoset.running import tidy_sigterm
from infoset_bots.lab.arena.command import count, rules_in_words
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.run import Run
from infoset_bots.lab.arena.store import RunFolder, write_whole
from infoset_bots.lab.experiments.analysis import analyse
from infoset_bots.lab.experiments.catalogue import find_series, find_setup, games_text, listing
from infoset_bots.lab.experiments.play import is_begun, make_plan, open_run
from infoset_bots.lab.experiments.report import report_text
from infoset_bots.lab.experiments.results import ANALYSIS, write_analysis
from infoset_bots.lab.experiments.setup import Setup
from infoset_bots.lab.pools.naming import add_pool_options, find_pool
from infoset_bots.lab.pools.port import ComputePool

RUNS: Final = Path("experiment-runs")
REPORT: Final = "report.txt"
SEED: Final = "1"  # the same for everybody who does not ask for another: figures can be compared
NEEDED: Final = ("matplotlib", "scipy")


def command(parser: argparse.ArgumentParser) -> RunCommand:
    """Plays prepared experiments and reports tables, tests and plots.

    infoset experiment colonizers 4                  one experiment; without a number: which there are
    infoset experiment colonizers 1 2 3 4 5 --games 1200
    infoset experiment colonizers 4 --legacy         as it was published: rules, players, seatings

    The same command goes on with a run that was broken off, and reports again on one that is over.
    """
    parser.add_argument("game", nargs="?", metavar="GAME", help="on which game")
    parser.add_argument(
        "experiments", nargs="*", metavar="NUMBER", help="which experiments, one after the other"
    )
    parser.add_argument(
        "--legacy",
        action="store_true",
        help="as published: its rules, players and seatings",
    )
    parser.add_argument(
        "--games",
        type=count,
        metavar="N",
        help="matches of each experiment, rounded up to whole deals (default: as many as published)",
    )
    parser.add_argument(
        "--seed",
        default=SEED,
        metavar="TEXT",
        help=f"results repeat with it (default: {SEED})",
    )
    add_pool_options(parser, "--jobs")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help=f"where each experiment gets its folder (default: {RUNS}/GAME)",
    )
    return run


def run(args: argparse.Namespace) -> int:
    """Does what the options say. Raises InfosetError for what a person can put right."""
    with rules_in_words():
        return _run(args, sys.stdout, sys.stderr)


def _run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    if args.game is not None and not args.experiments:
        out.write(f"{listing(find_series(args.game))}\n")
        return 0
    asked = read_asked(args)
    require("infoset experiment", "lab", *NEEDED)
    for setup, path, plan in asked:
        with open_run(path, plan) as folder, tidy_sigterm():
            code = play(folder, setup, find_pool(args), out, err)
        if code:
            return code
    return 0


def read_asked(args: argparse.Namespace) -> list[tuple[Setup, Path, Plan]]:
    """What is to be played where. Raises CommandError for whatever is wrong with any of it."""
    if args.game is None:
        raise CommandError(f"experiments on which game? {games_text()}")
    series = find_series(args.game)
    asked = []
    for key in dict.fromkeys(args.experiments):
        setup = find_setup(series, key)
        plan = make_plan(series, setup, legacy=args.legacy, games=args.games, seed=args.seed)
        path = (args.out or RUNS / series.game) / f"{key}{'-legacy' if args.legacy else ''}"
        is_begun(path, plan)
        asked.append((setup, path, plan))
    return asked


def play(folder: RunFolder, setup: Setup, pool: ComputePool, out: TextIO, err: TextIO) -> int:
    """Plays what is missing, then reports. Returns the exit code."""
    plan = folder.plan
    missing = plan.matches - len(folder.records)
    err.write(
        f"{folder.path}: experiment {setup.key}, {plan.matches} matches of {plan.game}, "
        f"seed {plan.seed}, {missing} to play\n"
    )
    try:
        Run(folder, err).play(pool)
    except KeyboardInterrupt:
        err.write("stopped; the same command goes on with it\n")
        return INTERRUPTED
    report(folder, setup, out)
    return 0


def report(folder: RunFolder, setup: Setup, out: TextIO) -> None:
    """The tables on `out` and in the folder, the analysis and the plots in the folder.

    Raises CommandError if a file cannot be written.
    """
    from infoset_bots.lab.experiments.figures import (
        write_figures,  # slow to load, and not always there
    )

    analysis = analyse(setup, folder.plan, folder.records)
    text = report_text(analysis)
    out.write(text)
    out.flush()
    try:
        write_analysis(folder.path / ANALYSIS, analysis)
        write_whole(folder.path / REPORT, text)
        figures = write_figures(folder.path, analysis)
    except OSError as error:
        raise CommandError(f"{error.filename or folder.path}: {error.strerror}") from error
    names = ", ".join([ANALYSIS, REPORT, *(figure.name for figure in figures)])
    out.write(f"\nin {folder.path}: {names}\n\n")
