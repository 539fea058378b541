"""`infoset arena`: reads the options, plays or resumes a run, prints what came out."""

import argparse
import contextlib
import secrets
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO

from infoset.cli import Run as RunCommand
from infoset.errors import CommandError
from infoset.exits import FAILED, INTERRUPTED
from infoset.extras import require
from infoset.game_options import read_options
from infoset.running import tidy_sigterm
from infoset_bots.lab.arena.export import write_csv
from infoset_bots.lab.arena.plan import MAX_MATCHES, Entry, Plan
from infoset_bots.lab.arena.players import (
    PERSON,
    known_bots,
    make_entry,
    require_apart,
    require_fit,
    rules_behind,
)
from infoset_bots.lab.arena.record import Record
from infoset_bots.lab.arena.run import Run, check_files, make_test
from infoset_bots.lab.arena.schedule import SEATINGS, Schedule, halves
from infoset_bots.lab.arena.store import RunFolder, free_folder, ordered, read_run
from infoset_bots.lab.arena.summary import summarize
from infoset_bots.lab.arena.text import ab_text, summary_text
from infoset_bots.lab.pools.here import HerePool
from infoset_bots.lab.pools.naming import add_pool_options, find_pool
from infoset_bots.lab.pools.port import ComputePool
from infoset_games.clocks import Clock
from infoset_games.contests.sequential import AbSettings, check_settings
from infoset_games.game import Game, OptionError
from infoset_games.registry import (
    RulesVersionError,
    UnknownGameError,
    known_games,
    make_game,
)

AB: Final = "ab"
SHOW: Final = "show"
RUNS: Final = Path("arena-runs")
SEED_BYTES: Final = 16  # a program is told a number made of it, and must not find it by trying
USUAL_GAME: Final = "colonizers"
DEFAULT_MATCHES: Final = 100
DEFAULT_BLOCKS: Final = 3000
DEFAULT_PATIENCE_S: Final = 60.0
DEFAULT_FIRST_MS: Final = 3000  # programs start up before their first decision
MAX_MS: Final = 86_400_000
BY_THE_TEST: Final = "ab: the test decides how many matches; bound it with --max-blocks"


def command(parser: argparse.ArgumentParser) -> RunCommand:
    """Plays many matches between bots on this machine, without a server.

    infoset arena heuristic random --matches 1000        any bots; 2 bots share 4 seats evenly
    infoset arena heuristic my_bot.py:MyBot:depth=3 'cmd:./my_bot --fast' 'json:node bot.js' random
    infoset arena ab my_bot.py old_bot.py                is A better than B? stops by itself
    infoset arena --resume DIR                           goes on where a run was broken off
    infoset arena --resume DIR --max-blocks 6000         plays on where a test is undecided
    infoset arena show DIR --csv results.csv             summary of a run, done or not

    A bot is a built-in name, a Python file or module with a Bot class (with parameters after a
    colon), or a program over stdio (cmd: in words mode, json: in JSON mode).
    """
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="who plays; after `ab` the two to compare, after `show` the folder of a run",
    )
    add_run_options(parser)
    add_match_options(parser)
    add_ab_options(parser)
    return run


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """`--matches`, `--seed`, `--processes`, `--pool`, `--out`, `--resume`, `--csv`, `--keep`."""
    group = parser.add_argument_group("the run")
    group.add_argument(
        "--matches",
        type=count,
        metavar="N",
        help=f"matches to play, rounded up to whole blocks (default: {DEFAULT_MATCHES})",
    )
    group.add_argument(
        "--seed", metavar="TEXT", help="deals and bots repeat with it (default: a new one)"
    )
    add_pool_options(group)
    ways = group.add_mutually_exclusive_group()
    ways.add_argument(
        "--out", type=Path, metavar="DIR", help=f"folder for results (default: a new one in {RUNS})"
    )
    ways.add_argument(
        "--resume", type=Path, metavar="DIR", help="go on with the run in this folder"
    )
    group.add_argument("--csv", type=Path, metavar="FILE", help="write the results as CSV, too")
    group.add_argument(
        "--keep", action="store_true", help="keep the replay of every match, for `infoset stats`"
    )


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """The game, the deals, the clock."""
    group = parser.add_argument_group("the matches")
    group.add_argument("--game", metavar="GAME", help=f"which game (default: {USUAL_GAME})")
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )
    group.add_argument(
        "--duplicate",
        action="store_true",
        help="play every deal under all its seatings",
    )
    group.add_argument(
        "--seatings",
        choices=SEATINGS,
        default="auto",
        help="rotations, all orders, one at random, or what fits the bots (default: auto)",
    )
    group.add_argument("--move-ms", type=milliseconds, metavar="MS", help="time for each decision")
    group.add_argument("--bank-ms", type=milliseconds, metavar="MS", help="time for a whole match")
    group.add_argument(
        "--inc-ms", type=milliseconds, metavar="MS", help="with --bank-ms: added by each decision"
    )
    group.add_argument(
        "--first-ms",
        type=milliseconds,
        default=DEFAULT_FIRST_MS,
        metavar="MS",
        help=f"extra time for a seat's first decision, if timed (default: {DEFAULT_FIRST_MS})",
    )
    group.add_argument(
        "--on-timeout",
        choices=("fallback", "random", "forfeit"),
        default="fallback",
        help="what a missed decision does (default: fallback)",
    )
    group.add_argument(
        "--patience-s",
        type=seconds,
        default=DEFAULT_PATIENCE_S,
        metavar="SECONDS",
        help="untimed: a decision that takes longer has hung (default: 60; 0: wait for ever)",
    )


