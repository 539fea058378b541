"""`infoset new-bot`: writes a folder with a bot that runs, in a language of your choice."""

import argparse
import shutil
import sys
from pathlib import Path

from infoset.cli import Run
from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import STARTERS, bot_files


def command(parser: argparse.ArgumentParser) -> Run:
    """Writes a folder with a random bot that runs, as a start for your own.

    Example: infoset new-bot --lang go ferris

    In it are the bot, a README with the commands to build and play it, a check on a server of its
    own, and the `bot.toml` by which a server runs it. Nothing is downloaded, neither now nor later.
    """
    parser.add_argument("name", metavar="NAME", help="name of the bot, and of its folder")
    parser.add_argument(
        "--lang", required=True, choices=sorted(STARTERS), help="the language to write it in"
    )
    parser.add_argument(
        "--into",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where the folder is made (default: here)",
    )
    return _run


def _run(args: argparse.Namespace) -> int:
    folder: Path = args.into / args.name
    write_project(folder, bot_files(args.lang, args.name))
    sys.stdout.write(f"wrote {folder}: read {folder / 'README.md'}\n")
    missing = [tool for tool in STARTERS[args.lang].tools if shutil.which(tool) is None]
    if missing:
        sys.stderr.write(f"to use it, install what is not found here: {', '.join(missing)}\n")
    return 0
