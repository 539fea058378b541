"""`infoset admin`: the organiser's commands to a running server. What they do, the server decides."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from infoset.address import DEFAULT_URL, read_address
from infoset.cli import Run
from infoset.errors import CommandError, CredentialError
from infoset.exits import FAILED, WRONG_USE
from infoset.printing import clean
from infoset.secret_files import write_secret
from infoset.settings import URL_VARIABLE, kept_address, read_token_file
from infoset.web import post

TOKEN_VARIABLE: Final = "INFOSET_ADMIN_TOKEN"
TOKEN_FILE: Final = "admin.token"  # in the server's data folder
DEFAULT_DATA: Final = Path("data")
# The server's name for what is called otherwise here, where `--url` is the server's own address.
SENT_AS: Final = {"receiver": "url"}
OWN: Final = frozenset({"url", "token_file", "data", "out", "verb", "yes"})  # options that are ours
# What comes of these one should know before: it is shown, and asked about.
ANNOUNCED: Final = frozenset({"change-ladder", "remove-class", "remove-ladder"})


@dataclass(frozen=True)
class Argument:
    """One argument of a verb, as argparse takes it; its `dest` is the server's name for it."""

    flag: str
    help: str
    options: Mapping[str, Any]


def argument(flag: str, text: str, **options: Any) -> Argument:
    """An argument."""
    return Argument(flag, text, options)


def read_options(text: str) -> dict[str, Any]:
    """A JSON object. Raises ArgumentTypeError."""
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise argparse.ArgumentTypeError(f"expected a JSON object, as {EXAMPLE}")
    return options


EXAMPLE: Final = '{"colony": 4}'
USER: Final = argument("user", "name or id")
BOT: Final = argument("bot", "name or id of a bot account, or name of a house bot")
CLASS: Final = argument("name", "name or id of the class", metavar="class")
ROOM: Final = argument("--room", "only there (default: the whole server)")
MATCH: Final = argument("match", "id of the match")
MINUTES: Final = argument("--minutes", "how long (default: until it is taken back)", type=int)
REASON: Final = argument("--reason", "why, for the audit log")
LADDER: Final = argument("ladder", "name of the ladder")
ENTRY: Final = argument("entry", "id of the entry, or its name where there is one of it")
PREVIEW: Final = argument(
    "--preview", "do nothing, and say only what would come of it", action="store_true"
)
ON_OFF: Final = ("on", "off")
WEBHOOK: Final = argument("webhook", "its id, as `webhooks` lists it")
PUPILS: Final = (
    argument("--pupils", "so many, under made-up names", type=int),
    argument("--names", "or under these", nargs="+"),
)
TOKEN_TERMS: Final = (
    argument("--label", "what it is for"),
    argument("--scopes", "what it may do (default: all its user may)", nargs="+"),
    argument("--days", "how long it works (default: until it is revoked)", type=int),
)
WHOM: Final = (argument("--user", "name or id"), argument("--address", "address or range"))

