"""All ratios that are promised, within five minutes on a quiet machine, and which of them have become worse.

    python benchmarks/quick.py [--only WORDS ...] [--keep MACHINE]

Each ratio is taken in rounds in which both sides have a turn; its median and an interval of 95 % are printed beside
those of the table in `ratios.json`. Worse is what lies on the wrong side of that interval as a whole: then the
program ends with 1. `--keep` writes what was measured into the table, with today's date and these words for the
machine. The programs named in README.md measure the same more thoroughly, one each.
"""

import argparse
import asyncio
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.ratios import Measured, Promise, figure, keep, measured, read_kept

from benchmarks import act_cost, compute, crossfire, load, rules, search
from infoset_games.build_info import is_compiled
from infoset_games.crossfire import Crossfire

ROUNDS: Final = 7
SEARCHED_PLAYS: Final = 5  # of Crossfire; nineteen of twenty need some 80 decisions for an interval
ACTS: Final = 7_000  # of each wire
LOAD_RATE: Final = 1_000.0  # acts in a second
LOAD_S: Final = 3.0  # of each round
ROLLOUT_S: Final = 0.4  # of each round
PING_ROUNDS: Final = (
    25  # whose 99th percentiles are three pings each, so that more of them are needed
)

Found = Iterator[tuple[str, Measured]]


def colonizers() -> Found:
    """The rules and the search beside their C++ twins."""
    with tempfile.TemporaryDirectory() as folder:
        twin = rules.build_twin(Path(folder))
        if twin is not None:
            rules.check_twin(twin)
            games = rules.FAST_GAMES
            shares = [
                rules.rollouts_per_second(games) / rules.twin_rollouts_per_second(twin)
                for _ in range(ROUNDS)
            ]
            yield "random playouts of Colonizers, of C++", measured(shares)
        twin = search.build_twin(Path(folder))
        if twin is not None:
            search.check_twin(twin)
            pairs = [
                (search.measure(slowly=False), search.measure_twin(twin)) for _ in range(ROUNDS)
            ]
            for name, key in (
                ("a playout of the heuristic", "playout"),
                ("ISMCTS", "ismcts, 200 iterations"),
            ):
                yield f"{name}, times C++", measured([ours[key] / its[key] for ours, its in pairs])


def crossfire_rules() -> Found:
    """Crossfire beside itself uncompiled, and how long a decision takes."""
    boards = ["standard"]
    with tempfile.TemporaryDirectory() as folder:
        pure = crossfire.copy_without_extensions(Path(folder))
        turns = [
            (crossfire.take_turn(boards), crossfire.take_turn_of(pure, boards))
            for _ in range(ROUNDS)
        ]
    for name in ("plays of the heuristic", "worlds"):
        ratios = [ours[f"standard: {name}"] / its[f"standard: {name}"] for ours, its in turns]
        yield f"Crossfire: {name}, times uncompiled", measured(ratios)
    times = crossfire.decision_times(Crossfire(preset="standard"), SEARCHED_PLAYS)
    yield "Crossfire: a decision of 300 iterations, median", measured(times)
    yield "Crossfire: a decision of 300 iterations, 19 of 20", measured(times, 0.95)


def acts() -> Found:
    """An act beside a bare server that moves the same frames."""
    with tempfile.TemporaryDirectory() as folder:
        server, port = act_cost.real_server(folder, is_stored=False)
        try:
            for name, wire in act_cost.WIRES.items():
                pairs = act_cost.compare(wire, port, server.pid, ACTS, 8, ROUNDS)
                yield (
                    f"`act` over {name}, of a bare server's rate",
                    measured([bare / real for real, bare in pairs]),
                )
        finally:
            server.kill()
            server.wait()


def storage() -> Found:
    """CPU of an act with storage beside one without."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, load.FILES), hard))
    rng = random.Random(1)
    with load.both_servers(250) as loads:
        play = {name: partial(one.play, LOAD_RATE) for name, one in loads.items()}
        for one in play.values():
            one(load.WARM_UP_S, rng)
        ratios = [
            play["on"](LOAD_S, rng).cpu_us / play["off"](LOAD_S, rng).cpu_us for _ in range(ROUNDS)
        ]
    yield "CPU of an act with storage, times without", measured(ratios)


def thinking() -> Found:
    """Rollouts through the protocol beside the same loop, and pings while all workers search."""
    shares, pings = asyncio.run(ask_server())
    for batch, found in shares.items():
        name = f"rollouts through the protocol, {batch:,} a request, of the same loop"
        yield name, measured([share for share, _ in found])
    yield "p99 of a ping while all workers search, times idle", measured(pings)


async def ask_server() -> tuple[dict[int, list[tuple[float, float]]], list[float]]:
    """The shares of rollouts by batch, and the ratios of pings by round."""
    async with compute.open_server() as port:
        shares = await compute.rollout_shares(port, ROLLOUT_S, ROUNDS)
        trips, _ = await compute.ping_times(port, PING_ROUNDS)
    rounds = [slice(at, at + compute.TRIPS) for at in range(0, len(trips.idle), compute.TRIPS)]
    told = {batch: [(share, plain) for share, plain, _ in found] for batch, found in shares.items()}
    return told, [
        compute.at(trips.busy[one], 0.99) / compute.at(trips.idle[one], 0.99) for one in rounds
    ]


QUESTIONS: Final[dict[str, Callable[[], Found]]] = {
    "colonizers": colonizers,
    "crossfire": crossfire_rules,
    "acts": acts,
    "storage": storage,
    "thinking": thinking,
}


def report(what: str, found: Measured, kept: Promise | None) -> bool:
    """Prints a line; returns whether it is worse than what was kept."""
    line = f"{what:68}{figure(found.median):>8}  ({figure(found.low)} to {figure(found.high)})"
    if kept is None:
        print(line, flush=True)
        return False
    is_worse = kept.is_worse(found)
    target = "met" if kept.is_met(found) else "not met"
    line += f"  kept {figure(kept.median)}, target {kept.target:g}: {target}"
    print(line + ("  WORSE" if is_worse else ""), flush=True)
    return is_worse


def main() -> None:
    """Measures, prints, compares; keeps if asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=QUESTIONS, default=QUESTIONS)
    parser.add_argument(
        "--keep", metavar="MACHINE", help="write the table; what it was measured on"
    )
    arguments = parser.parse_args()
    if not is_compiled():
        sys.exit("the rules run uncompiled: install with a C compiler to compare anything")
    kept = read_kept()
    found = {}
    worse = []
    begun_s = time.monotonic()
    for question in arguments.only:
        for what, one in QUESTIONS[question]():
            found[what] = one
            if report(what, one, kept.get(what)):
                worse.append(what)
    print(f"{len(found)} ratios in {time.monotonic() - begun_s:.0f} s, {len(worse)} worse")
    if arguments.keep:
        today = datetime.now(UTC).date().isoformat()
        keep(
            [
                replace(one, **asdict(found[what]), date=today, machine=arguments.keep)
                if what in found
                else one
                for what, one in kept.items()
            ]
        )
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
