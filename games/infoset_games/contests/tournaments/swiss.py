"""A round of the Swiss system for two seats: those of like scores meet, nobody the same again, as far as that goes.

All pairs are chosen at once, as the matching of the whole field that costs least (Edmonds' blossom algorithm, from
networkx: `pip install networkx`). What must not be costs more than everything else together:

1. meeting again, and a second bye;
2. sitting on one seat three times running, or three times more often than on the other;
3. unequal scores: the square of the difference, so that two small ones are better than a large one; a bye goes
   to the lowest score;
4. both having sat on the same seat more often;
5. within those of equal scores, any pairs but those of the upper half with the lower.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Final

from infoset_games.contests.series import SIDES
from infoset_games.contests.tournaments.course import Facts
from infoset_games.contests.tournaments.seating import seat_fairly, turned
from infoset_games.contests.tournaments.table import Draw

MOST: Final = 256
NOBODY: Final = -1  # the partner of who has a bye
MOST_TILT: Final = 2  # how much more often than on the other anybody sits on one seat
MOST_RUNNING: Final = 2  # times on one seat


@dataclass(frozen=True)
class Candidate:
    """An entrant to be paired. `rank` is their place by score and seed, `position` that among those of their score, who are
    `company`; `tilt` is how much more often they have sat on seat 0, `score` in whole units.
    """

    entrant: int
    score: int
    rank: int
    position: int
    company: int
    tilt: int
    due: int | None  # the seat that they must have now, as they had the other too often
    byes: int


def check_field(entrants: int, seats: int) -> None:
    """Raises ValueError naming what keeps such a field from being paired."""
    if not seats <= entrants <= MOST:
        raise ValueError(f"entrants: expected {seats}..{MOST}, got {entrants}")
    if seats == SIDES and find_spec("networkx") is None:
        raise ValueError("format: expected networkx here: pip install networkx")


def swiss_round(facts: Facts, players: Sequence[int], number: int) -> list[Draw]:
    """The pairs of a round, best first; with an odd number of players, a bye at the end.

    Raises ModuleNotFoundError where networkx is not installed.
    """
    pairs = match(rank_candidates(facts, players), facts)
    seatings = [
        (one.entrant,) if other is None else seat_pair(one, other, number, facts)
        for number, (one, other) in enumerate(pairs)
    ]
    return [
        Draw(number, f"R{number}.{count}", seating) for count, seating in enumerate(seatings, 1)
    ]


def seat_pair(one: Candidate, other: Candidate, number: int, facts: Facts) -> tuple[int, ...]:
    """Who sits where: an entrant who is due for a seat has it; where that is all the same, the better one sits on seat 0
    in every other pair.
    """
    if one.due is not None and one.due != other.due:
        return turned((one.entrant, other.entrant), one.due)
    if other.due is not None and one.due != other.due:
        return turned((other.entrant, one.entrant), other.due)
    return seat_fairly(turned((one.entrant, other.entrant), number), facts.uses)


def due_seat(tilt: int, run: tuple[int, int]) -> int | None:
    """The seat for an entrant who leans to one so far, and had their last so many times running."""
    last, times = run
    if times >= MOST_RUNNING:
        return 1 - last
    if abs(tilt) >= MOST_TILT:
        return int(tilt > 0)
    return None


def rank_candidates(facts: Facts, players: Sequence[int]) -> list[Candidate]:
    """The players by score and seed."""
    scores = facts.whole_scores()
    order = sorted(players, key=lambda one: (-scores[one], one))
    found = []
    for rank, one in enumerate(order):
        alike = [other for other in order if scores[other] == scores[one]]
        tilt = facts.uses[one][0] - facts.uses[one][1]
        position, byes = alike.index(one), facts.byes.get(one, 0)
        due = due_seat(tilt, facts.runs[one])
        found.append(Candidate(one, scores[one], rank, position, len(alike), tilt, due, byes))
    return found


def match(
    candidates: Sequence[Candidate], facts: Facts
) -> list[tuple[Candidate, Candidate | None]]:
    """The pairs that cost least; the better one first, and pairs by their better one."""
    import networkx as nx

    weigh = Costs.of(candidates)
    graph: nx.Graph[int] = nx.Graph()
    for one in candidates:
        for other in candidates[one.rank + 1 :]:
            pair = min(one.entrant, other.entrant), max(one.entrant, other.entrant)
            graph.add_edge(
                one.rank, other.rank, weight=-weigh.pair(one, other, facts.met.get(pair, 0))
            )
        if len(candidates) % SIDES:
            graph.add_edge(NOBODY, one.rank, weight=-weigh.bye(one))
    edges = nx.max_weight_matching(graph, maxcardinality=True)
    ranks = sorted((min(edge), max(edge)) for edge in edges)
    byes = [(candidates[other], None) for one, other in ranks if one == NOBODY]
    met_now = [(candidates[one], candidates[other]) for one, other in ranks if one != NOBODY]
    return [*met_now, *byes]


@dataclass(frozen=True)
class Costs:
    """What a pair costs: each kind of fault so much that no number of lesser ones outweighs it.

    `widest` is more than the largest difference of scores, `lowest` the lowest score.
    """

    players: int
    widest: int
    lowest: int

    @classmethod
    def of(cls, candidates: Sequence[Candidate]) -> "Costs":
        """For these candidates."""
        scores = [one.score for one in candidates]
        return cls(len(candidates) + 1, max(scores) - min(scores) + 1, min(scores))

    @cached_property
    def tilt(self) -> int:
        """Of a pair who lean to the same seat: more than all halves that are not met crosswise."""
        return 2 * self.players * self.players

    @cached_property
    def gap(self) -> int:
        """Of a difference of one unit of scores."""
        return self.tilt * self.players

    @cached_property
    def lean(self) -> int:
        """Of a third time more on one seat, or running."""
        return self.gap * self.widest * self.widest * self.players

    @cached_property
    def again(self) -> int:
        """Of each time two have met already, or one has had a bye."""
        return self.lean * self.players

    def pair(self, one: Candidate, other: Candidate, met: int) -> int:
        """Of two who meet."""
        apart = one.score - other.score
        cost = met * self.again + apart * apart * self.gap
        if one.tilt * other.tilt > 0:
            cost += self.tilt
        if one.due is not None and one.due == other.due:
            cost += self.lean
        if apart == 0:
            return cost + abs(2 * (other.position - one.position) - one.company)
        return cost + other.rank - one.rank

    def bye(self, one: Candidate) -> int:
        """Of a bye."""
        apart = one.score - self.lowest
        return one.byes * self.again + apart * apart * self.gap + self.players - one.rank
