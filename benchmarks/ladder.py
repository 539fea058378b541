"""What a ladder costs: its table after 50,000 matches of four, in a process of its own; its pages after twice as many.

python benchmarks/ladder.py [--bots 300] [--matches 50000]

A page is what a browser asks for, from the question to the bytes of the answer. Beside it stands what it takes
to read the results of all those matches once from what is stored, which a server does when it starts.
"""

import argparse
import asyncio
import random
import sys
import time
from http import HTTPStatus
from types import SimpleNamespace
from typing import cast

import orjson

from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.definition import check_ladder, table_settings
from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.rating_worker import Calculated, RatingWorker
from infoset_server.contests.ladder.results import RawResult, read_results
from infoset_server.contests.ladder.service import Ladders
from infoset_server.contests.ladder.tables import RatingTerms
from infoset_server.http.ladders import LadderPages
from infoset_server.http.routes import Router
from infoset_server.network.caller import Caller
from infoset_server.storage.notes import NoNotes

TERMS = RatingTerms((4,), 1.5, 0.25, 0.3, 30 * 86_400_000)
SEATS = 4
NONE = (0,) * SEATS
LOOK_S = 0.001
LOOKS = 5  # at each page; the fastest counts, so that a busy machine tells as little as it can


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


async def measure_table(bots: int, results: list[RawResult]) -> Calculated:
    """Prints what the table costs, and returns it with its history."""
    matches = len(results)
    reckoner = RatingWorker()
    fresh = matches // 50
    stop = asyncio.Event()
    watch = asyncio.create_task(longest_delay_s(stop))
    began = time.perf_counter()
    first = await reckoner.reckon("x", TERMS, results[:-fresh])
    cold_s = time.perf_counter() - began
    began = time.perf_counter()
    newest = await reckoner.reckon("x", TERMS, results)
    warm_s = time.perf_counter() - began
    stop.set()
    delay_s = await watch
    await reckoner.close()
    sys.stdout.write(
        f"{bots} bots, {matches} matches: all tables anew {cold_s:.1f} s; "
        f"the table after {fresh} more {warm_s:.2f} s, {cold_s / warm_s:.0f} times less; "
        f"the server's loop was late by {1000 * delay_s:.0f} ms at most\n"
    )
    return Calculated((*first.milestones, *newest.milestones), newest.table)


def stored(results: list[RawResult]) -> dict[str, bytes]:
    """The results as a store has them."""
    return {one.match_id: orjson.dumps(one.to_plain()) for one in results}


def restored(bots: int, results: list[RawResult], tables: Calculated) -> Ladder:
    """The ladder as it is when a server has started."""
    file = check_ladder({"game": "colonizers", "max_entries": bots}, "benchmark")
    settings = table_settings(file, RoomLimits())
    ladder = Ladder("x", file, settings, NoNotes(), random.Random(1))
    for number in range(bots):
        ladder.roster.add(Entry(f"e_{number}", f"bot{number}", "1", "bot", f"u_{number}"))
    for one in results:
        ladder.enter_result(one)
    ladder.standings.publish(tables, len(results))
    return ladder


def measure_pages(bots: int, results: list[RawResult], tables: Calculated) -> None:
    """Prints what each page costs beside reading the results once."""
    documents = stored(results)
    began = time.perf_counter()
    read = read_results(documents)
    read_s = time.perf_counter() - began
    began = time.perf_counter()
    ladder = restored(bots, read, tables)
    count_s = time.perf_counter() - began
    print(
        f"{len(results)} results: read from their documents in {read_s:.2f} s, "
        f"counted in {count_s:.2f} s more"
    )
    rarest = min(
        ladder.entries, key=lambda entry: sum(entry in one.entries for one in read[-3000:])
    )
    ladders = cast(Ladders, SimpleNamespace(ladders={"x": ladder}))
    router = Router(LadderPages(ladders).routes())
    for path in ("", "/crosstable", "/history", "/results", f"/entry/{rarest}"):
        took_s = min(page_s(router, f"/ladder/x{path}") for _ in range(LOOKS))
        print(
            f"  /ladder/x{path:<14} {1000 * took_s:7.1f} ms, {took_s / read_s:.4f} of reading them once"
        )


def page_s(router: Router, path: str) -> float:
    """How long a page takes, written as bytes."""
    began = time.perf_counter()
    response = router.look(path, Caller("192.0.2.7"))
    assert response is not None
    assert response.status_code == HTTPStatus.OK
    return time.perf_counter() - began


async def measure(bots: int, matches: int) -> None:
    """Prints what all of it costs."""
    results = season(bots, 2 * matches)
    tables = await measure_table(bots, results[:matches])
    measure_pages(bots, results, tables)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=300)
    parser.add_argument("--matches", type=int, default=50_000)
    asked = parser.parse_args()
    asyncio.run(measure(asked.bots, asked.matches))


if __name__ == "__main__":
    main()
