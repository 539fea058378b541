"""How a play node ends that stops: its matches go on elsewhere, and those who played or watched them here notice nothing.

    node                            hall
     |  Leaving  ----------------->  |  its matches go to others, and it gets no more
     |  Emptied  ----------------->  |  all have gone
     |  <------------------  LetGo   |  what visitors have asked there was sent before this,
     |  Left  -------------------->  |  and answered before this, behind which nothing follows

So the hall knows that nothing is lost as the trunk ends, and forgets who visited the node. Where one of the two is of an
earlier release, or the trunk breaks before, it cannot know: all visitors are sent away for a moment then.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import Emptied, Leaving, Left

HALL_S: Final = 5.0  # after which a hall is not waited for that does not let the node go, as one of an earlier release
ANSWERS_S: Final = 2.0  # nor an answer to a visitor, which is sent away instead
LOOK_S: Final = 0.02  # between looks whether all is answered


class Departure:
    """Of one node; it is being taken from when it `is_begun`."""

    def __init__(
        self, send: Callable[[Frame], None], unfinished: Callable[[], tuple[int, ...]]
    ) -> None:
        """`send` tells the hall. `unfinished` are the visits to which something may still be said, or asked past the hall."""
        self.is_begun = False
        self._send = send
        self._unfinished = unfinished
        self._is_empty = asyncio.Event()
        self._is_empty.set()
        self._asks = False  # to be let go
        self._may_go = False
        self._has_changed = asyncio.Event()  # since it asked: it may go, or not yet

    def note_matches(self, count: int) -> None:
        """So many matches are here that others have to go on with."""
        if count:
            self._is_empty.clear()
            self._may_go = False  # even if the hall said so, it has sent a match since
            self._has_changed.set()
        else:
            self._is_empty.set()

    def hall_came(self) -> None:
        """There is a hall, perhaps another one: it hears all that the last one was told."""
        if self.is_begun:
            self._send(Leaving())
        if self._asks:
            self._send(Emptied())

    def hall_gone(self) -> None:
        """There is none, and no visitor."""
        self._may_go = False

    def let_go(self) -> None:
        """The hall has nothing more for anybody here."""
        if self._is_empty.is_set():
            self._may_go = True
            self._has_changed.set()

    async def take(self, grace_s: float) -> bool:
        """Waits until nobody needs the node, but no longer than `grace_s`; returns whether it has said its last word."""
        self.is_begun = True
        self.hall_came()
        with suppress(TimeoutError):
            async with asyncio.timeout(grace_s):
                await self._until_let_go()
        if self._may_go:
            self._send(Left(self._unfinished()))
        return self._may_go

    async def _until_let_go(self) -> None:
        """Raises TimeoutError where the hall does not say so."""
        while not self._may_go:
            await self._is_empty.wait()
            await self._until_answered()
            self._has_changed.clear()
            self._asks = True
            self._send(Emptied())
            try:
                async with asyncio.timeout(HALL_S):
                    await self._has_changed.wait()
            finally:
                self._asks = False

    async def _until_answered(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWERS_S):
                while self._unfinished():  # noqa: ASYNC110 (no event tells it)
                    await asyncio.sleep(LOOK_S)
