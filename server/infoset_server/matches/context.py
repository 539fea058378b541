"""What the matches of a server share, and how they run besides the agreed terms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from infoset_games.game import Game
from infoset_server.bus.port import Bus
from infoset_server.common.counters import ActCounters
from infoset_server.common.ids import MatchId
from infoset_server.matches.seats import MatchSeat


@dataclass(frozen=True)
class Pace:
    """How a match runs besides the agreed terms."""

    absence_s: float  # a seat without a connection for this long is lost
    delay_s: float = 0.0  # waits before each question, so that people can follow bots
    return_s: float = (
        60.0  # after a restart, clocks stand still until the seat is back or this is over
    )
    doubt_s: float = 5.0  # looks so often for players who wait for what nobody knows


@dataclass(frozen=True)
class MatchContext:
    """What the matches of a server share.

    Over the `bus` goes what spectators see; `max_shown` of it may wait for one view. `counters` counts the acts of all
    matches. `compute_offer` is what players of a game are told of thinking on the server, or None. `on_lost(match,
    seat)` finds a stand-in for a seat; `on_over(match)` is called once for each.
    """

    bus: Bus
    max_shown: int
    pace: Pace
    counters: ActCounters
    compute_offer: Callable[[Game], Mapping[str, Any] | None]
    on_lost: Callable[[MatchId, MatchSeat], None]
    on_over: Callable[[MatchId], None]