def add_ab_options(parser: argparse.ArgumentParser) -> None:
    """The sequential test."""
    group = parser.add_argument_group("infoset arena ab A B")
    settings = AbSettings()
    group.add_argument(
        "--bounds",
        nargs=2,
        type=float,
        default=(settings.null, settings.alternative),
        metavar=("NONE", "WORTHWHILE"),
        help="effects, in standard deviations of a block's score, between which either answer is "
        "right (default: 0 0.1)",
    )
    group.add_argument(
        "--alpha",
        type=float,
        default=settings.alpha,
        help="chance of PASS at the first bound (default: 0.05)",
    )
    group.add_argument(
        "--beta",
        type=float,
        default=settings.beta,
        help="chance of FAIL at the second bound (default: 0.05)",
    )
    group.add_argument(
        "--max-blocks",
        type=count,
        metavar="N",
        help=f"give up undecided after so many deals (default: {DEFAULT_BLOCKS})",
    )


def run(args: argparse.Namespace) -> int:
    """Does what the options say. Raises InfosetError for what a person can put right."""
    with rules_in_words():
        return _run(args, sys.stdout, sys.stderr)


@contextlib.contextmanager
def rules_in_words() -> Iterator[None]:
    """Raises what games and their registry refuse as a CommandError, which is shown as a sentence."""
    try:
        yield
    except (UnknownGameError, OptionError, RulesVersionError) as error:
        raise CommandError(str(error)) from error


def _run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    require("infoset arena", "lab", "scipy")  # for its table, hours later
    if args.resume is not None:
        if args.bots not in ([], [AB]):
            raise CommandError("--resume takes no bots: they are those of the run")
        require_as_begun(args)
        plan = read_run(args.resume)[0]
        if args.bots and plan.ab is None:
            raise CommandError(f"ab: {args.resume} holds no test of two bots")
        check_files(plan)
        require_fits(plan.entries, plan.make_game())  # what they are loaded from is not all noted
        folder = RunFolder.resume(args.resume)
    elif args.bots[:1] == [SHOW]:
        return show(args, out)
    else:
        plan = read_plan(args)
        folder = RunFolder.create(args.out or free_folder(RUNS, plan.game), plan)
    with folder, tidy_sigterm():
        return play(folder, args, out, err)


