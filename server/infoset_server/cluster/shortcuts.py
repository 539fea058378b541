"""Shortcuts, at the edge: a client that plays at a play node speaks with it past the hall, over a `way`.

The hall says whose client may, and the node offers it (`Offered`). Before anything turns, both have heard each other on
the way: where one has no right to speak with the other on the bus, everything goes on over the hall.

    edge            way            node             edge            way            node
     |  Taken  ------------------>  |                |  <-------------  TellsTurn   |
     |  <-----------------  Heard   |                |  <== TellsTurn over the hall |
     |  AsksTurn over the hall ==>  |                |  AsksTurn over the hall ==>  |
     |  Ready  ------------------>  |                |  AsksTurn  --------------->  |
     |  <== TellsTurn over the hall |
            a shortcut begins                                  it ends

Each speaker says on the route that it leaves, as the last thing there, that it turns; coming back it says so on both.
Who hears holds back what comes on the new route until nothing more can come on the old one. So each client hears, and
each match is asked, in the order in which it was said. The node ends a shortcut: before it tells of the end of a match,
where a match goes elsewhere, and when the edge wants it (`Ending`), because the client has lost its link or its session
goes elsewhere: what is asked meanwhile waits at the edge. Where the way breaks, those who used it are sent away for a
moment.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from infoset_protocol.messages import ClientMessage
from infoset_server.bus.port import Bus
from infoset_server.cluster import frames
from infoset_server.cluster.frames import (
    Asked,
    AsksTurn,
    Dropped,
    Ending,
    Frame,
    Heard,
    Offered,
    Ready,
    Taken,
    TellsTurn,
    ToLine,
)
from infoset_server.cluster.trunk import End
from infoset_server.cluster.ways import Ways

logger = logging.getLogger(__name__)

AWAY: Final = "the server that plays this match is away for a moment"
RETRY_MS: Final = 500  # when to come back to matches whose server was lost
# These name a match, but the hall has to hear of them: it keeps what is said there, and knows who watches.
OF_THE_HALL: Final = frozenset(("chat", "watch", "unwatch"))


class Shortcut:
    """Of one line to one node."""

    __slots__ = (
        "asks",
        "early",
        "hall_has_turned",
        "line",
        "matches",
        "tells",
        "there",
        "visit",
        "way_has_turned",
    )

    def __init__(self, line: int, there: End, visit: int) -> None:
        self.line: Final = line
        self.there: Final = there
        self.visit: Final = visit
        self.matches: frozenset[str] = frozenset()
        self.asks = False  # requests go straight to the node
        self.tells = False  # so does what comes from it
        self.early: list[ToLine] = []  # what came on the way before it was to
        self.way_has_turned = False  # it ends: nothing more comes on the way,
        self.hall_has_turned = False  # and all behind this over the hall


class EdgeShortcuts:
    """Those of all lines of an edge, by line and by the name of the node."""

    def __init__(
        self,
        bus: Bus,
        node: str,
        patience: int,
        *,
        to_hall: Callable[[Frame], None],
        do: Callable[[int, ToLine], None],
        is_here: Callable[[int], bool],
        send_away: Callable[[int], None],
    ) -> None:
        """`do` does with a line what a frame says that had to wait, or came on a way; `send_away` has its client come again.
        `is_here` says whether that is there: one that comes back may be another visitor, so what is offered before is not
        taken.
        """
        self._to_hall = to_hall
        self._do = do
        self._is_here = is_here
        self._send_away = send_away
        self._by_line: dict[int, dict[str, Shortcut]] = {}
        self._by_visit: dict[tuple[End, int], Shortcut] = {}
        self._held: dict[int, list[ToLine]] = {}  # what came over the hall behind a TellsTurn
        self._ending: dict[int, Callable[[], None]] = {}
        self._asked: dict[int, list[Asked]] = {}  # meanwhile
        self._ways = Ways(bus, node, self._take, self._lost, patience=patience)

    def __len__(self) -> int:
        return sum(map(len, self._by_line.values()))

    @property
    def past_hall(self) -> int:
        """Of how many nothing passes the hall any more: nodes are asked on the way, and tell on the way."""
        return sum(one.asks and one.tells for one in self._by_visit.values())

    def open(self, life: str, beat_s: float) -> None:
        """There is a hall, to which the edge has a trunk with an end of this name."""
        self._ways.open(life, beat_s)

    def clear(self) -> None:
        """There is none. All lines are closed."""
        self._by_line.clear()
        self._by_visit.clear()
        self._held.clear()
        self._ending.clear()
        self._asked.clear()
        self._ways.clear()

    def close(self) -> None:
        """Nothing passes any more."""
        self.clear()
        self._ways.close()

    def forget(self, line: int) -> None:
        """The line is gone."""
        for one in self._by_line.pop(line, {}).values():
            del self._by_visit[one.there, one.visit]
        self._held.pop(line, None)
        self._ending.pop(line, None)
        self._asked.pop(line, None)

    # What the client asks.

    def ask(self, line: int, message: ClientMessage, asked: Callable[[int], Asked]) -> bool:
        """Sends a request to the node that plays its match, if it may go there; `asked` makes it for a visit, or a line."""
        if line in self._ending:
            self._asked.setdefault(line, []).append(asked(line))
            return True
        shortcuts = self._by_line.get(line)
        if shortcuts is None or message.type in OF_THE_HALL:
            return False
        match_id = getattr(message, "match_id", None)
        for one in shortcuts.values():
            if one.asks and match_id in one.matches:
                self._ways.send(one.there, asked(one.visit))
                return True
        return False

    # What comes over the hall.

    def holds(self, line: int, frame: ToLine) -> bool:
        """Has a frame for a line to wait, or is it about shortcuts? Then that is done."""
        held = self._held.get(line)
        if held is not None:
            held.append(frame)
            return True
        match frame:
            case Offered():
                self._offered(line, frame)
            case TellsTurn():
                self._hall_turns(line, frame.node)
            case _:
                return False
        return True

    def _offered(self, line: int, offered: Offered) -> None:
        if line in self._ending or not self._is_here(line):
            return
        there, matches = End(offered.node, offered.end), frozenset(offered.matches)
        known = self._by_line.get(line, {}).get(offered.node)
        if known is not None and (known.there, known.visit) == (there, offered.visit):
            known.matches = matches
            return
        if known is not None:
            self._let_go(known)  # its visit is over
        one = Shortcut(line, there, offered.visit)
        one.matches = matches
        self._by_line.setdefault(line, {})[offered.node] = one
        self._by_visit[there, one.visit] = one
        self._ways.begin(there)
        self._ways.send(there, Taken(one.visit))

    def _hall_turns(self, line: int, node: str) -> None:
        one = self._by_line.get(line, {}).get(node)
        if one is None:
            return
        if not one.tells:
            one.tells = True
            early, one.early = one.early, []
            for frame in early:
                self._hear(one, frame)
        elif one.way_has_turned:
            self._drop(one)
        else:
            one.hall_has_turned = True
            self._held[line] = []

    # What comes on a way.

    def _take(self, there: End, batch: Sequence[Frame]) -> None:
        for frame in batch:
            if not isinstance(frame, ToLine) or (there, frame.line) not in self._by_visit:
                continue  # for a client that has gone
            try:
                self._hear(self._by_visit[there, frame.line], frame)
            except Exception:
                logger.exception("a frame of node %s failed: %s", there.node, type(frame).__name__)

    def _hear(self, one: Shortcut, frame: ToLine) -> None:
        match frame:
            case Dropped():
                self._let_go(one)
            case Heard() if not one.asks:
                one.asks = True
                self._to_hall(AsksTurn(one.line, one.there.node, one.visit))
                self._ways.send(one.there, Ready(one.visit))
            case _ if not one.tells:
                one.early.append(frame)
            case TellsTurn():
                self._way_turns(one)
            case frames.Told() | frames.Refused():
                self._do(one.line, frame)

    def _way_turns(self, one: Shortcut) -> None:
        """The node has said its last word on the way; so does the edge."""
        one.way_has_turned = True
        one.asks = False
        turn = AsksTurn(one.line, one.there.node, one.visit)
        self._to_hall(turn)
        self._ways.send(one.there, msgspec.structs.replace(turn, line=one.visit))
        if one.hall_has_turned:
            self._let_go(one)
        else:
            self._note_ending(one.line)

    def _let_go(self, one: Shortcut) -> None:
        """Nothing more is on its way to the line but over the hall."""
        line = one.line
        self._drop(one)
        if one.hall_has_turned:
            for frame in self._held.pop(line, ()):
                if not self.holds(line, frame):
                    self._do(line, frame)
        self._note_ending(line)

    def _drop(self, one: Shortcut) -> None:
        del self._by_visit[one.there, one.visit]
        shortcuts = self._by_line[one.line]
        del shortcuts[one.there.node]
        if not shortcuts:
            del self._by_line[one.line]

    # How they end.

    def end(self, line: int, then: Callable[[], None]) -> None:
        """Calls `then` once nothing more comes to a line but over the hall. What it asks meanwhile goes there before."""
        self._ending[line] = then
        for one in list(self._by_line.get(line, {}).values()):
            if one.asks:
                self._ways.send(one.there, Ending(one.visit))
            elif not one.way_has_turned:
                self._drop(one)  # the node has not turned
        self._note_ending(line)

    def _note_ending(self, line: int) -> None:
        shortcuts = self._by_line.get(line, {})
        if line in self._ending and all(one.way_has_turned for one in shortcuts.values()):
            then = self._ending.pop(line)
            for asked in self._asked.pop(line, ()):
                self._to_hall(asked)
            then()

    def _lost(self, there: End) -> None:
        """A way is broken: whoever used it has perhaps not heard all."""
        for one in [one for one in self._by_visit.values() if one.there == there]:
            self._drop(one)
            if one.asks:
                self._send_away(one.line)
            else:
                self._note_ending(one.line)
