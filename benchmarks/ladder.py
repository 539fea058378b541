"""What a ladder's table costs: 300 bots, 50,000 matches of four, calculated in a process of its own.

python benchmarks/ladder.py [--bots 300] [--matches 50000]
"""

import argparse
import asyncio
import random
import sys
import time

from infoset_server.ladder.reckoner import Reckoner
from infoset_server.ladder.results import RawResult
from infoset_server.ladder.tables import RatingTerms

TERMS = RatingTerms((4,), 1.5, 0.25, 0.3, 30 * 86_400_000)
SEATS = 4
NONE = (0,) * SEATS
LOOK_S = 0.001


def season(bots: int, matches: int) -> list[RawResult]:
    """Results of bots of different strengths."""
    rng = random.Random(1)
    rates = [rng.lognormvariate(0, 0.8) for _ in range(bots)]
    found = []
    for number in range(1, matches + 1):
        table = rng.sample(range(bots), SEATS)
        arrivals = [rng.expovariate(rates[bot]) for bot in table]
        places = tuple(1 + sum(other < mine for other in arrivals) for mine in arrivals)
        found.append(
            RawResult(
                number,
                f"m_{number}",
                number,
                tuple(f"e_{bot}" for bot in table),
                (False,) * SEATS,
                places,
                (0.0,) * SEATS,
                "finished",
                ("",) * SEATS,
                NONE,
                NONE,
                NONE,
                NONE,
                f"x_{number}",
            )
        )
    return found


async def longest_delay_s(stop: asyncio.Event) -> float:
    """By how much the loop was late at worst, until `stop`."""
    worst = 0.0
    while not stop.is_set():
        before = time.perf_counter()
        await asyncio.sleep(LOOK_S)
        worst = max(worst, time.perf_counter() - before - LOOK_S)
    return worst


async def measure(bots: int, matches: int) -> None:
    """Prints what it costs."""
    results = season(bots, matches)
    reckoner = Reckoner()
    fresh = matches // 50
    stop = asyncio.Event()
    watch = asyncio.create_task(longest_delay_s(stop))
    began = time.perf_counter()
    await reckoner.reckon("x", TERMS, results[:-fresh])
    cold_s = time.perf_counter() - began
    began = time.perf_counter()
    await reckoner.reckon("x", TERMS, results)
    warm_s = time.perf_counter() - began
    stop.set()
    delay_s = await watch
    await reckoner.close()
    sys.stdout.write(
        f"{bots} bots, {matches} matches: all tables anew {cold_s:.1f} s; "
        f"the table after {fresh} more {warm_s:.2f} s, {cold_s / warm_s:.0f} times less; "
        f"the server's loop was late by {1000 * delay_s:.0f} ms at most\n"
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=300)
    parser.add_argument("--matches", type=int, default=50_000)
    asked = parser.parse_args()
    asyncio.run(measure(asked.bots, asked.matches))


if __name__ == "__main__":
    main()