Verbs: TypeAlias = Mapping[str, tuple[str, tuple[Argument, ...]]]  # with what they do
VERBS: Final[Verbs] = {
    "open": ("let matches begin, and frozen ones go on", (ROOM,)),
    "close": ("let no new match begin", (ROOM,)),
    "freeze": ("let the matches being played stand still", (ROOM,)),
    "announce": ("show a text to everybody", (argument("text", "what to say"), ROOM)),
    "re-run": ("play a match again with another deal", (MATCH,)),
    "end-match": ("end a match that is being played, without a result", (MATCH,)),
    "export": ("the record of a match", (MATCH,)),
    "slow": (
        "the matches that kept their players waiting",
        (
            argument("--minutes", "how far to look back (default: 5)", type=int),
            argument("--number", "how many matches (default: 20)", type=int),
        ),
    ),
    "users": (
        "who has an account",
        (argument("--guests", "and who has none", action="store_true"),),
    ),
    "add-user": (
        "make an account",
        (
            argument("name", "name"),
            argument("--role", "default: player", choices=("player", "organiser", "admin")),
        ),
    ),
    "set-role": (
        "make somebody an organiser",
        (USER, argument("role", "role", choices=("player", "organiser", "admin"))),
    ),
    "rename": (
        "call a person, a pupil or a bot otherwise; results stay theirs",
        (USER, argument("name", "new name")),
    ),
    "remove-user": ("delete somebody, with their tokens and uploaded bots", (USER,)),
    "add-bot": (
        "make an account of a bot",
        (argument("name", "name"), argument("--owner", "who answers for it (default: you)")),
    ),
    "disable-bot": ("let a bot play no more", (BOT,)),
    "enable-bot": ("take that back", (BOT,)),
    "tokens": ("what lets a user in", (USER,)),
    "add-token": ("make a token; it is shown this once", (USER, *TOKEN_TERMS)),
    "add-key": (
        "let the holder of a key in (`infoset token key`)",
        (USER, argument("key", "public half of the key"), *TOKEN_TERMS),
    ),
    "revoke-token": ("let a token work no more", (argument("id", "id of the token"),)),
    "revoke-tokens": ("let all tokens of a user work no more", (USER,)),
    "classes": ("the classes", ()),
    "pupils": ("who is in a class", (CLASS,)),
    "add-class": ("make a class", (CLASS, *PUPILS)),
    "add-pupils": ("add pupils to a class", (CLASS, *PUPILS)),
    "remove-pupil": ("delete a pupil", (CLASS, argument("pupil", "name or id"))),
    "keep-class": ("keep a class as long again as a new one, from now on", (CLASS,)),
    "rename-class": ("call a class otherwise", (CLASS, argument("new_name", "new name"))),
    "remove-class": (
        "delete a class and everybody in it, with its ladders, tournaments and matches",
        (CLASS, PREVIEW),
    ),
    "cards": (
        "cards to print, for those who have no device yet",
        (
            CLASS,
            argument("--pupil", "for this one, who lost a device"),
            argument(
                "--everybody",
                "for the whole class; all its devices are locked out",
                action="store_true",
            ),
            argument("--form", "default: html", choices=("html", "svg")),
        ),
    ),
    "open-class": (
        "a code for the blackboard, by which devices join",
        (CLASS, argument("--minutes", "how long (default: 45)", type=int)),
    ),
    "close-class": ("let nobody join any more", (CLASS,)),
    "allow-chat": ("let a class chat", (CLASS,)),
    "forbid-chat": ("take that back", (CLASS,)),
    "mute": ("let somebody not chat", (USER, MINUTES, REASON)),
    "unmute": ("take that back", (USER,)),
    "ban": ("keep a user or an address out", (*WHOM, MINUTES, REASON)),
    "unban": ("take that back", WHOM),
    "bans": ("who is kept out", ()),
    "ladders": ("the ladders", ()),
    "load-ladders": ("take in files of ladders that are new", ()),
    "class-ladder": (
        "make a ladder of a class, which plays among itself",
        (
            LADDER,
            argument("classroom", "name or id of the class", metavar="class"),
            argument("--game", "its game", required=True),
            argument("--title", "title for people"),
            argument("--options", "of the game, as JSON", type=read_options, metavar="JSON"),
            argument(
                "--hosted",
                "bots of the server, or of yours uploaded there, that play, too",
                nargs="+",
                metavar="BOT",
            ),
            argument(
                "--uploads",
                "bots that members of the class have uploaded play, too",
                action="store_true",
            ),
            argument("--copies", "seats of a table that each of them may take", type=int),
            argument("--move-ms", "time for each decision", type=int),
            argument("--talk", "who may talk at a table", choices=("off", "people", "all")),
            argument(
                "--seasons",
                "ratings use the results of all seasons, or of this one (default: no seasons)",
                choices=("off", "carried", "fresh"),
            ),
            argument(
                "--season-days", "how long each lasts (default: until `end-season`)", type=float
            ),
        ),
    ),
    "change-ladder": (
        "change a ladder of a class while it is played; what is not given stays",
        (
            LADDER,
            argument("--title", "title for people"),
            argument(
                "--hosted",
                "bots of the server, or of yours uploaded there, that play, too",
                nargs="*",
                metavar="BOT",
            ),
            argument("--uploads", "bots that members have uploaded play, too", choices=ON_OFF),
            argument("--copies", "seats of a table that each bot may take", type=int),
            argument("--matches", "matches at once", type=int),
            argument("--per-hour", "matches between programs in an hour", type=int),
            argument("--entry-per-hour", "the same of one entry", type=int),
            argument(
                "--seasons",
                "ratings use the results of all seasons, or of this one",
                choices=("off", "carried", "fresh"),
            ),
            argument("--season-days", "how long each lasts (0: until `end-season`)", type=float),
            argument("--game", "stays what it is"),
            argument(
                "--options",
                "of the game, as JSON; before the first match",
                type=read_options,
                metavar="JSON",
            ),
            argument("--move-ms", "time for each decision; before the first match", type=int),
            argument(
                "--talk",
                "who may talk at a table; before the first match",
                choices=("off", "people", "all"),
            ),
            PREVIEW,
        ),
    ),
    "ladder-file": ("what a ladder of a class is now, and what can be changed of it", (LADDER,)),
    "ladder": (
        "open, pause, freeze or close a ladder",
        (
            LADDER,
            argument(
                "state", "new state", choices=("open", "paused", "frozen", "closing", "closed")
            ),
        ),
    ),
    "remove-ladder": (
        "delete a closed ladder of a class, with its results and matches",
        (LADDER, PREVIEW),
    ),
    "entries": ("who plays on a ladder", (LADDER,)),
    "entry-log": ("what is noted for the owner of an entry", (LADDER, ENTRY)),
    "bench": ("take an entry out of play", (LADDER, ENTRY, REASON)),
    "unbench": ("let an entry play again", (LADDER, ENTRY)),
    "ladder-results": (
        "the newest results of a ladder, and which are annulled",
        (
            LADDER,
            argument("--entry", "only those of this entry, by id or name"),
            argument("--number", "how many results (default: 50)", type=int),
        ),
    ),
    "annul": (
        "let the result of a match not count, or that of the series it is part of",
        (
            LADDER,
            MATCH,
            argument("--reason", "why, for everybody who sees the result", required=True),
        ),
    ),
    "reinstate": ("let a result that is annulled count again", (LADDER, MATCH)),
    "seasons": ("the seasons of a ladder, and who was first", (LADDER,)),
    "end-season": ("end the season that is on", (LADDER,)),
    "batch": (
        "let an entry play so many matches",
        (
            LADDER,
            ENTRY,
            argument("--against", "entries at the same table (default: anybody)", nargs="+"),
            argument("--matches", "how many", type=int, required=True),
        ),
    ),
    "batches": ("matches that were asked for, and how far they have come", (LADDER,)),
    "cancel-batch": (
        "begin no more matches of a batch",
        (LADDER, argument("batch", "id of the batch")),
    ),
    "webhooks": ("the addresses to which results are sent", ()),
    "webhook-add": (
        "send results to an address; its secret is shown this once",
        (
            argument("receiver", "address that begins with https://", metavar="url"),
            argument("--tournament", "results of this tournament"),
            argument("--ladder", "or of this ladder"),
        ),
    ),
    "webhook-remove": ("send nothing there any more", (WEBHOOK,)),
    "webhook-secret": ("make a new secret; for a day the old one signs, too", (WEBHOOK,)),
    "webhook-on": ("send again where the receiver wanted no more", (WEBHOOK,)),
    "webhook-test": ("send a test, and see whether it arrives", (WEBHOOK,)),
    "webhook-messages": (
        "what was sent to an address, and what waits",
        (WEBHOOK, argument("--number", "how many messages (default: 50)", type=int)),
    ),
    "webhook-resend": (
        "send a message again",
        (WEBHOOK, argument("message", "its id, as `webhook-messages` lists it")),
    ),
    "audit": ("what was done", (argument("--number", "how many entries (default: 50)", type=int),)),
}


