"""Who meets whom: what must never happen, what should happen often, and what comes of it in the long run."""

import random
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import pytest
from tests.server.contests.ladder.rating.truth import SPREAD, field_of, play, random_tables

from infoset_server.contests.ladder.pairing import REACH, Candidate, Wishes, seat_table
from infoset_server.contests.ladder.rating import Fit, Outcome, fit, standings
from infoset_server.contests.ladder.tables import SIGMAS

USUAL: Final = Wishes()


def candidate(number: int, **known: object) -> Candidate:
    facts = {"owner": f"owner{number}", "strength": 0.0, "sigma": 0.5} | known
    return Candidate(number, **facts)  # type: ignore[arg-type]


def tables(
    candidates: Sequence[Candidate], size: int = 2, wishes: Wishes = USUAL, count: int = 400
) -> list[tuple[int, ...]]:
    rng = random.Random(1)
    drawn = [seat_table(candidates, size, rng, wishes) for _ in range(count)]
    return [table for table in drawn if table is not None]


def test_nobody_is_seated_twice_or_beyond_his_cap() -> None:
    busy = candidate(0, running=2, cap=2)
    drawn = tables([busy, *(candidate(number) for number in range(1, 6))], size=4)
    assert all(len(set(table)) == 4 and 0 not in table for table in drawn)
    assert len(drawn) == 400


def test_versions_of_one_owner_meet_only_where_asked() -> None:
    family = [candidate(0, owner="ann"), candidate(1, owner="ann"), candidate(2)]
    assert not any({0, 1} <= set(table) for table in tables(family))
    assert any({0, 1} <= set(table) for table in tables(family, wishes=Wishes(with_own=True)))


def test_nobody_is_seated_where_too_few_are_free_or_all_belong_together() -> None:
    assert tables([candidate(0)]) == []
    assert tables([candidate(0, owner="ann"), candidate(1, owner="ann")]) == []


def test_a_line_up_comes_no_more_often_than_it_may() -> None:
    pair = [candidate(0), candidate(1)]
    met = frozenset((0, 1))
    rng = random.Random(1)
    assert seat_table(pair, 2, rng, recent=[met] * 2) is not None
    assert seat_table(pair, 2, rng, recent=[met] * 3) is None


def test_who_is_out_of_reach_is_never_met() -> None:
    far = candidate(2, strength=REACH + 0.1, sigma=0.0)
    near = [candidate(number, sigma=0.0) for number in (0, 1)]
    assert not any(2 in table for table in tables([*near, far]))


@pytest.mark.parametrize(
    ("wishes", "wanted"),
    [
        (Wishes(promise=1, doubt=0, novelty=0, top=1), 0),
        (Wishes(promise=0, doubt=1, novelty=0), 1),
        (Wishes(promise=0, doubt=0, novelty=1), 2),
    ],
)
def test_each_wish_brings_whom_it_is_for(wishes: Wishes, wanted: int) -> None:
    crowd = [
        candidate(0, strength=9.0, games=50),
        candidate(1, sigma=1.4, games=50),
        candidate(2, games=3),
        *(candidate(number, games=50) for number in range(3, 9)),
    ]
    assert all(wanted in table for table in tables(crowd, wishes=wishes))


def test_the_more_open_the_result_the_more_often_two_meet() -> None:
    crowd = [
        candidate(0, games=0, sigma=0.0),
        *(candidate(number, games=9, strength=0.3 * number, sigma=0.0) for number in range(1, 6)),
    ]
    drawn = tables(crowd, wishes=Wishes(promise=0, doubt=0, novelty=1), count=3000)
    met = Counter(number for table in drawn for number in table)
    counts = [met[number] for number in range(1, 6)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] > 0


