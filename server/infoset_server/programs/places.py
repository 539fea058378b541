"""How many programs of uploaded bots may run, and who of them has a place. Starts and ends none.

A match whose programs find no place loses their seats when its clock has run out. So whoever begins matches that can
wait asks here first: ladders with their trials, tables of tournaments, the checks of new versions. They wait in one
queue, and who is first there gets the next places that suffice. After each match they wait behind all others again.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.upload_source import Uploads

Again = Callable[[], object]


class Places:
    """Those for programs of uploaded bots."""

    def __init__(
        self, processes: Callable[[], Iterable[BotProcess]], uploads: Callable[[], Uploads]
    ) -> None:
        """`processes` are all of the hosting."""
        self._all = processes
        self._uploads = uploads
        self._waiting: dict[Again, Sequence[str]] = {}  # the bots of each, in the order of asking
        self._asked: set[Again] = set()  # those of them that have asked since they were called
        self._round: asyncio.Handle | None = None

    def suffice(
        self,
        bots: Sequence[str],
        again: Again,
        elsewhere: Callable[[Sequence[str]], bool] = lambda bots: False,
    ) -> bool:
        """May a match with these bots begin at once, so that each of its programs has a place, here or `elsewhere`?

        If not, it waits, and `again` is called when it is its turn to ask. A caller that does not ask then waits no more.
        """
        if self._suffice(bots, again) or (self._is_next(again) and elsewhere(bots)):
            self._waiting.pop(again, None)
            return True
        self._queue(bots, again)
        return False

    def is_waiting(self, again: Again) -> bool:
        """Does it wait, by what it has asked for?"""
        return again in self._waiting

    async def wait(self, bots: Sequence[str]) -> None:
        """Returns when they suffice for a match, which is to begin at once."""
        is_turn = asyncio.Event()

        def ask() -> None:
            if self._suffice(bots, ask):
                is_turn.set()
            self._queue(bots, ask)  # they are kept until the match has begun

        ask()
        try:
            await is_turn.wait()
        finally:
            del self._waiting[ask]
            self.freed()

    def freed(self) -> None:
        """A match is over, or does not begin after all: who waits may ask again, soon."""
        if self._waiting and self._round is None:
            self._round = asyncio.get_running_loop().call_soon(self._call_all)

    def to_end(self) -> BotProcess | None:
        """What makes room for one more program: the one that has played nothing for longest, where all places are taken.

        A program that is being ended has given its place up.
        """
        idle = [one for one in self._staying() if not one.matches]
        if len(self._staying()) < self._uploads().max_running or not idle:
            return None
        return min(idle, key=lambda process: process.idle_since_s)

    def are_awaited(self) -> bool:
        """Are there more programs than places?"""
        return len(self._staying()) > self._uploads().max_running

    def _queue(self, bots: Sequence[str], again: Again) -> None:
        self._waiting[again] = bots
        self._asked.add(again)
        if not self._playing():
            self.freed()  # no match will be over: those that are ahead begin now, or wait no more

    def _call_all(self) -> None:
        self._round = None
        for again in list(self._waiting):
            self._asked.discard(again)
            again()
            if again not in self._asked:
                self._waiting.pop(again, None)

    def _suffice(self, bots: Sequence[str], again: Again) -> bool:
        """Where nothing plays there can be no more places, and who is first begins."""
        playing = self._playing()
        ahead = [kept for one in self._ahead(again) for kept in self._wanted(self._waiting[one])]
        left = self._uploads().max_running - len(playing) - len(ahead)
        if not self._wanted(bots):
            return True
        return self._missing(bots, playing) <= left or not (playing or ahead)

    def _ahead(self, again: Again) -> Iterator[Again]:
        """Those who asked earlier, and wait."""
        return takewhile(lambda one: one != again, self._waiting)

    def _is_next(self, again: Again) -> bool:
        """Does nobody wait who has asked earlier?"""
        return next(self._ahead(again), None) is None

    def _uploaded(self) -> list[BotProcess]:
        return [process for process in self._all() if process.entry.is_uploaded]

    def _staying(self) -> list[BotProcess]:
        return [process for process in self._uploaded() if not process.is_ending]

    def _playing(self) -> list[BotProcess]:
        return [process for process in self._uploaded() if process.matches]

    def _wanted(self, bots: Iterable[str]) -> list[str]:
        """Those of the bots that need places."""
        return [bot for bot in bots if self._uploads().entry(bot) is not None]

    def _missing(self, bots: Iterable[str], playing: Iterable[BotProcess]) -> int:
        """How many programs would play that do not play now; one serves a seat in each of many matches."""
        usable = Counter(one.entry.title for one in playing if not one.is_suspect)
        return (Counter(self._wanted(bots)) - usable).total()
