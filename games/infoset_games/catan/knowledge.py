"""What a seat may conclude in Catan: hands and development cards of the others, and what a roll, a theft or a purchase brings.

All of it is counted, not estimated: hands from the weighted deals of the observation (beliefs.py), development cards
over all orders of the deck (dev_odds.py). Only where a room hides both discards and the bank, and deals had to be
drawn, chances have an interval.
"""

from collections.abc import Iterator
from typing import Any, Final

from infoset_games.catan.actions import FINISHED
from infoset_games.catan.bank import produce
from infoset_games.catan.beliefs import held
from infoset_games.catan.cards import DEV_KINDS, HAND_LIMIT, RESOURCE_CARDS, RESOURCES
from infoset_games.catan.cells import BANK, FRESH, HAND, USABLE
from infoset_games.catan.determinize import ways_aside
from infoset_games.catan.dev_odds import (
    DevOdds,
    bought_in,
    fresh_in,
    is_within,
    orders,
    unpack,
    usable_in,
)
from infoset_games.catan.observation import Observation
from infoset_games.catan.state import CatanState, own
from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.knowledge import (
    Effect,
    Fact,
    Held,
    Knowledge,
    Outcome,
    SeatFacts,
    What,
    Whole,
    interval_of,
    likeliest_first,
)

MANY_DEALS: Final = 256  # more were drawn, where both discards and bank are hidden
FEW_HANDS: Final = 8  # that are told one by one
WAYS: Final = {number: 6 - abs(7 - number) for number in range(2, 13)}  # of two dice
ROBBED: Final = 7

Hand = tuple[int, ...]
Hands = dict[Hand, float]


class IslandKnowledge(Knowledge):
    """Knowledge of Catan."""

    def counted(self, game: Game, view: Any) -> list[SeatFacts]:
        """By other seat its resources, and its development cards where they are hidden."""
        if view.veiled.phase == FINISHED:
            return []
        deals = weighted_deals(view)
        devs = dev_facts(view)
        return [
            facts_of(view, seat, hands_of(deals, seat), devs.get(seat, []), len(deals))
            for seat in range(view.seats)
            if seat != view.seat
        ]

    def held(self, game: Game, view: Any, world: State) -> Held:
        """By other seat its resources and its development cards."""
        state = own(world)
        found: dict[int, dict[What, int]] = {}
        for seat in range(view.seats):
            if seat != view.seat:
                counts = {
                    ("resource", i): int(state.cells[HAND + RESOURCES * seat + i])
                    for i in range(RESOURCES)
                } | {("dev", i): devs_of(state, seat, i) for i in range(DEV_KINDS)}
                found[seat] = {what: count for what, count in counts.items() if count}
        return found

    def effects(self, game: Game, view: Any) -> list[Effect]:
        """A roll, a theft from each other seat that has cards, a development card."""
        if view.veiled.phase == FINISHED:
            return []
        deals = weighted_deals(view)
        thefts = [
            theft(seat, hands_of(deals, seat))
            for seat in range(view.seats)
            if seat != view.seat and view.hand_size(seat)
        ]
        return [roll(view), *thefts, *purchase(view)]


# Hands.


def weighted_deals(view: Observation) -> list[tuple[int, float]]:
    """The deals that the seat holds possible, with their chances."""
    rows = [(deal, n * ways_aside(view, deal)) for deal, n in view.deals]
    weight = sum(n for _, n in rows)
    return [(deal, n / weight) for deal, n in rows]


def hands_of(deals: list[tuple[int, float]], seat: int) -> Hands:
    """The hands that a seat may have, with their chances."""
    found: Hands = {}
    for deal, chance in deals:
        hand = tuple(int(held(deal, seat, resource)) for resource in range(RESOURCES))
        found[hand] = found.get(hand, 0.0) + chance
    return found


def facts_of(view: Observation, seat: int, hands: Hands, devs: list[Fact], deals: int) -> SeatFacts:
    """All about one seat."""
    resources = [fact for fact in resource_facts(view, hands, deals) if fact.chance > 0]
    wholes: tuple[Whole, ...] = ()
    if 1 < len(hands) <= FEW_HANDS:
        rows = sorted(hands.items(), key=lambda row: (-row[1], row[0]))
        wholes = tuple(Whole(hand, chance) for hand, chance in rows)
    return SeatFacts(seat, tuple(sorted([*resources, *devs], key=likeliest_first)), wholes)


def resource_facts(view: Observation, hands: Hands, deals: int) -> Iterator[Fact]:
    """How likely each resource is."""
    options = view.veiled.options
    is_drawn = deals > MANY_DEALS and not (options.public_discards or options.bank_public)
    for resource in range(RESOURCES):
        is_sure = all(hand[resource] for hand in hands)
        chance = 1.0 if is_sure else sum(p for hand, p in hands.items() if hand[resource])
        mean = sum(hand[resource] * p for hand, p in hands.items())
        interval = interval_of(chance * deals, deals) if is_drawn and not is_sure else None
        yield Fact(("resource", resource), chance, mean, interval, is_sure)


