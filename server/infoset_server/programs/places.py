"""How many programs of uploaded bots may run, and who of them has a place. Starts and ends none.

A match whose programs find no place loses their seats when its clock has run out. So whoever begins matches that can
wait, ladders and the checks of new versions, asks here first.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.upload_source import Uploads


class Places:
    """Those for programs of uploaded bots."""

    def __init__(
        self, processes: Callable[[], Iterable[BotProcess]], uploads: Callable[[], Uploads]
    ) -> None:
        """`processes` are all of the hosting."""
        self._all = processes
        self._uploads = uploads
        self._claimed = 0  # kept for matches that wait
        self._freed = asyncio.Event()

    def suffice(self, bots: Sequence[str]) -> bool:
        """Could a match with these bots begin, so that each of its programs has a place?

        Where nothing plays there can be no more places, and a match begins.
        """
        return self._suffice(bots, self._claimed)

    async def wait(self, bots: Sequence[str]) -> None:
        """Returns when they suffice; until then, others leave as many alone."""
        self._claimed += len(bots)
        try:
            while not self._suffice(bots, 0):
                self._freed.clear()
                await self._freed.wait()
        finally:
            self._claimed -= len(bots)

    def freed(self) -> None:
        """A match is over: look again."""
        self._freed.set()

    def to_end(self) -> BotProcess | None:
        """What makes room for one more program: the one that has played nothing for longest, where all places are taken."""
        idle = [one for one in self._uploaded() if not one.matches and not one.is_leaving]
        if len(self._uploaded()) < self._uploads().max_running or not idle:
            return None
        return min(idle, key=lambda process: process.idle_since_s)

    def are_awaited(self) -> bool:
        """Are there more programs than places?"""
        staying = sum(not process.is_leaving for process in self._uploaded())
        return staying > self._uploads().max_running

    def _suffice(self, bots: Sequence[str], claimed: int) -> bool:
        playing = [process for process in self._uploaded() if process.matches]
        left = self._uploads().max_running - len(playing) - claimed
        return self._missing(bots, playing) <= left or not playing

    def _uploaded(self) -> list[BotProcess]:
        return [process for process in self._all() if process.entry.is_uploaded]

    def _missing(self, bots: Iterable[str], playing: Iterable[BotProcess]) -> int:
        """How many programs would play that do not play now; one serves a seat in each of many matches."""
        usable = Counter(
            one.entry.title for one in playing if not (one.is_suspect or one.is_leaving)
        )
        wanted = Counter(bot for bot in bots if self._uploads().entry(bot) is not None)
        return (wanted - usable).total()
