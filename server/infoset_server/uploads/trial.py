"""The match of a new version against itself, which decides whether it may play. Seats it like any house bot."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

from infoset_protocol.messages import ClockSpec, CreateRoom
from infoset_server.accounts.clients import User
from infoset_server.common.request_errors import RequestError
from infoset_server.config import HostedSettings, RoomLimits
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import read_settings
from infoset_server.rooms.matchmaker import Matchmaker

FINISHED: Final = "finished"
BROKEN_OFF: Final = "check_failed"
LOOK_S: Final = 0.2  # whether a seat is lost


class Trial:
    """Plays check matches."""

    def __init__(
        self, matchmaker: Matchmaker, limits: RoomLimits, settings: HostedSettings, host: User
    ) -> None:
        """`host` is the user whose rooms these are: the server's."""
        self._matchmaker = matchmaker
        self._limits = limits
        self._settings = settings
        self._host = host

    async def play(self, title: str, game: str, endings: asyncio.Queue[str]) -> tuple[bool, str]:
        """One match of the game with `title` on every seat; whether all went well, and what happened.

        `endings` is where its programs are reported that end, which none should do.
        """
        try:
            live = self._start(title, game)
        except RequestError as refusal:
            return False, f"{game}: no match: {refusal.msg}"
        over = asyncio.Event()
        live.when_over(over.set)
        try:
            fault = await self._wait(live, over, endings)
        finally:
            if not over.is_set():
                live.abort(BROKEN_OFF)
        await over.wait()
        return judge(live, game, fault)

    def _start(self, title: str, game: str) -> MatchRunner:
        """Deals the match. Raises RequestError."""
        asked = CreateRoom(
            game=game,
            title=f"check of {title}",
            clock=ClockSpec(kind="per_move", move_ms=self._settings.check_move_ms),
            on_timeout="forfeit",
            absent="forfeit",
            unlisted=True,
            watch="off",
        )
        settings = read_settings(asked, self._limits)
        room = self._matchmaker.lobby.create(settings, self._host, "brief")
        for seat in room.seats:
            seat.bot = title
        # Past the matchmaker: where the organiser lets no match begin, uploads are still made ready for later.
        return self._matchmaker.play.start(room)

    async def _wait(
        self, live: MatchRunner, over: asyncio.Event, endings: asyncio.Queue[str]
    ) -> str | None:
        """Until the match is over, or something goes wrong: then what."""
        limit_s = self._settings.check_s
        waits = (asyncio.ensure_future(over.wait()), asyncio.ensure_future(endings.get()))
        try:
            async with asyncio.timeout(limit_s):
                while not (done := await wait_a_while(waits)) and not lost_seats(live):
                    pass
        except TimeoutError:
            return f"not over within {limit_s:.0f} s"
        finally:
            for one in waits:
                one.cancel()
        return f"its program {waits[1].result()}" if waits[1] in done else None


async def wait_a_while(waits: Iterable[asyncio.Future[Any]]) -> set[asyncio.Future[Any]]:
    """Those of them that are done, at latest after `LOOK_S`."""
    done, _ = await asyncio.wait(waits, timeout=LOOK_S, return_when=asyncio.FIRST_COMPLETED)
    return done


def lost_seats(live: MatchRunner) -> list[int]:
    """The seats that play no more: for them, fallbacks are played to the end."""
    return [
        match_seat.seat for match_seat in live.match_seats if live.match.has_left(match_seat.seat)
    ]


def judge(live: MatchRunner, game: str, fault: str | None) -> tuple[bool, str]:
    """Whether a check match went well, and what happened in words."""
    if live.result is None:
        return False, f"{game}: the match broke off"
    over: dict[str, Any] = live.result.plain
    faults = [] if fault is None else [fault]
    if lost := lost_seats(live):
        faults.append(f"seat {' '.join(map(str, lost))} did not answer in time, or was gone")
    if any(over["illegal"]):
        faults.append(f"illegal actions by seat: {' '.join(map(str, over['illegal']))}")
    if over["reason"] != FINISHED and not faults:
        faults.append(f"it ended by {over['reason']}")
    if faults:
        return False, f"{game}: {'; '.join(faults)}"
    scores = " ".join(f"{score:g}" for score in over["scores"])
    return True, f"{game}: played to the end, scores {scores}"
