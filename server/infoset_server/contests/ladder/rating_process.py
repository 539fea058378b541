"""A process that calculates tables, so that the server's loop does not stand still. Started by `rating_worker.py`.

It reads lines of JSON, and answers one kind of them:

{"ladder", "terms"}      what is assumed of a ladder; results given before are counted anew
{"ladder", "results"}    the next results
{"ladder", "reckon"}     answered by {"milestones": [table, ...], "table": table}

Arithmetic runs in one thread: with more, equal results would not give equal bits.
"""

import signal
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final

import orjson

from infoset_server.common.priority import stand_back
from infoset_server.contests.ladder.calculation import TableCalculation
from infoset_server.contests.ladder.results import RawResult, read_result
from infoset_server.contests.ladder.tables import RatingTerms

NICENESS: Final = 10


class RatingBench:
    """The reckonings of all ladders, as far as they have been told."""

    def __init__(self) -> None:
        self._reckonings: dict[str, TableCalculation] = {}
        self._results: dict[str, list[RawResult]] = {}

    def take(self, line: bytes) -> bytes | None:
        """Does what a line says; the answer, if there is one."""
        order: dict[str, Any] = orjson.loads(line)
        ladder = order["ladder"]
        results = self._results.setdefault(ladder, [])
        if "terms" in order:
            self._reckonings[ladder] = begun(read_terms(order["terms"]), results)
        if "results" in order:
            for key, body in order["results"].items():
                result = read_result(key, orjson.dumps(body))
                results.append(result)
                self._reckonings[ladder].add(result)
        if "reckon" not in order:
            return None
        calculation = self._reckonings[ladder]
        milestones = [table.to_plain() for table in calculation.due()]
        return orjson.dumps({"milestones": milestones, "table": calculation.table().to_plain()})


def begun(terms: RatingTerms, results: Iterable[RawResult]) -> TableCalculation:
    """A reckoning that has taken in these results."""
    calculation = TableCalculation(terms)
    for result in results:
        calculation.add(result)
    return calculation


def read_terms(values: dict[str, Any]) -> RatingTerms:
    """The terms of plain values."""
    known = dict(values)
    known["sizes"] = tuple(values["sizes"])
    known["annulled"] = tuple(values.get("annulled", ()))
    return RatingTerms(**known)


def serve(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The answers to lines."""
    bench = RatingBench()
    for line in lines:
        answer = bench.take(line)
        if answer is not None:
            yield answer


def main() -> int:
    """The process: it ends when nobody writes to it any more, and without a word when nobody reads what it has calculated."""
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    stand_back(0, NICENESS)
    for answer in serve(sys.stdin.buffer):
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
