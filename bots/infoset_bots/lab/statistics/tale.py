"""What one match tells when it is played again: points by round, turns, time. Any game.

A round ends where an event first names the next one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from infoset_bots.lab.statistics.choices import ChoiceTeller, SeatChoices
from infoset_bots.lab.statistics.island import IslandTale, IslandTeller
from infoset_games.core import State
from infoset_games.match import Match
from infoset_games.notices import Told
from infoset_games.record import Record
from infoset_games.steps import ACT, BRANCH, MISS, REPLACE, RecordError

DECIDED: Final = (ACT, REPLACE, MISS)
CATAN: Final = "catan"


@dataclass(frozen=True)
class Tale:
    """One match. Lists go by seat; `points[round]` are those when that round ended, 0 the set-up.

    `points` is empty for games that count none before the end. `turns` counts the spells by the rules, `spent_ms` sums the time of all decisions, as far as it was
    recorded. `choices` tell what the seats chose. `island` is there for Catan only.
    """

    rounds: int
    points: list[list[float]]
    turns: list[int]
    decisions: list[int]
    spent_ms: list[int]
    island: IslandTale | None = None
    choices: list[SeatChoices] = field(default_factory=list)


@dataclass
class _Teller:
    seats: int
    points: list[list[float]] = field(default_factory=list)
    rounds: int = 0
    turns: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns = [0] * self.seats

    def hear(self, match: Match, item: Mapping[str, Any]) -> None:
        """Takes in an event; a new round ends the last one."""
        number = item.get("round")
        if isinstance(number, int) and number > self.rounds:
            self.note(match)
            self.rounds = number
        if item.get("e") == "turn":
            self.turns[item["by"]] += 1

    def note(self, match: Match) -> None:
        """The points as they are now."""
        points = points_of(match)
        if points:
            self.points.append(points)


def tell(record: Record) -> tuple[Tale, Match]:
    """Plays a match again; what it tells, and how it stands at the end of the record.

    Raises RecordError for a record that cannot be played, or has no step.
    """
    seats = record.game.seats
    teller = _Teller(seats)
    island = IslandTeller(seats) if record.game.name == CATAN else None
    decisions, spent_ms = [0] * seats, [0] * seats
    chooser = ChoiceTeller(record.game)
    last: Match | None = None
    before: State | None = None
    for step, match, notices in record.play():
        last = match
        if before is not None:  # the first step is no decision
            chooser.hear(step, before)
        before = match.state
        if step.kind == BRANCH:  # what was decided before was decided by others
            chooser = ChoiceTeller(record.game)
            decisions, spent_ms = [0] * seats, [0] * seats
        if step.kind in DECIDED:
            decisions[step.seat] += 1
            spent_ms[step.seat] += step.elapsed_ms
        for item in public_items(notices):
            teller.hear(match, item)
            if island is not None:
                island.hear(match.state, item)
    if last is None:
        raise RecordError("it has no step")
    teller.note(last)
    if not any(teller.turns):  # a game in which all have their turns at once
        teller.turns = [teller.rounds] * seats
    tale = Tale(
        rounds=teller.rounds,
        points=teller.points,
        turns=teller.turns,
        decisions=decisions,
        spent_ms=spent_ms,
        island=None if island is None else island.tale(),
        choices=chooser.seats(),
    )
    return tale, last


def public_items(notices: list[Any]) -> list[dict[str, Any]]:
    """The events of some notices as everybody sees them."""
    told = [notice for notice in notices if isinstance(notice, Told)]
    return [item for notice in told for item in notice.views[None]]


def points_of(match: Match) -> list[float]:
    """By seat the points it has now, hidden ones included; nothing where the game counts none."""
    scores = match.state.scores()
    if scores:
        return [float(score) for score in scores]
    players = match.observation(None).get("players")
    if not isinstance(players, list):
        return []
    return [float(player["points"]) for player in players if "points" in player]
