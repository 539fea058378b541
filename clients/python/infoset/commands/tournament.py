"""`infoset tournament`: entering and leaving, and the organiser's commands. What they do, the server decides."""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from infoset.address import DEFAULT_URL, read_address
from infoset.cli import Run
from infoset.client import Client
from infoset.commands.admin import (
    OWN,
    Verbs,
    add_verbs,
    argument,
    find_server,
    find_token,
    show,
    table,
)
from infoset.errors import CommandError
from infoset.printing import clean
from infoset.replaying.tournament_files import save_replays
from infoset.running import run_guarded
from infoset.settings import TOKEN_VARIABLE, read_token
from infoset.tournaments import (
    enter_tournament,
    go_berserk,
    leave_tournament,
    list_tournaments,
)
from infoset.web import post
from infoset_protocol.messages import TournamentEntry, TournamentInfo

ONE: Final = argument("tournament", "id of the tournament")
TABLE: Final = argument("table", "name of a table, as in R2.1")
ENTRANT: Final = argument("entrant", "name in the tables, or number from 1")
JSON: Final = argument("--json", "for programs", action="store_true")
PUBLIC: Final = argument("--public", "only what everybody may know", action="store_true")
ROUND: Final = argument("--round", "only this round", type=int)

VERBS: Final[Verbs] = {
    "create": ("make a tournament from a file", (argument("file", "TOML file", type=Path),)),
    "list": ("the tournaments", ()),
    "open": ("show it to everybody, and let it start when its time comes", (ONE,)),
    "enter": (
        "take part yourself; with --user, --bot or --classroom, as its organiser, let others",
        (
            ONE,
            argument("--user", "name or id of an account"),
            argument("--bot", "name of a bot that runs on the server"),
            argument("--classroom", "name or id of a class, for all its pupils"),
            argument("--name", "name in the tables (default: its own)"),
        ),
    ),
    "start": ("begin", (ONE,)),
    "pause": ("call nobody to a table any more; matches go on", (ONE,)),
    "resume": ("take that back", (ONE,)),
    "pace": (
        "play more matches at once, or fewer",
        (
            ONE,
            argument("--tables", "matches at once", type=int),
            argument(
                "--parallel", "of those, matches of one bot that runs on the server", type=int
            ),
        ),
    ),
    "standings": ("who is ahead", (ONE, PUBLIC, JSON)),
    "teams": ("how the teams stand", (ONE, PUBLIC, JSON)),
    "schedule": ("the tables", (ONE, ROUND, PUBLIC, JSON)),
    "bracket": ("the bracket of a knock-out", (ONE, PUBLIC, JSON)),
    "crosstable": ("who made how many points against whom", (ONE, PUBLIC, JSON)),
    "forfeit": ("let an entrant lose at a table", (ONE, TABLE, ENTRANT)),
    "withdraw": ("let an entrant leave", (ONE, ENTRANT)),
    "readmit": ("let an entrant who has left take part again", (ONE, ENTRANT)),
    "rule": (
        "say how a table ended",
        (ONE, TABLE, argument("places", "of its entrants, as in 1 2", nargs="+", type=int)),
    ),
    "replay": ("play a table again", (ONE, TABLE)),
    "adjust": (
        "give points, or take them",
        (
            ONE,
            ENTRANT,
            argument("--points", "negative ones are taken", type=float, required=True),
            argument("--reason", "why, for the audit log", required=True),
        ),
    ),
    "release": (
        "let hidden results be known",
        (ONE, argument("--round", "up to this one (default: all)", type=int)),
    ),
    "export": (
        "everything, as JSON; or its results for other programs",
        (
            ONE,
            PUBLIC,
            argument(
                "--form", "default: json; trf is FIDE's report", choices=("json", "trf", "csv")
            ),
        ),
    ),
    "remove": ("delete it", (ONE,)),
}
REPLAYS: Final = (  # of many commands to the server
    "save the replay of every match that is over, a file for each",
    (ONE, argument("folder", "where the files go; what is there already stays", type=Path)),
)
MINE: Final = (  # of players, who enter and leave themselves
    argument("--my-bot", "a bot you have uploaded, in place of yourself (ferris, ferris@3)"),
    argument("--key-file", "log in with this key, not with a token", type=Path),
)
PLAYERS: Final[Verbs] = {
    "offers": ("the tournaments you may know of, and which you may enter", MINE[1:]),
    "leave": ("take part no more", (ONE, *MINE)),
    "berserk": (
        "play your next match on half the time, for a point more if you win it",
        (ONE, argument("--off", "not after all", action="store_true"), *MINE),
    ),
    "enter": (VERBS["enter"][0], (*VERBS["enter"][1], *MINE)),
}


