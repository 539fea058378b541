"""`infoset replay`: shows a match again, exports it, checks its luck, or feeds a seat of it to a bot."""

import argparse
import sys
from pathlib import Path
from typing import Any, Final, TextIO

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.exits import DIFFERENT, FAILED
from infoset.fitting import require_fit
from infoset.loading import configure, load_bot, read_params
from infoset.printing import clean
from infoset.replaying.feed import Feed, FeedReport, report_lines
from infoset.replaying.film import Film, RecordReel, Reel
from infoset.replaying.player import NORMAL, SPEEDS, Player
from infoset.replaying.source import (
    Source,
    fetch,
    fetch_lines,
    fetch_list,
    fetch_record,
    load_file,
    read_source,
    save_lines,
)
from infoset.replaying.terminal import can_show, show
from infoset.replaying.verdict import verdict
from infoset.running import run_guarded
from infoset.settings import add_connection_options, make_client, set_up_logging
from infoset.watching.look import add_look_options, choose_language, read_style
from infoset.watching.scene import Scene
from infoset.watching.screen import write_lines
from infoset.watching.text import Style
from infoset_games.record import Record, read_record, write_record
from infoset_games.registry import UnknownGameError, make_game
from infoset_games.steps import RecordError
from infoset_games.views import ALL, PUBLIC, View

PAGE: Final = 20  # matches in a list
SLOW_S: Final = 1.0


