"""What others may hold of development cards, against all sequences of purchases written out."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from infoset_games.catan.cards import DEV_COUNTS
from infoset_games.catan.dev_odds import DevOdds, fresh_in, unpack, usable_in
from infoset_games.rng import Rng

BUY, REST, CAP = 0, 6, 8
KNIGHT, ROADS, PLENTY, MONOPOLY, VICTORY = range(5)
PLAY = 1
SAMPLES = 4_000

Holding = tuple[tuple[int, ...], tuple[int, ...]]  # usable and fresh, by kind


def replayed(history: bytes, sequence: Sequence[int]) -> Holding | None:
    """What a seat holds if it bought these cards in this order; None where the history rules it out."""
    usable, fresh = [0] * 5, [0] * 5
    cards = iter(sequence)
    for token in history:
        if token == BUY:
            fresh[next(cards)] += 1
        elif token == REST:
            usable = [old + new for old, new in zip(usable, fresh, strict=True)]
            fresh = [0] * 5
        elif token >= CAP:
            if usable[VICTORY] + fresh[VICTORY] > token - CAP:
                return None
        elif usable[token - PLAY] == 0:
            return None
        else:
            usable[token - PLAY] -= 1
    return tuple(usable), tuple(fresh)


def chance_of(sequence: Sequence[int], supply: Sequence[int]) -> Fraction:
    """The probability to draw these cards in this order from a shuffled deck."""
    left, chance = list(supply), Fraction(1)
    for kind in sequence:
        if left[kind] == 0:
            return Fraction(0)
        chance *= Fraction(left[kind], sum(left))
        left[kind] -= 1
    return chance


def written_out(
    histories: Sequence[bytes], supply: Sequence[int]
) -> dict[tuple[Holding, ...], Fraction]:
    """The odds of all holdings, by going through every sequence of purchases."""
    sizes = [history.count(BUY) for history in histories]
    found: dict[tuple[Holding, ...], Fraction] = {}
    for sequence in product(range(5), repeat=sum(sizes)):
        chance = chance_of(sequence, supply)
        start, holdings = 0, []
        for history, size in zip(histories, sizes, strict=True):
            holdings.append(replayed(history, sequence[start : start + size]))
            start += size
        if chance and None not in holdings:
            key = tuple(holding for holding in holdings if holding is not None)
            found[key] = found.get(key, Fraction(0)) + chance
    total = sum(found.values())
    return {holdings: chance / total for holdings, chance in found.items()}


def drawn(odds: DevOdds, rng: Rng) -> tuple[Holding, ...]:
    return tuple(
        (tuple(unpack(usable_in(holding))), tuple(unpack(fresh_in(holding))))
        for holding in odds.draw(rng)
    )


HISTORIES = [
    [bytes([BUY])],
    [bytes([BUY, BUY, REST, PLAY + KNIGHT])],
    [bytes([BUY, REST, BUY, REST, PLAY + KNIGHT]), bytes([BUY])],
    [bytes([BUY, REST, PLAY + PLENTY, REST, BUY]), bytes([BUY, BUY])],
    [bytes([BUY, CAP + 0, REST, BUY, CAP + 1])],
    [bytes([BUY, BUY, BUY, CAP + 1, REST]), bytes([BUY, REST, PLAY + MONOPOLY])],
    [bytes([BUY, BUY, REST, PLAY + KNIGHT]), bytes([BUY]), bytes([BUY, BUY])],
]


@pytest.mark.parametrize("histories", HISTORIES)
@pytest.mark.parametrize("supply", [DEV_COUNTS, (3, 1, 1, 1, 2)], ids=["whole deck", "small"])
def test_odds_are_those_of_all_sequences_written_out(
    histories: list[bytes], supply: tuple[int, ...]
) -> None:
    wanted = written_out(histories, supply)
    odds = DevOdds(histories, list(supply))
    rng = Rng("dev odds", str(histories))
    counts = Counter(drawn(odds, rng) for _ in range(SAMPLES))
    assert set(counts) <= set(wanted)
    distance = sum(
        (counts[holdings] - SAMPLES * chance) ** 2 / (SAMPLES * chance)
        for holdings, chance in wanted.items()
    )
    degrees = max(1, len(wanted) - 1)
    assert float(distance) < degrees + 5 * (2 * degrees) ** 0.5 + 10


@pytest.mark.parametrize("histories", HISTORIES)
def test_weights_are_exact(histories: list[bytes]) -> None:
    """The share of each kind of first holding, computed from the weights themselves."""
    wanted = written_out(histories, DEV_COUNTS)
    odds = DevOdds(histories, list(DEV_COUNTS))
    total = odds.weight(0, odds.supply)
    first: dict[Holding, Fraction] = {}
    for holdings, chance in wanted.items():
        first[holdings[0]] = first.get(holdings[0], Fraction(0)) + chance
    found: dict[Holding, Fraction] = {}
    for taken, group in odds.by_bought[0].items():
        rest = odds.weight(1, odds.supply - taken)
        for holding, n in group:
            key = (tuple(unpack(usable_in(holding))), tuple(unpack(fresh_in(holding))))
            found[key] = found.get(key, Fraction(0)) + Fraction(n * rest, total)
    assert {holding: share for holding, share in found.items() if share} == first


def test_a_played_knight_was_one_of_the_older_purchases() -> None:
    """Bought two, played a knight, bought one more: the last one is drawn from the rest of the deck."""
    history = bytes([BUY, REST, PLAY + KNIGHT, BUY])
    odds = written_out([history], DEV_COUNTS)
    assert odds[((0, 0, 0, 0, 0), (1, 0, 0, 0, 0)),] == Fraction(13, 24)
