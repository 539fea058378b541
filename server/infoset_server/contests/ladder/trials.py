"""Trial matches: before a program's first match that counts it plays one that does not, against a bot of the server.

It has to be played to the end without a missed deadline, an illegal action or a decision left to a fallback, and
without its program ending in between. Who fails
is benched with the reason, and what the program wrote is kept for its owner; another version may try anew. What was
not decided when a server stopped is played again.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.common.request_errors import RequestError
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.matches import host_of, take_seat
from infoset_server.contests.ladder.publishing import CRASHED, Counting
from infoset_server.matches.report import Conduct
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.snapshots import SnapshotEntry
from infoset_server.rooms.matchmaker import Matchmaker

logger = logging.getLogger(__name__)

SIMPLEST: Final = "random"  # the bot that is met where the server has it
MOST_AT_ONCE: Final = 2  # trials of one ladder
LIMIT_S: Final = 900.0
TOO_LONG: Final = "trial_too_long"


class Trials:
    """Those of all ladders. Made on the event loop."""

    def __init__(
        self,
        matchmaker: Matchmaker,
        people: ClientRegistry,
        counting: Counting,
        wall_ms: Callable[[], int],
    ) -> None:
        """`counting` tells owners what came of it."""
        self._matchmaker = matchmaker
        self._people = people
        self._counting = counting
        self._wall_ms = wall_ms
        self._rng = random.Random()
        self._running: dict[tuple[str, str], MatchRunner] = {}  # by ladder and entry
        self._crashed: set[tuple[str, str]] = set()  # matches, and bots whose program ended in them
        matchmaker.hosting.on_crash.append(self._note_crash)

    def begin(self, ladder: Ladder, have_places: Callable[[Iterable[str]], bool]) -> None:
        """Begins the trials that are due, as far as there is room for them, and the programs of entries find places."""
        if not ladder.file.trial or not ladder.state.plays:
            return
        for entry in ladder.entries.values():
            here = sum(name == ladder.name for name, _ in self._running)
            is_due = entry.state is EntryState.QUEUED and entry.is_here and not entry.is_tried
            has_room = here < MOST_AT_ONCE and (ladder.name, entry.id) not in self._running
            if is_due and has_room and have_places([entry.id]):
                self._begin(ladder, entry)

    def _begin(self, ladder: Ladder, entry: Entry) -> None:
        opponent = self._opponent(ladder, entry)
        if opponent is None:
            logger.warning(
                "ladder %s: no bot of the server to try %s against", ladder.name, entry.title
            )
            return
        room = self._matchmaker.lobby.create(
            trial_settings(ladder.settings[0], entry), host_of(ladder, self._people), "brief"
        )
        try:
            mine = self._rng.randrange(len(room.seats))
            for seat in range(len(room.seats)):
                room.seats[seat].bot = opponent
            room.seats[mine].bot = None
            take_seat(room, mine, entry)
            self._matchmaker.start(room)
        except RequestError as problem:
            logger.warning("ladder %s: a trial does not begin: %s", ladder.name, problem.msg)
            self._matchmaker.dissolve(room)
            return
        live = room.live
        assert live is not None, "it was started"
        self._running[ladder.name, entry.id] = live
        limit = asyncio.get_running_loop().call_later(LIMIT_S, live.abort, TOO_LONG)
        live.when_over(partial(self._over, ladder, entry, live, mine, limit))

    def _note_crash(self, process: BotProcess) -> None:
        matches = {live.id for live in self._running.values()} & process.matches
        self._crashed |= {(match_id, process.entry.title) for match_id in matches}

    def _opponent(self, ladder: Ladder, entry: Entry) -> str | None:
        """A bot that comes with the server; where there is none, a bot of the server meets itself."""
        known = self._matchmaker.hosting.for_game(ladder.file.game)
        listed = [name for name, one in known.items() if not isinstance(one, SnapshotEntry)]
        return min(listed, key=lambda name: (name != SIMPLEST, name), default=entry.bot)

    def _over(
        self,
        ladder: Ladder,
        entry: Entry,
        live: MatchRunner,
        seat: int,
        limit: asyncio.TimerHandle,
    ) -> None:
        limit.cancel()
        self._running.pop((ladder.name, entry.id), None)
        outcome = live.report().outcome
        has_crashed = (live.id, entry.bot) in self._crashed
        self._crashed = {one for one in self._crashed if one[0] != live.id}
        is_forgotten = ladder.entries.get(entry.id) is not entry  # or the ladders were read anew
        if outcome is None or is_forgotten or entry.is_tried:
            return
        if outcome.is_void and outcome.reason != TOO_LONG:
            return  # the server's fault: it is tried again
        why = f"not over within {LIMIT_S:.0f} s" if outcome.is_void else ""
        why = why or (CRASHED if has_crashed else judge(outcome.conduct[seat]))
        if why:
            self._counting.failed_trial(ladder, entry, why, live.id, self._wall_ms())
        else:
            ladder.roster.passed(entry)


def trial_settings(settings: RoomSettings, entry: Entry) -> RoomSettings:
    """Those of a ladder's table, for a match that does not count and that nobody watches."""
    changes = {
        "rated": None,
        "unlisted": True,
        "watch": "off",
        "title": f"trial of {entry.name}"[:64],
    }
    return replace(settings, asked=settings.asked.model_copy(update=changes))


def judge(conduct: Conduct) -> str:
    """What was wrong with how a program played; "" where nothing was."""
    counts = {
        "deadlines missed": conduct.timeouts,
        "illegal actions": conduct.illegal,
        "decisions left to fallbacks": conduct.undecided,
    }
    said = [f"{count} {words}" for words, count in counts.items() if count]
    if conduct.fault:
        said.insert(0, f"the seat did not play on ({conduct.fault})")
    return "; ".join(said)
