"""Who meets whom in an arena, where everybody who is free plays again until the time is over. Knows no clock."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Final

from infoset_games.contests.series import SIDES
from infoset_games.contests.tournaments.course import Course, Facts
from infoset_games.contests.tournaments.groups import group_round
from infoset_games.contests.tournaments.scoring import NOTHING
from infoset_games.contests.tournaments.sitting import Sitting
from infoset_games.contests.tournaments.swiss import swiss_round
from infoset_games.contests.tournaments.table import Draw

FIRE: Final = 2  # tables won in a row after which points count double


def arena_wave(course: Course, free: Collection[int], number: int) -> list[Draw]:
    """Tables for those who are free: like scores together, whoever has waited longest first.

    Nobody has a bye: who is left over waits, and so do those who shall be apart and would meet. The same company does not meet twice in a row while anybody
    else is playing, who will be free.
    """
    seats = course.terms.seats
    players = longest_waiting(course, free)
    players = players[: len(players) // seats * seats]
    if not players:
        return []
    pair = swiss_round if seats == SIDES else group_round
    met = course.with_apart(last_meetings(course))
    draws = pair(replace(Facts.of(course), met=met), players, number)
    draws = [draw for draw in draws if course.apart.isdisjoint(pairs_of(draw))]
    if course.is_settled and len(players) == len(course.staying) // seats * seats:
        return draws
    return [draw for draw in draws if not is_repeated(draw, course)]


def longest_waiting(course: Course, free: Collection[int]) -> list[int]:
    """Those who are free, first who was last drawn longest ago."""
    last = last_tables(course)
    return sorted(free, key=lambda one: (last.get(one, -1), one))


def last_tables(course: Course) -> dict[int, int]:
    """By entrant the number of the last table."""
    found: dict[int, int] = {}
    for number, sitting in enumerate(course.sittings):
        found |= dict.fromkeys(sitting.entrants, number)
    return found


def last_meetings(course: Course) -> Counter[tuple[int, int]]:
    """Who has met whom at the last table of either."""
    return Counter(
        pair
        for number in set(last_tables(course).values())
        for pair in pairs_of(course.sittings[number].draw)
    )


def pairs_of(draw: Draw) -> Iterator[tuple[int, int]]:
    """Who meets whom at a table, the lower number first."""
    return combinations(sorted(draw.entrants), 2)


def is_repeated(draw: Draw, course: Course) -> bool:
    """Did exactly these meet the last time that any of them played?"""
    company = set(draw.entrants)
    for sitting in reversed(course.sittings):
        if not company.isdisjoint(sitting.entrants):
            return company == set(sitting.entrants)
    return False


def fiery_scores(course: Course) -> list[Fraction]:
    """Scores where points count double after two tables won in a row, until one is not won; those for berserk do not."""
    scores = [NOTHING] * course.entrants
    for entrant in course.everybody:
        row = 0
        for sitting in course.decided_of(entrant):
            points = sitting.points()[entrant]
            scores[entrant] += points
            if row >= FIRE and points:
                scores[entrant] += points - sitting.berserk_points()[entrant]
            row = row + 1 if has_won(sitting, entrant) else 0
    for adjustment in course.adjustments:
        scores[adjustment.entrant] += adjustment.points
    return scores


def has_won(sitting: Sitting, entrant: int) -> bool:
    """Is the entrant alone on the first place of a table at which they sat?"""
    places = sitting.places()
    is_first = places[sitting.entrants.index(entrant)] == 1
    return is_first and places.count(1) == 1 and not sitting.is_bye and entrant in sitting.here
