"""`infoset token`: keys and tokens of your own: make one, get one for a code, go on on another device, try one out."""

import argparse
import asyncio
import sys
from pathlib import Path

from infoset import device
from infoset.address import read_address
from infoset.cli import Run
from infoset.errors import CommandError
from infoset.exits import WRONG_USE
from infoset.printing import clean
from infoset.secret_files import write_secret
from infoset.settings import add_connection_options, make_client
from infoset.watching.look import add_language_option, choose_language
from infoset.web import post
from infoset.wording import say


def command(parser: argparse.ArgumentParser) -> Run:
    """Makes a key, exchanges a code for a token, moves to another device, or tries a token out.

    A token or key belongs into a file that only you can read. Bots take it with --token-file or
    --key-file, or a token from $INFOSET_TOKEN.
    """
    kinds = parser.add_subparsers(metavar="WHAT")
    key = kinds.add_parser("key", help="make a key to log in with; prints its public half")
    key.add_argument("file", type=Path, metavar="FILE", help="where the private half goes")
    key.set_defaults(work=make_key)
    enrol = kinds.add_parser("enrol", help="exchange the code of a card for a token")
    enrol.add_argument("code", metavar="CODE", help="three words and a digit")
    enrol.add_argument("--out", type=Path, metavar="FILE", help="where the token goes")
    enrol.set_defaults(work=use_code)
    add_connection_options(enrol)
    move = kinds.add_parser(
        "move", help="make a code for another device; with CODE, go on here with one"
    )
    move.add_argument("code", nargs="?", metavar="CODE", help="that the other device shows")
    move.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="with CODE: where the token goes, or a guest's secret",
    )
    move.set_defaults(work=move_on)
    add_language_option(move)
    add_connection_options(move)
    check = kinds.add_parser("check", help="log in; tells who you are and what you may do")
    check.set_defaults(work=try_out)
    add_connection_options(check)

    def run(args: argparse.Namespace) -> int:
        if not hasattr(args, "work"):
            parser.print_help(sys.stderr)
            return WRONG_USE
        code: int = args.work(args)
        return code

    return run


def make_key(args: argparse.Namespace) -> int:
    """`infoset token key FILE`."""
    from infoset.keys import LoginKey  # needs an extra

    key = LoginKey.fresh()
    key.save(args.file)
    sys.stdout.write(f"ed25519:{key.public}\n")  # bare, it might look like an option
    return 0


def use_code(args: argparse.Namespace) -> int:
    """`infoset token enrol CODE`: for a token, or with --key-file for that key."""
    if (args.out is None) == (args.key_file is None):
        raise CommandError("say where the token goes with --out, or name your key with --key-file")
    body = {"code": args.code}
    if args.key_file is not None:
        from infoset.keys import LoginKey  # needs an extra

        body["pub"] = LoginKey.load(args.key_file).public
    answer = post(read_address(args.url), "/enrol", body)
    if args.out is not None:
        write_secret(args.out, f"{answer['token']}\n")
    sys.stdout.write(f"you are {clean(answer['name'])}\n")
    return 0


def move_on(args: argparse.Namespace) -> int:
    """`infoset token move`: the one of these that people do at play, so it speaks their language."""
    choose_language(args, sys.stdout)
    if args.code is None:
        return asyncio.run(_make_code(args))
    if args.out is None:
        raise CommandError("say where the token goes with --out")
    moved = device.use_code(read_address(args.url), args.code)
    write_secret(args.out, f"{moved.token or moved.secret}\n")
    name, file = clean(moved.name), args.out
    way = f"--token-file {file}" if moved.token else f"--name {name!r} --secret-file {file}"
    sys.stdout.write(f"{say('terminal-moved', name=name, way=way)}\n")
    return 0


async def _make_code(args: argparse.Namespace) -> int:
    async with make_client(args, program="infoset-token", is_person=True) as client:
        made = await device.make_code(client.request)
    sys.stdout.write(f"{made.code}\n")
    sys.stderr.write(f"{say('terminal-code-once', count=made.minutes)}\n")
    return 0


def try_out(args: argparse.Namespace) -> int:
    """`infoset token check`."""
    return asyncio.run(_log_in(args))


async def _log_in(args: argparse.Namespace) -> int:
    async with make_client(args, program="infoset-token") as client:
        welcome = client.welcome
    scopes = ", ".join(welcome.scopes)
    sys.stdout.write(f"you are {clean(welcome.name)} ({welcome.user}) and may: {clean(scopes)}\n")
    return 0
