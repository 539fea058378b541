"""The plies of a match as the trace of one seat tells of them: where it decided, and what it saw of the others. Pure.

A trace holds no ply at which its seat saw nothing. One of an older version does not say which ply its events belong to.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from infoset.tracing import Line
from infoset_protocol.messages import Events, YourTurn

Items = Sequence[Mapping[str, Any]]


@dataclass
class Plies:
    """`asked`: where the seat had to decide, in order. `count`: of all plies that the trace tells of.

    `seen`: where the seat had decided before (-1 for nowhere), at which ply something happened (None: it is not said), what.
    """

    asked: list[int] = field(default_factory=list)
    count: int = 0
    seen: list[tuple[int, int | None, Items]] = field(default_factory=list)

    def stretch(self, ply: int) -> tuple[int | None, int | None]:
        """Where the seat decided last up to a ply, and where next behind it."""
        at = bisect_left(self.asked, ply + 1)
        before = self.asked[at - 1] if at else None
        return before, self.asked[at] if at < len(self.asked) else None

    def seen_beside(self, ply: int) -> list[tuple[int | None, Items]]:
        """What the seat saw between these two decisions, each with its ply where the trace says it."""
        before, _ = self.stretch(ply)
        since = -1 if before is None else before
        return [(at, items) for asked, at, items in self.seen if asked == since]


def read_plies(lines: Iterable[Line]) -> Plies:
    """What a trace tells of the plies of its match."""
    plies = Plies()
    for line in lines:
        if isinstance(line, YourTurn):
            if line.ver not in plies.asked:  # else it is asked again
                plies.asked.append(line.ver)
            plies.count = max(plies.count, line.ver + 1)
        elif isinstance(line, Events):
            since = plies.asked[-1] if plies.asked else -1
            is_told = line.ver > max(since, 0)  # an older trace has the `ver` of the last question
            plies.count = max(plies.count, line.ver) if is_told else plies.count + 1
            plies.seen.append((since, line.ver - 1 if is_told else None, line.items))
    return plies
