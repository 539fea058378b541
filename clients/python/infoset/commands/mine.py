"""`infoset mine`: your own games; with a name, what there is to know of somebody."""

import argparse
import os
from typing import Final, TextIO

from infoset.cli import Run
from infoset.people_text import game_lines, person_lines, plain, profile_lines
from infoset.remote import expect
from infoset.running import run_guarded
from infoset.settings import add_connection_options, make_client, set_up_logging
from infoset.watching.look import add_language_option, choose_language
from infoset_protocol.messages import (
    Follow,
    FollowList,
    MyGameList,
    MyGames,
    Profile,
    ShowProfile,
)

MOST_OVER: Final = 20


def command(parser: argparse.ArgumentParser) -> Run:
    """Lists your own games, or shows what there is to know of somebody.

    infoset mine --token-file my.token                   whose turn it is, what waits, what is over
    infoset mine --profile --token-file my.token         your results and ratings
    infoset mine --profile Ada                           those of somebody else
    infoset mine --people --token-file my.token          whom you follow, and what they do now
    """
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--profile",
        nargs="?",
        const="",
        metavar="NAME",
        help="results and ratings of somebody: a name or user id; without it, your own",
    )
    what.add_argument(
        "--people", action="store_true", help="those whom you follow, and what they do now"
    )
    add_language_option(parser)
    add_connection_options(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    return run_guarded(lambda out: show(args, out))


async def show(args: argparse.Namespace, out: TextIO) -> int:
    """Writes what is asked for. Returns the exit code."""
    set_up_logging(args.verbose)
    choose_language(args, out)
    name = os.environ.get("USER", "person")
    async with make_client(args, name=name, program="infoset-mine", is_person=True) as client:
        if args.profile is not None:
            asked = ShowProfile(user=args.profile or None)
            lines = profile_lines(expect(await client.request(asked), Profile), client.welcome.user)
        elif args.people:
            lines = person_lines(expect(await client.request(Follow()), FollowList))
        else:
            lines = game_lines(expect(await client.request(MyGames(over=MOST_OVER)), MyGameList))
        out.writelines(f"{line}\n" for line in plain(lines))
    return 0
