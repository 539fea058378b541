"""`infoset bot upload`: hands a bot over to a server, which builds, checks and runs it."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from infoset.address import read_address
from infoset.cli import Run
from infoset.commands.bots import add_server_options, find_token
from infoset.exits import FAILED
from infoset.printing import clean
from infoset.uploading.packing import pack
from infoset.uploading.sending import UNFINISHED, Depot

PAUSE_S: Final = 0.5  # between two questions what came of it
MOST_LINES: Final = 40  # of a log: what went wrong stands at its end


def command(parser: argparse.ArgumentParser) -> Run:
    """Uploads a bot, which then plays without your machine.

    PATH is a folder with a `bot.toml` (`infoset new-bot` makes one), a single file, or an archive
    (.zip, .tar, .tar.gz). The server builds it, lets it play against itself, and offers it if that went
    well; this command waits for it and shows the end of the log if it did not. Each upload is a new version.
    """
    parser.add_argument("path", type=Path, metavar="PATH", help="folder, file or archive")
    parser.add_argument("--name", help="name of the bot (default: as bot.toml says)")
    parser.add_argument("--no-wait", action="store_true", help="do not wait for the check")
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="build it from nothing, without what builds of earlier versions have left",
    )
    add_server_options(parser)
    return run


def run(args: argparse.Namespace) -> int:
    """Uploads, and waits for what comes of it. Returns the exit code."""
    archive = pack(args.path)
    depot = Depot(read_address(args.url), find_token(args))
    bot, version = depot.upload(
        archive, args.name, lambda sent: progress(sent, len(archive)), is_fresh=args.fresh
    )
    sys.stdout.write(f"{clean(bot)}@{version}: {len(archive)} bytes are there\n")
    if args.no_wait:
        return 0
    row = wait(depot, bot, version, time.sleep)
    sys.stdout.write(f"{clean(bot)}@{version} is {clean(row['state'])}: {clean(row['result'])}\n")
    if row["state"] != "ready":
        text = str(depot.ask("log", bot=bot, version=version)["file"])
        sys.stdout.write(end_of(text, f"infoset bots log {bot} --version {version}"))
        return FAILED
    return 0


def wait(depot: Depot, bot: str, version: int, sleep: Callable[[float], None]) -> dict[str, Any]:
    """What became of a version, as soon as that is decided; tells each step."""
    told = ""
    while True:
        row = dict(depot.state(bot, version))
        if row["state"] not in UNFINISHED:
            return row
        if row["state"] != told:
            told = str(row["state"])
            sys.stdout.write(f"{clean(told)} ...\n")
            sys.stdout.flush()
        sleep(PAUSE_S)


def progress(sent: int, size: int) -> None:
    """On a terminal, how far it is."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{sent * 100 // max(1, size)} %" + ("\n" if sent >= size else ""))


def end_of(log: str, command: str) -> str:
    """The end of a log, line by line fit for a terminal: a stranger's program wrote it. `command` shows all of it."""
    lines = [clean(line) for line in log.splitlines()]
    if len(lines) > MOST_LINES:
        left_out = f"[the last {MOST_LINES} of {len(lines)} lines; `{clean(command)}` shows all]"
        lines = [left_out, *lines[-MOST_LINES:]]
    return "".join(f"{line}\n" for line in lines)
