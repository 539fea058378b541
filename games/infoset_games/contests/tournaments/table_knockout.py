"""Knock-out at tables of three and more: some of each table go on, until those who are left fill the last one.

In each round as many tables are full as can be, and `advance` of each go on. Those left over have a bye: the best,
of those who had fewest. Where more would go out than there may, the last table lets the others stay, too.
"""

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.seating import note_seats, seat_fairly, turned
from infoset_games.contests.tournaments.table import Draw

FINAL = "F1"


def check_table_knockout(players: int, seats: int, advance: int) -> None:
    """Raises ValueError naming what is wrong."""
    if players < seats:
        raise ValueError(f"entrants: expected at least {seats}, got {players}")
    if not 1 <= advance < seats:
        raise ValueError(f"advance: expected 1..{seats - 1}, got {advance}")


def table_knockout_draws(course: Course, advance: int) -> list[Draw]:
    """The tables of the next round; none while one is being played, or when all is decided."""
    seats = course.terms.seats
    if not course.is_settled or FINAL in course.by_name():
        return []
    number = course.last_round + 1
    players = still_in(course)
    uses = course.seat_uses()
    if len(players) == seats:
        return [Draw(number, FINAL, seat_fairly(players, uses), advance=1)]
    sizes = going_on(len(players), seats, advance)
    byes = course.byes()
    count = len(players) - len(sizes) * seats
    resting = sorted(players, key=lambda one: (byes[one], players.index(one)))[:count]
    playing = [one for one in players if one not in resting]
    draws = []
    for place, size in enumerate(sizes):
        seating = seat_fairly(turned(snake(playing, len(sizes), place), place), uses)
        note_seats(seating, uses)
        draws.append(Draw(number, f"R{number}.{place + 1}", seating, advance=size))
    first = len(draws) + 1
    return draws + [Draw(number, f"R{number}.{n}", (one,)) for n, one in enumerate(resting, first)]


def going_on(players: int, seats: int, advance: int) -> list[int]:
    """How many go on from each full table, so that at least a full table is left."""
    to_go = players - seats
    tables = min(players // seats, -(-to_go // (seats - advance)))
    out = [min(seats - advance, to_go - table * (seats - advance)) for table in range(tables)]
    return [seats - number for number in out]


def snake(players: list[int], tables: int, table: int) -> list[int]:
    """The players of one of so many tables: one from each part of the order, there and back."""
    found = []
    for start in range(0, len(players), tables):
        row = players[start : start + tables]
        found.append(row[table] if start // tables % 2 == 0 else row[-1 - table])
    return found


def still_in(course: Course) -> list[int]:
    """The entrants still in, best seed first."""
    out = {entrant for entrants in outgoing(course) for entrant in entrants}
    return [one for one in course.everybody if one not in out]


def outgoing(course: Course) -> list[list[int]]:
    """By round who went out, the best first. Nobody goes out of the final."""
    rounds: dict[int, list[tuple[int, int]]] = {}
    for sitting in course.decided():
        if sitting.is_bye or sitting.draw.name == FINAL:
            continue
        order = sitting.order()
        for one in set(order) - set(sitting.advancing()):
            rounds.setdefault(sitting.draw.round, []).append((order.index(one), one))
    return [[one for _, one in sorted(gone)] for _, gone in sorted(rounds.items())]


def table_knockout_places(course: Course) -> dict[int, int]:
    """The places of all who are out, and of those in the final when it is over; who goes in one round shares a place."""
    places: dict[int, int] = {}
    place = course.entrants
    for gone in outgoing(course):
        place -= len(gone)
        places |= dict.fromkeys(gone, place + 1)
    final = course.by_name().get(FINAL)
    if final is not None and final.is_decided:
        places |= {one: place for place, one in enumerate(final.order(), start=1)}
    return places
