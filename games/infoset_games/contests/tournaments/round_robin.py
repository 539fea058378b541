"""Everybody meets everybody: the schedule, its rounds and seats.

Of two, everybody meets everybody once in a cycle (the circle method behind Berger's tables). At larger tables
everybody meets everybody at least once, see `blocks.py`. Everybody sits on every seat equally often; of two with an
even number of players, within one.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from infoset_games.contests.series import SIDES
from infoset_games.contests.tournaments.blocks import choose_blocks
from infoset_games.contests.tournaments.seating import turned
from infoset_games.contests.tournaments.table import Draw
from infoset_games.rng import Rng

MOST: Final = 64
ATTEMPTS: Final = 8  # to pack tables into few rounds

Seating = tuple[int, ...]


def round_robin(players: int, seats: int, cycles: int = 1) -> list[Draw]:
    """All tables, round by round. Raises ValueError for players out of `seats`..64 or cycles below 1."""
    if not seats <= players <= MOST:
        raise ValueError(f"entrants: expected {seats}..{MOST}, got {players}")
    if cycles < 1:
        raise ValueError(f"cycles: expected at least 1, got {cycles}")
    rounds = circle_rounds(players) if seats == SIDES else block_rounds(players, seats)
    return name_tables(
        [
            [turned(seating, cycle) for seating in tables]
            for cycle in range(cycles)
            for tables in rounds
        ]
    )


def circle_rounds(players: int) -> list[list[Seating]]:
    """Rounds of pairs. With an odd number one rests in each round, who would have met the player in the centre."""
    around = players - 1 + players % 2
    centre = players - 1 if players % 2 == 0 else None
    rounds = []
    for number in range(around):
        pairs: list[Seating] = []
        if centre is not None:
            pairs.append((number, centre) if number % 2 else (centre, number))
        pairs += [
            ((number + step) % around, (number - step) % around)
            for step in range(1, (around + 1) // 2)
        ]
        rounds.append(pairs)
    return rounds


@cache
def block_rounds(players: int, seats: int) -> list[list[Seating]]:
    """Rounds of larger tables; some rest in most of them."""
    seatings = [
        tuple((number + step) % players for number in block)
        for block in choose_blocks(players, seats)
        for step in range(players)
    ]
    return pack(seatings, players)


def pack(seatings: Sequence[Seating], players: int) -> list[list[Seating]]:
    """Tables in rounds in which nobody sits twice: the fewest rounds of several attempts."""
    rng = Rng("rounds", str(players), str(len(seatings)))
    attempts = (pack_once(seatings, players, rng) for _ in range(ATTEMPTS))
    return min(attempts, key=len)


def pack_once(seatings: Sequence[Seating], players: int, rng: Rng) -> list[list[Seating]]:
    """One attempt: round by round, first the tables of those who have most of theirs to come."""
    left = list(seatings)
    to_come = [sum(player in one for one in seatings) for player in range(players)]
    rounds: list[list[Seating]] = []
    while left:
        keys = {one: (-sum(to_come[p] ** 2 for p in one), rng.word()) for one in left}
        tables: list[Seating] = []
        busy: set[int] = set()
        for seating in sorted(left, key=keys.__getitem__):
            if busy.isdisjoint(seating):
                tables.append(seating)
                busy.update(seating)
        for seating in tables:
            left.remove(seating)
            for player in seating:
                to_come[player] -= 1
        rounds.append(tables)
    return rounds


def name_tables(rounds: Sequence[Sequence[Seating]], first: int = 1) -> list[Draw]:
    """Tables with their names: R2.1 is the first of round 2."""
    return [
        Draw(number, f"R{number}.{count}", seating)
        for number, tables in enumerate(rounds, start=first)
        for count, seating in enumerate(tables, start=1)
    ]


def write_rounds(draws: Sequence[Draw]) -> str:
    """A line for each round, players counted from 1: `R1  1-4 2-3`."""
    lines: dict[int, list[str]] = {}
    for draw in draws:
        lines.setdefault(draw.round, []).append("-".join(str(one + 1) for one in draw.entrants))
    return "\n".join(f"R{number}  {' '.join(tables)}" for number, tables in lines.items())