def test_everybody_sits_on_every_seat_equally_often() -> None:
    rng = random.Random(3)
    uses = {number: [0, 0, 0, 0] for number in range(6)}
    for _ in range(300):
        crowd = [
            candidate(number, games=sum(used), seat_uses={4: used}) for number, used in uses.items()
        ]
        table = seat_table(crowd, 4, rng, Wishes(most_repeats=1000))
        assert table is not None
        for seat, number in enumerate(table):
            uses[number][seat] += 1
    assert max(max(used) - min(used) for used in uses.values()) <= 3


@dataclass
class Season:
    """A simulated ladder: matches take random times, and results are rated as they come in."""

    strengths: np.ndarray
    seed: int
    outcomes: list[Outcome] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def run(self, games_each: int, handler_table: int = 10) -> Fit:
        """Plays until everybody has about so many matches on average."""
        rng, dice = random.Random(self.seed), np.random.default_rng(self.seed)
        count = len(self.strengths)
        rated = fit(field_of(count), [])
        running: list[tuple[float, Outcome]] = []
        games, busy = Counter[int](), Counter[int]()
        recent: deque[frozenset[int]] = deque(maxlen=50)
        now = 0.0
        while len(self.outcomes) < count * games_each // 4:
            known = rated.centred()
            while len(running) < handler_table:
                crowd = [
                    Candidate(
                        number,
                        f"owner{number}",
                        float(known.strengths[number]),
                        float(known.sigmas[number]),
                        games[number],
                        busy[number],
                        cap=2,
                    )
                    for number in range(count)
                ]
                table = seat_table(crowd, 4, rng, recent=tuple(recent))
                if table is None:
                    break
                recent.append(frozenset(table))
                busy.update(table)
                ends = now + rng.expovariate(1.0) + 30.0 * (rng.random() < 0.02)  # a few are slow
                running.append((ends, play(self.strengths, table, dice)))
            running.sort(key=lambda match: match[0])
            ended, outcome = running.pop(0)
            self.waits.append(ended - now)
            now = ended
            busy.subtract(outcome.contestants)
            games.update(outcome.contestants)
            self.outcomes.append(outcome)
            if len(self.outcomes) % 20 == 0:
                rated = fit(rated.field, self.outcomes, begin=rated.unknowns)
        return fit(rated.field, self.outcomes, begin=rated.unknowns)


def margin(fitted: Fit) -> float:
    """Half an interval of two sigmas in points, on average."""
    return float(np.mean([rating.margin for rating in standings(fitted)]))


def test_sixty_random_tables_of_four_tell_24_bots_to_63_points_in_95_of_100_cases() -> None:
    """The figure by which pairing is measured: with normal errors 95 of 100 are 1.96 sigmas, not 2."""
    found = []
    for seed in range(3):
        dice = np.random.default_rng(seed)
        strengths = dice.normal(0, SPREAD, 24)
        fitted = fit(field_of(24), random_tables(strengths, 4, 60, dice))
        found.append(margin(fitted) * 1.96 / SIGMAS)
    assert 60 < np.mean(found) < 66


def test_the_best_are_ordered_with_a_third_fewer_matches_and_nobody_waits() -> None:
    """The aim of pairing. benchmarks/ratings.py asks more closely; here pairs are counted over two seeds."""
    found = []
    for seed in (4, 5):
        strengths = np.random.default_rng(seed).normal(0, SPREAD, 40)
        season = Season(strengths, seed=seed)
        paired = season.run(40)
        at_random = fit(field_of(40), random_tables(strengths, 4, 60, np.random.default_rng(seed)))
        found.append([well_ordered(fitted, strengths) for fitted in (paired, at_random)])
        assert max(season.waits) < 5  # matches of thirty times the usual length hold up nobody
    ours, theirs = np.mean(found, axis=0)
    assert ours > theirs - 0.015


def well_ordered(fitted: Fit, truth: np.ndarray) -> float:
    """Of all pairs with one of the ten best, the share put in the right order."""
    best = np.argsort(-truth)[:10]
    right = [
        (fitted.strengths[one] > fitted.strengths[other]) == (truth[one] > truth[other])
        for one in best
        for other in range(len(truth))
        if one != other
    ]
    return float(np.mean(right))
