"""How lucky each seat of a match was: what chance brought beside what it could have brought. Plays matches again.

Wherever chance has acted, the position after it has a value to each seat, and so have those after all that
could have come instead, with their odds. The difference, actual less expected, is 0 on average whatever the values
are and however anybody plays; its sum over a match is that match's luck. That is the chance part of AIVAT
(N. Burch, M. Schmid, M. Moravcik, D. Morrill, M. Bowling, "AIVAT: a new variance reduction technique for agent
evaluation in imperfect information games", AAAI 2018), after MIVAT (M. White, M. Bowling, "Learning a value
analysis tool for agent evaluation", IJCAI 2009). It takes no knowledge of how the players decide.
"""

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from infoset_bots.search.playout import Playout
from infoset_games.core import CHANCE, State
from infoset_games.evaluation import Evaluation
from infoset_games.game import Game
from infoset_games.luck import LUCK, LuckSource
from infoset_games.match import Match
from infoset_games.rng import Rng


@dataclass(frozen=True)
class Worth:
    """By seat: a value, and the square of its standard error, 0 where it is no estimate."""

    values: list[float]
    squares: list[float]

    def less(self, other: "Worth") -> "Worth":
        """What it is more than another, of which it knows nothing."""
        return Worth(less(self.values, other.values), added(self.squares, other.squares))


DEALS: Final = 40  # drawn where outcomes are not compared one by one


class Values(Protocol):
    """Values whole positions, secrets included; the match is over, so nobody can take advantage."""

    @abstractmethod
    def of(self, state: State, luck: Rng) -> Worth:
        """The value to each seat. Leaves the position as it is; random numbers come from `luck`."""

    @abstractmethod
    def mean_of(self, states: Sequence[State], luck: Rng) -> Worth:
        """The mean value of some positions, with about the work of one."""


class Evaluated:
    """As `Values`, by an evaluation alone: that of a seat less the mean of the others."""

    def __init__(self, evaluation: Evaluation, seats: int) -> None:
        self._evaluation = evaluation
        self._seats = seats

    def of(self, state: State, luck: Rng) -> Worth:
        values = [self._evaluation.value(state, seat) for seat in range(self._seats)]
        others = max(1, self._seats - 1)
        mine = [value - (sum(values) - value) / others for value in values]
        return Worth(mine, [0.0] * self._seats)

    def mean_of(self, states: Sequence[State], luck: Rng) -> Worth:
        return spread([self.of(state, luck).values for state in states])