def play(folder: RunFolder, args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Plays what is missing and prints the summary. Returns the exit code."""
    going = Run(folder, err)
    pool = wanted_pool(folder.plan, args)
    if args.resume is not None:
        going.extend(wanted_matches(folder.plan, args, going.schedule.block))
    missing = going.schedule.matches - len(folder.records)
    err.write(
        f"{folder.path}: {going.schedule.matches} matches of {folder.plan.game}, "
        f"seed {folder.plan.seed}, {missing} to play\n"
    )
    code = 0
    try:
        going.play(pool)
    except KeyboardInterrupt:
        err.write(f"stopped; go on with it: infoset arena --resume {folder.path}\n")
        code = INTERRUPTED
    failed = report(folder.plan, folder.records, out)
    if going.is_undecided and not code:
        more = 2 * going.schedule.matches // going.schedule.block
        err.write(f"play on: infoset arena --resume {folder.path} --max-blocks {more}\n")
    if args.csv is not None:
        write_csv(args.csv, folder.records)
    return code or failed


def require_as_begun(args: argparse.Namespace) -> None:
    """A run goes on under the options with which it was begun. Raises CommandError naming others."""
    parser = argparse.ArgumentParser()
    add_match_options(parser)
    add_ab_options(parser)
    usual = vars(parser.parse_args([])) | {
        "seed": None,
        "keep": False,
        "max_blocks": args.max_blocks,
    }
    given = [name for name, value in usual.items() if getattr(args, name) != value]
    if given:
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise CommandError(f"--resume goes on with the run as it was begun: leave out {flags}")


def wanted_matches(plan: Plan, args: argparse.Namespace, block: int) -> int:
    """How many matches a run that goes on shall have; as many as before unless more are asked for. Raises CommandError."""
    if plan.ab is None and args.max_blocks is not None:
        raise CommandError("--max-blocks: expected a sequential test; this run takes --matches")
    if plan.ab is not None and args.matches is not None:
        raise CommandError(BY_THE_TEST)
    by_blocks = plan.ab is not None
    wanted, size = (args.max_blocks, block) if by_blocks else (args.matches, 1)
    least = plan.matches // size
    if wanted is None:
        return plan.matches
    if wanted < least:
        flag = "--max-blocks" if by_blocks else "--matches"
        raise CommandError(
            f"{flag}: expected {least} or more, as the run has been begun with, got {wanted}"
        )
    return int(wanted * size)


def wanted_pool(plan: Plan, args: argparse.Namespace) -> ComputePool:
    """Where matches are played; a person's in this process, which has the terminal."""
    if not with_person(plan.entries):
        return find_pool(args)
    if args.pool is not None:
        raise CommandError(
            "--pool: expected no person among the players, who sits at this terminal"
        )
    return HerePool()


def with_person(entries: Sequence[Entry]) -> bool:
    """Does somebody at this terminal play along?"""
    return any(entry.spec == PERSON for entry in entries)


def show(args: argparse.Namespace, out: TextIO) -> int:
    """Prints the summary of a run, which may still be played."""
    if len(args.bots) != 2:
        raise CommandError("show: expected the folder of one run")
    plan, records = read_run(Path(args.bots[1]))
    failed = report(plan, records, out)
    if args.csv is not None:
        write_csv(args.csv, records)
    return failed


def report(plan: Plan, records: Sequence[Record], out: TextIO) -> int:
    """The tables, and for an A-B test what it found. Returns the exit code: 1 where a bot has not really played."""
    summary = summarize(records, plan.labels, by_deal=plan.duplicate)
    out.write(summary_text(summary))
    test = make_test(plan)
    if test is not None and not summary.absent:
        test.add(ordered(records))
        out.write("\n" + ab_text(test.report(), *plan.labels))
    out.flush()
    return FAILED if summary.absent else 0


def read_plan(args: argparse.Namespace) -> Plan:
    """The plan that the options describe. Raises what making the game and the bots raises."""
    name = args.game or usual_game()
    game = make_game(name, read_options(name, args.option))
    is_ab = args.bots[:1] == [AB]
    entries = read_entries(args.bots[1:] if is_ab else args.bots, game, is_ab)
    plan = Plan(
        game=game.name,
        rules=game.rules,
        entries=entries,
        seed=args.seed or secrets.token_hex(SEED_BYTES),
        matches=args.matches or DEFAULT_MATCHES,
        options=game.options(),
        duplicate=args.duplicate,
        seatings=args.seatings,
        clock=read_clock(args),
        on_timeout=args.on_timeout,
        patience_s=0.0 if with_person(entries) else args.patience_s,
        keep=args.keep,
        game_files=rules_behind(game.name),
    )
    if is_ab:
        plan = ab_plan(plan, args, game)
    Schedule(plan, game.seats)  # what it refuses must be refused before there is a folder
    return plan


def ab_plan(plan: Plan, args: argparse.Namespace, game: Game) -> Plan:
    """The same plan as a sequential test: every deal under all seatings of A and B."""
    settings = AbSettings(args.bounds[0], args.bounds[1], args.alpha, args.beta)
    try:
        check_settings(settings)
    except ValueError as error:
        raise CommandError(str(error)) from error
    if args.matches is not None:
        raise CommandError(BY_THE_TEST)
    a, b = plan.labels
    block = len(halves(a, b, game.seats))
    blocks = args.max_blocks or DEFAULT_BLOCKS
    return replace(plan, ab=settings, duplicate=True, matches=blocks * block)


def read_entries(specs: Sequence[str], game: Game, is_ab: bool) -> tuple[Entry, ...]:
    """The bots, each tried out. In a test of a bot against itself the second one gets a name of its own."""
    if is_ab and len(specs) != 2:
        raise CommandError(f"ab: expected two bots, got {len(specs)}")
    if not specs:
        known = ", ".join(known_bots(game.name))
        raise CommandError(f"who shall play? Built-in bots for {game.name}: {known}")
    entries = tuple(make_entry(spec, game.name) for spec in specs)
    require_fits(entries, game)
    if is_ab and entries[0].label == entries[1].label:
        return (entries[0], replace(entries[1], label=f"{entries[1].label} (B)"))
    for entry in entries:
        if any(other.label == entry.label and other.spec != entry.spec for other in entries):
            raise CommandError(f"two different bots are called {entry.label!r}")
    return entries


def require_fits(entries: Iterable[Entry], game: Game) -> None:
    """Raises BotLoadError for the first that cannot play the game with its options, CommandError for two that cannot meet."""
    specs = list(dict.fromkeys(entry.spec for entry in entries))
    require_apart(specs)
    for spec in specs:
        require_fit(spec, game)


def usual_game() -> str:
    """The game that is meant where none is named. Raises CommandError where it is not installed."""
    known = known_games()
    if USUAL_GAME not in known:
        raise CommandError(f"which game? Add --game; known games: {', '.join(known) or 'none'}")
    return USUAL_GAME


def read_clock(args: argparse.Namespace) -> Clock:
    """The time control. Raises CommandError for options that do not go together."""
    if args.move_ms is not None and args.bank_ms is not None:
        raise CommandError("--move-ms and --bank-ms: expected at most one of them")
    if args.inc_ms is not None and args.bank_ms is None:
        raise CommandError("--inc-ms: expected --bank-ms with it")
    if args.move_ms is not None:
        return Clock("per_move", move_ms=args.move_ms, first_ms=args.first_ms)
    if args.bank_ms is not None:
        return Clock("bank", main_ms=args.bank_ms, inc_ms=args.inc_ms or 0, first_ms=args.first_ms)
    return Clock()


def count(text: str) -> int:
    """An argument from 1 to MAX_MATCHES."""
    return _integer(text, 1, MAX_MATCHES)


def milliseconds(text: str) -> int:
    """An argument from 0 to a day."""
    return _integer(text, 0, MAX_MS)


def seconds(text: str) -> float:
    """An argument from 0 to a day."""
    value = float(text)
    if not 0 <= value <= MAX_MS / 1000:
        raise argparse.ArgumentTypeError(f"expected 0 to {MAX_MS // 1000} seconds, got {text}")
    return value


def _integer(text: str, least: int, most: int) -> int:
    value = int(text)
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"expected {least} to {most}, got {value}")
    return value
