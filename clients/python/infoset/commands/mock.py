"""`infoset mock`: a small server to develop a client against, offline and in any weather."""

import argparse
import asyncio
import dataclasses
from typing import Final, TextIO

from infoset.cli import Run
from infoset.conformance.cases import Case
from infoset.conformance.chapters import Chapter
from infoset.conformance.door import Door
from infoset.conformance.findings import Outcome
from infoset.conformance.host import Host
from infoset.conformance.programme import Programme
from infoset.conformance.weather import Weather
from infoset.running import run_guarded
from infoset_games.registry import known_games
from infoset_protocol.version import DEFAULT_PORT

HARDSHIPS: Final = tuple(field.name for field in dataclasses.fields(Weather))
GIVE_S: Final = 1.0  # a client that asks for nothing is given a seat after this
GAME: Final = "colonizers"  # for clients that do not say what they want to play


def command(parser: argparse.ArgumentParser) -> Run:
    """Runs a small server to develop a client against: matches against random players, for ever.

    Example: infoset mock --port 7421 --weather fields,pieces

    It keeps nothing, takes every login and starts a match at once. What a client does wrong is written
    as it happens, with what was expected and where the contract says so.
    """
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}")
    parser.add_argument(
        "--weather",
        type=read_weather,
        default=Weather(),
        metavar="WORDS",
        help=f"what makes it hostile, though legal: `storm`, or some of {', '.join(HARDSHIPS)}",
    )
    parser.add_argument("--seed", default="1", help="of deals and weather (default: 1)")
    parser.add_argument(
        "--patience",
        type=float,
        default=600.0,
        metavar="SECONDS",
        help="longest wait for an answer (default: 600)",
    )
    return _run


def read_weather(text: str) -> Weather:
    """`storm`, or names of hardships with commas. Raises argparse's error for others."""
    names = HARDSHIPS if text == "storm" else tuple(filter(None, text.split(",")))
    unknown = set(names) - set(HARDSHIPS)
    if unknown:
        raise argparse.ArgumentTypeError(
            f"no such weather: {', '.join(sorted(unknown))}; there are storm, {', '.join(HARDSHIPS)}"
        )
    return Weather(**dict.fromkeys(names, True))


def _run(args: argparse.Namespace) -> int:
    return run_guarded(lambda out: mock(args, out))


async def mock(args: argparse.Namespace, out: TextIO) -> int:
    """Serves until it is interrupted."""
    matches = 0

    def more(game: str | None) -> Outcome | None:
        nonlocal matches
        matches += 1
        if game not in (None, *known_games()):
            return None
        return Complaining(
            Case(
                0, "mock", game or GAME, "", Chapter.PLAYING, weather=args.weather, number=matches
            ),
            out,
        )

    host = Host(Programme([], more), args.seed, args.patience, GIVE_S)
    door = Door(host)
    port = await door.listen(port=args.port)
    out.write(f"listening on 127.0.0.1:{port}\n")
    out.flush()
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        await door.close()
    return 0


class Complaining(Outcome):
    """Says at once what the client does wrong."""

    def __init__(self, case: Case, out: TextIO) -> None:
        super().__init__(case)
        self._out = out

    def miss(self, what: str, expected: str, where: Chapter | None = None) -> None:
        known = len(self.misses)
        super().miss(what, expected, where)
        for found in self.misses[known:]:
            self._out.write(found.text() + "\n")
            self._out.flush()
