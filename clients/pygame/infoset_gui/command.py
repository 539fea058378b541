"""`infoset play`: the window."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from infoset.cli import Run
from infoset.errors import InfosetError
from infoset.exits import FAILED
from infoset.printing import clean
from infoset.settings import (
    NAME_VARIABLE,
    TOKEN_VARIABLE,
    URL_VARIABLE,
    read_token,
    set_up_logging,
)

if TYPE_CHECKING:
    from infoset_gui.preferences import Preferences


def command(parser: argparse.ArgumentParser) -> Run:
    """Plays in a window: finds servers, opens rooms, plays all games, watches and replays.

    Without options it asks where to go; there it can also start a server of its own on this computer.
    """
    parser.add_argument(
        "--theme", choices=("light", "dark"), help="colours (kept for the next time)"
    )
    parser.add_argument("--fullscreen", action="store_true", help="fill the whole screen")
    parser.add_argument(
        "--here", action="store_true", help="start a server on this computer and play there"
    )
    parser.add_argument(
        "--url",
        default=os.environ.get(URL_VARIABLE),
        help=f"connect at once: infoset://HOST:PORT, ws://, wss:// or infosets:// (default: ${URL_VARIABLE})",
    )
    parser.add_argument(
        "--name",
        default=os.environ.get(NAME_VARIABLE),
        help=f"name to play under (default: ${NAME_VARIABLE}, else the one of the last time)",
    )
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"file with the secret token of an account (default: the token in ${TOKEN_VARIABLE})",
    )
    parser.add_argument(
        "--replay", type=Path, metavar="FILE", help="show the match of a record, without a server"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="tell more on stderr")
    return run


def run(args: argparse.Namespace) -> int:
    """Opens the window. Returns the exit code."""
    set_up_logging(args.verbose)
    try:
        play(args)
    except InfosetError as error:
        sys.stderr.write(f"infoset play: {clean(error)}\n")
        return FAILED
    return 0


def play(args: argparse.Namespace) -> None:
    """The window from start to end. Raises InfosetError for credentials that cannot be used."""
    import pygame

    from infoset_gui.app import App
    from infoset_gui.preferences import load
    from infoset_gui.screens.connect import ConnectScreen
    from infoset_gui.screens.record_file import open_record

    token = read_token(args.token_file)
    preferences = load()
    prefer(preferences, args)
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # else Windows blurs
    app = App(preferences)
    if args.fullscreen:
        pygame.display.toggle_fullscreen()
    screen = app.stage.screen
    assert isinstance(screen, ConnectScreen)
    if args.replay is not None:
        open_record(app.stage, args.replay)
    if args.here:
        screen.play_here()
    elif args.url is not None or token:
        screen.connect(preferences.url, token or "")
    app.run()


def prefer(preferences: "Preferences", args: argparse.Namespace) -> None:
    """Takes what the options say into the preferences."""
    if args.theme:
        preferences.theme = args.theme
    if args.name:
        preferences.name = args.name
    if args.url is not None:
        preferences.url = args.url
