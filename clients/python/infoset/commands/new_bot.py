"""`infoset new-bot`: writes a folder with a bot that runs, in a language of your choice."""

import argparse
import shutil
import sys
from pathlib import Path

from infoset.cli import Run
from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import STARTERS, bot_files, find_starter


def command(parser: argparse.ArgumentParser) -> Run:
    """Writes a folder with a bot that runs, as a start for your own.

    Example: infoset new-bot --lang go ferris

    In it are the bot, the SDK of its language, a README with the commands to build and play it, a check
    on a server of its own, and the `bot.toml` by which a server runs it. Nothing is downloaded now; the
    README names what has to be fetched once, if anything.
    """
    parser.add_argument("name", metavar="NAME", help="name of the bot, and of its folder")
    parser.add_argument(
        "--lang",
        required=True,
        metavar="LANGUAGE",
        help=f"the language to write it in: {', '.join(sorted(STARTERS))}",
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
    missing = [tool for tool in find_starter(args.lang).tools if shutil.which(tool) is None]
    if missing:
        sys.stderr.write(f"to use it, install what is not found here: {', '.join(missing)}\n")
    return 0
