"""Which development cards others may hold, exactly: counted over all orders of the deck. Compiled.

For each seat its public history is walked with every sequence of cards that it may have bought. What
remains are *holdings*: what is usable, what was bought in this turn, what was ever bought, by kind, and
how many sequences lead there. The holdings of all seats are joined by the number of orders of what is
left in the deck. A played knight says which purchases it may have been, so drawing from all unseen
cards alike would be wrong.
"""

from math import factorial
from typing import Final, final

from mypy_extensions import i64

from infoset_games.catan.beliefs import TOKEN_BUY, TOKEN_CAP, TOKEN_PLAY, TOKEN_REST
from infoset_games.catan.cards import DEV_KINDS, VICTORY
from infoset_games.rng import Rng

# A holding in one number: three vectors by kind, eight bits for each count.
VECTOR_BITS: Final = 40
VECTOR_MASK: Final = (1 << 40) - 1
DEV_UNITS: Final = [1 << (8 * kind) for kind in range(DEV_KINDS)]

Holdings = dict[int, int]


def pack(counts: list[int]) -> int:
    """A vector by kind as a number."""
    vector = 0
    for kind in range(DEV_KINDS):
        vector += counts[kind] << (8 * kind)
    return vector


def unpack(vector: int) -> list[int]:
    """The inverse of `pack`."""
    return [(vector >> (8 * kind)) & 255 for kind in range(DEV_KINDS)]


def usable_in(holding: int) -> int:
    return holding & VECTOR_MASK


def fresh_in(holding: int) -> int:
    return (holding >> VECTOR_BITS) & VECTOR_MASK


def bought_in(holding: int) -> int:
    return holding >> (2 * VECTOR_BITS)


def holding_of(usable: int, fresh: int, bought: int) -> int:
    return usable | (fresh << VECTOR_BITS) | (bought << (2 * VECTOR_BITS))


def count_holdings(history: bytes, supply: list[int]) -> Holdings:
    """Every holding that agrees with a history, and how many sequences of purchases lead to it.

    `supply` is what the seat may have bought at most, by kind.
    """
    found: Holdings = {0: 1}
    for token in history:
        if token >= TOKEN_CAP:
            found = capped(found, token - TOKEN_CAP)
        elif token == TOKEN_REST:
            found = rested(found)
        elif token == TOKEN_BUY:
            found = bought(found, supply)
        else:
            found = played(found, token - TOKEN_PLAY)
    return found


def bought(holdings: Holdings, supply: list[int]) -> Holdings:
    found: Holdings = {}
    for holding, n in holdings.items():
        had = bought_in(holding)
        for kind in range(DEV_KINDS):
            if (had >> (8 * kind)) & 255 < supply[kind]:
                unit = DEV_UNITS[kind]
                more = holding + (unit << VECTOR_BITS) + (unit << (2 * VECTOR_BITS))
                found[more] = found.get(more, 0) + n
    return found


def played(holdings: Holdings, kind: int) -> Holdings:
    return {
        holding - DEV_UNITS[kind]: n
        for holding, n in holdings.items()
        if (holding >> (8 * kind)) & 255
    }


def rested(holdings: Holdings) -> Holdings:
    """What was bought becomes usable."""
    found: Holdings = {}
    for holding, n in holdings.items():
        merged = holding_of(usable_in(holding) + fresh_in(holding), 0, bought_in(holding))
        found[merged] = found.get(merged, 0) + n
    return found


def capped(holdings: Holdings, most: int) -> Holdings:
    """Holdings with at most so many victory cards."""
    return {
        holding: n
        for holding, n in holdings.items()
        if ((usable_in(holding) + fresh_in(holding)) >> (8 * VICTORY)) & 255 <= most
    }


@final
class DevOdds:
    """The joint odds of what several seats hold, given what the rest of the cards are."""

    def __init__(self, histories: list[bytes], supply: list[int]) -> None:
        """`histories` of the seats whose cards are hidden; `supply` are all cards that are not seen."""
        self.supply = pack(supply)
        self.by_bought: list[dict[int, list[tuple[int, int]]]] = []
        for history in histories:
            groups: dict[int, list[tuple[int, int]]] = {}
            for holding, n in count_holdings(history, supply).items():
                groups.setdefault(bought_in(holding), []).append((holding, n))
            self.by_bought.append(groups)
        self.known: list[dict[int, int]] = [{} for _ in range(len(histories) + 1)]

    def weight(self, seat: int, left: int) -> int:
        """In how many ways the seats from `seat` on and the deck can share the cards `left`."""
        known = self.known[seat]
        if left in known:
            return known[left]
        if seat == len(self.by_bought):
            weight = orders(unpack(left))
        else:
            weight = 0
            for taken, holdings in self.by_bought[seat].items():
                if is_within(taken, left):
                    ways = sum([n for _, n in holdings])
                    weight += ways * self.weight(seat + 1, left - taken)
        known[left] = weight
        return weight

    def draw(self, rng: Rng) -> list[int]:
        """A holding for each seat, with the probability that they have them together."""
        left = self.supply
        drawn: list[int] = []
        for seat in range(len(self.by_bought)):
            holding = self.draw_one(seat, left, rng)
            left -= bought_in(holding)
            drawn.append(holding)
        return drawn

    def draw_one(self, seat: int, left: int, rng: Rng) -> int:
        point = rng.large_below(self.weight(seat, left))
        for taken, holdings in self.by_bought[seat].items():
            if is_within(taken, left):
                rest = self.weight(seat + 1, left - taken)
                for holding, n in holdings:
                    if point < n * rest:
                        return holding
                    point -= n * rest
        raise AssertionError("a point below the weight lies in some holding")


def is_within(part: int, whole: int) -> bool:
    """Is no count of `part` above that of `whole`?"""
    for kind in range(i64(DEV_KINDS)):
        if (part >> int(8 * kind)) & 255 > (whole >> int(8 * kind)) & 255:
            return False
    return True


def orders(counts: list[int]) -> int:
    """In how many orders so many cards of each kind can lie."""
    ways = factorial(sum(counts))
    for count in counts:
        ways //= factorial(count)
    return ways
