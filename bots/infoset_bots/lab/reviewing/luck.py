"""How lucky each seat of a match was: what chance brought beside what it could have brought. Plays matches again.

Wherever chance has acted, the position after it has a value to each seat, and so have those after all that
could have come instead, with their odds. The difference, actual less expected, is 0 on average whatever the values
are and however anybody plays; its sum over a match is that match's luck. That is the chance part of AIVAT
(N. Burch, M. Schmid, M. Moravcik, D. Morrill, M. Bowling, "AIVAT: a new variance reduction technique for agent
evaluation in imperfect information games", AAAI 2018), after MIVAT (M. White, M. Bowling, "Learning a value
analysis tool for agent evaluation", IJCAI 2009). It takes no knowledge of how the players decide.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from infoset_bots.search.playout import Playout
from infoset_games.core import CHANCE, State
from infoset_games.evaluation import Evaluation
from infoset_games.game import Game
from infoset_games.luck import LUCK, LuckSource
from infoset_games.match import Match
from infoset_games.rng import Rng


class Values(Protocol):
    """Values whole positions, secrets included; the match is over, so nobody can take advantage."""

    @abstractmethod
    def of(self, state: State, luck: Rng) -> list[float]:
        """The value to each seat. Leaves the position as it is; random numbers come from `luck`."""


class Evaluated:
    """As `Values`, by an evaluation alone: that of a seat less the mean of the others."""

    def __init__(self, evaluation: Evaluation, seats: int) -> None:
        self._evaluation = evaluation
        self._seats = seats

    def of(self, state: State, luck: Rng) -> list[float]:
        values = [self._evaluation.value(state, seat) for seat in range(self._seats)]
        others = max(1, self._seats - 1)
        return [value - (sum(values) - value) / others for value in values]


class PlayedOut:
    """As `Values`: the mean reward of some playouts."""

    def __init__(self, playout: Playout, seats: int, playouts: int) -> None:
        self._playout = playout
        self._seats = seats
        self._playouts = playouts

    def of(self, state: State, luck: Rng) -> list[float]:
        runs = [
            self._playout.values(state.copy(), self._seats, luck) for _ in range(self._playouts)
        ]
        return means(runs)


@dataclass(frozen=True)
class Luck:
    """By seat: of the deal, and of all chance after it. `events` counts how often that had more than one way."""

    deal: list[float]
    play: list[float]
    events: int


class LuckMeter:
    """Measures matches of one game.

    What is compared takes the same random numbers, so that it differs only by what chance brought.
    """

    def __init__(self, game: Game, values: Values, most: int) -> None:
        """Up to `most` outcomes are compared; where there are more, so many are drawn."""
        self._game = game
        self._values = values
        self._most = most

    def of(self, match: Match, seed: str) -> Luck:
        """The luck of a match that is over; `seed` names the random numbers for measuring it."""
        deal = self._of_deal(match, Rng(seed, "deal"))
        play = [0.0] * self._game.seats
        events = 0
        for number, (before, outcome) in enumerate(chance_plies(match)):
            found = self._of_ply(before, outcome, Rng(seed, "ply", str(number)))
            if found is not None:
                play = added(play, found)
                events += 1
        return Luck(deal, play, events)

    def _of_deal(self, match: Match, rng: Rng) -> list[float]:
        """0 where the deal was not drawn from the seed: then somebody has chosen it."""
        game = self._game
        if match.deal not in [game.deal(stream) for stream in deal_streams(match.seed)]:
            return [0.0] * game.seats
        drawn = [game.deal(rng.branch(number)) for number in range(1, self._most + 1)]
        actual, *others = [
            self._values.of(game.start(deal), rng.branch(0)) for deal in (match.deal, *drawn)
        ]
        return less(actual, means(others))

    def _of_ply(self, before: State, outcome: int, rng: Rng) -> list[float] | None:
        """Actual less expected value; None where there was only one way."""
        odds = before.chance_odds()
        if len(odds) == 1:
            return None
        if 0 < len(odds) <= self._most:
            return self._exactly(before, outcome, odds, rng)
        drawn = [int(before.sample_chance(rng.branch(n))) for n in range(1, self._most + 1)]
        actual, *others = [self._after(before, one, rng.branch(0)) for one in (outcome, *drawn)]
        return less(actual, means(others))

    def _exactly(
        self, before: State, outcome: int, odds: Sequence[tuple[int, float]], rng: Rng
    ) -> list[float]:
        values = {code: self._after(before, code, rng.branch(0)) for code, _ in odds}
        expected = [
            sum(share * values[code][seat] for code, share in odds)
            for seat in range(self._game.seats)
        ]
        return less(values[outcome], expected)

    def _after(self, before: State, outcome: int, luck: Rng) -> list[float]:
        """The value after an outcome of chance."""
        state = before.copy()
        state.apply({CHANCE: outcome})
        return self._values.of(state, luck)


def chance_plies(match: Match) -> Iterator[tuple[State, int]]:
    """Every position in which chance acted, and what it brought."""
    state = match.game.start(match.deal)
    for joint in match.log:
        if CHANCE in joint:
            yield state.copy(), joint[CHANCE]
        state.apply(joint)


def means(rows: Sequence[Sequence[float]]) -> list[float]:
    """By seat."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


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
