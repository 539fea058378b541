"""`infoset bot`: plays a bot class from a file or module."""

import argparse
import sys
import traceback
from pathlib import Path

from infoset.cli import Run
from infoset.commands.bots import VERBS
from infoset.exits import FAILED
from infoset.loading import configure, load_bot, read_params
from infoset.running import add_bot_options, play_bot, run_guarded


def command(parser: argparse.ArgumentParser) -> Run:
    """Plays a bot class from a Python file or module.

    Example: infoset bot my_bot.py --seek colonizers --games 10
    """
    parser.add_argument(
        "bot",
        type=_target,
        metavar="FILE_OR_MODULE[:CLASS]",
        help="where the bot is, e.g. my_bot.py:MyBot",
    )
    parser.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="give the bot's class this keyword argument: a JSON value, else text; may be repeated",
    )
    add_bot_options(parser)
    return _run


def _target(text: str) -> str:
    """Where the bot is. Raises ArgumentTypeError for a verb of `infoset bots`, which is another command."""
    if text in VERBS and not Path(text).exists():
        raise argparse.ArgumentTypeError(
            f"{text} is a verb of another command: infoset bots {text}"
        )
    return text


def _run(args: argparse.Namespace) -> int:
    try:
        bot = configure(load_bot(args.bot), read_params(args.param))
    except SyntaxError as error:
        sys.stderr.write("".join(traceback.format_exception_only(error)))
        return FAILED
    return run_guarded(lambda out: play_bot(bot, args, out))
