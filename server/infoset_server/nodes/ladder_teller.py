"""Tells the hall what a ladder has to know of the matches that a play node plays for it, besides how they end."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

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


class LadderTeller:
    """Sends it as it happens, once: what gets lost with a hall is not told again, as where the hall plays itself."""

    def __init__(
        self, play: MatchRegistry, hosting: Hosting, send: Callable[[Frame], None]
    ) -> None:
        self._play = play
        self._hosting = hosting
        self._send = send
        play.on_set_up.append(self._follow)
        hosting.on_crash.append(self._crashed)

    def _follow(self, room: Room, live: MatchRunner) -> None:
        if room.part is not None:
            live.on_missed.append(partial(self._missed, live.id))

    def _missed(self, match_id: MatchId, missed: TimedOut) -> None:
        if missed.decision <= FIRST:
            self._send(LetPass(match_id, missed.seat, missed.decision))

    def _crashed(self, process: BotProcess) -> None:
        title = process.entry.title
        for match_id in sorted(process.matches):
            live = self._play.running.get(match_id)
            if live is not None and self._play.room_of(live).part is not None:
                self._send(Crashed(match_id, title, self._log_of(title, match_id)))

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
