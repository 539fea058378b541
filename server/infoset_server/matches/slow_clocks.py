"""How much of decisions that take days is used, noted so that a restart does not give it back.

Other clocks begin anew after a restart. What is used is counted while the server runs, on its monotonic
clock: neither its downtime nor a wall clock that is set anew costs anybody anything.
"""

import logging
from collections.abc import Container, Iterable, Mapping
from typing import Final, TypeAlias

import orjson

from infoset_server.matches.runner import MatchRunner
from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)

CLOCK: Final = "clock"  # the kind of the documents

Used: TypeAlias = dict[str, list[int]]  # by seat: the number of its decision, milliseconds used


class SlowClocks:
    """Notes the clocks of correspondence matches, each under the id of its match."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._noted: dict[str, Used] = {}

    def note(self, running: Iterable[MatchRunner]) -> None:
        """Notes those clocks of `running` matches that have moved, and drops those of all others."""
        now: dict[str, Used] = {live.id: used(live) for live in running if is_slow(live)}
        for key in self._noted.keys() - now.keys():
            self._notes.drop(CLOCK, key)
        for key, body in now.items():
            if self._noted.get(key) != body:
                self._notes.put(CLOCK, key, body)
        self._noted = now

    def restore(self, documents: Mapping[str, bytes], running: Iterable[MatchRunner]) -> None:
        """Sets the clocks of matches that were set up again to what was noted of them before. Others stay noted."""
        for live in running:
            if (document := documents.get(live.id)) is not None:
                self._restore(live, document)

    def forget(self, documents: Mapping[str, bytes], kept: Container[str]) -> None:
        """Drops what was noted of matches that are over; `kept` are those that are not."""
        for key in documents:
            if key not in kept:
                self._notes.drop(CLOCK, key)

    def _restore(self, live: MatchRunner, document: bytes) -> None:
        try:
            body: Used = orjson.loads(document)
            restore_one(live, body)
            self._noted[live.id] = body
        except (ValueError, TypeError, AttributeError) as problem:
            logger.warning("the clocks of match %s begin anew: %s", live.id, problem)
            self._notes.drop(CLOCK, live.id)


def is_slow(live: MatchRunner) -> bool:
    """Is it a correspondence match?"""
    return live.match.terms.clock.kind == "correspondence"


def used(live: MatchRunner) -> Used:
    """What its open decisions have taken so far."""
    now_ms = live.now_ms()
    return {
        str(seat): [asked.number, max(0, now_ms - asked.opened_ms)]
        for seat, asked in live.match.open.items()
        if asked.sealed is None
    }


def restore_one(live: MatchRunner, body: Used) -> None:
    """Raises ValueError, TypeError or AttributeError for what is no `Used`."""
    for seat, (decision, used_ms) in body.items():
        live.clock.go_on_from(int(seat), int(decision), int(used_ms))
