"""`infoset bridge`: lets any program play over its stdin and stdout."""

import argparse
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from infoset.bridge.dialects import Dialect, JsonLines, Words
from infoset.bridge.observation_file import ObservationFile
from infoset.bridge.seat import BridgeSeat
from infoset.bridge.traced import BridgeTrace
from infoset.cli import Run
from infoset.client import Incoming
from infoset.errors import CommandError
from infoset.extras import require
from infoset.playing import Host, Seat
from infoset.progress import ProgressLine
from infoset.running import run_guarded
from infoset.seated.telling import tell_turn
from infoset.settings import (
    add_connection_options,
    add_plan_options,
    deltas,
    make_client,
    read_plan,
    set_up_logging,
)
from infoset.tally import Tally, result_text
from infoset.tracing import Trace, add_trace_option
from infoset.turn import Match
from infoset.word_files import ENGLISH
from infoset.wording import speak


def command(parser: argparse.ArgumentParser) -> Run:
    """Lets any program play over its stdin and stdout.

    Example: infoset bridge --seek colonizers -- ./my_bot.sh

    The program is started for each match (never through a shell). In the mode `words` it reads lines
        START game seat seats
        CONST path word                           (what everybody may know, told once)
        SEES path word                            (what your seat knows now)
        ACTION index verb word ...                (what you may do; the index is the answer)
        SLOT slot name                            (a joint order: for each slot,
        OPTION slot index verb word ...            and each of its options)
        TURN decision n fallback deadline_ms      (deadline_ms is -1 without a deadline)
        TEXT line                                 (with --text: the same in sentences, line by line)
        OVER place points
        QUIT
    and answers each TURN with a line: an index from 0 to n-1, `decision index`, or for a joint order
    `decision pick pick ...`, one for each slot. A value is one word: 7, true, wood; a list is 1,0,2; what
    is empty is -. Pass over lines that you do not know. In the mode `json` it reads and writes the
    messages of the match as they are. Its stderr is shown here.
    """
    parser.add_argument("command", nargs="+", metavar="CMD", help="the program and its arguments")
    parser.add_argument(
        "--mode",
        choices=("words", "json"),
        default="words",
        help="what the lines are (default: words)",
    )
    parser.add_argument(
        "--obs",
        metavar="FILE",
        type=ObservationFile,
        help="words: write the observation to this file, as JSON, before each TURN; "
        "{match} stands for the match",
    )
    parser.add_argument(
        "--text", action="store_true", help="words: tell each turn in sentences, too, as TEXT lines"
    )
    add_connection_options(parser)
    add_plan_options(parser)
    add_trace_option(parser, "what the program sees and does")
    return _run


def _run(args: argparse.Namespace) -> int:
    return run_guarded(lambda out: bridge(args, out))


async def bridge(args: argparse.Namespace, out: TextIO) -> int:
    """Plays by the options; writes a line for each match and a summary. Returns the exit code."""
    set_up_logging(args.verbose)
    if args.text:
        require("infoset bridge --text", "play", "fluent")
        speak(ENGLISH)  # the same on every computer
    check_program(args.command[0])
    plan = read_plan(args)
    tally = Tally()
    progress = ProgressLine(sys.stderr, plan.matches)

    def on_result(seat: Seat) -> None:
        tally.add(seat.result)
        progress.clear()
        out.write(result_text(seat.match, seat.result) + "\n")
        out.flush()
        progress.show(tally.matches)

    name = Path(args.command[0]).stem[:64] or "bridge"
    # Words can ask nothing; a program that speaks messages may think on the server.
    features = (*(("compute",) if args.mode == "json" else ()), *deltas(args))
    async with make_client(args, name=name, program="infoset-bridge", features=features) as client:

        def make_seat(match: Match, start: Incoming) -> Seat:
            dialect = make_dialect(args, match, start)
            trace = None
            if args.trace is not None:
                trace = BridgeTrace(match, Trace(args.trace, start.plain))
            return BridgeSeat(match, dialect, args.command, client.ask_plain, trace=trace)

        try:
            await Host(client, make_seat, plan, on_result).run()
        finally:
            progress.clear()
            out.write(tally.text() + "\n")
            out.flush()
    return 0


def make_dialect(args: argparse.Namespace, match: Match, start: Incoming) -> Dialect:
    """The way of talking that the options name."""
    if args.mode == "json":
        return JsonLines(match, start.plain)
    file: ObservationFile | None = args.obs
    save: Callable[[Mapping[str, Any]], None] | None = None
    if file is not None:
        save = file.for_match(match.match_id)
    return Words(match, save, tell=tell_turn if args.text else None)


def check_program(program: str) -> None:
    """Raises CommandError if there is no such program; better said before a seat is taken."""
    if shutil.which(program) is None:
        raise CommandError(f"{program}: no such program, or it may not be executed")
