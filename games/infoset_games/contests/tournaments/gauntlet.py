"""A gauntlet: the challengers meet all others, who meet each other only where a table has seats for it."""

from typing import Final

from infoset_games.contests.series import SIDES
from infoset_games.contests.tournaments.blocks import choose_blocks
from infoset_games.contests.tournaments.round_robin import Seating, name_tables, pack
from infoset_games.contests.tournaments.seating import note_seats, seat_around
from infoset_games.contests.tournaments.table import Draw

MOST: Final = 64


def gauntlet(players: int, seats: int, challengers: int = 1, cycles: int = 1) -> list[Draw]:
    """All tables. The first `challengers` entrants are those who are tested; the seats even out.

    Of two, a challenger meets each of the others once in a cycle, and the others never meet. At larger tables they take
    turns beside the challenger, so that all meet the challenger equally often, and each other there. Raises ValueError naming what is wrong.
    """
    others = players - challengers
    if not 1 <= challengers < players <= MOST:
        raise ValueError(f"entrants: expected 2..{MOST}, of whom some are no challengers")
    if others < seats - 1:
        raise ValueError(f"entrants: expected at least {challengers + seats - 1}, got {players}")
    if cycles < 1:
        raise ValueError(f"cycles: expected at least 1, got {cycles}")
    uses = [[0] * seats for _ in range(players)]
    seatings: list[Seating] = []
    for _ in range(cycles):
        for company in companies(others, seats - 1):
            for challenger in range(challengers):
                at_table = [challengers + other for other in company]
                seating = seat_around(challenger, at_table, uses)
                note_seats(seating, uses)
                seatings.append(seating)
    return name_tables(pack(seatings, players))


def companies(others: int, size: int) -> list[tuple[int, ...]]:
    """Who sits with a challenger, table by table: everybody equally often."""
    if size == SIDES - 1:
        return [(other,) for other in range(others)]
    if size == others:
        return [tuple(range(others))]
    block = choose_blocks(others, size)[0]
    return [tuple((number + step) % others for number in block) for step in range(others)]
