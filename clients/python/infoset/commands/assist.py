"""`infoset assist`: runs a program as an assistant beside a player, or exports what assistants said."""

import argparse
import asyncio
import json
from typing import TextIO

from infoset.assistant.record import read_record
from infoset.assistant.supervisor import Supervisor
from infoset.assistant.trial import Trial
from infoset.cli import Run
from infoset.commands.bridge import check_program
from infoset.errors import CommandError
from infoset.running import run_guarded
from infoset.settings import add_connection_options, make_client, set_up_logging


def command(parser: argparse.ArgumentParser) -> Run:
    """Runs a program as an assistant beside a player.

    Example: infoset assist --code ac_k3Wq9ZtY2h -- python my_assistant.py

    The player makes the code (`assist_invite`) and decides what the program may do. It reads the messages of
    the seat on stdin, one JSON object on a line, and writes `overlay`, `suggest` and the like on stdout;
    `infoset.assistant` does that for Python. Anything else it prints goes to the player's log. A program that ends
    is started again, after 1, 2, 4, ... seconds.

    With --try instead of --code the program is tried in a match of its own, against house bots: its seat plays
    what it suggests. With --export, the command writes what the assistants of your seat said in a match that
    is over, one JSON object on a line.
    """
    parser.add_argument("program", nargs="*", metavar="CMD", help="the program and its arguments")
    ways = parser.add_mutually_exclusive_group(required=True)
    ways.add_argument("--code", help="the code of an invitation, or the key of an earlier visit")
    ways.add_argument("--try", dest="trial", metavar="GAME", help="try it in a match of this game")
    ways.add_argument("--export", metavar="MATCH", help="write the record of this match")
    parser.add_argument(
        "--seat", type=int, default=0, metavar="N", help="with --export: your seat (default: 0)"
    )
    add_connection_options(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    if args.export is not None:
        return run_guarded(lambda out: export(args, out))
    return run_guarded(lambda out: assist(args, out))


async def assist(args: argparse.Namespace, out: TextIO) -> int:
    """Supervises until the owner ends it. Returns the exit code."""
    set_up_logging(args.verbose)
    if not args.program:
        raise CommandError("which program? Add -- and the program with its arguments")
    check_program(args.program[0])
    if args.trial is None:
        await supervise(args, args.code, out)
        return 0
    async with make_client(args, program="infoset-assist", features=("assist",)) as owner:
        trial = Trial(owner, args.trial, out)
        helping = asyncio.create_task(supervise(args, await trial.open(), out))
        try:
            await trial.play()
        finally:
            helping.cancel()
            await asyncio.gather(helping, return_exceptions=True)
    return 0


async def supervise(args: argparse.Namespace, code: str, out: TextIO) -> None:
    """Runs the program as the assistant that a code invites."""
    features = ("obs", "compute")
    async with make_client(
        args, name="helper", program="infoset-assist", features=features
    ) as client:
        await Supervisor(client, code, args.program, out).run()


async def export(args: argparse.Namespace, out: TextIO) -> int:
    """Writes the record of one seat. Returns the exit code."""
    set_up_logging(args.verbose)
    async with make_client(args, program="infoset-assist") as client:
        async for entry in read_record(client, args.export, args.seat):
            out.write(json.dumps(entry, separators=(",", ":")) + "\n")
    return 0
