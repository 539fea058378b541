"""Made-up matches to analyse."""

from collections.abc import Callable, Sequence
from itertools import permutations

from infoset_bots.lab.arena.record import Record, Thinking
from infoset_games.rng import Rng

Places = Callable[[Sequence[str], Rng], list[int]]


def at_random(bots: Sequence[str], rng: Rng) -> list[int]:
    """Places in random order."""
    order = sorted(range(len(bots)), key=lambda seat: (rng.uniform(), seat))
    return [order.index(seat) + 1 for seat in range(len(bots))]


def b_first(bots: Sequence[str], rng: Rng) -> list[int]:
    """The seats of b take the first places, in three of four matches the later seat the very first."""
    b = [seat for seat, bot in enumerate(bots) if bot == "b"]
    others = [seat for seat, bot in enumerate(bots) if bot != "b"]
    order = (b if rng.below(4) == 0 else b[::-1]) + others
    return [order.index(seat) + 1 for seat in range(len(bots))]


def make_match(number: int, deal: int, bots: Sequence[str], places: Places = at_random) -> Record:
    """One match; points go by place, rounds are drawn from 10 to 14."""
    rng = Rng("places", str(number))
    drawn = places(bots, rng)
    zeros = [0] * len(bots)
    return Record(
        match=number,
        deal=deal,
        seating=number,
        seed=f"s:{deal}",
        deal_hash="h",
        bots=list(bots),
        places=drawn,
        scores=[float(40 - 10 * place) for place in drawn],
        returns=[0.0] * len(bots),
        reason="finished",
        ending="finished",
        plies=10,
        rounds=10 + int(rng.below(5)),
        decisions=[4] * len(bots),
        misses=zeros,
        illegal=zeros,
        exceptions=zeros,
        crashes=zeros,
        thinking=Thinking([1.0] * len(bots), [2.0] * len(bots)),
    )


def make_deals(deals: int, bots: str = "aabb", places: Places = at_random) -> list[Record]:
    """Every deal under all seatings of its bots."""
    seatings = sorted(set(permutations(bots)))
    return [
        make_match(deal * len(seatings) + number, deal, seating, places)
        for deal in range(deals)
        for number, seating in enumerate(seatings)
    ]
