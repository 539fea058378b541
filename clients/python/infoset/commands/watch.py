"""`infoset watch`: follows a running match in the terminal."""

import argparse
import sys
from typing import TextIO

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.running import run_guarded
from infoset.settings import add_connection_options, make_client, set_up_logging
from infoset.watching.follow import Target, follow
from infoset.watching.look import add_look_options, choose_language, read_style
from infoset.watching.screen import PlainText, Screen, Terminal


def command(parser: argparse.ArgumentParser) -> Run:
    """Follows a running match in the terminal.

    Shows what an onlooker at the table would see, and ends with the result. Without a match and a
    room the newest running match is shown, or the next one to start.
    """
    parser.add_argument("match", nargs="?", metavar="MATCH", help="the match to watch")
    parser.add_argument(
        "--room", metavar="ROOM", help="watch what is played in this room: its id or its title"
    )
    parser.add_argument(
        "--seat", type=int, metavar="N", help="through the eyes of this seat, if it lets you"
    )
    parser.add_argument("--follow", action="store_true", help="go on with the next match")
    add_look_options(parser)
    add_connection_options(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    return run_guarded(lambda out: watch(args, out))


async def watch(args: argparse.Namespace, out: TextIO) -> int:
    """Watches by the options. Returns the exit code."""
    set_up_logging(args.verbose)
    choose_language(args, out)
    is_terminal = out.isatty() and not args.plain
    screen: Screen = Terminal(out) if is_terminal else PlainText(out)
    if args.seat is not None and args.match is None:
        raise CommandError("--seat needs the match: a seat lets you watch in one match only")
    style = read_style(args, out)
    target = Target(args.match, args.room, args.seat)
    async with make_client(
        args, name="spectator", program="infoset-watch", features=("obs",)
    ) as client:
        while True:
            await follow(client, target, screen, style, tell)
            if not args.follow or args.match is not None:
                return 0


def tell(text: str) -> None:
    """Says something about the watching itself."""
    sys.stderr.write(f"{text}\n")
