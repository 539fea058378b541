"""How much of one frame to a client is left for lists."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from infoset_server.handlers.requests import SLACK
from infoset_server.matches.replay_streams import size_of
from infoset_server.network.line import Line

Item = dict[str, Any]

NAMES: Final = 400  # bytes of an answer besides its lists


class Space:
    """What is left of one frame to a client."""

    def __init__(self, line: Line) -> None:
        self._left = line.max_frame_out - SLACK - NAMES
        self._encoding = line.encoding

    def fill(
        self, items: Iterable[Item], shorten: Callable[[Item], Item] | None = None
    ) -> list[Item]:
        """The first of these that fit. One that does not is tried once more, shortened."""
        taken = []
        for item in items:
            size = size_of(item, self._encoding)
            if size > self._left and shorten is not None:
                item = shorten(item)
                size = size_of(item, self._encoding)
            if size > self._left:
                break
            self._left -= size
            taken.append(item)
        return taken
