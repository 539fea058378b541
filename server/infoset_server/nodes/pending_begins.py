"""Matches of which their server hears once what they are played for is stored."""

from collections.abc import Callable
from typing import Final

from infoset_server.cluster.frames import Frame
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.rooms.far_match import FarMatch


class PendingBegins:
    """What is wanted of such a match meanwhile is sent behind its beginning, in order."""

    def __init__(self, when_stored: Callable[[Callable[[], None]], None]) -> None:
        """`when_stored` calls back when everything noted so far is stored, which the caller of `wait` may still do in the
        same turn of the loop.
        """
        self._when_stored: Final = when_stored
        self._wanted: dict[FarMatch, list[Frame]] = {}

    def wait(self, far: FarMatch, begin: Callable[[], None]) -> None:
        """Calls `begin` when all is stored. Until `begun` the match has not begun."""
        far.is_begun = False
        self._wanted[far] = []
        self._when_stored(begin)

    def begun(self, far: FarMatch, node: NodeTrunk) -> None:
        """Its server has been told."""
        far.is_begun = True
        for frame in self._wanted.pop(far, ()):
            node.send(frame)

    def given_up(self, far: FarMatch) -> None:
        """It does not begin."""
        self._wanted.pop(far, None)

    def hold(self, far: FarMatch, frame: Frame) -> bool:
        """Has the match not begun? Then this waits for that."""
        wanted = self._wanted.get(far)
        if wanted is None:
            return False
        wanted.append(frame)
        return True
