"""Pages of a list: as many items as were asked for and fit into a frame. Knows no lists."""

from collections.abc import Iterable
from typing import Any, Final

from infoset_server.matches.replay_streams import size_of
from infoset_server.network.line import Line

SLACK: Final = 200  # bytes of a message besides its items

Item = dict[str, Any]


def take_page(items: Iterable[Item], count: int, line: Line) -> tuple[list[Item], bool]:
    """The first items, `count` at most and one at least, if there is any; and are there more behind them?"""
    page: list[Item] = []
    left = line.max_frame_out - SLACK
    for item in items:
        left -= size_of(item, line.encoding)
        if page and (left < 0 or len(page) == count):
            return page, True
        page.append(item)
    return page, False