def command(parser: argparse.ArgumentParser) -> Run:
    """Shows a match again, exports it, checks its luck, or feeds a seat of it to a bot.

    WHAT is a file with a record, or the id of a match on a server (ID@URL, or ID and --url). Without it,
    the newest finished matches of the server are listed. On a terminal the match is gone through with
    keys, which are named at the bottom; elsewhere it is written as text.

    Exit codes of --feed: 0 the bot answers as recorded and in time, 3 it answers something else or slowly,
    1 it raises or gives illegal answers. Of --verify: 0 all luck follows from the seed, 3 not all does, 1 it
    cannot be checked.
    """
    parser.add_argument("what", nargs="?", metavar="WHAT", help="FILE, ID or ID@URL")
    eyes = parser.add_argument_group("whose eyes").add_mutually_exclusive_group()
    eyes.add_argument("--public", action="store_true", help="those of a stranger (default)")
    eyes.add_argument("--seat", type=int, metavar="N", help="those of a seat, from 0")
    eyes.add_argument("--all", action="store_true", help="everything that any seat knows")
    parser.add_argument("--at", type=int, metavar="VERSION", help="begin at this version")
    parser.add_argument(
        "--speed",
        type=float,
        default=NORMAL,
        metavar="N",
        help=f"versions in a second, {SPEEDS[0]:g} to {SPEEDS[-1]:g} (default: {NORMAL:g})",
    )
    add_look_options(parser)
    parser.add_argument(
        "--export", metavar="FILE", help="write the record into this file, - for standard output"
    )
    parser.add_argument(
        "--verify",
        action="store_true",
        help="check that all luck follows from the secret of the match",
    )
    parser.add_argument(
        "--commit",
        metavar="HEX",
        help="for --verify: the `seed_commit` that you were told when the match started",
    )
    feed = parser.add_argument_group("a bot of yours on a recorded seat")
    feed.add_argument("--feed", metavar="BOT", help="FILE_OR_MODULE[:CLASS]; with --seat")
    feed.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="give the bot's class this keyword argument; may be repeated",
    )
    feed.add_argument(
        "--trace",
        type=Path,
        metavar="FOLDER",
        help="with --seat: write there what the seat saw and did, or the bot with --feed; see infoset trace",
    )
    feed.add_argument(
        "--slow",
        type=float,
        default=SLOW_S,
        metavar="SECONDS",
        help=f"tell of turns that take longer (default: {SLOW_S:g})",
    )
    feed.add_argument(
        "--seed", metavar="TEXT", help="makes the random numbers of the bot repeatable"
    )
    add_connection_options(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    if args.feed is not None or args.trace is not None:
        return feed_bot(args)
    return run_guarded(lambda out: replay(args, out))


async def replay(args: argparse.Namespace, out: TextIO) -> int:
    """Lists, exports or shows. Returns the exit code."""
    set_up_logging(args.verbose)
    choose_language(args, out)
    if args.what is None:
        return await list_matches(args, out)
    source = read_source(args.what)
    if args.export is not None:
        export(await lines_of(args, source), args.export, out)
        return 0
    if args.verify:
        lines, code = verdict(await record_of(args, source), args.commit)
        write_lines(out, lines)
        return code
    reel = await open_reel(args, source)
    view = read_eyes(args, reel)
    style = read_style(args, out)
    if args.plain or not can_show(out):
        write_film(reel.film(view), args.at or 0, style, out)
        return 0
    player = Player(reel, view, style, args.speed)
    player.go_to_version(args.at or 0)
    await show(player, out)
    return 0


# What to show.


async def open_reel(args: argparse.Namespace, source: Source) -> Reel:
    """The match to be shown. Raises CommandError or what the connection raises."""
    if source.file is not None:
        return RecordReel(load_file(source.file))
    async with client_for(args, source) as client:
        return await fetch(client, source.match_id, wanted_eyes(args))


async def record_of(args: argparse.Namespace, source: Source) -> Record:
    """The whole record. Raises CommandError where it cannot be played here."""
    if source.file is not None:
        return load_file(source.file)
    try:
        async with client_for(args, source) as client:
            return await fetch_record(client, source.match_id)
    except (UnknownGameError, RecordError) as error:
        raise CommandError(f"match {source.match_id}: {error}") from error


async def lines_of(args: argparse.Namespace, source: Source) -> list[str]:
    """The lines of the record, checked where its rules are installed."""
    if source.file is not None:
        return list(write_record(load_file(source.file)))
    async with client_for(args, source) as client:
        lines = await fetch_lines(client, source.match_id)
    try:
        read_record(lines, make_game)
    except (UnknownGameError, RecordError) as error:
        sys.stderr.write(f"not checked: {clean(error)}\n")
    return lines


def client_for(args: argparse.Namespace, source: Source) -> Any:
    """A client at the server of the source."""
    if source.url is not None:
        args.url = source.url
    return make_client(args, name="spectator", program="infoset-replay")


def wanted_eyes(args: argparse.Namespace) -> View:
    """The view by the options."""
    if args.all:
        return ALL
    seat: int | None = args.seat
    return PUBLIC if seat is None else seat


def read_eyes(args: argparse.Namespace, reel: Reel) -> View:
    """The view by the options. Raises CommandError for one the match does not have."""
    view = wanted_eyes(args)
    if view not in reel.views:
        seats = max(one for one in reel.views if isinstance(one, int))
        raise CommandError(f"--seat {view}: the match has seats 0 to {seats}")
    return view


# Output.


def write_film(film: Film, first: int, style: Style, out: TextIO) -> None:
    """The whole match as text: the position at the beginning, what happened, the end."""
    scene = Scene(film.start, style)
    begin = film.find(first)
    for position, frame in enumerate(film.frames):
        news = [line for message in frame.messages for line in scene.take(message)]
        if position == begin:
            write_lines(out, [scene.heading(), *scene.board(), ""])
        elif position > begin:
            write_lines(out, [f"{frame.version:>5}  {line}" for line in news])
    write_lines(out, ["", *scene.board()])
    if scene.result is not None:
        write_lines(out, scene.final_table())


def export(lines: list[str], target: str, out: TextIO) -> None:
    """Writes a record into a file, or to standard output for `-`."""
    if target == "-":
        write_lines(out, lines)
    else:
        save_lines(lines, Path(target))


async def list_matches(args: argparse.Namespace, out: TextIO) -> int:
    """The newest finished matches of a server."""
    async with make_client(args, name="spectator", program="infoset-replay") as client:
        found = await fetch_list(client, PAGE)
    write_lines(out, [describe(one) for one in found] or ["this server has no finished matches"])
    return 0


def describe(one: dict[str, Any]) -> str:
    """A finished match in a line."""
    players = zip(one.get("players", []), one.get("places", []), strict=False)
    placed = ", ".join(f"{clean(name)} {place}." for name, place in players)
    return (
        f"{clean(one['replay'])}  {clean(one['rules'])}  {one.get('moves', 0)} versions  {placed}"
    )


# The bot.


def feed_bot(args: argparse.Namespace) -> int:
    """`--feed` and `--trace`: returns the exit code. The bot's own output goes to stderr."""
    if args.what is None or args.seat is None:
        asked = "--trace" if args.feed is None else "--feed"
        raise CommandError(f"{asked} needs a match and --seat N, the seat to be played")
    bot = None if args.feed is None else configure(load_bot(args.feed), read_params(args.param))

    async def work(out: TextIO) -> int:
        record = await record_of(args, read_source(args.what))
        if not 0 <= args.seat < record.game.seats:
            seats = record.game.seats
            raise CommandError(f"--seat {args.seat}: the match has seats 0 to {seats - 1}")
        if bot is not None:
            require_fit(bot, record.game, f"bot {args.feed!r}")
        report = Feed(record, args.seat, args.slow, args.seed, trace_to=args.trace).run(bot)
        if bot is None:
            return 0
        name = clean(str(record.players[args.seat].get("name", f"seat {args.seat}")))
        write_lines(out, list(report_lines(report, name, args.feed)))
        return exit_code(report)

    return run_guarded(work)


def exit_code(report: FeedReport) -> int:
    """0, DIFFERENT or FAILED."""
    if report.faults:
        return FAILED
    return DIFFERENT if report.diverged or report.slow else 0
