"""`infoset conformance`: tries a client in any language and says what it does wrong."""

import argparse
import asyncio
import json
import secrets
import shlex
import sys
from pathlib import Path
from typing import Final, TextIO, get_args

from infoset.address import read_address
from infoset.cli import Run
from infoset.conformance.cases import LEVELS, Case, Transport, make_cases
from infoset.conformance.dialogues import (
    WITH_DIALOGUES,
    DialogueError,
    find_dialogues,
    hold,
)
from infoset.conformance.door import Door
from infoset.conformance.findings import Outcome
from infoset.conformance.host import Host
from infoset.conformance.programme import Programme
from infoset.conformance.programs import SCHEMES, Client
from infoset.conformance.report import Report
from infoset.conformance.runner import Runner, Settings, with_reference
from infoset.conformance.testee import VectorMiss, ask_testee, find_vectors, read_questions
from infoset.errors import AddressError, CommandError
from infoset.exits import FAILED
from infoset.running import run_guarded
from infoset_games.registry import known_games
from infoset_protocol.version import DEFAULT_PORT

MATCHES: Final = 20  # undisturbed ones of each game, as level 0 asks for


def command(parser: argparse.ArgumentParser) -> Run:
    """Tries a client in any language: does it keep the contract, and survive what it allows?

    Example: infoset conformance --level 0-4 -- ./my_bot --url {url} --seek {game} --games {matches}

    The program is started with {url}, {host}, {port}, {game}, {matches} and {code} filled in and with the
    same in the environment (INFOSET_URL, INFOSET_GAME, ...). A program that does not seek is given its
    seats. With --stdio it is run behind the bridge. Level 1 and 2 also put the golden vectors to a
    testee, if there is one. With --server no program is started: the published dialogues are held with a
    running server, or with the front of a cluster. The exit code is 0 if nothing was missed.
    """
    parser.add_argument("command", nargs="*", metavar="CMD", help="the program and its arguments")
    parser.add_argument(
        "--level",
        action="append",
        type=read_levels,
        metavar="N",
        help="level to try, such as 0 or 0-4; may be repeated (default: 0)",
    )
    parser.add_argument(
        "--game", action="append", metavar="GAME", help="only this game; may be repeated"
    )
    parser.add_argument(
        "--games",
        type=_positive,
        default=MATCHES,
        metavar="N",
        dest="matches",
        help=f"undisturbed matches of each game at level 0 (default: {MATCHES})",
    )
    parser.add_argument(
        "--transport",
        choices=[name.replace(" ", "-") for name in SCHEMES],
        help="the only one: all levels are tried over it (default: what each level is about, else tcp-json)",
    )
    parser.add_argument(
        "--stdio", choices=("words", "json"), help="the program talks to the bridge, in this mode"
    )
    parser.add_argument(
        "--testee", metavar="COMMAND", help="program that reads and writes the vectors"
    )
    parser.add_argument(
        "--server",
        metavar="URL",
        help="start no program: hold the published dialogues with this server, over all transports",
    )
    parser.add_argument("--vectors", type=Path, metavar="FOLDER", help="where the vectors are")
    parser.add_argument(
        "--listen", action="store_true", help="start no program: wait for a client to connect"
    )
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help=f"with --listen (default: {DEFAULT_PORT})"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the report as JSON, too")
    parser.add_argument("--seed", default="1", help="of deals, weather and troubles (default: 1)")
    parser.add_argument(
        "--patience",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="longest wait for the program (default: 10)",
    )
    parser.add_argument(
        "--repeatable",
        action="store_true",
        help="the program chooses the same in the same position: compare results at level 4",
    )
    return _run


def read_levels(text: str) -> list[int]:
    """`3` or `0-4` as levels. Raises argparse's error for anything else."""
    first, dash, last = text.partition("-")
    try:
        levels = list(range(int(first), int(last if dash else first) + 1))
    except ValueError:
        levels = []
    if not levels or not set(levels) <= LEVELS.keys():
        raise argparse.ArgumentTypeError(f"expected a level from 0 to 8 or a range, got {text!r}")
    return levels


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {number}")
    return number


def _run(args: argparse.Namespace) -> int:
    return run_guarded(lambda out: conformance(args, out))


