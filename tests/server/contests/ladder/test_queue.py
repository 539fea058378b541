"""People who wait: the window widens, the nearest meet, and programs come last."""

import random
from collections.abc import Container
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

import pytest

from infoset_server.contests.ladder.pairing import Candidate
from infoset_server.contests.ladder.queue import SearchWindow, WaitingPerson, seat_people
from infoset_server.contests.ladder.tables import SCALE

PATIENCE: Final = SearchWindow(window=100, widen_per_s=10, most=500, bots_after_s=10)


def somebody(number: int, rating: float, owner: str = "", away: Container[str] = ()) -> Candidate:
    strength = (rating - 1500) / SCALE
    return Candidate(number, owner or f"owner{number}", strength, 0.5, away=away)


def waiting(
    number: int, rating: float, waited_s: float = 0.0, owner: str = "", away: Container[str] = ()
) -> WaitingPerson:
    return WaitingPerson(somebody(number, rating, owner, away), waited_s)


def seat(*people: WaitingPerson, bots: tuple[Candidate, ...] = (), size: int = 2) -> set[int]:
    seated = seat_people(people, bots, size, PATIENCE, random.Random(1))
    return set() if seated is None else set(seated)


def test_two_meet_when_both_would_meet_the_other() -> None:
    assert seat(waiting(1, 1500), waiting(2, 1590)) == {1, 2}
    assert seat(waiting(1, 1500), waiting(2, 1650)) == set()
    assert seat(waiting(1, 1500, 60), waiting(2, 1650)) == set()  # one of them would not yet
    assert seat(waiting(1, 1500, 6), waiting(2, 1650, 6)) == {1, 2}


def test_the_window_does_not_grow_for_ever() -> None:
    assert seat(waiting(1, 1000, 1e6), waiting(2, 1600, 1e6)) == set()


def test_who_has_waited_longest_is_served_first_and_gets_the_nearest() -> None:
    crowd = [waiting(1, 1500, 3), waiting(2, 1540, 9), waiting(3, 1600, 1)]
    assert seat(*crowd) == {1, 2}


def test_programs_fill_up_after_a_while_and_only_near_ones() -> None:
    near, far = somebody(8, 1510), somebody(9, 2400)
    assert seat(waiting(1, 1500, 9), bots=(near,)) == set()
    assert seat(waiting(1, 1500, 11), bots=(near, far)) == {1, 8}
    assert seat(waiting(1, 1500, 11), bots=(far,)) == set()
    assert seat(waiting(1, 1500, 11), waiting(2, 1520), bots=(near,), size=3) == {1, 2, 8}


def test_nobody_meets_himself_under_another_name() -> None:
    twins = waiting(1, 1500, owner="ann"), waiting(2, 1500, owner="ann")
    assert seat(*twins) == set()


def test_who_is_kept_away_is_met_at_no_table_nor_by_his_programs() -> None:
    ann = waiting(1, 1500, 60, away=["owner2"])
    bob, cat = waiting(2, 1500, 60), waiting(3, 1560, 60)
    assert seat(ann, bob) == seat(bob, ann) == set()
    assert seat(ann, bob, cat) == {1, 3}
    assert seat(ann, bob, cat, size=3) == set()
    assert seat(ann, bots=(somebody(8, 1500, "owner2"),)) == set()


@dataclass
class Hall:
    """Five hundred people come at random times and are seated, if anybody can be, every half second.

    Each keeps ten others away.
    """

    size: int
    tables: list[tuple[int, ...]] = field(default_factory=list)
    away: list[set[str]] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    def run(self) -> None:
        rng = random.Random(self.size)
        arrivals = sorted(rng.uniform(0, 600) for _ in range(500))
        ratings = [rng.gauss(1500, 200) for _ in arrivals]
        names = [f"owner{one}" for one in range(len(arrivals))]
        self.away = [set(rng.sample(names, 10)) for _ in arrivals]
        here: dict[int, float] = {}
        now_s, coming = 0.0, 0
        while now_s < 900:
            while coming < len(arrivals) and arrivals[coming] <= now_s:
                here[coming] = arrivals[coming]
                coming += 1
            crowd = [
                waiting(one, ratings[one], now_s - since, away=self.away[one])
                for one, since in here.items()
            ]
            seated = seat_people(crowd, [], self.size, PATIENCE, rng)
            if seated is None:
                now_s += 0.5
                continue
            self.tables.append(seated)
            self.waits += [now_s - here.pop(one) for one in seated]
            of_table = [ratings[one] for one in seated]
            self.gaps.append(max(of_table) - min(of_table))


@pytest.mark.parametrize(("size", "median_s", "gap"), [(2, 5, 100), (4, 15, 220)])
def test_of_five_hundred_arrivals_most_wait_shortly_for_people_near_them(
    size: int, median_s: float, gap: float
) -> None:
    matchmaker = Hall(size)
    matchmaker.run()
    assert len(matchmaker.waits) > 480
    assert sorted(matchmaker.waits)[len(matchmaker.waits) // 2] < median_s
    assert sum(matchmaker.gaps) / len(matchmaker.gaps) < gap
    met = [pair for table in matchmaker.tables for pair in permutations(table, 2)]
    assert not [(one, other) for one, other in met if f"owner{other}" in matchmaker.away[one]]