def command(parser: argparse.ArgumentParser) -> Run:
    """Runs a server: accounts, bots, classes, matches.

    Talks to the running server with the token in its data folder (admin.token, made at its first
    start), or with your own if your account may do it. `infoset admin VERB --help` tells more.
    """
    return add_verbs(parser, VERBS, send, dict.fromkeys(ANNOUNCED, add_yes))


def add_yes(verb: argparse.ArgumentParser) -> None:
    """Lets a program do without the question what `agrees` asks."""
    verb.add_argument("--yes", help="do not ask first", action="store_true")


def add_server(parser: argparse.ArgumentParser, *, is_verb: bool = False) -> None:
    """Arguments that say which server, with which token, and where a file goes; before the verb or behind it."""
    group = add_server_group(parser, is_verb=is_verb, default="that of the server in --data")
    unless: Any = argparse.SUPPRESS if is_verb else None
    group.add_argument(
        "--data",
        type=Path,
        default=unless or DEFAULT_DATA,
        metavar="DIR",
        help="its data folder",
    )
    group.add_argument(
        "--token-file",
        type=Path,
        default=unless,
        metavar="FILE",
        help=f"default: ${TOKEN_VARIABLE}, or in --data",
    )
    group.add_argument(
        "--out", type=Path, default=unless, metavar="FILE", help="where a file or token goes"
    )


def add_server_group(
    parser: argparse.ArgumentParser, *, is_verb: bool = False, default: str | None = None
) -> argparse._ArgumentGroup:
    """The arguments about the server, so far `--url`. Behind a verb they change only what is given there.

    With a `default`, in words, the URL is None where none is named.
    """
    named = os.environ.get(URL_VARIABLE)
    unless = named if default is not None else named or DEFAULT_URL
    group = parser.add_argument_group("the server")
    group.add_argument(
        "--url",
        default=argparse.SUPPRESS if is_verb else unless,
        help=f"default: {', '.join(filter(None, (f'${URL_VARIABLE}', default)))} or {DEFAULT_URL}",
    )
    return group


