"""`infoset ab`: puts tests of two programs into a server's queue, looks at them, and plays them for it."""

import argparse
import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from infoset.address import read_address
from infoset.cli import Run
from infoset.commands.admin import (
    TOKEN_VARIABLE,
    Verbs,
    add_verbs,
    argument,
    find_server,
    find_token,
    show,
)
from infoset.errors import CommandError
from infoset.exits import INTERRUPTED
from infoset.game_options import read_options
from infoset.running import tidy_sigterm
from infoset_bots.lab.abtests.server import AbServer
from infoset_bots.lab.abtests.submitting import Program, read_program
from infoset_bots.lab.abtests.worker import Worker
from infoset_bots.lab.arena.command import USUAL_GAME, add_match_options, count, rules_in_words
from infoset_bots.lab.arena.players import require_apart, require_fit, rules_behind, split_label
from infoset_bots.lab.pools.naming import add_pool_options, find_pool
from infoset_games.contests.sequential import AbSettings
from infoset_games.registry import make_game

REGRESSION: Final = (-0.1, 0.0)  # bounds where a program shall only be no worse
SECRETS: Final = (TOKEN_VARIABLE, "INFOSET_TOKEN")  # nothing for programs that are played

ONE: Final = argument("test", "id of the test")
GAME: Final = argument("--game", f"which game (default: {USUAL_GAME})", default=USUAL_GAME)
FILES: Final = argument("--files", "the folder of A's files, sent with it", type=Path)
PRIORITY: Final = argument(
    "--priority", "from -10 to 10, higher first; above 0 for administrators", type=int, default=0
)
USUAL: Final = AbSettings()

VERBS: Final[Verbs] = {
    "submit": (
        "let the workers find out whether A is better than B, or than a release",
        (
            argument("a", "the program that may be better, as `infoset arena` names it"),
            argument("b", "what it is compared with; absent with --release", nargs="?"),
            argument("--release", "compare with the newest release of this name"),
            FILES,
            argument("--b-files", "the folder of B's files", type=Path),
            argument("--title", "what the test is about", default=""),
            argument(
                "--bounds",
                "effects between which either answer is right "
                "(default: 0 0.1; with --release -0.1 0: is it no worse?)",
                nargs=2,
                type=float,
                metavar=("NONE", "WORTHWHILE"),
            ),
            argument("--alpha", "chance of PASS at the first", type=float, default=USUAL.alpha),
            argument("--beta", "chance of FAIL at the second", type=float, default=USUAL.beta),
            argument("--max-blocks", "give up after so many deals", type=count, default=3_000),
            PRIORITY,
            argument("--private", "show it to nobody but you", action="store_true"),
        ),
    ),
    "list": ("your tests, in the order of the queue", ()),
    "show": (
        "where a test stands",
        (
            ONE,
            argument("--log", "what the programs wrote when they failed", action="store_true"),
            argument("--json", "everything, for programs", action="store_true"),
        ),
    ),
    "stop": ("play a test no further", (ONE,)),
    "priority": (
        "let a test be played before others, or after them",
        (ONE, argument("priority", "from -10 to 10", type=int)),
    ),
    "release": (
        "keep a program as the newest of its name, to test the next ones against",
        (argument("name", "a-z, 0-9, _"), argument("program", "the program"), GAME, FILES),
    ),
    "worker": (
        "play the tests of whose token it is, on this machine or a pool",
        (
            argument(
                "--for-all",
                "play everybody's, with an administrator's token: their programs run here",
                action="store_true",
            ),
            argument("--once", "end when there is nothing to play", action="store_true"),
            argument(
                "--folder",
                "where programs are unpacked; with --pool one that all machines share",
                type=Path,
            ),
            argument("--parent", "end when this process is gone", type=int),
        ),
    ),
}


