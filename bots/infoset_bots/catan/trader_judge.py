"""Judges trades between seats: what a trade does for either side, and whether it will come about. Compiled.

Hands of others are judged in several sampled worlds: the judge knows no more than its seat.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_bots.catan.rollout_features import yields
from infoset_bots.catan.trader_worth import Needs, hand_of
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import MADE, POINTS
from infoset_games.catan.state import CatanState
from infoset_games.catan.trades import (
    NO_TRADE,
    NOTHING,
    STEPS,
    change,
    count_cards,
    shaped,
    trade_of,
)

# How much of what a partner gains is as good as lost to oneself.
RIVALRY: Final = 0.3
LEAD_RIVALRY: Final = 0.15  # more for each point that it is ahead of oneself
MOST_RIVALRY: Final = 1.0
NEARLY_WON: Final = 2  # points short of the target with which nobody is traded with
LEAST_GAIN: Final = 0.04  # net, for a trade to be worth the talk
TEMPTING: Final = 0.02  # a partner's gain with which it is taken to agree
LEAST_CHANCE: Final = 0.2  # that anybody agrees, for an offer to be made


def common_trades() -> vec[i64]:
    """One card for one, two for one, one for two, two for two of which each side is of one kind."""
    found = vec[i64]()
    for give, take in ((1, 1), (2, 1), (1, 2), (2, 2)):
        for out, into in shaped(give, take):
            if give + take < 4 or len(set(out)) == len(set(into)) == 1:
                found = append(found, i64(trade_of(count_cards(out), count_cards(into))))
    return found


COMMON: Final = common_trades()


def reversed_trade(trade: i64) -> i64:
    """The trade as its other side sees it."""
    turned: i64 = NOTHING
    for resource in range(i64(RESOURCES)):
        turned -= change(trade, resource) * i64(STEPS[resource])
    return turned


@final
class Proposal:
    """A trade as this seat sees it, with the seats it is meant for, and what it is expected to bring."""

    def __init__(self, trade: int, seats: list[int], worth: float) -> None:
        self.trade = trade
        self.seats = seats
        self.worth = worth


@final
class Judge:
    """Judges for `seat` in `worlds`, at least one, all of one observation."""

    def __init__(self, seat: int, worlds: list[CatanState]) -> None:
        self.seat: i64 = seat
        self.worlds = worlds
        first = worlds[0]
        table = yields(first)  # the board is the same in all worlds
        self.seats: i64 = first.options.seats
        self.needs = [Needs(first, i64(other), table) for other in range(int(self.seats))]
        self.hand = hand_of(first, seat)
        self.before = self.needs[seat].worth(self.hand)
        self.hands = [
            [hand_of(world, i64(other)) for other in range(int(self.seats))] for world in worlds
        ]
        self.worths = [
            [self.needs[other].worth(hands[other]) for other in range(int(self.seats))]
            for hands in self.hands
        ]

    def is_dangerous(self, other: i64) -> bool:
        """Is the seat so near to winning that nothing must be given to it?"""
        position = self.worlds[0]
        return position.options.target - i64(position.cells[POINTS + other]) <= NEARLY_WON

    def rivalry(self, other: i64) -> float:
        """How much of the other's gain counts as this seat's loss."""
        cells = self.worlds[0].cells
        ahead = i64(cells[POINTS + other]) - i64(cells[POINTS + self.seat])
        return min(MOST_RIVALRY, RIVALRY + LEAD_RIVALRY * float(max(0, ahead)))

    def own_gain(self, trade: i64) -> float:
        """What the trade, as this seat sees it, adds to the worth of its hand; far below 0 if it cannot pay."""
        after = after_trade(self.hand, trade)
        if not is_covered(after):
            return -1.0
        return self.needs[self.seat].worth(after) - self.before

    def other_gain(self, other: i64, trade: i64) -> tuple[float, float]:
        """The chance that `other` can and would agree to this seat's trade, and its mean gain if so."""
        turned = reversed_trade(trade)
        agreed: i64 = 0
        total = 0.0
        for i in range(i64(len(self.worlds))):
            after = after_trade(self.hands[i][other], turned)
            if not is_covered(after):
                continue
            gain = self.needs[other].worth(after) - self.worths[i][other]
            if gain > TEMPTING:
                agreed += 1
                total += gain
        if agreed == 0:
            return 0.0, 0.0
        return float(agreed) / float(len(self.worlds)), total / float(agreed)

    def net_with(self, other: i64, trade: i64) -> float:
        """What is left of the own gain when the other's is counted against it; -1 for the dangerous."""
        if self.is_dangerous(other):
            return -1.0
        gain = self.own_gain(trade)
        turned = reversed_trade(trade)
        lost = 0.0
        for i in range(i64(len(self.worlds))):
            after = after_trade(self.hands[i][other], turned)
            if is_covered(after):
                lost += max(0.0, self.needs[other].worth(after) - self.worths[i][other])
        return gain - self.rivalry(other) * lost / float(len(self.worlds))

    def best_offer(self) -> Proposal | None:
        """The most promising common trade that was not offered in this turn, to those it may be made with."""
        best: Proposal | None = None
        for trade in COMMON:
            if self.is_repeated(trade):
                continue
            found = self.offer_of(trade)
            if found is not None and (best is None or found.worth > best.worth):
                best = found
        return best

    def is_repeated(self, trade: i64) -> bool:
        position = self.worlds[0]
        for i in range(position.offers):
            if position.masks[MADE + i] == trade:
                return True
        return False

    def offer_of(self, trade: i64) -> Proposal | None:
        """An offer of this trade, if it is worth making."""
        gain = self.own_gain(trade)
        if gain < LEAST_GAIN:
            return None
        seats: list[int] = []
        nobody = 1.0
        lost = 0.0
        for other in range(self.seats):
            if other == self.seat or self.is_dangerous(other):
                continue
            chance, theirs = self.other_gain(other, trade)
            loss = self.rivalry(other) * theirs
            if gain - loss >= LEAST_GAIN:
                seats.append(int(other))
                nobody *= 1.0 - chance
                lost = max(lost, loss)
        if not seats or 1.0 - nobody < LEAST_CHANCE:
            return None
        return Proposal(int(trade), seats, (1.0 - nobody) * (gain - lost))

    def best_counter(self, proposer: i64) -> Proposal | None:
        """The most promising trade to propose to `proposer` in return."""
        best: Proposal | None = None
        offer = self.worlds[0].offer
        refused = NO_TRADE if offer == NO_TRADE else reversed_trade(offer)
        for trade in COMMON:
            if trade == refused:
                continue
            gain = self.own_gain(trade)
            if gain < LEAST_GAIN or (best is not None and gain <= best.worth):
                continue
            chance, theirs = self.other_gain(proposer, trade)
            worth = chance * (gain - self.rivalry(proposer) * theirs)
            if (
                chance >= LEAST_CHANCE
                and worth >= LEAST_GAIN * chance
                and (best is None or worth > best.worth)
            ):
                best = Proposal(int(trade), [int(proposer)], worth)
        return best


def after_trade(hand: vec[i64], trade: i64) -> vec[i64]:
    """The hand after a trade as its owner sees it; below 0 what it cannot give."""
    after = vec[i64]([0] * RESOURCES)
    for resource in range(i64(RESOURCES)):
        after[resource] = hand[resource] + change(trade, resource)
    return after


def is_covered(hand: vec[i64]) -> bool:
    """Is no count below 0?"""
    for count in hand:
        if count < 0:
            return False
    return True
