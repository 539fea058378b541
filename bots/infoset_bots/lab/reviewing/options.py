"""Options that these commands share."""

import argparse
import errno
import os
import secrets
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from infoset.errors import CommandError
from infoset.exits import INTERRUPTED
from infoset.extras import require
from infoset.running import tidy_sigterm
from infoset_bots.lab.arena.store import write_whole
from infoset_bots.lab.pools.naming import add_pool_options
from infoset_bots.lab.reviewing.kept import Kept, find_kept
from infoset_bots.search.search_bot import MOST_PLIES
from infoset_games.policy_registry import UnknownPolicyError, make_policy

MOST: Final = 100_000  # worlds, playouts, outcomes, decisions


def add_sources(parser: argparse.ArgumentParser) -> None:
    """What is looked at."""
    parser.add_argument(
        "sources",
        nargs="+",
        type=Path,
        metavar="DIR_OR_FILE",
        help="a run of the arena with --keep, or replays",
    )


def add_common(parser: argparse.ArgumentParser) -> None:
    """How positions are valued, and all of `add_running`."""
    parser.add_argument(
        "--policy",
        default="",
        metavar="NAME",
        help="what plays on in playouts (default: the best that the game has)",
    )
    parser.add_argument(
        "--horizon",
        type=number(0, MOST_PLIES),
        default=0,
        metavar="PLIES",
        help="end playouts after so many, by the game's evaluation (default: 0, at the end)",
    )
    add_running(parser)


def add_running(parser: argparse.ArgumentParser) -> None:
    """What repeats, what is written, where it is worked out."""
    parser.add_argument(
        "--seed", metavar="TEXT", help="figures repeat with it (default: a new one)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write JSON; - instead of tables")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="keep there what is worked out: the same command, with --seed, goes on after Ctrl-C",
    )
    add_pool_options(parser)


def number(low: int, high: int) -> Callable[[str], int]:
    """What reads an argument within bounds."""

    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"expected {low} to {high}, got {value}")
        return value

    return read


def read_seed(args: argparse.Namespace) -> str:
    """The seed that was given, or a new one. Raises CommandError where a run with a new one could not go on."""
    if args.out is not None and not args.seed:
        raise CommandError("--out: expected --seed with it; with another seed nothing is the same")
    return str(args.seed or secrets.token_hex(4))


def read_matches(args: argparse.Namespace) -> list[Kept]:
    """The matches that are looked at. Raises CommandError for them, and for a policy the game has not."""
    matches = find_kept(args.sources)
    try:
        if args.policy:
            make_policy(matches[0].game, args.policy)
    except UnknownPolicyError as error:
        raise CommandError(f"--policy: {error}") from error
    return matches


def check_end(
    args: argparse.Namespace, what: str, matches: Sequence[Kept], *files: Path | None
) -> None:
    """Tries what is needed in the end, hours later: the library of intervals, and files that are to be written.

    Raises MissingExtraError or CommandError.
    """
    if len(matches) > 1:  # one alone has no interval
        require(what, "lab", "scipy")
    for file in (args.json, *files):
        if file is not None and str(file) != "-":
            check_writable(file)


def check_writable(file: Path) -> None:
    """Raises CommandError where `save` would; leaves the file as it is."""
    try:
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=file.parent):
            pass
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error


def hand_out(args: argparse.Namespace, report: object, text: str) -> None:
    """Tables to the terminal, JSON where it is wanted. Raises CommandError."""
    plain = TypeAdapter[Any](type(report)).dump_json(report, indent=1).decode() + "\n"
    if str(args.json) == "-":
        sys.stdout.write(plain)
        return
    if args.json is not None:
        save(args.json, plain)
    sys.stdout.write(text)


def save(file: Path, text: str) -> None:
    """Raises CommandError where it cannot be written."""
    try:
        write_whole(file, text)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error


def guarded(args: argparse.Namespace, work: Callable[[], None]) -> int:
    """Runs the work of a command; 130 where it was stopped, like other commands."""
    try:
        with tidy_sigterm():
            work()
    except KeyboardInterrupt:
        if args.out is None:
            sys.stderr.write("stopped; nothing was written (with --out FILE it could go on)\n")
        else:
            sys.stderr.write("stopped; the same command goes on with it\n")
        return INTERRUPTED
    return 0