def command(parser: argparse.ArgumentParser) -> Run:
    """Is A better than B? Tests in a server's queue, played by workers on any machine.

    infoset serve --set abtests.processes=2                  a server that plays its own tests
    infoset ab submit new=my_bot.py old=old_bot.py           puts a test into the queue
    infoset ab --url infoset://HOST:7421 worker              plays, on as many machines as you like

    Talks to the running server as `infoset admin` does. docs/abtests.md tells more.
    """
    return add_verbs(parser, VERBS, run, {"submit": add_match_options, "worker": add_pool_options})


def run(args: argparse.Namespace, env: Mapping[str, str] = os.environ) -> int:
    """Does what is asked; returns the exit code. Raises InfosetError."""
    server = AbServer(read_address(find_server(args, env)), find_token(args, env))
    with rules_in_words():
        match args.verb:
            case "submit":
                answer = submit(server, args)
            case "release":
                answer = release(server, args)
            case "worker":
                return work(server, args)
            case "list":
                answer = server.ask("ab-tests")
            case "show":
                answer = server.ask("ab-show", test=args.test, log=args.log, json=args.json)
            case "stop":
                answer = server.ask("ab-stop", test=args.test)
            case _:
                answer = server.ask("ab-priority", test=args.test, priority=args.priority)
    show(answer, args.out)
    return 0


def submit(server: AbServer, args: argparse.Namespace) -> dict[str, Any]:
    """Sends the programs and the test. Raises InfosetError."""
    if (args.b is None) == (args.release is None):
        raise CommandError("submit: expected B, or --release NAME in its place")
    game = make_game(args.game or USUAL_GAME, read_options(args.game or USUAL_GAME, args.option))
    programs: list[Program] = [read_program(args.a, args.files, game.name)]
    if args.b is not None:
        programs.append(read_program(args.b, args.b_files, game.name))
    given = [program for program in (args.a, args.b) if program is not None]
    specs = [split_label(program)[1] for program in given if "{files}" not in program]
    require_apart(specs)
    for spec in specs:
        require_fit(spec, game)
    for program in programs:
        server.send(program)
    null, alternative = args.bounds or (
        REGRESSION if args.release is not None else (USUAL.null, USUAL.alternative)
    )
    files = rules_behind(game.name)
    return server.ask(
        "ab-submit",
        a=programs[0].side(),
        b=programs[1].side() if args.b is not None else None,
        against=args.release,
        game=game.name,
        options=dict(game.options()),
        **({"game_files": files} if files else {}),  # which servers of earlier releases do not know
        title=args.title,
        null=null,
        alternative=alternative,
        alpha=args.alpha,
        beta=args.beta,
        max_blocks=args.max_blocks,
        pace=pace_of(args),
        priority=args.priority,
        private=args.private,
    )


def pace_of(args: argparse.Namespace) -> dict[str, Any]:
    """The time control. Raises CommandError for options that do not go together."""
    if args.duplicate or args.seatings != "auto":
        raise CommandError(
            "a test plays every deal under all seatings: expected no --duplicate, no --seatings"
        )
    return {
        "move_ms": args.move_ms,
        "bank_ms": args.bank_ms,
        "inc_ms": args.inc_ms or 0,
        "first_ms": args.first_ms,
        "on_timeout": args.on_timeout,
        "patience_s": args.patience_s,
    }


def release(server: AbServer, args: argparse.Namespace) -> dict[str, Any]:
    """Sends a program and gives it a name that stays. Raises InfosetError."""
    program = read_program(args.program, args.files, args.game)
    server.send(program)
    return server.ask("ab-release", name=args.name, game=args.game, side=program.side())


def work(server: AbServer, args: argparse.Namespace) -> int:
    """Plays until it is interrupted; returns the exit code. Raises InfosetError."""
    for name in SECRETS:
        os.environ.pop(name, None)
    if args.folder is not None:
        args.folder.mkdir(parents=True, exist_ok=True)
    worker = Worker(
        server,
        find_pool(args),
        args.folder,
        sys.stderr,
        for_all=args.for_all,
        parent=args.parent,
        ends_at_once=args.once,
    )
    with tidy_sigterm(), contextlib.suppress(KeyboardInterrupt):
        worker.run()
        return 0
    return INTERRUPTED