# Development cards.


def dev_facts(view: Observation) -> dict[int, list[Fact]]:
    """By seat whose cards are hidden how likely each development card is in its hand."""
    hidden = view.hidden_seats()
    odds = view.odds()
    total = odds.weight(0, odds.supply)
    found: dict[int, list[Fact]] = {}
    for place, seat in enumerate(hidden):
        if not view.dev_count(seat):
            continue
        with_one, number = [0] * DEV_KINDS, [0] * DEV_KINDS
        for holding, weight in holdings_of(odds, place):
            counts = [
                a + b
                for a, b in zip(unpack(usable_in(holding)), unpack(fresh_in(holding)), strict=True)
            ]
            for kind, count in enumerate(counts):
                with_one[kind] += weight if count else 0
                number[kind] += weight * count
        found[seat] = [
            Fact(
                ("dev", kind),
                with_one[kind] / total,
                number[kind] / total,
                is_sure=with_one[kind] == total,
            )
            for kind in range(DEV_KINDS)
            if with_one[kind]
        ]
    return found


def devs_of(state: CatanState, seat: int, kind: int) -> int:
    """How many development cards of a kind a seat has, those that it has bought just now included."""
    fresh = int(state.cells[FRESH + kind]) if state.turn == seat else 0
    return int(state.cells[USABLE + DEV_KINDS * seat + kind]) + fresh


def ways_before(odds: DevOdds, place: int) -> dict[int, int]:
    """By what is left of the cards the number of ways in which the hidden seats before `place` have bought."""
    found = {odds.supply: 1}
    for groups in odds.by_bought[:place]:
        later: dict[int, int] = {}
        for left, ways in found.items():
            for taken, holdings in groups.items():
                if is_within(taken, left):
                    more = ways * sum(n for _, n in holdings)
                    later[left - taken] = later.get(left - taken, 0) + more
        found = later
    return found


def holdings_of(odds: DevOdds, place: int) -> Iterator[tuple[int, int]]:
    """What the hidden seat at `place` may hold, each with its weight; their sum is that of all."""
    for left, ways in ways_before(odds, place).items():
        for taken, holdings in odds.by_bought[place].items():
            if is_within(taken, left):
                rest = ways * odds.weight(place + 1, left - taken)
                for holding, n in holdings:
                    assert bought_in(holding) == taken
                    yield holding, n * rest


# What actions bring.


def roll(view: Observation) -> Effect:
    """What each sum of the dice gives, by seat."""
    return Effect(
        ("roll",),
        tuple(Outcome(("sum", number), WAYS[number] / 36, gains(view, number)) for number in WAYS),
    )


def gains(view: Observation, number: int) -> tuple[tuple[int, ...], ...]:
    """By seat and resource; for a seven the cards that have to go, negative, in one number."""
    if number == ROBBED:
        sizes = [view.hand_size(seat) for seat in range(view.seats)]
        return tuple((-(size // 2) if size > HAND_LIMIT else 0,) for size in sizes)
    position = own(view.veiled.copy())
    before = [int(position.cells[HAND + i]) for i in range(RESOURCES * view.seats)]
    if not position.options.bank_public:  # then it is taken to have enough
        for resource in range(RESOURCES):
            position.cells[BANK + resource] = RESOURCE_CARDS
    produce(position, number)
    return tuple(
        tuple(
            int(position.cells[HAND + RESOURCES * seat + resource])
            - before[RESOURCES * seat + resource]
            for resource in range(RESOURCES)
        )
        for seat in range(view.seats)
    )


def theft(seat: int, hands: Hands) -> Effect:
    """What a card taken from a seat may be: each card of the hand alike."""
    chances = [
        sum(p * hand[resource] / sum(hand) for hand, p in hands.items())
        for resource in range(RESOURCES)
    ]
    outcomes = [
        Outcome(("resource", resource), chance)
        for resource, chance in enumerate(chances)
        if chance > 0
    ]
    return Effect(("steal", seat), tuple(sorted(outcomes, key=lambda one: -one.chance)))


def purchase(view: Observation) -> list[Effect]:
    """What the next development card may be, if there is one."""
    if not view.deck_size:
        return []
    odds = view.odds()
    total, sums = 0, [0] * DEV_KINDS
    for left, ways in ways_before(odds, len(odds.by_bought)).items():
        counts = unpack(left)
        weight = ways * orders(counts)
        total += weight
        for kind, count in enumerate(counts):
            sums[kind] += weight * count
    cards = total * view.deck_size
    outcomes = [Outcome(("dev", kind), n / cards) for kind, n in enumerate(sums) if n]
    return [Effect(("buy_dev",), tuple(sorted(outcomes, key=lambda one: -one.chance)))]
