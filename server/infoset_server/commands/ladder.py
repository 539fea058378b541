"""`infoset ladder`: makes, runs and examines ladders. What they are, `contests/ladder/` knows."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from infoset_games.registry import UnknownGameError, find_game
from infoset_server.app.features.ladders import LADDER_FILES, LadderFeature
from infoset_server.app.server import App
from infoset_server.commands.ladder_results import rebuild, write_files
from infoset_server.commands.ladder_views import (
    LadderCommandError,
    read_ladder,
    show_crosstable,
    show_entry,
    show_history,
    show_recordings,
    show_season,
    show_standings,
    standings_lines,
)
from infoset_server.commands.places import add_places, add_settings, settings_of
from infoset_server.commands.serve import START_ERRORS, overrides, serve_until_stopped
from infoset_server.common.request_errors import RequestError
from infoset_server.common.text import counted
from infoset_server.config import RoomLimits, ServerConfig, load_config
from infoset_server.contests.ladder.definition import (
    SUFFIX,
    LadderFile,
    LadderFileError,
    read_ladder_file,
    table_settings,
)
from infoset_server.contests.ladder.export import Exported, ExportFolder, write_matches
from infoset_server.contests.ladder.pairing import can_fill
from infoset_server.contests.ladder.rating_worker import RatingWorkerError
from infoset_server.contests.ladder.template import ladder_text
from infoset_server.http.ladders import table_document
from infoset_server.matches.records import KEY_NAME
from infoset_server.monitoring.logs import set_up_logging
from infoset_server.programs.manifest import dropped_paths, listed_bots, read_dropped
from infoset_server.storage.opening import open_store_for_reading
from infoset_server.storage.seed_box import SeedBox

LOOK_S: Final = 0.5  # between two looks at how many results there are
PATIENCE_S: Final = 60.0  # for the table after the last result

Parser = argparse.ArgumentParser
Actions = Any  # argparse's type of subparsers is private


def command(parser: Parser) -> Callable[[argparse.Namespace], int]:
    """Makes, runs and examines ladders: rated play without end.

    infoset ladder create colonizers_open --game colonizers --hosted all
    infoset ladder run colonizers_open --matches 500      a server until so many results have come
    infoset ladder standings colonizers_open              also: crosstable, history, entry
    infoset ladder season colonizers_open 1               the table with which a season ended
    infoset ladder rebuild colonizers_open                calculates everything anew, and compares
    infoset ladder results colonizers_open published      results as CSV files, for everybody
    infoset ladder records colonizers_open                which matches can still be seen again
    infoset ladder export colonizers_open replays         all its matches as files, for `infoset stats`

    What is examined may be played on by a running server at the same time. `infoset admin ladder`
    opens, pauses, freezes and closes.
    """
    add_places(parser)
    add_settings(parser)
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    add_create(actions)
    add_run(actions)
    add_views(actions)
    season = add(actions, "season", show_season, "the table with which a season ended")
    season.add_argument(
        "season", type=int, nargs="?", help="its number (default: lists those that are over)"
    )
    season.add_argument("--csv", action="store_true", help="as CSV")
    add(actions, "records", show_recordings, "which matches can be seen again, and for how long")
    again = add(
        actions, "rebuild", rebuild, "calculates every table anew from the results, and compares"
    )
    again.add_argument(
        "--from",
        dest="files",
        type=Path,
        metavar="DIR",
        help="results as `results` has written them",
    )
    results = add(actions, "results", write_files, "writes the results of each day into a CSV file")
    results.add_argument(
        "into", type=Path, metavar="DIR", help="the folder; made where it is missing"
    )
    export = add(
        actions, "export", export_matches, "writes the replays of all matches into a folder"
    )
    export.add_argument(
        "into", type=Path, metavar="DIR", help="the folder; made where it is missing"
    )
    return run


def add(
    actions: Actions, name: str, action: Callable[..., Any], words: str
) -> argparse.ArgumentParser:
    """One of the things the command does, to one ladder."""
    parser: Parser = actions.add_parser(name, help=words, description=words)
    parser.add_argument("ladder", help="name of the ladder")
    add_places(parser, is_action=True)
    add_settings(parser, is_action=True)
    parser.set_defaults(action=action)
    return parser


def known_game(text: str) -> str:
    """The name of a game that can be played here. Raises ArgumentTypeError, which lists those that are installed."""
    try:
        return find_game(text).name
    except UnknownGameError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_create(actions: Actions) -> None:
    """`create`."""
    parser = add(actions, "create", create, "writes the file of a new ladder, to be edited")
    parser.add_argument("--game", required=True, type=known_game, help="its game")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="option of the game"
    )
    parser.add_argument(
        "--hosted", default="", metavar="BOTS", help="bots of the server: one,two or all"
    )
    parser.add_argument(
        "--copies",
        type=int,
        default=1,
        help="seats of one table that each of them may take where others are too few",
    )
    parser.add_argument(
        "--open-to", default="human,bot", metavar="KINDS", help="of human, bot, guest; may be empty"
    )
    parser.add_argument("--move-ms", type=int, default=5_000, help="time for each decision")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def add_run(actions: Actions) -> None:
    """`run`."""
    parser = add(actions, "run", play, "runs a server until the ladder has more results")
    parser.add_argument("--matches", type=int, required=True, help="so many more")
    parser.add_argument("--host", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, default=0, help="port to listen on (default: any)")
    parser.add_argument("-v", "--verbose", action="store_true", help="log every message")


def add_views(actions: Actions) -> None:
    """What only looks."""
    views: dict[str, tuple[Callable[..., Any], str]] = {
        "standings": (show_standings, "the table"),
        "crosstable": (show_crosstable, "who was ahead of whom"),
        "history": (show_history, "how ratings went"),
        "entry": (show_entry, "seats, opponents and results of one entry"),
    }
    for name, (action, words) in views.items():
        parser = add(actions, name, action, words)
        if name == "entry":
            parser.add_argument("entry", help="id or name of the entry")
        parser.add_argument("--json", type=Path, metavar="FILE", help="as JSON; - for the terminal")
        parser.add_argument("--plots", type=Path, metavar="DIR", help="and as figures there")


def run(args: argparse.Namespace) -> int:
    """0 when it is done, 1 where it cannot be or something differs."""
    problems = (*START_ERRORS, LadderFileError, LadderCommandError, RequestError, RatingWorkerError)
    try:
        args.host = getattr(args, "host", None)
        args.port = getattr(args, "port", None)
        args.set = settings_of(args)
        config = load_config(args.config, overrides(args))
        result: int = args.action(args, config)
        return result
    except problems as problem:
        said = problem.msg if isinstance(problem, RequestError) else str(problem)
        sys.stderr.write(f"infoset ladder: {said}\n")
        return 1


# Making and running.


def create(args: argparse.Namespace, config: ServerConfig) -> int:
    """Writes the file, and checks it as the server will."""
    folder = config.data_dir / LADDER_FILES
    path = folder / f"{args.ladder}{SUFFIX}"
    if path.exists() and not args.force:
        raise LadderCommandError(f"{path} is there already; --force writes over it")
    options = dict(read_option(one) for one in args.option)
    text = ladder_text(
        args.game,
        options,
        split(args.hosted),
        split(args.open_to),
        move_ms=args.move_ms,
        copies=args.copies,
    )
    has_server = config.data_dir.exists()
    folder.mkdir(parents=True, exist_ok=True)
    before = path.read_text("utf-8") if path.exists() else None
    path.write_text(text, "utf-8")
    try:
        file = read_ladder_file(path)
    except LadderFileError:
        if before is None:
            path.unlink()
        else:
            path.write_text(before, "utf-8")
        raise
    sys.stdout.write(f"wrote {path}; the server finds it at its next start, or with ")
    sys.stdout.write("`infoset admin load-ladders`\n")
    if not has_server:
        told = "was not there before: where the server keeps its data elsewhere, name that folder with --data"
        sys.stdout.write(f"{config.data_dir} {told}\n")
    sys.stdout.writelines(f"{line}\n" for line in missing_bots(file, config))
    return 0


def missing_bots(file: LadderFile, config: ServerConfig) -> list[str]:
    """What can be known to be missing before a server runs the ladder. Raises ManifestError.

    Bots may still be uploaded, dropped in, or enter from outside.
    """
    dropped = [read_dropped(path) for path in dropped_paths(config.bots_dir)]
    bots = [*listed_bots(config.bots.manifest), *dropped]
    known = sorted({bot.name for bot in bots if bot.plays(file.game)})
    wanted = known if file.hosted == "all" else file.hosted
    lines = [
        f"hosted: {name} is no bot of this server that plays {file.game}, unless somebody uploads it; "
        f"there are {', '.join(known)}"
        for name in wanted
        if name not in known
    ]
    there = [file.pairing.copies for name in wanted if name in known]
    size = min(settings.game.seats for settings in table_settings(file, RoomLimits()))
    if not can_fill(size, there):
        lines.append(
            f"hosted: {len(there)} bots of this server are too few for a table of {size} seats: nothing is "
            "played until others enter (or see --copies)"
        )
    return lines


def read_option(text: str) -> tuple[str, Any]:
    """NAME=VALUE; a value is JSON where it can be read so, else text. Raises LadderCommandError."""
    name, equals, value = text.partition("=")
    if not equals:
        raise LadderCommandError(f"--option {text}: expected NAME=VALUE")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def split(text: str) -> list[str]:
    """`one,two`."""
    return [word.strip() for word in text.split(",") if word.strip()]


def play(args: argparse.Namespace, config: ServerConfig) -> int:
    """Serves until there are enough results; then shows the table."""
    set_up_logging("text", verbose=args.verbose)
    if not config.store.enabled:
        raise LadderCommandError("store.enabled: expected true: results must be kept")
    until = partial(wait_for, args.ladder, args.matches)
    asyncio.run(serve_until_stopped(config, demo=False, until=until))
    return 0


async def wait_for(name: str, matches: int, app: App) -> None:
    """Returns when so many more matches have a result, and the table has them all. Raises NotFoundError."""
    find = app.feature(
        LadderFeature
    ).ladders.find  # each time: another server may have played on it meanwhile
    wanted = len(find(name).results) + matches
    find(name).pace.is_hurried = True  # whoever asks for matches does not want to wait for them
    while len(find(name).results) < wanted:  # noqa: ASYNC110 (every half second is soon enough)
        await asyncio.sleep(LOOK_S)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_S):
            while find(name).standings.reckoned < wanted:  # noqa: ASYNC110
                await asyncio.sleep(LOOK_S)
    sys.stdout.writelines(standings_lines(table_document(find(name))))
    sys.stdout.flush()


def export_matches(args: argparse.Namespace, config: ServerConfig) -> int:
    """Writes a file for each match with a result; names those that it cannot write, counts those that are deleted."""
    key = config.data_dir / KEY_NAME
    folder: Path = args.into

    async def write() -> list[Exported]:
        ladder = await read_ladder(args.ladder, config)
        box = SeedBox(bytes.fromhex(key.read_text(encoding="ascii").strip()))
        store = await open_store_for_reading(config.store, config.data_dir)
        try:
            sources = ExportFolder(store, box, config.rooms)
            return [told async for told in write_matches(sources, ladder, folder)]
        finally:
            await store.close()

    try:
        folder.mkdir(parents=True, exist_ok=True)
        told = asyncio.run(write())
    except (OSError, ValueError) as problem:
        raise LadderCommandError(str(problem)) from None
    deleted = sum(one.is_deleted for one in told)
    annulled = sum(one.is_annulled for one in told)
    refused = [one.why_not for one in told if one.why_not and not one.is_deleted]
    for why in refused:
        sys.stderr.write(f"not written: {why}\n")
    if deleted:
        sys.stderr.write(f"{deleted} matches are not recorded any more: infoset ladder records\n")
    if annulled:
        sys.stderr.write(f"{counted(annulled, 'match is', 'matches are')} annulled and left out\n")
    written = len(told) - deleted - annulled - len(refused)
    sys.stdout.write(f"{written} of {len(told)} matches written into {folder}\n")
    return 1 if refused else 0
