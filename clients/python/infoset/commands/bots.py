"""`infoset bots`: your bots on a server: those you have uploaded, and what they and others of yours do on ladders."""

import argparse
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from infoset.address import read_address
from infoset.cli import Run
from infoset.client import Client
from infoset.commands.admin import add_server_group, cell, show, table, with_verb
from infoset.entries import ask_for_matches, cancel_batch, list_alerts, list_batches
from infoset.errors import CommandError
from infoset.printing import clean
from infoset.running import run_guarded
from infoset.settings import TOKEN_VARIABLE, read_token
from infoset.uploading.sending import Depot
from infoset_protocol.messages import BatchInfo, LadderAlert

SUFFIXES: Final = {b"PK": ".zip", b"\x1f\x8b": ".tar.gz"}  # of an archive, by how it begins
VERBS: Final[Mapping[str, str]] = {
    "list": "your bots, their versions, and what became of them",
    "log": "what was said while a version was built, checked and run",
    "use": "make a version the current one",
    "disable": "let a bot begin no more matches",
    "enable": "take that back; versions that broke may play again, too",
    "remove": "delete a bot with all its versions and logs",
    "give": "let another account take a bot over, with its versions, logs and entries on ladders",
    "take": "take over a bot that its owner gives you",
    "download": "a version as it was uploaded",
}
LADDER_VERBS: Final[Mapping[str, str]] = {
    "alerts": "what went wrong with your entries on ladders, with the ends of their logs",
    "play": "let an entry of yours play so many matches on a ladder",
    "batches": "how far the matches have come that you asked for",
    "cancel": "begin no more of them",
}


def command(parser: argparse.ArgumentParser) -> Run:
    """Looks after the bots you have uploaded, and your entries on ladders.

    `infoset bot upload` uploads one. `infoset bots VERB --help` tells more.
    """
    add_server_options(parser)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    made = {
        name: verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        for name, text in {**VERBS, **LADDER_VERBS}.items()
    }
    for verb in made.values():
        add_server_options(verb, is_verb=True)
    made["alerts"].add_argument("ladder", nargs="?", help="only there (default: on all)")
    for name in ("play", "batches", "cancel"):
        made[name].add_argument("ladder", help="name of the ladder")
    made["play"].add_argument("entry", help="id or name of the entry")
    made["play"].add_argument(
        "--against", nargs="+", default=[], help="entries at the same table (default: anybody)"
    )
    made["play"].add_argument("--matches", type=int, default=20, help="how many (default: 20)")
    made["cancel"].add_argument("batch", help="id of the batch")
    made["list"].add_argument("--all", action="store_true", help="everybody's (administrators)")
    for name in VERBS:
        if name != "list":
            made[name].add_argument("bot", help="name of the bot")
    for name in ("log", "download"):
        made[name].add_argument("--version", type=int, help="default: the newest")
    made["give"].add_argument(
        "--to",
        help="id of the account, which `infoset token check` tells (default: nobody any more)",
    )
    made["use"].add_argument("version", type=int, help="number of the version")
    made["download"].add_argument("--out", type=Path, metavar="FILE", help="default: BOT.tar.gz")
    return with_verb(parser, send)


def add_server_options(parser: argparse.ArgumentParser, *, is_verb: bool = False) -> None:
    """`--url` and `--token-file`, before the verb or behind it."""
    add_server_group(parser, is_verb=is_verb).add_argument(
        "--token-file",
        type=Path,
        default=argparse.SUPPRESS if is_verb else None,
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
    if args.verb in LADDER_VERBS:
        token = find_token(args)
        return run_guarded(lambda out: send_to_ladder(args, token, out))
    depot = Depot(read_address(args.url), find_token(args))
    if args.verb == "download":
        return download(depot, args)
    asked = {name: getattr(args, name, None) for name in ("bot", "version", "to")}
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


async def send_to_ladder(args: argparse.Namespace, token: str, out: TextIO) -> int:
    """Asks about entries on ladders, and shows the answer. Returns the exit code. Raises InfosetError."""
    client = Client(args.url, token=token, is_person=True, program="infoset-bots")
    async with client:
        lines = [clean(line) async for line in told(client, args)]
    out.writelines(f"{line}\n" for line in lines)
    return 0


async def told(client: Client, args: argparse.Namespace) -> AsyncIterator[str]:
    """The lines of an answer."""
    if args.verb == "play":
        batch = await ask_for_matches(client, args.ladder, args.entry, args.against, args.matches)
        yield f"batch {batch}: {args.matches} matches; infoset bots batches {args.ladder}"
    elif args.verb == "cancel":
        await cancel_batch(client, args.ladder, args.batch)
        yield f"batch {args.batch} is cancelled"
    elif args.verb == "batches":
        rows = [batch_row(one) for one in await list_batches(client, args.ladder)]
        for line in table(rows) or ["none"]:
            yield line
    else:
        alerts = await list_alerts(client, args.ladder)
        for line in map(alert_text, alerts):
            for part in line.splitlines():
                yield part
        if not alerts:
            yield "nothing went wrong"


def batch_row(one: BatchInfo) -> dict[str, Any]:
    """A batch in the list."""
    return {
        "batch": one.batch,
        "entry": one.name,
        "against": ", ".join(one.against) or "anybody",
        "played": f"{one.played} of {one.matches}",
        "state": one.state,
        "counts": one.rated,
        "asked_ms": one.asked_ms,
    }


def alert_text(one: LadderAlert) -> str:
    """An alert, and below it the end of the log."""
    log = "".join(f"  | {line}\n" for line in one.log.splitlines())
    when = cell("at_ms", one.at_ms)
    return f"{when} {one.ladder}: {one.name} {one.version}, match {one.match_id}: {one.what}\n{log}"
