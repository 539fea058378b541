"""The house bots of a play node, as the hall has been told of them.

The hall begins a match of a ladder with a version that it was told of, while that bot may be edited here at the same
moment: so what was told stays for a while. And a node looks by itself for other versions, since it may be the last
server to which an edit comes: until it has told of one, matches with that are played elsewhere.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from infoset_server.programs.hosting import Hosting
from infoset_server.programs.snapshots import SnapshotEntry

LOOK_S: Final = 5.0  # between two looks at the bots folder
STAYS_S: Final = 60.0  # what was told, for matches on their way: longer than any that a trunk bears


@dataclass(frozen=True, slots=True)
class HouseBotVersions:
    """What is on offer: the versions of all house bots by name, and the titles of those in the bots folder."""

    by_name: dict[str, str] = field(default_factory=dict)
    snapshots: frozenset[str] = frozenset()


class ToldBots:
    """Looks from when it is made until it is closed."""

    def __init__(
        self,
        hosting: Hosting,
        playing: Callable[[], Iterable[str]],
        on_changed: Callable[[], None],
    ) -> None:
        """`playing` names the house bots of the node's matches; `on_changed` is told when others are on offer."""
        self._hosting = hosting
        self._playing = playing
        self._on_changed = on_changed
        self._loop = asyncio.get_running_loop()
        self._stays: dict[str, float] = {}  # titles that were told, until when they stay
        self.offer = HouseBotVersions()
        self.is_settled = False  # all matches that an earlier run has left go on, or are others'
        hosting.needed.append(self._needed)
        self._timer = self._loop.call_later(LOOK_S, self._look_again)

    def close(self) -> None:
        """Looks no more."""
        self._timer.cancel()

    def look(self) -> bool:
        """Brings `offer` up to date; was that needed?"""
        now_s = self._loop.time()
        self._stays |= dict.fromkeys(self.offer.snapshots, now_s + STAYS_S)
        self._stays = {title: end_s for title, end_s in self._stays.items() if now_s < end_s}
        before, found = self.offer, self._hosting.entries()
        titles = (one.title for one in found.values() if isinstance(one, SnapshotEntry))
        versions = {name: entry.version for name, entry in found.items()}
        self.offer = HouseBotVersions(versions, frozenset(titles))
        return self.offer != before

    def _look_again(self) -> None:
        self._timer = self._loop.call_later(LOOK_S, self._look_again)
        if self.look():
            self._on_changed()

    def _needed(self) -> set[str]:
        """As Hosting has it: the titles of versions that matches may ask for."""
        if not self.is_settled:
            return self._hosting.kept_titles()
        return {*self.offer.snapshots, *self._stays, *self._playing()}
