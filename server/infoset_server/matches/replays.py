"""The list of finished matches: who played what when, newest first. Holds no match and plays none."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson

from infoset_server.matches.runner import MatchRunner
from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)

REPLAY: Final = "replay"  # kind of documents


@dataclass(frozen=True)
class Finished:
    """A finished match. `at_ms` is the wall clock time of its end; `moves` counts changes of state.

    `is_listed`: may everybody find it, or only its players?
    """

    replay: str
    game: str
    rules: str
    players: tuple[str, ...]
    users: tuple[str, ...]
    places: tuple[int, ...]
    reason: str
    at_ms: int
    moves: int
    is_listed: bool = True
    assisted: tuple[int, ...] = ()  # seats that had an assistant

    def item(self) -> dict[str, Any]:
        """As an item of `replay_list`."""
        values = asdict(self)
        del values["is_listed"]
        names = ("players", "users", "places", "assisted")
        item = values | {name: list(values[name]) for name in names}
        if not self.assisted:
            del item["assisted"]
        return item


class FinishedMatches:
    """At most `most` finished matches; the oldest go first. Each is noted as a document."""

    def __init__(self, notes: Notes, most: int) -> None:
        self._notes = notes
        self._most = most
        self._by_id: dict[str, Finished] = {}  # oldest first

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes in what was noted before a restart. What cannot be read is left out, and named in the log."""
        found = []
        for key, body in documents.items():
            try:
                found.append(read_finished(body))
            except (ValueError, TypeError, KeyError) as problem:
                logger.warning("replay %s is not listed: %s", key, problem)
        for finished in sorted(found, key=lambda one: (one.at_ms, one.replay)):
            self._by_id[finished.replay] = finished
        self._shorten()

    def add(self, live: MatchRunner, at_ms: int) -> None:
        """A match has ended. One that was noted before a restart already stays as it was.

        One that goes on elsewhere is not over.
        """
        if not live.commit_gate.is_kept or live.result is None or live.id in self._by_id:
            return
        finished = describe(live, at_ms)
        self._by_id[live.id] = finished
        self._notes.put(REPLAY, live.id, asdict(finished))
        self._shorten()

    def find(self, match_id: str) -> Finished | None:
        """The match, if it is in the list."""
        return self._by_id.get(match_id)

    def behind(self, before: str | None) -> Iterator[Finished]:
        """The matches that ended before the one named, or all, newest first."""
        is_behind = before is None
        for one in reversed(self._by_id.values()):
            if is_behind:
                yield one
            else:
                is_behind = one.replay == before

    def _shorten(self) -> None:
        while len(self._by_id) > self._most:
            oldest = next(iter(self._by_id))
            del self._by_id[oldest]
            self._notes.drop(REPLAY, oldest)


def describe(live: MatchRunner, at_ms: int) -> Finished:
    """What is listed of a match that has just ended."""
    over = live.match.over
    assert over is not None, "it has ended"
    return Finished(
        replay=live.id,
        game=live.match.game.name,
        rules=live.match.game.rules,
        players=tuple(match_seat.user.name for match_seat in live.match_seats),
        users=tuple(match_seat.user.id for match_seat in live.match_seats),
        places=tuple(over.result.places),
        reason=over.reason,
        at_ms=at_ms,
        moves=live.match.ver,
        is_listed=is_listed(live),
        assisted=tuple(
            match_seat.seat for match_seat in live.match_seats if match_seat.is_assisted
        ),
    )


def is_listed(live: MatchRunner) -> bool:
    """May everybody find the match? Not that of a class, nor one in a room that did not want it."""
    is_class = any(match_seat.user.classroom is not None for match_seat in live.match_seats)
    return live.settings.watch != "off" and live.settings.code is None and not is_class


def read_finished(body: bytes) -> Finished:
    """Raises ValueError, TypeError or KeyError for what was not noted by `add`."""
    values: dict[str, Any] = orjson.loads(body)
    for name in ("players", "users", "places", "assisted"):
        values[name] = tuple(values.get(name, ()))
    return Finished(**values)
