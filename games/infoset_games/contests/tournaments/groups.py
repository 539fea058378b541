"""A round of the Swiss system for tables of three and more: those of like scores sit together.

There is no fast way to the best tables, so they are made and then improved. First the players are cut, from the top
of the standings, into tables; in the first round every table gets one of each part of the seeds instead. Then two
players change tables as long as that makes it better: fewer who meet again first, then scores that differ less.
The players left over, where their number is no multiple of the seats, have a bye: the lowest of those who had the fewest.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from infoset_games.contests.tournaments.course import Facts
from infoset_games.contests.tournaments.seating import note_seats, seat_fairly, turned
from infoset_games.contests.tournaments.table import Draw

MOST_SWAPS: Final = 10_000

Meetings = Mapping[tuple[int, int], int]


def group_round(facts: Facts, players: Sequence[int], number: int) -> list[Draw]:
    """The tables of a round, best first, and byes at the end. Needs at least as many players as seats."""
    scores = facts.whole_scores()
    order = sorted(players, key=lambda one: (-scores[one], one))
    resting = choose_byes(order, facts)
    playing = [one for one in order if one not in resting]
    tables = deal(playing, facts.seats, is_first=number == 1)
    improve(tables, facts.met, scores)
    seatings: list[tuple[int, ...]] = []
    for place, table in enumerate(tables):
        seating = seat_fairly(turned(sorted(table, key=order.index), place), facts.uses)
        note_seats(seating, facts.uses)
        seatings.append(seating)
    seatings += [(one,) for one in resting]
    return [
        Draw(number, f"R{number}.{count}", seating) for count, seating in enumerate(seatings, 1)
    ]


def choose_byes(order: Sequence[int], facts: Facts) -> list[int]:
    """Those who rest: of those who did least often, the lowest."""
    number = len(order) % facts.seats
    lowest = sorted(order, key=lambda one: (facts.byes.get(one, 0), -order.index(one)))
    return sorted(lowest[:number], key=order.index)


def deal(order: Sequence[int], seats: int, *, is_first: bool) -> list[list[int]]:
    """Tables of neighbours; in the first round, of one from each part of the order."""
    count = len(order) // seats
    if is_first:
        return [list(order[number::count]) for number in range(count)]
    return [list(order[number * seats : (number + 1) * seats]) for number in range(count)]


def improve(tables: list[list[int]], met: Meetings, scores: Sequence[int]) -> None:
    """Lets two players change tables as long as that makes it better."""
    for _ in range(MOST_SWAPS):
        swap = next(better_swaps(tables, met, scores), None)
        if swap is None:
            return
        (one, place), (other, place_there) = swap
        exchange(tables[one], place, tables[other], place_there)


Seat = tuple[int, int]  # of the swap: the number of a table, and a place at it


def better_swaps(
    tables: list[list[int]], met: Meetings, scores: Sequence[int]
) -> Iterator[tuple[Seat, Seat]]:
    """Changes that make it better, of tables near each other first."""
    costs = [cost_of(table, met, scores) for table in tables]
    for distance in range(1, len(tables)):
        for one in range(len(tables) - distance):
            other = one + distance
            before = add(costs[one], costs[other])
            if before == (0, 0):
                continue
            for place in range(len(tables[one])):
                for there in range(len(tables[other])):
                    exchange(tables[one], place, tables[other], there)
                    after = add(
                        cost_of(tables[one], met, scores), cost_of(tables[other], met, scores)
                    )
                    exchange(tables[one], place, tables[other], there)
                    if after < before:
                        yield (one, place), (other, there)


def exchange(table: list[int], place: int, other: list[int], there: int) -> None:
    """Two players change places."""
    table[place], other[there] = other[there], table[place]


Cost = tuple[int, int]


def cost_of(table: Sequence[int], met: Meetings, scores: Sequence[int]) -> Cost:
    """How many meet again (those who have met more often count more), and how much their scores differ."""
    again, apart = 0, 0
    for one, other in combinations(table, 2):
        again += met.get((min(one, other), max(one, other)), 0) ** 2
        apart += (scores[one] - scores[other]) ** 2
    return again, apart


def add(one: Cost, other: Cost) -> Cost:
    """Both costs together."""
    return one[0] + other[0], one[1] + other[1]
