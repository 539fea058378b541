"""Runs a bot as a program: reads options, plays the matches, prints what came out."""

import argparse
import asyncio
import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, TextIO

from infoset.bot import BotFactory
from infoset.botseat import BotSeat, Faults
from infoset.client import Incoming
from infoset.errors import InfosetError
from infoset.exits import FAILED, INTERRUPTED
from infoset.fitting import Fitting, require_fit
from infoset.loading import is_reading
from infoset.playing import Host, Plan, Seat
from infoset.printing import clean
from infoset.progress import ProgressLine
from infoset.settings import (
    add_connection_options,
    add_plan_options,
    deltas,
    make_client,
    read_plan,
    set_up_logging,
)
from infoset.tally import Tally, count_text, result_text
from infoset.tracing import Trace, add_trace_option
from infoset.turn import Match
from infoset.unread import run_read
from infoset_games.core import Json
from infoset_games.game import OptionError
from infoset_games.registry import find_game, known_games, make_game


def run(bot: BotFactory, argv: Sequence[str] | None = None, **defaults: Any) -> None:
    """Plays `bot` as the command line says (`--help` lists the options); the last line of a bot file.

    `bot` is a Bot class or a function that makes one: it is called anew for every match. Keyword
    arguments set other defaults for the options: `run(MyBot, seek="colonizers", games=10)`. Ends
    the program with exit code 1 if nothing could be played. Does nothing where the file is only read
    for its bot, as by `infoset bot` and the arena, so that it may stand there without `if __name__`.
    """
    parser = argparse.ArgumentParser(description=getattr(bot, "__doc__", None))
    add_bot_options(parser)
    unknown = set(defaults) - {action.dest for action in parser._actions}
    if unknown:
        raise TypeError(f"run() has no option {', '.join(sorted(unknown))}")
    parser.set_defaults(**defaults)
    if is_reading():
        return

    def play() -> int:
        args = parser.parse_args(argv)
        return run_guarded(lambda out: play_bot(bot, args, out))

    code = run_read(play)
    if code:
        sys.exit(code)


def add_bot_options(parser: argparse.ArgumentParser) -> None:
    """What every program that plays a bot understands."""
    add_connection_options(parser)
    add_plan_options(parser)
    add_trace_option(parser, "what the bot sees, thinks and does")


def run_guarded(work: Callable[[TextIO], Coroutine[Any, Any, int]]) -> int:
    """Runs a command's work and returns its exit code; expected failures become one sentence.

    `work` gets the real stdout. Everything else that is printed meanwhile goes to stderr, so that
    no `print` of a bot can mix with what the command says. SIGTERM ends it as tidily as Ctrl-C.
    """
    out = sys.stdout
    try:
        with contextlib.redirect_stdout(sys.stderr), tidy_sigterm():
            return asyncio.run(until_sigterm(work(out)))
    except InfosetError as error:
        sys.stderr.write(f"infoset: {clean(error)}\n")
        return FAILED
    except (KeyboardInterrupt, asyncio.CancelledError):
        return INTERRUPTED


async def until_sigterm(work: Coroutine[Any, Any, int]) -> int:
    """Awaits `work`, which SIGTERM cancels between two steps of the loop, as asyncio lets Ctrl-C do.

    An exception in the middle of a step would leave things half done, and their clean-up waiting for ever.
    """
    task = asyncio.current_task()
    assert task is not None
    if threading.current_thread() is threading.main_thread():
        with contextlib.suppress(NotImplementedError):  # Windows: `tidy_sigterm` has to do
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work


@contextlib.contextmanager
def tidy_sigterm() -> Iterator[None]:
    """SIGTERM raises KeyboardInterrupt, so that children are ended and files closed."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what a signal does
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


async def play_bot(bot: BotFactory, args: argparse.Namespace, out: TextIO) -> int:
    """Plays by the options; writes a line for each match and a summary. Returns the exit code."""
    set_up_logging(args.verbose)
    plan = read_plan(args)
    require_seekable(bot, plan)
    fitting = Fitting()
    tally, faults = Tally(), Faults()
    progress = ProgressLine(sys.stderr, plan.matches)

    def on_result(seat: Seat) -> None:
        assert isinstance(seat, BotSeat)
        tally.add(seat.result)
        faults.add(seat.faults)
        progress.clear()
        out.write(result_text(seat.match, seat.result) + "\n")
        out.flush()
        progress.show(tally.matches)

    async with make_client(
        args, name=bot_name(bot), program="infoset-bot", features=("compute", *deltas(args))
    ) as client:

        def make_seat(match: Match, start: Incoming) -> BotSeat:
            trace = None if args.trace is None else Trace(args.trace, start.plain)
            return BotSeat(match, bot, client.ask, trace, fitting)

        host = Host(client, make_seat, plan, on_result)
        try:
            await host.run()
        finally:
            progress.clear()
            out.write(f"{tally.text()}{faults_text(faults)}\n")
            out.flush()
    return 0


def require_seekable(bot: BotFactory, plan: Plan) -> None:
    """Raises BotLoadError where the bot says that it cannot play the game that it is to seek."""
    if plan.game not in known_games():  # as one that the server has and we have not
        return
    known = find_game(plan.game).describe_options()
    options: dict[str, Json] = {"seats": plan.seats} if plan.seats and "seats" in known else {}
    with contextlib.suppress(OptionError):  # which the server refuses in its own words
        require_fit(bot, make_game(plan.game, options), f"bot {bot_name(bot)!r}")


def bot_name(bot: BotFactory) -> str:
    """The name a bot plays under if it has no other."""
    return str(getattr(bot, "__name__", "bot")).strip("<>")[:64]


def faults_text(faults: Faults) -> str:
    """`; 3 exceptions, 1 wrong answer`, nothing if all went well."""
    parts = [
        count_text(number, what)
        for number, what in (
            (faults.exceptions, "exception"),
            (faults.wrong_answers, "wrong answer"),
            (faults.missed, "missed decision"),
        )
        if number
    ]
    return f"; {', '.join(parts)}" if parts else ""
