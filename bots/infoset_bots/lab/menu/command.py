"""`infoset menu`: a menu for playing here, joining and watching servers."""

import argparse
import sys
from typing import Final

from infoset.cli import Command, Run
from infoset.commands import sit, watch
from infoset.watching.look import add_language_option, choose_language
from infoset_bots.lab.arena import command as arena
from infoset_bots.lab.menu.asking import make_asker
from infoset_bots.lab.menu.memory import choices_file, load_choices
from infoset_bots.lab.menu.menu import Menu
from infoset_bots.lab.statistics import command as statistics
from infoset_bots.lab.tabletop import command as tabletop

COMMANDS: Final[dict[str, Command]] = {
    "arena": arena.command,
    "sit": sit.command,
    "watch": watch.command,
    "stats": statistics.command,
    "tabletop": tabletop.command,
}


def command(parser: argparse.ArgumentParser) -> Run:
    """A menu: play here against bots, on a server, or at a real board; watch; look at statistics.

    It remembers what was chosen, and shows each command as it could be typed. Where input or output
    is no terminal, or with --plain, it asks by numbered lines.
    """
    parser.add_argument("--plain", action="store_true", help="lines only, also on a terminal")
    add_language_option(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    choose_language(args, sys.stdout)
    file = choices_file()
    asker = make_asker(sys.stdin, sys.stdout, is_plain=args.plain)
    Menu(asker, load_choices(file), file, COMMANDS).run()
    return 0
