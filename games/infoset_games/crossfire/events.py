"""Tells what happened in a ply, to each seat what it may know. Compiled; reads positions, changes none.

Every round tells each seat its own report: the same facts as its observation has them. Lists are as
long as a side has units, padded with -1, so that their lengths tell nothing to anybody else.
"""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from infoset_games.core import Json
from infoset_games.crossfire.history import Round
from infoset_games.crossfire.observation import SETUP
from infoset_games.crossfire.plain import write_cells
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.setups import split_setup
from infoset_games.crossfire.stage import PERIOD
from infoset_games.crossfire.state import CrossfireState
from infoset_games.events import Event

UNKNOWN: Final = -1


def narrate(before: CrossfireState, joint: Mapping[int, int], after: CrossfireState) -> list[Event]:
    """The events of the ply `joint` that led from `before` to `after`."""
    events: list[Event] = []
    if before.phase() == SETUP:
        events += [tell_setup(before, seat, joint[seat]) for seat in sorted(joint)]
    for played in rounds_since(before.now, after.now):
        if played.number > 0:
            events += tell_round(after, played)
        if played.ending == 0:
            events.append(tell_asked(after, played))
    result = after.result()
    if result is not None and after.now is not None:
        units = write_cells(after.now.cells, after.deal.board.units)
        facts = {"ending": result.ending, "scores": list(result.scores), "units": units}
        events.append(Event("over", facts))
    return events


def rounds_since(start: Round | None, end: Round | None) -> list[Round]:
    """The rounds after `start` up to `end`, in order."""
    first: i64 = -1 if start is None else start.number
    found: list[Round] = []
    played = end
    while played is not None and played.number > first:
        found.append(played)
        played = played.past
    found.reverse()
    return found


def tell_setup(before: CrossfireState, seat: int, code: int) -> Event:
    numbers, king = split_setup(code, before.deal.recharge)
    filling = before.deal.filling(seat, 1)
    secrets = {"numbers": numbers, "king": king, "fill": filling}
    return Event("setup", {"by": seat}, secrets, [seat])


def tell_round(state: CrossfireState, played: Round) -> list[Event]:
    """The end of a round, and to each seat its report."""
    number = int(played.number)
    events = [Event("round", {"round": number, "reduction": 1 if number % PERIOD == 0 else 0})]
    for seat in range(1 if state.deal.mirror else 2):
        report = played.report(state.deal.board, seat)
        filling = state.deal.filling(seat, number + 1)
        own = tell_own(report) | {"fill": filling}
        events.append(Event("units", {"by": seat}, own, [seat]))
        events.append(Event("sight", {"by": seat}, tell_sight(report), [seat]))
    return events


def tell_own(report: Report) -> dict[str, Json]:
    units = range(len(report.squares))
    return {
        "orders": report.orders[:],
        "squares": report.squares[:],
        "moved": [report.moved >> unit & 1 for unit in units],
        "alive": [report.alive >> unit & 1 for unit in units],
    }


def tell_sight(report: Report) -> dict[str, Json]:
    return {
        "enemies": padded(report.enemies, len(report.squares)),
        "fallen": padded(report.fallen, len(report.squares)),
        "across": f"{report.light_across:x}",
        "along": f"{report.light_along:x}",
    }


def tell_asked(state: CrossfireState, played: Round) -> Event:
    """Who must decide in the next round; nobody: it is played at once."""
    asks = int(played.asks)
    seats = [seat for seat in range(1 if state.deal.mirror else 2) if asks >> seat & 1]
    return Event("orders", {"round": int(played.number) + 1, "seats": seats})


def padded(squares: list[int], length: int) -> list[Json]:
    return squares + [UNKNOWN] * (length - len(squares))
