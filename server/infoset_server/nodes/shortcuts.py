"""Shortcuts, at a play node: visitors that are asked and told past the hall, over a `way` to their edge.

`cluster/shortcuts.py` tells how one begins and ends. An edge takes part in those of its own clients only, which the
hall names (`Allowed`), and asks nothing but what concerns a match in which that client plays here.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from infoset_server.bus.port import Bus
from infoset_server.cluster.frames import (
    Asked,
    AsksTurn,
    Closed,
    Cut,
    Dropped,
    Ending,
    Frame,
    FromLine,
    Heard,
    JoinGroup,
    Offered,
    Ready,
    Refused,
    Taken,
    TellsTurn,
    Told,
    ToLine,
)
from infoset_server.cluster.play_frames import Allowed
from infoset_server.cluster.trunk import End
from infoset_server.cluster.ways import Ways, life_of

logger = logging.getLogger(__name__)

MOST_HELD: Final = (
    1_000  # requests of a client that wait for a turn; who sends more does not keep it
)


class Shortcut:
    """Of one visitor: offered, then open (`tells`), then ending."""

    __slots__ = (
        "asks",
        "early",
        "edge",
        "hall_has_turned",
        "is_ending",
        "late",
        "line",
        "offered",
        "tells",
        "there",
        "way_has_turned",
    )

    def __init__(self, allowed: Allowed) -> None:
        self.edge: Final = allowed.edge
        self.line: Final = allowed.edge_line
        self.offered: tuple[str, ...] = ()  # matches
        self.there: End | None = None  # where the edge has taken it
        self.tells = False  # the client is told over the way
        self.asks = False  # requests on the way have their turn
        self.early: list[Asked] = []  # those that came before
        self.is_ending = False
        self.way_has_turned = False  # nothing more comes on the way,
        self.hall_has_turned = False  # and all behind this over the hall
        self.late: list[Asked] = []  # that came over the hall since, before the way had turned


class NodeShortcuts:
    """Those of all visitors, by the number of their visit."""

    def __init__(
        self,
        bus: Bus,
        node: str,
        patience: int,
        *,
        to_hall: Callable[[Frame], None],
        ask: Callable[[Asked], None],
        ask_late: Callable[[Asked], None],
        matches: Callable[[int], tuple[str, ...]],
        send_away: Callable[[int], None],
    ) -> None:
        """`ask` serves a request that came past the hall, `ask_late` one that came over it and had to wait. `matches` are
        those of a visitor of which it may be told past the hall. `send_away` has one come again.
        """
        self._node = node
        self._to_hall = to_hall
        self._ask = ask
        self._ask_late = ask_late
        self._matches = matches
        self._send_away = send_away
        self._allowed: dict[int, Allowed] = {}
        self._by_visit: dict[int, Shortcut] = {}
        self._life = ""
        self._ways = Ways(bus, node, self._take, self._lost, patience=patience, admits=self._admits)

    def __len__(self) -> int:
        return sum(one.tells for one in self._by_visit.values())

    def open(self, life: str, beat_s: float) -> None:
        """There is a hall, to which the node has a trunk with an end of this name."""
        self._life = life
        self._ways.open(life, beat_s)

    def clear(self) -> None:
        """There is none, and no visitor."""
        self._allowed.clear()
        self._by_visit.clear()
        self._ways.clear()

    def close(self) -> None:
        """Nothing passes any more."""
        self.clear()
        self._ways.close()

    def forget(self, visit: int) -> None:
        """The visitor is gone."""
        self._allowed.pop(visit, None)
        one = self._by_visit.pop(visit, None)
        if one is not None and one.there is not None:
            self._ways.send(one.there, Dropped(visit))

    def are_taken(self, visit: int) -> bool:
        """Does an edge speak with the visitor's node on the way, or is about to, or not done with it?"""
        one = self._by_visit.get(visit)
        return one is not None and one.there is not None

    # How they begin.

    def allow(self, allowed: Allowed) -> None:
        """The hall says where a visitor is connected."""
        visit = allowed.line
        self._allowed[visit] = allowed
        one = self._by_visit.get(visit)
        if one is not None and not (one.tells or one.is_ending):
            if (one.edge, one.line) != (allowed.edge, allowed.edge_line):
                del self._by_visit[visit]  # that edge will not take it any more
            one.offered = ()  # or may not know of it any more
        self.offer(visit)

    def offer(self, visit: int) -> None:
        """The visitor's edge hears which matches it plays here."""
        allowed, one = self._allowed.get(visit), self._by_visit.get(visit)
        if allowed is None or (one is not None and one.is_ending):
            return
        matches = self._matches(visit)
        if one is None:
            if not matches:
                return
            one = self._by_visit[visit] = Shortcut(allowed)
        if one.offered != matches and matches:
            one.offered = matches
            self._to_hall(Offered(visit, self._node, self._life, visit, matches))

    def _admits(self, there: End) -> bool:
        life = life_of(there)
        return any(one.edge == life for one in self._by_visit.values())

    def _open(self, visit: int, one: Shortcut) -> None:
        one.tells = True
        self._to_hall(TellsTurn(visit, self._node))
        if not self._matches(visit):
            self.turn_back(visit)

    # What is told and asked.

    def tell(self, frame: Frame) -> None:
        """Sends to a visitor, or has the hall know of it, what its line says."""
        if isinstance(frame, ToLine):
            one = self._by_visit.get(frame.line)
            if one is not None and one.tells:
                assert one.there is not None, "it was taken"
                if isinstance(frame, Told | Refused) and not is_end(frame):
                    self._ways.send(one.there, frame)
                    return
                if isinstance(frame, Told | Closed | Cut | JoinGroup):
                    self.turn_back(frame.line)
        self._to_hall(frame)

    def holds(self, asked: Asked) -> bool:
        """Has a request that came over the hall to wait for those on the way? Then it does."""
        one = self._by_visit.get(asked.line)
        if one is None or not one.hall_has_turned:
            return False
        self._hold(one, one.late, asked)
        return True

    def _hold(self, one: Shortcut, waiting: list[Asked], asked: Asked) -> None:
        waiting.append(asked)
        if len(waiting) > MOST_HELD and one.there is not None:
            self._ways.give_up(one.there, "an edge does not say where its requests turn")

    # How they end.

    def turn_back(self, visit: int) -> None:
        """What the visitor is told from now on comes over the hall, behind all that was said on the way."""
        one = self._by_visit.get(visit)
        if one is None or not one.tells or one.there is None:
            return
        one.tells = False
        one.is_ending = True
        self._ways.send(one.there, TellsTurn(visit, self._node))
        self._to_hall(TellsTurn(visit, self._node))

    def hall_turns(self, visit: int) -> None:
        """An edge says over the hall that requests come the other way from there on."""
        one = self._by_visit.get(visit)
        if one is None:
            return
        if not one.asks:
            one.asks = True
            early, one.early = one.early, []
            for asked in early:
                self._ask(asked)
        elif one.is_ending and not one.hall_has_turned:
            one.hall_has_turned = True
            self._note_end(visit, one)

    def _note_end(self, visit: int, one: Shortcut) -> None:
        """Both ends have turned on both routes: all is as before, and another may begin."""
        if one.hall_has_turned and one.way_has_turned:
            self._end(visit, one)
            self.offer(visit)

    def _end(self, visit: int, one: Shortcut) -> None:
        if self._by_visit.get(visit) is one:
            del self._by_visit[visit]
        for asked in one.late:
            self._ask_late(asked)

    def _lost(self, there: End) -> None:
        """A way is broken: its clients have perhaps not heard all, and come again."""
        for visit, one in list(self._by_visit.items()):
            if one.there == there:
                self._end(visit, one)
                if one.tells:
                    self._send_away(visit)

    # What comes on a way.

    def _take(self, there: End, batch: Sequence[Frame]) -> None:
        for frame in batch:
            one = self._by_visit.get(frame.line) if isinstance(frame, FromLine) else None
            if one is None or life_of(there) != one.edge:
                continue  # of a visitor that has gone, or none of this edge
            assert isinstance(frame, FromLine), "others have no line"
            try:
                self._hear(there, one, frame)
            except Exception:
                logger.exception("a frame of edge %s failed: %s", there.node, type(frame).__name__)

    def _hear(self, there: End, one: Shortcut, frame: FromLine) -> None:
        visit = frame.line
        if isinstance(frame, Taken):
            if not (one.tells or one.is_ending):
                one.there = there
                self._ways.send(there, Heard(visit))
        elif one.there != there or one.way_has_turned:
            return
        elif isinstance(frame, Asked):
            if one.asks:
                self._ask(frame)
            else:
                self._hold(one, one.early, frame)
        elif isinstance(frame, Ready):
            if not (one.tells or one.is_ending):
                self._open(visit, one)
        elif isinstance(frame, Ending):
            self.turn_back(visit)
        elif isinstance(frame, AsksTurn) and one.is_ending:
            one.way_has_turned = True
            self._note_end(visit, one)


def is_end(frame: Told | Refused) -> bool:
    """Is a client told of the end of a match? What the hall says of that follows."""
    return isinstance(frame, Told) and frame.about["type"] == "match_over"
