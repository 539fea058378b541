"""Which seats let themselves be watched, kept so that a restart changes nothing.

A restart must never give back what a player has taken back, so the player hears that it is done once it is stored.
"""

import logging
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, Final

import orjson

from infoset_server.matches.runner import MatchRunner
from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)

CONSENT: Final = "consent"  # kind of documents


class Consents:
    """One document for each match in which a seat has consented."""

    def __init__(self, notes: Notes, when_stored: Callable[[Callable[[], None]], None]) -> None:
        """`when_stored` calls back when everything noted so far is stored."""
        self._notes = notes
        self._when_stored = when_stored

    def note(self, live: MatchRunner, done: Callable[[], None]) -> None:
        """Notes what the seats of a match consent to now; calls `done` as soon as that is stored."""
        seats = live.spectators.consents()
        if seats:
            self._notes.put(CONSENT, live.id, {"seats": seats})
        else:
            self._notes.drop(CONSENT, live.id)
        self._when_stored(done)

    def drop(self, live: MatchRunner) -> None:
        """The match is over: everything is shown."""
        if live.spectators.consents():
            self._notes.drop(CONSENT, live.id)

    def restore(self, documents: Mapping[str, bytes], running: Iterable[MatchRunner]) -> None:
        """Gives matches that were set up again the consent of their seats. What is damaged counts as none."""
        for live in running:
            if (body := documents.get(live.id)) is not None:
                self._restore(live, body)

    def forget(self, documents: Mapping[str, bytes], kept: Container[str]) -> None:
        """Drops what was noted of matches that are over; `kept` are those that are not."""
        for key in documents:
            if key not in kept:
                self._notes.drop(CONSENT, key)

    def _restore(self, live: MatchRunner, body: bytes) -> None:
        try:
            live.spectators.restore_consents(read_seats(body, live.match.game.seats))
        except (ValueError, TypeError, KeyError, AttributeError) as problem:
            logger.warning("match %s: nobody may watch its seats any more: %s", live.id, problem)
            self._notes.drop(CONSENT, live.id)


def read_seats(body: bytes, seats: int) -> dict[int, list[str | None]]:
    """Whom each seat lets watch. Raises ValueError, TypeError, KeyError or AttributeError."""
    values: dict[str, Any] = orjson.loads(body)
    found = {int(seat): list(users) for seat, users in values["seats"].items()}
    if not all(0 <= seat < seats for seat in found):
        raise ValueError(f"expected seats below {seats}")
    if not all(user is None or isinstance(user, str) for users in found.values() for user in users):
        raise ValueError("expected ids of users")
    return found
