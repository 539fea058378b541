"""`infoset bots`: the bots you have uploaded to a server: what they are doing, their logs, switching them off."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from infoset.address import read_address
from infoset.cli import Run
from infoset.commands.admin import add_server_group, show, with_verb
from infoset.errors import CommandError
from infoset.printing import clean
from infoset.settings import TOKEN_VARIABLE, read_token
from infoset.uploading.sending import Depot

SUFFIXES: Final = {b"PK": ".zip", b"\x1f\x8b": ".tar.gz"}  # of an archive, by how it begins
VERBS: Final[Mapping[str, str]] = {
    "list": "your bots, their versions, and what became of them",
    "log": "what was said while a version was built, checked and run",
    "use": "make a version the current one",
    "disable": "let a bot begin no more matches",
    "enable": "take that back; versions that broke may play again, too",
    "remove": "delete a bot with all its versions and logs",
    "download": "a version as it was uploaded",
}


def command(parser: argparse.ArgumentParser) -> Run:
    """Looks after the bots you have uploaded.

    `infoset bot upload` uploads one. `infoset bots VERB --help` tells more.
    """
    add_server_options(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    made = {
        name: verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        for name, text in VERBS.items()
    }
    made["list"].add_argument("--all", action="store_true", help="everybody's (administrators)")
    for name in VERBS:
        if name != "list":
            made[name].add_argument("bot", help="name of the bot")
    for name in ("log", "download"):
        made[name].add_argument("--version", type=int, help="default: the newest")
    made["use"].add_argument("version", type=int, help="number of the version")
    made["download"].add_argument("--out", type=Path, metavar="FILE", help="default: BOT.tar.gz")
    return with_verb(parser, send)


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """`--url` and `--token-file`."""
    add_server_group(parser).add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"with the token of your account (default: the token in ${TOKEN_VARIABLE})",
    )


def find_token(args: argparse.Namespace) -> str:
    """The token of the account. Raises CommandError where there is none."""
    token = read_token(args.token_file)
    if not token:
        raise CommandError(
            f"an account is needed: name the file with its token (--token-file), or set ${TOKEN_VARIABLE}"
        )
    return token


def send(args: argparse.Namespace) -> int:
    """Asks, and shows what comes of it. Returns the exit code."""
    depot = Depot(read_address(args.url), find_token(args))
    if args.verb == "download":
        return download(depot, args)
    asked = {name: getattr(args, name, None) for name in ("bot", "version")}
    everybody = True if getattr(args, "all", False) else None
    answer = depot.ask(args.verb, **asked, all=everybody)
    if "file" in answer:
        answer["file"] = "".join(f"{clean(line)}\n" for line in str(answer["file"]).splitlines())
    show(answer, None)
    return 0


def download(depot: Depot, args: argparse.Namespace) -> int:
    """Writes an archive to a new file. Raises CommandError where that is there already."""
    archive = depot.download(args.bot, args.version)
    suffix = SUFFIXES.get(archive[:2], ".tar")
    out = args.out or Path(f"{args.bot}{suffix}")
    try:
        with out.open("xb") as file:
            file.write(archive)
    except OSError as error:
        raise CommandError(f"{out}: {error.strerror}") from error
    sys.stdout.write(f"{out}: {len(archive)} bytes\n")
    return 0
