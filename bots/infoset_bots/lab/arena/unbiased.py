"""The effect behind a sequential test, estimated so that stopping early does not bias it. Pure.

A test that stops on a lucky streak overstates the plain mean. So outcomes are ordered from worst to
best (an early fail, a late fail, undecided, a late pass, an early pass), and the estimate is the
effect under which the outcome seen, or a worse one, has probability 1/2: it is as often too high as
too low. The ends of the interval have 97.5 % and 2.5 %. (D. Siegmund, "Sequential Analysis", 1985,
III.5; the same is done by fishtest.) The ratio is taken for a Brownian motion between its
thresholds, with Siegmund's correction for the overshoot of a motion that is seen only in steps. That is an
approximation, as is the ratio itself (sequential.py). A test that is over soon has hardly stopped early: there it
is the plain estimate.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from infoset_bots.lab.arena.sequential import Moments, SequentialTest, Verdict

SOON: Final = 30  # blocks: a test that is over by then has hardly stopped early
OVERSHOOT: Final = 0.5826  # mean of it, in standard deviations of a step: -zeta(1/2) / sqrt(2 pi)
MAX_IMAGES: Final = 5000
FAR: Final = 9.0  # deviations from a normal mean, beyond which there is nothing
DEEP: Final = -35.0  # below, erfc underflows
MAX_EXPONENT: Final = 700.0
NORMAL: Final = NormalDist()
BISECTIONS: Final = 80
MAX_EFFECT: Final = 20.0


@dataclass(frozen=True)
class Effect:
    """An estimate and its interval, in standard deviations of a block's score."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True)
class Strip:
    """A Brownian motion from 0 with `drift` and `deviation` per unit of time, between two walls.

    Everything is a sum over mirror images of the start in both walls. No term is larger than that of
    the start itself, so nothing cancels; the far ones are negligible (FAR deviations).
    """

    lower: float
    upper: float
    drift: float
    deviation: float

    def hit_lower_by(self, time: float) -> float:
        """The probability that it reaches the lower wall first, and not later than `time`."""
        tilt = self.drift / self.deviation**2
        root = self.deviation * math.sqrt(time)
        total = 0.0
        for shift in self._shifts(time):
            way = shift - self.lower  # signed distance of an image from the wall
            far = abs(way)
            passed = tilted(tilt * (self.lower - far), (self.drift * time - far) / root)
            passed += tilted(tilt * (self.lower + far), (-self.drift * time - far) / root)
            total += math.copysign(passed, way)
        return min(1.0, max(0.0, total))

    def hit_upper_by(self, time: float) -> float:
        """The same for the upper wall."""
        return Strip(-self.upper, -self.lower, -self.drift, self.deviation).hit_lower_by(time)

    def between(self, time: float, top: float) -> float:
        """The probability that it has met no wall by `time` and is not above `top` then."""
        total = sum(
            self._mass(time, top, shift) - self._mass(time, top, 2 * self.lower - shift)
            for shift in self._shifts(time)
        )
        return min(1.0, max(0.0, total))

    def _shifts(self, time: float) -> list[float]:
        """Where the images of the start with its own sign are: 0 and every second width of the strip."""
        step = 2 * (self.upper - self.lower)
        reach = abs(self.drift) * time + FAR * self.deviation * math.sqrt(time)
        count = min(MAX_IMAGES, math.ceil(reach / step) + 1)
        return [step * number for number in range(-count, count + 1)]

    def _mass(self, time: float, top: float, start: float) -> float:
        """What an image at `start` puts between the lower wall and `top`, without looking at walls."""
        root = self.deviation * math.sqrt(time)
        exponent = self.drift * start / self.deviation**2
        low = (self.lower - start - self.drift * time) / root
        high = (top - start - self.drift * time) / root
        if low > 0:  # from the tail on the other side, where the difference keeps its digits
            low, high = -high, -low
        if high < 0:
            return tilted(exponent, high) - tilted(exponent, low)
        return math.exp(exponent) * (NORMAL.cdf(high) - NORMAL.cdf(low))


def tilted(exponent: float, z: float) -> float:
    """exp(exponent) times the normal distribution's mass below `z`, where both may be extreme."""
    if z > DEEP:
        log_mass = math.log(math.erfc(-z / math.sqrt(2)) / 2)
    else:  # the first term of Mills' ratio
        log_mass = -z * z / 2 - math.log(-z * math.sqrt(2 * math.pi))
    return math.exp(min(exponent + log_mass, MAX_EXPONENT))


def outcome_probability(test: SequentialTest, effect: float) -> float:
    """The probability of the outcome seen, or a worse one, if the effect were this."""
    if test.verdict is not Verdict.OPEN and test.blocks <= SOON:
        return of_fixed_size(test.moments, effect)
    gap = test.settings.alternative - test.settings.null
    middle = (test.settings.alternative + test.settings.null) / 2
    # Mean and deviation of a step of the log-likelihood ratio, to the order that small effects need.
    strip = Strip(
        test.lower - OVERSHOOT * gap,
        test.upper + OVERSHOOT * gap,
        gap * (effect - middle),
        gap,
    )
    match test.verdict:
        case Verdict.FAIL:
            return strip.hit_lower_by(test.blocks)
        case Verdict.PASS:
            return 1 - strip.hit_upper_by(test.blocks)
        case Verdict.OPEN:
            return strip.hit_lower_by(test.blocks) + strip.between(test.blocks, test.llr)


def of_fixed_size(moments: Moments, effect: float) -> float:
    """The probability of a sample effect not above the one seen, for a sample of fixed size.

    The variance of a sample effect is (1 + effect^2 / 2) / n to first order.
    """
    error = math.sqrt((1 + effect**2 / 2) / moments.count)
    return NORMAL.cdf((moments.mean / moments.deviation - effect) / error)


def estimate_effect(test: SequentialTest, confidence: float = 0.95) -> Effect:
    """The median-unbiased effect and its interval. Raises ValueError while all scores are equal."""
    if test.moments.deviation == 0:
        raise ValueError("scores: expected at least two that differ")
    outside = (1 - confidence) / 2
    return Effect(
        _effect_with(test, 0.5), _effect_with(test, 1 - outside), _effect_with(test, outside)
    )


def _effect_with(test: SequentialTest, probability: float) -> float:
    """The effect under which the outcome, or a worse one, has this probability: it falls with the effect."""
    low, high = -MAX_EFFECT, MAX_EFFECT
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if outcome_probability(test, middle) > probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2
