"""How long a server takes to start with what an earlier one has left: running matches, or results.

    python benchmarks/start.py [--matches 1000] [--acts 60] [--results 100000] [--rounds 7]

A server plays that many matches of Colonizers, so many acts each, and is ended with `kill -9`. Then it is started on what it has
stored, again and again, each time beside one with an empty folder: the time from the start of the process until it
listens. By then all matches are set up and their clocks run.

For the results, a server plays some matches of a ladder; the result of the last one is copied under other names until there
are so many. The rounds are the same.
"""

import argparse
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.act_cost import Lengths, real_server, seat_tables
from benchmarks.ratios import measured

from infoset_server.storage.chain import document_checksum
from infoset_server.storage.opening import FILE_NAME

LADDER: Final = "night"
FILES: Final = 20_000
AT_ONCE: Final = 50  # tables that are seated together
WIDE: Final = (
    "connections.max_total=30000",
    "connections.max_per_address=30000",
    "rooms.max_rooms=5000",
)


def main() -> None:
    """Prints the seconds of each start, and the ratio."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--acts", type=int, default=60, help="of each match")
    parser.add_argument("--results", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7, help="6 at least")
    args = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, FILES), hard))
    os.environ.pop(
        "PYTHONDONTWRITEBYTECODE", None
    )  # as for a user, whose second start compiles nothing
    with tempfile.TemporaryDirectory() as folder:
        start_s(Path(folder) / "first")
        leave_matches(Path(folder) / "running", args.matches, args.acts)
        compare(f"{args.matches:,} running matches", Path(folder), "running", args.rounds)
        leave_results(Path(folder) / "ladder", args.results)
        compare(f"{args.results:,} results of a ladder", Path(folder), "ladder", args.rounds)


def leave_matches(folder: Path, matches: int, acts: int) -> None:
    """Has a server play and kills it."""
    server, port = real_server(str(folder), True, *WIDE)
    seated = []
    for _ in range(-(-matches // AT_ONCE)):
        seated.append(seat_tables(Lengths, port, AT_ONCE))
        seated[-1].play(acts)
        seated[-1].forget()
    server.kill()
    server.wait()
    for tables in seated:
        tables.close()


def leave_results(folder: Path, results: int) -> None:
    """Has a server play a little, and copies what it has stored of a match."""
    ladder = [sys.executable, "-m", "infoset", "ladder", "--data", str(folder)]
    bots = ["--game", "colonizers", "--hosted", "random,heuristic", "--copies", "2"]
    for command in (["create", LADDER, *bots], ["run", LADDER, "--matches", "2"]):
        subprocess.run([*ladder, *command], check=True, capture_output=True)
    kind = f"ladder_result:{LADDER}"
    with closing(sqlite3.connect(folder / FILE_NAME)) as store, store:
        bodies = store.execute("SELECT body FROM documents WHERE kind = ?", (kind,)).fetchall()
        plain = [json.loads(body) for (body,) in bodies]
        first = max(one["number"] for one in plain) + 1
        store.executemany(
            "INSERT INTO documents (kind, key, body, crc) VALUES (?, ?, ?, ?)",
            (copied(kind, plain[-1], number) for number in range(first, first + results)),
        )


def copied(kind: str, plain: dict[str, Any], number: int) -> tuple[str, str, bytes, int]:
    """The row of a result like this one, of another match."""
    key = f"m_copy{number:08}"
    body = json.dumps(plain | {"number": number, "meeting": f"x_copy{number:08}"}).encode()
    return kind, key, body, document_checksum(kind, key, body)


def compare(what: str, folder: Path, name: str, rounds: int) -> None:
    """Starts with what is there and with nothing, by turns."""
    found: dict[str, list[float]] = {name: [], "empty": []}
    for number in range(rounds):
        for one, times in found.items():
            copy = folder / f"{one}-{number}"
            if one != "empty":
                shutil.copytree(folder / one, copy, symlinks=True)
            times.append(start_s(copy))
            shutil.rmtree(copy, ignore_errors=True)
    ours, empty = (measured(times) for times in found.values())
    print(
        f"start with {what}: {ours.median:.2f} s ({ours.low:.2f} to {ours.high:.2f}), "
        f"with nothing {empty.median:.2f} s, {ours.median / empty.median:.1f} times"
    )


def start_s(folder: Path) -> float:
    """From the start of the process until it listens."""
    begun_s = time.perf_counter()
    server, _ = real_server(str(folder), True, *WIDE)
    took_s = time.perf_counter() - begun_s
    server.kill()
    server.wait()
    return took_s


if __name__ == "__main__":
    main()
