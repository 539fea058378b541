"""Looks again and again who can meet now, which programs there are, and which ladders close. Knows no tables."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.leader_lease import LeaderLease
from infoset_server.contests.ladder.matches import LadderMatches
from infoset_server.contests.ladder.programs import is_wanted, offer
from infoset_server.contests.ladder.publishing import Publishing
from infoset_server.contests.ladder.sources import BotSource, OfferedBot
from infoset_server.contests.ladder.trials import Trials
from infoset_server.rooms.matchmaker import Matchmaker

logger = logging.getLogger(__name__)

TICK_S: Final = 0.5  # looks so often for who can be paired now
LOOK_S: Final = 5.0  # and so often for programs of the server
MOST_AT_ONCE: Final = 16  # matches of one ladder begun in one turn of the loop


class Scheduler:
    """Has matches begin from `start` to `close`, while this server runs the ladders."""

    def __init__(
        self,
        ladders: Mapping[str, Ladder],
        matches: LadderMatches,
        matchmaker: Matchmaker,
        leader_lease: LeaderLease,
        publishing: Publishing,
        trials: Trials,
        sources: Sequence[BotSource],
        classes: Callable[[], Collection[str]],
        wall_ms: Callable[[], int],
    ) -> None:
        """`sources` offer the programs of the server. `classes` are the ids of those that there are."""
        self._ladders = ladders
        self._matches = matches
        self._matchmaker = matchmaker
        self._leader_lease = leader_lease
        self._publishing = publishing
        self._trials = trials
        self._sources = sources
        self._classes = classes
        self._wall_ms = wall_ms
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._looked_s = 0.0
        self._kept_out: Mapping[str, Mapping[str, str]] = {}  # programs by ladder, and why

    def start(self) -> None:
        """Looks at once, and from now on."""
        self._tick()

    def soon(self) -> None:
        """Somebody can perhaps be paired who could not before."""
        if self._timer is not None:
            self._loop.call_soon(self._pair)

    def look_for_bots(self) -> None:
        """Programs of the server enter now where there is a ladder for them."""
        self._look_for_bots(self._loop.time())

    def close(self) -> None:
        """Begins nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        self._timer = self._loop.call_later(TICK_S, self._tick)
        if not self._leader_lease.is_ours:
            return
        now_s = self._loop.time()
        for ladder in self._ladders.values():
            ladder.look(self._wall_ms())
            self._publishing.end_season(ladder)
        if now_s - self._looked_s >= LOOK_S or not self._looked_s:
            self._looked_s = now_s
            self._look_for_bots(now_s)
            for ladder in self._ladders.values():
                ladder.roster.expire(now_s)
            self._close_in_time()
        self._pair()

    def _look_for_bots(self, now_s: float) -> None:
        kept_out = {ladder.name: self._offer(ladder, now_s) for ladder in self._ladders.values()}
        for name, bots in kept_out.items():
            for bot in bots.keys() - self._kept_out.get(name, {}).keys():
                logger.warning("ladder %s: %s is kept out: %s", name, bot, bots[bot])
        self._kept_out = kept_out
        for source in self._sources:
            source.tell_kept_out(kept_out)

    def offered(self, game: str) -> Iterator[OfferedBot]:
        """The programs of the server that play a game, whoever's they are."""
        for source in self._sources:
            yield from source.bots(game)

    def _offer(self, ladder: Ladder, now_s: float) -> Mapping[str, str]:
        """Who is kept out, and why."""
        file = ladder.file
        offered = [bot for bot in self.offered(file.game) if is_wanted(file, bot)]
        return offer(ladder, offered, now_s, partial(self._is_kept, ladder.file.game))

    def _is_kept(self, game: str, bot: str) -> bool:
        return any(source.is_kept(bot, game) for source in self._sources)

    def _close_in_time(self) -> None:
        """Ladders whose end has come, and those of classes that are gone."""
        classes = self._classes()
        for ladder in self._ladders.values():
            why = self._why_over(ladder, classes)
            if why and ladder.state not in (LadderState.CLOSING, LadderState.CLOSED):
                logger.info("ladder %s closes: %s", ladder.name, why)
                ladder.set_state(LadderState.CLOSING)

    def _why_over(self, ladder: Ladder, classes: Collection[str]) -> str:
        """Why it shall close; "" where it shall not."""
        ends_ms = ladder.file.ends_ms()
        if ends_ms is not None and self._wall_ms() >= ends_ms:
            return "its time is over"
        classroom = ladder.file.classroom
        if classroom is not None and classroom not in classes:
            return f"there is no class {classroom}"
        return ""

    def _pair(self) -> None:
        if not (self._matchmaker.takes_matches and self._leader_lease.is_ours):
            return
        for ladder in self._ladders.values():
            for meeting in list(ladder.meetings.values()):
                if meeting.running is None and self._have_places(ladder, meeting.entries):
                    self._matches.go_on(ladder, meeting)
            self._trials.begin(ladder, partial(self._have_places_here, ladder))
            for _ in range(MOST_AT_ONCE):
                if not self._begin_another(ladder):
                    break

    def _begin_another(self, ladder: Ladder) -> bool:
        """The first match of a new meeting; False where there is none to begin now."""
        fresh = ladder.next_meeting(self._loop.time())
        if fresh is None:
            return False
        if not self._have_places(ladder, fresh.entries):
            return False
        ladder.meet(fresh)
        if self._matches.begin(ladder, fresh):
            ladder.pace.begun(fresh.entries, fresh.most_matches)
            return True
        ladder.part(fresh, self._loop.time())
        return False

    def _have_places(self, ladder: Ladder, entries: Iterable[str]) -> bool:
        """Can the programs of these entries play at once? If not, this looks again when there may be places."""
        elsewhere = partial(self._matchmaker.play.elsewhere.has_places, ladder.settings[0])
        bots = bots_of(ladder, entries)
        return self._matchmaker.hosting.places.suffice(bots, self._pair, elsewhere)

    def _have_places_here(self, ladder: Ladder, entries: Iterable[str]) -> bool:
        """The same for a match that the hall is to play."""
        return self._matchmaker.hosting.places.suffice(bots_of(ladder, entries), self._pair)


def bots_of(ladder: Ladder, entries: Iterable[str]) -> list[str]:
    """The bots of the server that play for these entries."""
    return [bot for entry in entries if (bot := ladder.entries[entry].bot) is not None]