def command(parser: argparse.ArgumentParser) -> Run:
    """Runs tournaments, or takes part in them: round robin, Swiss, knock-outs, gauntlets, arenas.

    Talks to the running server as `infoset admin` does. `offers`, `leave`, `berserk` and a bare `enter` are for players:
    they log in with the token of their account (--token-file, or $INFOSET_TOKEN). docs/tournaments.md shows a whole
    tournament; `infoset tournament VERB --help` tells more.
    """
    return add_verbs(parser, {**VERBS, **PLAYERS, "replays": REPLAYS}, send)


def send(args: argparse.Namespace, env: Mapping[str, str] = os.environ) -> int:
    """Sends the command and shows what comes of it. Returns the exit code. Raises CommandError."""
    if is_players(args):
        args.url = args.url or DEFAULT_URL
        return run_guarded(lambda out: take_part(args, out, env))
    args.url = find_server(args, env)
    if args.verb == "replays":
        return save_replays(args.url, args.tournament, args.folder, find_token(args, env))
    verb = "tournaments" if args.verb == "list" else f"tournament-{args.verb}"
    answer = post(read_address(args.url), f"/admin/{verb}", arguments(args), find_token(args, env))
    show(answer, args.out)
    return 0


def arguments(args: argparse.Namespace) -> dict[str, Any]:
    """What is sent: the arguments that were given, and the file itself in place of its name."""
    asked = {name: value for name, value in vars(args).items() if name not in OWN and value}
    if "file" in asked:
        asked["file"] = read_file(asked["file"])
    return asked


def read_file(path: Path) -> str:
    """Raises CommandError."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise CommandError(f"{path}: {problem}") from None


# For players.


def is_players(args: argparse.Namespace) -> bool:
    """Is it about whoever gives the command, and not about others?"""
    others = any(getattr(args, name, None) for name in ("user", "bot", "classroom"))
    return args.verb in ("offers", "leave", "berserk") or (args.verb == "enter" and not others)


async def take_part(args: argparse.Namespace, out: TextIO, env: Mapping[str, str]) -> int:
    """Asks as the player with the token or key, and shows the answer. Returns the exit code. Raises InfosetError."""
    token = None if args.key_file is not None else read_token(args.token_file, env)
    if not token and args.key_file is None:
        raise CommandError(
            "an account is needed: name the file with its token (--token-file) or key (--key-file), "
            f"or set ${TOKEN_VARIABLE}; an organiser lets others in with --user, --bot or --classroom"
        )
    client = Client(
        args.url, token=token, key=args.key_file, is_person=True, program="infoset-tournament"
    )
    async with client:
        if args.verb == "offers":
            found = [row(one) async for one in list_tournaments(client)]
            out.writelines(f"{line}\n" for line in table(found) or ["no tournament is open"])
            return 0
        if args.verb == "berserk":
            one = await go_berserk(client, args.tournament, args.my_bot, on=not args.off)
        else:
            ask = enter_tournament if args.verb == "enter" else leave_tournament
            one = await ask(client, args.tournament, args.my_bot)
        out.write(f"{outcome(one)}\n")
    return 0


def row(one: TournamentInfo) -> dict[str, Any]:
    """A tournament in the list."""
    return {
        "tournament": one.tournament,
        "title": one.title,
        "state": one.state,
        "game": one.game,
        "format": one.format,
        "entrants": f"{one.entrants}/{one.most}",
        "start_ms": one.start_ms,
        "you": ", ".join(names(one)) or ("may enter" if one.may_enter else ""),
    }


def outcome(one: TournamentInfo) -> str:
    """What came of entering, leaving or going berserk."""
    mine = ", ".join(names(one))
    whose = f"yours: {mine}" if mine else "none of them yours"
    return clean(f"{one.title} ({one.tournament}) is {one.state}, {one.entrants} entrants, {whose}")


def names(one: TournamentInfo) -> list[str]:
    """The entrants of a tournament that are yours."""
    return [f"{mine.name}{state_of(mine)}" for mine in one.yours]


def state_of(mine: TournamentEntry) -> str:
    """What is to be said of an entrant behind its name."""
    return " (left)" if mine.out else " (berserk)" if mine.berserk else ""
