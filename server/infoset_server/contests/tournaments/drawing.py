"""Draws the next tables of one tournament when they are due, in a thread: a large field takes a second. Calls none.

What was drawn from a course that is not the course any more is thrown away, and drawn again. Only an arena, which
pairs whoever is free, keeps it as far as all of them still are.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.formats import Arena, Moment
from infoset_games.contests.tournaments.table import Draw
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.tournament import Tournament

logger = logging.getLogger(__name__)


class Drawing:
    """Made on the event loop. One draw at a time."""

    def __init__(
        self,
        tournament: Tournament,
        stage: TournamentServices,
        take: Callable[[list[Draw]], None],
        go_on: Callable[[], None],
        pause: Callable[[], None],
    ) -> None:
        """Calls `take` with the next tables, `go_on` when something may follow, `pause` where it cannot draw."""
        self._tournament = tournament
        self._services = stage
        self._on_drawn = take
        self._go_on = go_on
        self._pause = pause
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._next_wave_ms = 0
        self._nothing_for: Course | None = None  # nothing was to be drawn while it was like this

    def close(self) -> None:
        """Draws nothing more."""
        if self._task is not None:
            self._task.cancel()

    def draw_if_due(self, moment: Moment, now_ms: int) -> None:
        """Begins to draw what is due at a moment, unless that is being done."""
        if self._task is None and self._is_due(now_ms):
            name = f"draw of {self._tournament.id}"
            self._task = self._loop.create_task(self._draw(moment), name=name)

    def moment(self, now_ms: int) -> Moment:
        """Now, for the format: an arena goes on with those who are here."""
        one = self._tournament
        tables = one.course.sittings
        busy = {entrant for table in tables if not table.is_decided for entrant in table.entrants}
        if isinstance(one.format, Arena):
            is_here = self._services.is_here
            busy |= {
                entrant for entrant in one.course.staying if not is_here(one.entrants[entrant])
            }
        return one.moment(now_ms, busy)

    @property
    def next_wave_ms(self) -> int | None:
        """When an arena is to draw again, since 1970; other formats draw when something has happened."""
        return self._next_wave_ms if isinstance(self._tournament.format, Arena) else None

    def _is_due(self, now_ms: int) -> bool:
        """Has something happened since nothing was to be drawn? In an arena: is it time for a wave?"""
        if not isinstance(self._tournament.format, Arena):
            return self._tournament.course is not self._nothing_for
        if now_ms < self._next_wave_ms:
            return False
        self._next_wave_ms = now_ms + int(self._services.limits.wave_s * 1000)
        return True

    async def _draw(self, moment: Moment) -> None:
        one, course = self._tournament, self._tournament.course
        try:
            draws = await asyncio.to_thread(one.format.draws, course, moment)
        except Exception:
            logger.exception("tournament %s is paused: its next tables cannot be drawn", one.id)
            self._pause()
            return
        finally:
            self._task = None
        if not draws:
            self._nothing_for = course
        if one.is_running and draws and (one.course is course or self._may_draw(draws)):
            self._on_drawn(draws)
        if draws or one.course is not course:
            self._go_on()

    def _may_draw(self, draws: Iterable[Draw]) -> bool:
        """May tables be drawn though something has happened meanwhile? In an arena, if all are still free."""
        if not isinstance(self._tournament.format, Arena):
            return False
        free = set(self.moment(self._services.now_ms()).free)
        return all(free.issuperset(draw.entrants) for draw in draws)
