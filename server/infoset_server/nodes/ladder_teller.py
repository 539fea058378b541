"""Tells the hall what a ladder has to know of the matches that a play node plays for it, besides how they end."""

import itertools
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeAlias

from infoset_games.notices import TimedOut
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import Crashed, LetPass
from infoset_server.common.ids import MatchId
from infoset_server.matches.report import Conduct
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.programs.bot_process import LOG_END, BotProcess, end_of_logs
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.room import Room

FIRST: Final = 1  # decision: who lets that pass is perhaps not there
MOST_KEPT: Final = 1_000  # of what no hall has noted; the oldest goes

Trouble: TypeAlias = LetPass | Crashed


class LadderTeller:
    """Sends it as it happens, and again to the next hall, until one says that it is noted."""

    def __init__(
        self,
        play: MatchRegistry,
        hosting: Hosting,
        send: Callable[[Frame], None],
        wall_ms: Callable[[], int],
    ) -> None:
        """`send` may find no hall. `wall_ms` as of Core."""
        self._play = play
        self._hosting = hosting
        self._send = send
        self._wall_ms = wall_ms
        self._numbers = itertools.count(1)
        self._not_noted: dict[int, Trouble] = {}
        play.on_set_up.append(self._follow)
        hosting.on_crash.append(self._crashed)

    def _follow(self, room: Room, live: MatchRunner) -> None:
        if room.part is not None:
            live.on_missed.append(partial(self._missed, live.id))

    def _missed(self, match_id: MatchId, missed: TimedOut) -> None:
        if missed.decision <= FIRST:
            self._tell(LetPass(match_id, missed.seat, missed.decision, next(self._numbers)))

    def _crashed(self, process: BotProcess) -> None:
        title, now_ms = process.entry.title, self._wall_ms()
        for match_id in sorted(process.matches):
            live = self._play.running.get(match_id)
            if live is not None and self._play.room_of(live).part is not None:
                log = self._log_of(title, match_id)
                self._tell(Crashed(match_id, title, log, next(self._numbers), now_ms))

    def _tell(self, trouble: Trouble) -> None:
        self._not_noted[trouble.number] = trouble
        if len(self._not_noted) > MOST_KEPT:
            del self._not_noted[next(iter(self._not_noted))]
        self._send(trouble)

    def tell_again(self, match_id: MatchId | None = None) -> None:
        """What no hall has noted, of one match or of all. A hall has to know the match before."""
        for trouble in self._not_noted.values():
            if match_id in (None, trouble.match_id):
                self._send(trouble)

    def noted(self, number: int) -> None:
        """A hall has stored what it was told under this number."""
        self._not_noted.pop(number, None)

    def counted(self, match_id: MatchId) -> None:
        """A hall has stored how a match ended: one of an earlier release does not say what it has noted before."""
        kept = self._not_noted.items()
        self._not_noted = {number: one for number, one in kept if one.match_id != match_id}

    def look_after(
        self, match_seats: Iterable[MatchSeat], conduct: Iterable[Conduct], match_id: MatchId
    ) -> dict[str, str]:
        """House bots that did not play on in a match that is over are started anew once they play nowhere.

        Returns what they have written, and those that played badly: the ends of their logs.
        """
        logs = {}
        for match_seat, one in zip(match_seats, conduct, strict=True):
            bot = match_seat.user.house_bot
            if bot is None:
                continue
            if one.fault or one.timeouts or one.illegal or one.undecided:
                logs[bot] = self._log_of(bot, match_id)
            if one.fault:
                self._hosting.renew(bot, match_id)
        return logs

    def _log_of(self, bot: str, match_id: MatchId) -> str:
        return end_of_logs(self._hosting.processes, bot, match_id, LOG_END)
