"""Who plays in which division after a season: promotion, relegation, and places that came free. A function of the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from infoset_server.contests.ladder.season_rules import DivisionRules


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry at the end of a season. `division` is 0 where there were none; `is_rated` where it has results."""

    entry: str
    division: int
    is_rated: bool


def divide(ranked: Sequence[Placed], rules: DivisionRules) -> dict[str, int]:
    """The division of each entry in the next season, 1 being the best.

    `ranked` are those that go on, best first, whatever their division. Between neighbours as many go up as go down;
    after that, free places are taken by the best from below, and whoever is too many goes down.
    """
    if all(one.division == 0 for one in ranked):
        divisions: list[list[Placed]] = [[] for _ in range(rules.lowest)]
        divisions[0] = list(ranked)
    else:
        divisions = _exchange(_as_they_are(ranked, rules), rules.moves)
    for upper, size in enumerate(rules.sizes):
        _fit(divisions, upper, size)
    return {one.entry: place for place, them in enumerate(divisions, 1) for one in them}


def _as_they_are(ranked: Sequence[Placed], rules: DivisionRules) -> list[list[Placed]]:
    """The divisions of the season that is over, each best first."""
    divisions: list[list[Placed]] = [[] for _ in range(rules.lowest)]
    for one in ranked:
        place = min(one.division or rules.lowest, rules.lowest)
        divisions[place - 1].append(one)
    return divisions


def _exchange(divisions: list[list[Placed]], moves: int) -> list[list[Placed]]:
    """The first of each division change places with the last of the one above."""
    last = len(divisions) - 1
    may_leave = [  # in one direction: nobody goes both ways
        len(them) if place in (0, last) else len(them) // 2 for place, them in enumerate(divisions)
    ]
    changed = [list(them) for them in divisions]
    for upper, lower in zip(range(last), range(1, last + 1), strict=True):
        rated = [one for one in divisions[lower] if one.is_rated]
        count = min(moves, may_leave[upper], may_leave[lower], len(rated))
        up, down = rated[:count], divisions[upper][len(divisions[upper]) - count :]
        changed[upper] = [one for one in changed[upper] if one not in down] + up
        changed[lower] = down + [one for one in changed[lower] if one not in up]
    return changed


def _fit(divisions: list[list[Placed]], upper: int, size: int) -> None:
    """As many entries as the division has places, as long as there are any below."""
    while len(divisions[upper]) > size:
        divisions[upper + 1].insert(0, divisions[upper].pop())
    while len(divisions[upper]) < size:
        below = next((them for them in divisions[upper + 1 :] if them), None)
        if below is None:
            return
        divisions[upper].append(below.pop(0))
