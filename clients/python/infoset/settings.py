"""The options that commands share: where the server is, who we are, what to play.

Each has an environment variable, so that a server can start bots without knowing their options.
Tokens come from the environment or a file only: a command line can be read by everybody.
"""

import argparse
import logging
import os
import re
import ssl
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from infoset.address import DEFAULT_URL
from infoset.client import GUEST_NAME, Client
from infoset.errors import CommandError, CredentialError
from infoset.playing import MAX_TABLES, Plan
from infoset.timing import Timing
from infoset_protocol.codec import Encoding
from infoset_protocol.deltas import FEATURE
from infoset_protocol.messages.scalars import SLUG_PATTERN

URL_VARIABLE: Final = "INFOSET_URL"
TOKEN_VARIABLE: Final = "INFOSET_TOKEN"
NAME_VARIABLE: Final = "INFOSET_NAME"
ADDRESS_FILE: Final = "server.url"  # in the data folder of a server
ROOM_PATTERN: Final = r".{1,64}"  # an id, or a title
MAX_TOKEN_BYTES: Final = 4096


def add_connection_options(
    parser: argparse.ArgumentParser, env: Mapping[str, str] = os.environ
) -> None:
    """`--url`, `--name`, `--token-file`, `--key-file`, `--secret-file`, `--ca-file`, `--encoding`, `--wait`, `--verbose`."""
    group = parser.add_argument_group("connection")
    group.add_argument(
        "--url",
        default=env.get(URL_VARIABLE, DEFAULT_URL),
        help=f"server: infoset://HOST:PORT, ws://, wss:// or infosets:// (default: "
        f"${URL_VARIABLE} or {DEFAULT_URL})",
    )
    group.add_argument(
        "--name",
        default=env.get(NAME_VARIABLE),
        help=f"name to play under (default: ${NAME_VARIABLE})",
    )
    group.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"file with the secret token (default: the token in ${TOKEN_VARIABLE}, else a guest)",
    )
    group.add_argument(
        "--key-file",
        type=Path,
        metavar="FILE",
        help="file with the private key to log in with instead (`infoset token key` makes one)",
    )
    group.add_argument(
        "--secret-file",
        type=Path,
        metavar="FILE",
        help="file with the secret by which the guest called --name is known again "
        "(`infoset token move CODE --out FILE` writes one)",
    )
    group.add_argument(
        "--ca-file",
        type=Path,
        metavar="FILE",
        help="certificates in PEM form to trust beside the usual authorities, under TLS",
    )
    group.add_argument(
        "--encoding", choices=[encoding.value for encoding in Encoding], help="default: json"
    )
    group.add_argument(
        "--wait",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="keep trying this long while the server cannot be reached (default: 0; to come back, ten "
        "minutes at least)",
    )
    group.add_argument("-v", "--verbose", action="store_true", help="tell more on stderr")


def add_plan_options(parser: argparse.ArgumentParser) -> None:
    """`--seek`, `--games`, `--seats`, `--fill`, `--tables`, `--room`, `--seat`, `--code`, `--delta`, ..."""
    group = parser.add_argument_group("what to play")
    ways = group.add_mutually_exclusive_group()
    ways.add_argument("--seek", metavar="GAME", help="be paired with whoever seeks the same game")
    ways.add_argument(
        "--room", metavar="ROOM", help="take a seat in this room: its id or its title"
    )
    ways.add_argument("--ladder", metavar="LADDER", help="play rated matches on this ladder")
    ways.add_argument(
        "--tournament", metavar="ID", help="enter this tournament, and play until it is over"
    )
    group.add_argument(
        "--games",
        type=_positive,
        metavar="N",
        help="matches to play in all (default: 1 with --seek and --room, else no end)",
    )
    group.add_argument("--seats", type=_positive, metavar="N", help="with --seek: number of seats")
    group.add_argument(
        "--fill",
        type=_seconds,
        metavar="SECONDS",
        help="with --seek: wait before house bots fill the empty seats (default: the server's)",
    )
    group.add_argument(
        "--tables",
        type=_positive,
        default=1,
        metavar="N",
        help="with --seek and --ladder: matches at the same time (default: 1)",
    )
    group.add_argument("--seat", type=_seat, metavar="N", help="with --room: seat, from 0")
    group.add_argument("--code", metavar="CODE", help="with --room: code of an unlisted room")
    group.add_argument(
        "--delta",
        action="store_true",
        help="be sent what has changed in place of whole observations: less traffic, the same turns",
    )
    group.add_argument(
        "--version",
        default="1",
        help="with --ladder: which program this is; another version begins anew (default: 1)",
    )


