"""`infoset sit`: a person plays in the terminal."""

import argparse
import os
import sys
import time
from dataclasses import replace
from typing import Final, TextIO

from infoset import opening
from infoset.assistant.owner import Owner
from infoset.cli import Run
from infoset.client import Client, Incoming
from infoset.doubting import doubting
from infoset.errors import CommandError
from infoset.game_options import read_options
from infoset.playing import Host, Plan
from infoset.running import run_guarded
from infoset.seated.called import CalledPerson
from infoset.seated.desk import Clock, DescriptorLines, Desk, PlainDesk
from infoset.seated.neighbours import Neighbours
from infoset.seated.seat import PersonSeat
from infoset.seated.sitting import Sitting
from infoset.settings import (
    add_connection_options,
    add_plan_options,
    deltas,
    make_client,
    read_plan,
    set_up_logging,
)
from infoset.turn import Match
from infoset.watching.look import add_look_options, choose_language, read_style
from infoset.wording import say
from infoset_protocol.messages import (
    ClientMessage,
    CreateRoom,
    MatchStart,
    ServerMessage,
    Sit,
    Start,
    StartFrom,
    Unknown,
)

MAX_BOTS: Final = 15
POLICIES: Final = ("off", "advice", "confirm", "auto")
FEATURES: Final = ("obs", "assist", "compute")


def command(parser: argparse.ArgumentParser) -> Run:
    """Plays in the terminal: shows the board, takes typed actions.

    infoset sit --seek catan                                   whoever seeks the same game, else house bots
    infoset sit --open catan --bots heuristic,random,random    a room of your own with these house bots
    infoset sit --open catan --option layout=@island.txt       a room with free seats, for others to join
    infoset sit --open crossfire --title '#mirror'             a test room, for one person
    infoset sit --open catan --from m_7Q2 --at 40              a finished match, from its version 40 on
    infoset sit --room R7K2                                    a seat in a room, by its id or title
    infoset sit --tournament cup --token-file my.token         every table of yours, until it is over

    Actions are answered by their number or in words; `?` helps. Where input or output is no
    terminal, or with --plain, everything is lines, so that a program can play along: a number is
    always a position in the list, and a line that is just `>` stands where an answer is read.
    """
    parser.add_argument("--open", metavar="GAME", help="open a room for this game")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="with --open: an option of the game, or NAME=@FILE; may be repeated",
    )
    parser.add_argument(
        "--title", metavar="TEXT", help="with --open: its title; `#` and a word make a test room"
    )
    parser.add_argument(
        "--from",
        dest="replay",
        metavar="ID",
        help="with --open: begin at a position of this finished match, with house bots on all other seats",
    )
    parser.add_argument("--at", type=int, metavar="VERSION", help="with --from: of that match")
    parser.add_argument(
        "--bots", default="", metavar="A,B", help="with --open: house bots for the next seats"
    )
    parser.add_argument(
        "--assist",
        choices=POLICIES,
        help="with --open: how far programs may help there (docs/assistants.md)",
    )
    add_look_options(parser)
    add_connection_options(parser)
    add_plan_options(parser)
    return _run


def _run(args: argparse.Namespace) -> int:
    return run_guarded(lambda out: sit(args, out))


async def sit(args: argparse.Namespace, out: TextIO) -> int:
    """Plays by the options. Returns the exit code."""
    set_up_logging(args.verbose)
    choose_language(args, out)
    check_ways(args)
    plan = replace(read_plan(args), kind="human") if args.open is None else None
    style = read_style(args, out)
    desk = make_desk(out, is_plain=args.plain, clock=time.monotonic)
    name, features = os.environ.get("USER", "person"), (*FEATURES, *deltas(args))
    made = make_client(args, name=name, program="infoset-sit", features=features, is_person=True)
    async with made as client:

        async def request(message: ClientMessage) -> ServerMessage | Unknown:
            with doubting(client, message):
                return await client.request(message)

        def make_seat(match: Match, start: Incoming) -> PersonSeat:
            sitting = Sitting(match, style, is_by_position=isinstance(desk, PlainDesk))
            owner = Owner(request, match.match_id, args.url, sitting.advice)
            seats = start.message.players if isinstance(start.message, MatchStart) else ()
            neighbours = Neighbours(request, seats, match.seat)
            return PersonSeat(sitting, desk, request, time.monotonic, owner, neighbours)

        caller = CalledPerson(desk, request, lambda: client.welcome.user)
        plan = plan or await open_room(client, args)
        await Host(client, make_seat, plan, caller=caller).run()
    return 0


def make_desk(out: TextIO, *, is_plain: bool, clock: Clock) -> Desk:
    """The best desk for these streams; `is_plain` prefers lines also on a terminal."""
    if is_plain or not (out.isatty() and sys.stdin.isatty()):
        return PlainDesk(DescriptorLines(sys.stdin.fileno()), out, clock)
    from infoset.seated.terminal import TerminalDesk  # slow to load

    return TerminalDesk(out, clock)


def check_ways(args: argparse.Namespace) -> None:
    """Raises CommandError for options that do not go together."""
    if args.open is None and (args.option or args.bots or args.title or args.assist):
        raise CommandError("--option, --title, --bots and --assist belong to --open GAME")
    if args.open is None and args.replay is not None:
        raise CommandError("--from belongs to --open GAME")
    if (args.replay is None) != (args.at is None) or (args.at or 0) < 0:
        raise CommandError("--from ID and --at VERSION, which is at least 0, belong together")
    if args.replay is not None and (args.bots or args.option):
        raise CommandError("--from takes options and house bots over from the match")
    if args.open is not None and (args.seek or args.room or args.ladder or args.tournament):
        raise CommandError("expected one of --open, --seek, --room, --ladder and --tournament")


async def open_room(client: Client, args: argparse.Namespace) -> Plan:
    """Opens a room with its bots. Returns the plan to play there; raises RequestError or CommandError."""
    if args.replay is not None:
        return await open_from(client, args)
    options = read_options(args.open, args.option)
    bots = [bot.strip() for bot in args.bots.split(",") if bot.strip()]
    if len(bots) > MAX_BOTS:
        raise CommandError(f"--bots: expected at most {MAX_BOTS}")
    request = CreateRoom(
        game=args.open,
        options=options,
        seats=args.seats,
        title=args.title,
        assist=args.assist or "off",
    )
    room = await opening.open_room(client, request, bots)
    free = sum(seat.kind == "open" for seat in room.seats[1:]) - len(bots)
    if free > 0:
        join = f"infoset sit --room {room.room}"
        tell(say("terminal-room-open", room=room.room, count=free, command=join))
    plan = read_plan(argparse.Namespace(**vars(args) | {"room": room.room, "seek": None}))
    return replace(plan, seat=args.seat or 0)


async def open_from(client: Client, args: argparse.Namespace) -> Plan:
    """A room that begins where a finished match was, with house bots. Returns and raises as `open_room`."""
    start = StartFrom(replay=args.replay, ver=args.at, seat=args.seat)
    request = CreateRoom(
        game=args.open, title=args.title, assist=args.assist or "off", start_from=start
    )
    room = await opening.open_room(client, request, [])
    if not any(seat.kind == "human" for seat in room.seats):
        await client.request(Sit(room=room.room, seat=0))
    await client.request(Start(room=room.room))
    return Plan(kind="human")


def tell(text: str) -> None:
    """Says something about the sitting itself."""
    sys.stderr.write(f"{text}\n")
