"""Cyclic designs: the sets of a few numbers from which a schedule for tables of any size is made by counting on.

If a table seats the numbers of a block, and the next ones seat what comes after them round the circle, then after
as many tables as players everybody has sat on every seat once. And how often two meet depends only on how far
apart they stand on the circle. So it is enough to choose blocks in which all distances come about equally often:
difference families, as in C. Colbourn and J. Dinitz (ed.), Handbook of Combinatorial Designs, 2nd ed., VI.16.
Where there is no perfect one (as for 7 players of 3, 13 of 4), a search comes near: nobody misses anybody, and
for 3 to 33 players nobody meets anybody more than twice as often as somebody else.
"""

from itertools import combinations
from typing import Final

from infoset_games.rng import Rng

STARTS: Final = 60  # of the search, which climbs from each
UNMET: Final = 1_000  # a distance at which nobody meets costs more than any unevenness

Block = list[int]


def choose_blocks(players: int, size: int) -> list[Block]:
    """As few blocks as the search finds with which everybody meets everybody. Raises ValueError."""
    if players < size:
        raise ValueError(f"players: expected at least {size}, got {players}")
    number = -(-(players - 1) // (size * (size - 1)))
    while True:
        blocks = best_blocks(players, size, number)
        if all(meetings(blocks, players)):
            return blocks
        number += 1


def best_blocks(players: int, size: int, number: int) -> list[Block]:
    """The most even blocks of all starts of the search, or the first that are as even as any can be."""
    rng = Rng("blocks", str(players), str(size), str(number))
    best = [draw_block(players, size, rng) for _ in range(number)]
    for _ in range(STARTS):
        blocks = [draw_block(players, size, rng) for _ in range(number)]
        if climb(blocks, players) < cost_of(best, players):
            best = blocks
        if is_even(best, players):
            break
    return best


def is_even(blocks: list[Block], players: int) -> bool:
    """Does nobody meet anybody more than once more than somebody else?"""
    counts = meetings(blocks, players)
    return max(counts) - min(counts) <= 1


def draw_block(players: int, size: int, rng: Rng) -> Block:
    """Any block; its first number is 0."""
    left = list(range(1, players))
    return [0, *(left.pop(rng.below(len(left))) for _ in range(size - 1))]


def climb(blocks: list[Block], players: int) -> int:
    """Changes single numbers as long as that makes it more even; what it costs at last."""
    least = cost_of(blocks, players)
    is_better = True
    while is_better:
        is_better = False
        for block in blocks:
            for place in range(1, len(block)):
                cost = improve(blocks, block, place, players)
                is_better = is_better or cost < least
                least = cost
    return least


def improve(blocks: list[Block], block: Block, place: int, players: int) -> int:
    """Puts the best number in one place of one block; what all cost then."""
    kept = block[place]
    least = cost_of(blocks, players)
    for number in range(1, players):
        if number in block:
            continue
        before, block[place] = block[place], number
        cost = cost_of(blocks, players)
        if cost < least:
            least, kept = cost, number
        block[place] = before
    block[place] = kept
    return least


def cost_of(blocks: list[Block], players: int) -> int:
    """How uneven the meetings are."""
    return sum(count * count if count else UNMET for count in meetings(blocks, players))


def meetings(blocks: list[Block], players: int) -> list[int]:
    """How often two meet who stand 1, 2, ... apart, when all blocks have gone round the circle."""
    counts = [0] * (players // 2)
    for block in blocks:
        for one, other in combinations(block, 2):
            apart = abs(one - other)
            nearer = min(apart, players - apart)
            counts[nearer - 1] += 2 if 2 * nearer == players else 1  # both face each other
    return counts