class PlayedOut:
    """As `Values`: the mean reward of some playouts."""

    def __init__(self, playout: Playout, seats: int, playouts: int) -> None:
        self._playout = playout
        self._seats = seats
        self._playouts = playouts

    def of(self, state: State, luck: Rng) -> Worth:
        return spread(
            [self._playout.values(state.copy(), self._seats, luck) for _ in range(self._playouts)]
        )

    def mean_of(self, states: Sequence[State], luck: Rng) -> Worth:
        each = -(-self._playouts // len(states))
        return spread(
            [
                self._playout.values(state.copy(), self._seats, luck)
                for state in states
                for _ in range(each)
            ]
        )


@dataclass(frozen=True)
class Luck:
    """By seat: of the deal, and of all chance after it. `events` counts how often that had more than one way.

    `errors` are the standard errors of both together, as far as they come from playouts.
    """

    deal: list[float]
    play: list[float]
    events: int
    errors: list[float] = field(default_factory=list)


class LuckMeter:
    """Measures matches of one game.

    What is compared takes the same random numbers, so that it differs only by what chance brought.
    """

    def __init__(self, game: Game, values: Values, most: int) -> None:
        """Up to `most` outcomes are compared; where there are more, so many are drawn.

        With 0 the position before chance is valued instead, which says as much with less work where `values` let
        chance act, as `PlayedOut` does.
        """
        self._game = game
        self._values = values
        self._most = most

    def of(self, match: Match, seed: str) -> Luck:
        """The luck of a match that is over; `seed` names the random numbers for measuring it."""
        swings = [
            self.of_ply(number, before, outcome, seed)
            for number, (before, outcome) in enumerate(chance_plies(match))
        ]
        return self.total(self.of_deal(match, seed), swings)

    def total(self, deal: Worth, swings: Iterable[Worth | None]) -> Luck:
        """The luck of a match, from that of its deal and of its chance plies in order."""
        play, squares, events = [0.0] * self._game.seats, deal.squares, 0
        for swing in swings:
            if swing is not None:
                play, squares = added(play, swing.values), added(squares, swing.squares)
                events += 1
        return Luck(deal.values, play, events, [math.sqrt(one) for one in squares])

    def of_deal(self, match: Match, seed: str) -> Worth:
        """0 where the deal was not drawn from the seed: then somebody has chosen it."""
        game, rng = self._game, Rng(seed, "deal")
        if match.deal not in [game.deal(stream) for stream in deal_streams(match.seed)]:
            return Worth([0.0] * game.seats, [0.0] * game.seats)
        count = self._most or DEALS
        drawn = [game.deal(rng.branch(number)) for number in range(1, count + 1)]
        if not self._most:
            others_mean = self._values.mean_of(
                [game.start(one) for one in drawn], rng.branch(count + 1)
            )
            return self._values.of(game.start(match.deal), rng.branch(0)).less(others_mean)
        actual, *others = [
            self._values.of(game.start(deal), rng.branch(0)) for deal in (match.deal, *drawn)
        ]
        return actual.less(spread([one.values for one in others]))

    def of_ply(self, number: int, before: State, outcome: int, seed: str) -> Worth | None:
        """Actual less expected value of chance ply `number`, from 0; None where there was only one way."""
        rng = Rng(seed, "ply", str(number))
        odds = before.chance_odds()
        if len(odds) == 1:
            return None
        if not self._most:
            expected = self._values.of(before, rng.branch(1))
            return self._after(before, outcome, rng.branch(0)).less(expected)
        if 0 < len(odds) <= self._most:
            return self._exactly(before, outcome, odds, rng)
        drawn = [int(before.sample_chance(rng.branch(n))) for n in range(1, self._most + 1)]
        actual, *others = [self._after(before, one, rng.branch(0)) for one in (outcome, *drawn)]
        return actual.less(spread([one.values for one in others]))

    def _exactly(
        self, before: State, outcome: int, odds: Sequence[tuple[int, float]], rng: Rng
    ) -> Worth:
        worths = {code: self._after(before, code, rng.branch(0)) for code, _ in odds}
        shares = [(worths[code], share) for code, share in odds]
        seats = range(self._game.seats)
        expected = Worth(
            [sum(share * one.values[seat] for one, share in shares) for seat in seats],
            [sum(share**2 * one.squares[seat] for one, share in shares) for seat in seats],
        )
        return worths[outcome].less(expected)

    def _after(self, before: State, outcome: int, luck: Rng) -> Worth:
        """The value after an outcome of chance."""
        state = before.copy()
        state.apply({CHANCE: outcome})
        return self._values.of(state, luck)


def chance_plies(match: Match) -> Iterator[tuple[State, int]]:
    """Every position in which chance acted, and what it brought; not in another match, from which this one goes on."""
    state = match.game.start(match.deal)
    for number, joint in enumerate(match.log):
        if CHANCE in joint and number >= match.taken_over:
            yield state.copy(), joint[CHANCE]
        state.apply(joint)


def spread(rows: Sequence[Sequence[float]]) -> Worth:
    """The means by seat, with what the rows say of their errors; a single row says nothing."""
    count = len(rows)
    means = [sum(column) / count for column in zip(*rows, strict=True)]
    if count == 1:
        return Worth(means, [0.0] * len(means))
    squares = [
        sum((one - mean) ** 2 for one in column) / (count - 1) / count
        for mean, column in zip(means, zip(*rows, strict=True), strict=True)
    ]
    return Worth(means, squares)


def less(one: Iterable[float], other: Iterable[float]) -> list[float]:
    """The differences by seat."""
    return [left - right for left, right in zip(one, other, strict=True)]


def deal_streams(seed: str) -> list[Rng]:
    """What the deal of a seed may have been drawn from. One that names no algorithm may be of an old record."""
    today = LuckSource(seed).deal()
    return [today] if seed.startswith(LUCK) else [today, Rng(seed, "deal")]


def added(one: Iterable[float], other: Iterable[float]) -> list[float]:
    """The sums by seat."""
    return [left + right for left, right in zip(one, other, strict=True)]