async def conformance(args: argparse.Namespace, out: TextIO) -> int:
    """Tries the client, writes the report. Returns the exit code."""
    levels = sorted({level for chosen in args.level or [[0]] for level in chosen})
    if args.server is not None:
        return await _try_server(args, levels, out)
    if bool(args.command) == args.listen and not args.testee:
        raise CommandError("which program? Add -- and its command line, or --listen")
    cases = _cases(args, levels)
    report = Report(args.command, args.seed, levels, only_transport(args))
    if args.testee:
        await _try_vectors(args, report)
    if args.listen:
        report.outcomes = await _listen(args, cases, out)
    elif args.command:
        report.outcomes = await _try_program(args, cases, levels)
    return _tell(report, args, out)


def _tell(report: Report, args: argparse.Namespace, out: TextIO) -> int:
    """Writes the report. Returns the exit code."""
    out.write(report.text())
    if args.report is not None:
        args.report.write_text(json.dumps(report.to_plain(), indent=1) + "\n", encoding="utf-8")
    return 0 if report.is_clean else FAILED


async def _try_server(args: argparse.Namespace, levels: list[int], out: TextIO) -> int:
    """Holds the published dialogues with a server."""
    if args.command or args.listen or args.testee:
        raise CommandError("--server: expected no program, --listen or --testee beside it")
    try:
        address = read_address(args.server)
    except AddressError as error:
        raise CommandError(f"--server: {error}") from None
    report = Report([args.server], args.seed, levels)
    dialogues = find_dialogues(find_vectors(args.vectors), address, levels)
    if not dialogues:
        raise CommandError(f"--level: expected one with dialogues: {WITH_DIALOGUES}")
    for dialogue in dialogues:
        report.vectors[dialogue.level] = report.vectors.get(dialogue.level, 0) + 1
        try:
            await hold(dialogue, secrets.token_hex(8), args.patience)
        except DialogueError as error:
            report.vector_misses.append(
                VectorMiss(
                    dialogue.level,
                    dialogue.title,
                    str(error),
                    dialogue.transcript.about,
                    "dialogue",
                )
            )
    return _tell(report, args, out)


def _cases(args: argparse.Namespace, levels: list[int]) -> list[Case]:
    games = args.game or list(known_games())
    unknown = set(games) - set(known_games())
    if unknown:
        raise CommandError(
            f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(known_games())}"
        )
    try:
        cases = make_cases(levels, games, args.matches, only_transport(args))
    except ValueError as error:
        raise CommandError(f"--transport: {error}") from None
    return with_reference(cases) if args.repeatable else cases


def only_transport(args: argparse.Namespace) -> Transport | None:
    """The transport that everything goes over; None where each level chooses."""
    names: tuple[Transport, ...] = get_args(Transport)
    return next((name for name in names if name.replace(" ", "-") == args.transport), None)


async def _try_vectors(args: argparse.Namespace, report: Report) -> None:
    questions = read_questions(find_vectors(args.vectors), report.levels)
    for question in questions:
        report.vectors[question.level] = report.vectors.get(question.level, 0) + 1
    command = [word.replace("{python}", sys.executable) for word in shlex.split(args.testee)]
    report.vector_misses = await ask_testee(command, questions)


async def _try_program(
    args: argparse.Namespace, cases: list[Case], levels: list[int]
) -> list[Outcome]:
    client = Client(tuple(args.command), args.stdio)
    client.check()
    settings = Settings(args.seed, args.patience, args.repeatable)
    decided = 0

    def on_outcome(_: Outcome) -> None:
        nonlocal decided
        decided += 1
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{decided} of {len(cases)} cases")

    outcomes = await Runner(client, settings, on_outcome).run(cases)
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    return outcomes


async def _listen(args: argparse.Namespace, cases: list[Case], out: TextIO) -> list[Outcome]:
    """Waits for clients that connect by themselves, until all cases are played or Ctrl-C."""
    programme = Programme([Outcome(case) for case in cases])
    host = Host(programme, args.seed, args.patience)
    door = Door(host)
    port = await door.listen(port=args.port)
    out.write(f"listening on 127.0.0.1:{port}\n")
    out.flush()
    try:
        while not programme.is_done:
            host.changed.clear()
            await host.changed.wait()
    except asyncio.CancelledError:
        pass  # the report says what was not run
    finally:
        await door.close()
    return programme.outcomes