def read_plan(args: argparse.Namespace, env: Mapping[str, str] = os.environ) -> Plan:
    """What to play. Raises CommandError where nothing is said and no server has started us."""
    ways = (args.seek, args.room, args.ladder, args.tournament)
    is_given_seats = all(way is None for way in ways)
    if is_given_seats and TOKEN_VARIABLE not in env:
        raise CommandError(
            "what shall be played? Add --seek GAME to be paired, --room ROOM to take a seat, "
            "--ladder LADDER to play rated matches, or --tournament ID to enter one"
        )
    require_ids(args)
    is_endless = args.seek is None and args.room is None
    return Plan(
        game=args.seek,
        seats=args.seats,
        fill_ms=None if args.fill is None else int(args.fill * 1000),
        tables=min(args.tables, MAX_TABLES),
        room=args.room,
        seat=args.seat,
        code=args.code,
        matches=args.games if args.games or is_endless else 1,
        ladder=args.ladder,
        tournament=args.tournament,
        version=args.version,
    )


def require_ids(args: argparse.Namespace) -> None:
    """Raises CommandError for what cannot be the name of a game, room, ladder or tournament."""
    slugs = "of a-z, 0-9 and _, beginning with a letter, not its title"
    ids = {
        "--seek": (args.seek, SLUG_PATTERN, f"the name of a game, {slugs}"),
        "--room": (
            args.room,
            ROOM_PATTERN,
            "the id or the title of a room, of up to 64 characters",
        ),
        "--ladder": (args.ladder, SLUG_PATTERN, f"the name of a ladder, {slugs}"),
        "--tournament": (args.tournament, SLUG_PATTERN, f"the name of a tournament, {slugs}"),
    }
    for option, (value, pattern, expected) in ids.items():
        if value is not None and re.fullmatch(pattern, value) is None:
            raise CommandError(f"{option} {value!r}: expected {expected}")


def deltas(args: argparse.Namespace) -> tuple[str, ...]:
    """The feature that `--delta` asks for, if it was given."""
    return (FEATURE,) if args.delta else ()


def make_client(
    args: argparse.Namespace,
    *,
    name: str = GUEST_NAME,
    program: str,
    features: tuple[str, ...] = (),
    is_person: bool = False,
    env: Mapping[str, str] = os.environ,
) -> Client:
    """The client these options describe; `name` is used where they name none. `is_person` as for `Client`."""
    has_other = args.key_file is not None or args.secret_file is not None
    return Client(
        args.url,
        name=args.name or name,
        token=None if has_other else read_token(args.token_file, env),
        key=args.key_file,
        secret=None if args.secret_file is None else read_token_file(args.secret_file),
        tls=None if args.ca_file is None else read_trust(args.ca_file),
        encoding=args.encoding,
        features=features,
        program=program,
        is_person=is_person,
        timing=Timing.patient(args.wait),
    )


def read_trust(file: Path) -> ssl.SSLContext:
    """The usual authorities, and those in a PEM file. Raises CommandError."""
    context = ssl.create_default_context()
    try:
        context.load_verify_locations(file)
    except ssl.SSLError:  # before OSError, of which it is one
        raise CommandError(f"certificate file {file}: expected certificates in PEM form") from None
    except OSError as error:
        raise CommandError(f"certificate file {file}: {error.strerror}") from error
    return context


def read_token(file: Path | None = None, env: Mapping[str, str] = os.environ) -> str | None:
    """The secret, from the file if there is one, else from the environment. Raises CredentialError."""
    return env.get(TOKEN_VARIABLE) or None if file is None else read_token_file(file)


def kept_address(data: Path) -> str | None:
    """Where this machine reaches the server of a data folder, as that says while it runs; None where nothing is said."""
    try:
        return (data / ADDRESS_FILE).read_text("utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def read_token_file(file: Path) -> str:
    """The secret in a file that holds nothing else. Raises CredentialError."""
    try:
        with file.open(encoding="ascii") as lines:
            token = lines.read(MAX_TOKEN_BYTES).strip()
    except OSError as error:
        raise CredentialError(f"token file {file}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise CredentialError(f"token file {file}: expected plain ASCII text") from None
    if not token or any(character.isspace() for character in token):
        raise CredentialError(f"token file {file}: expected one token and nothing else")
    return token


def set_up_logging(verbose: bool) -> None:
    """Sends the log to stderr, unless the program has arranged its logging already."""
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(message)s",
        datefmt="%H:%M:%S",
    )
    logging.getLogger("infoset").setLevel(logging.DEBUG if verbose else logging.NOTSET)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {number}")
    return number


def _seat(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 15:
        raise argparse.ArgumentTypeError(f"expected 0 to 15, got {number}")
    return number


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds <= 86400:
        raise argparse.ArgumentTypeError(f"expected 0 to 86400 seconds, got {text}")
    return seconds
