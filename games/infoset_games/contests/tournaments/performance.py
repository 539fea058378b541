"""Performance ratings: how strong whoever has made these points against these opponents would be.

Elo's expected scores, solved for the rating at which the points made are the points expected against just these
opponents, one by one. FIDE's performance rating (Handbook B.02, 8.1) takes the mean of the opponents for all of them,
and that differs where they are far apart; as there, who has made all points, or none, is 800 from that mean.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.tie_breaks import meetings_at

FARTHEST: Final = 800.0  # from the mean of the opponents
DECADE: Final = 400.0  # rating points for odds of ten to one
STEPS: Final = 60  # of halving, to less than a millionth of a point


def performance(met: Sequence[tuple[float, Fraction]]) -> float | None:
    """The performance from opponents' ratings and the share of the point against each; None against nobody."""
    if not met:
        return None
    mean = sum(rating for rating, _ in met) / len(met)
    made = float(sum(share for _, share in met))
    low, high = mean - FARTHEST, mean + FARTHEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        if sum(expected(middle, rating) for rating, _ in met) < made:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def expected(rating: float, opponent: float) -> float:
    """The share of a point that is expected."""
    return float(1 / (1 + 10 ** ((opponent - rating) / DECADE)))


def performances(course: Course, ratings: Mapping[int, float]) -> dict[int, float]:
    """Of all who have played against somebody who has a rating. A forfeit and a bye were not played.

    At tables of three and more everybody has met everybody: who comes in ahead has the point of the two.
    """
    found = {}
    for entrant in course.everybody:
        met = [
            (ratings[one.other], one.share)
            for sitting in course.decided_of(entrant)
            if sitting.played and entrant in sitting.here
            for one in meetings_at(sitting, entrant)
            if one.other is not None and one.other in ratings and one.other in sitting.here
        ]
        value = performance(met)
        if value is not None:
            found[entrant] = value
    return found