def add_verbs(
    parser: argparse.ArgumentParser,
    verbs: Verbs,
    send: Callable[[argparse.Namespace], int],
    more: Mapping[str, Callable[[argparse.ArgumentParser], object]] = MappingProxyType({}),
) -> Run:
    """The server's arguments, and a subcommand for each verb; its name is `verb` of what is parsed. Returns what runs them
    by `send`.

    `more` adds options to some of them that are not in the table.
    """
    add_server(parser)
    parsers = parser.add_subparsers(dest="verb", metavar="VERB")
    for name, (text, arguments) in verbs.items():
        verb = parsers.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        for one in arguments:
            verb.add_argument(one.flag, help=one.help, **one.options)
        if name in more:
            more[name](verb)
        add_server(verb, is_verb=True)
    return with_verb(parser, send)


def with_verb(parser: argparse.ArgumentParser, send: Callable[[argparse.Namespace], int]) -> Run:
    """Runs `send` where a verb was given; without one says which there are."""

    def run(args: argparse.Namespace) -> int:
        if args.verb is None:
            parser.print_help(sys.stderr)
            return WRONG_USE
        return send(args)

    return run


def send(args: argparse.Namespace, env: Mapping[str, str] = os.environ) -> int:
    """Sends the command and shows what comes of it. Returns the exit code."""
    given = ((name, value) for name, value in vars(args).items() if name not in OWN)
    asked = {
        SENT_AS.get(name, name): value
        for name, value in given
        if value is not None and value is not False
    }
    token = find_token(args, env)
    server = read_address(find_server(args, env))

    def tell(**more: Any) -> dict[str, Any]:
        return post(server, f"/admin/{args.verb}", asked | more, token)

    is_asked = args.verb in ANNOUNCED and not (args.yes or args.preview)
    if is_asked and not agrees(str(tell(preview=True).get("message", ""))):
        sys.stderr.write("nothing was done\n")
        return FAILED
    show(tell(), args.out)
    return 0


def agrees(consequences: str) -> bool:
    """Shows what would come of a command, and asks whether it is to be done; where nothing would, it is.

    Raises CommandError where nobody can answer.
    """
    if not consequences:
        return True
    sys.stderr.write(f"{clean(consequences)}\n")
    if not sys.stdin.isatty():
        raise CommandError("nothing was done: expected --yes, as nobody can be asked here")
    sys.stderr.write("Go on? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def find_server(args: argparse.Namespace, env: Mapping[str, str]) -> str:
    """The server's address: the one named, or where the server listens whose token it is that goes there."""
    if args.url:
        return str(args.url)
    if args.token_file is not None or env.get(TOKEN_VARIABLE):
        return DEFAULT_URL
    return kept_address(args.data) or DEFAULT_URL


def find_token(args: argparse.Namespace, env: Mapping[str, str]) -> str:
    """The token: from the file named, the environment, the data folder. Raises CredentialError."""
    if args.token_file is None and env.get(TOKEN_VARIABLE):
        return env[TOKEN_VARIABLE]
    if args.token_file is not None:
        return read_token_file(args.token_file)
    try:
        return read_token_file(args.data / TOKEN_FILE)
    except CredentialError as error:
        told = "name the server's data folder with --data, or with --token-file your own token"
        raise CredentialError(f"{error}; {told}") from None


def show(answer: Mapping[str, Any], out: Path | None) -> None:
    """Prints an answer. A file or secret goes to `out`, or alone to stdout, so that it can be piped."""
    product = str(answer.get("file") or answer.get("secret") or "")
    message = str(answer.get("message", ""))
    if message:
        (sys.stderr if product else sys.stdout).write(f"{clean(message)}\n")
    for line in table(answer.get("rows", [])):
        sys.stdout.write(f"{line}\n")
    if product and out is None:
        sys.stdout.write(product if product.endswith("\n") else f"{product}\n")
    elif product and out is not None:
        write_product(out, product, is_secret="secret" in answer)


def write_product(out: Path, text: str, *, is_secret: bool) -> None:
    """Writes a file; one with a secret must be new, and only its owner can read it."""
    if is_secret:
        write_secret(out, f"{text}\n")
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{out}: {error.strerror}") from error


def table(rows: list[dict[str, Any]]) -> list[str]:
    """The rows in columns as wide as they need; times of day in the local zone."""
    if not rows:
        return []
    names = list(dict.fromkeys(name for row in rows for name in row))
    heads = [name.removesuffix("_ms") for name in names]
    cells = [[cell(name, row.get(name)) for name in names] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    lines = [heads, *cells]
    return [
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]


def cell(name: str, value: Any) -> str:
    """One value for people."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(clean(one) for one in value)
    if name.endswith("_ms") and isinstance(value, int):
        try:
            return f"{datetime.fromtimestamp(value / 1000).astimezone():%Y-%m-%d %H:%M}"
        except (OverflowError, ValueError):
            return "for ever"
    return clean(value)
