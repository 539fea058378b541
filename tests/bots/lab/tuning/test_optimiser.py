"""The optimiser: it starts where it is told, finds what is better, and goes on after a kill as if without one."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from infoset_bots.lab.tuning.centre import centre
from infoset_bots.lab.tuning.optimiser import Candidate, Optimiser
from infoset_bots.lab.tuning.space import Dimension, Value, Values, read_dimensions

PLANE = read_dimensions(["x=0.0..10.0", "y=1..1000:log"])
START = {"x": 2.0, "y": 10}
STYLES = read_dimensions(["m=+a+b+c+d+e", "n=1..3"])
GENERATIONS = 3  # the last follows from scores of one that was itself asked for by scores
PLAIN = {"m+a": False, "m+b": False, "m+c": False, "m+d": False, "m+e": False, "n": 1}


def opened(
    path: Path,
    dimensions: Sequence[Dimension] = PLANE,
    start: Values = START,
    *,
    is_genetic: bool = False,
    seed: str = "s",
) -> Optimiser:
    return Optimiser(path / "study.db", dimensions, start, seed, 8, is_genetic=is_genetic)


def hill(values: Values) -> float:
    """Best at x = 7, y = 200."""
    return -((float(values["x"]) - 7) ** 2) - (math.log(float(values["y"])) - math.log(200)) ** 2


def style(values: Values) -> float:
    """Best with a and c alone, and n = 3."""
    return sum(values[f"m+{item}"] is (item in "ac") for item in "abcde") + float(values["n"])


def climb(search: Optimiser, generations: int) -> None:
    for _ in range(generations):
        for one in search.generation():
            search.tell(one.number, hill(one.values))


def test_the_first_candidate_is_the_start(tmp_path: Path) -> None:
    search = opened(tmp_path)
    assert [one.values for one in search.generation()] == [START]
    search.close()


def test_a_generation_is_the_same_until_all_its_scores_are_told(tmp_path: Path) -> None:
    search = opened(tmp_path)
    climb(search, 1)
    first = search.generation()
    assert len(first) == 8
    search.tell(first[0].number, 1.0)
    again = search.generation()
    assert [one.number for one in again] == [one.number for one in first]
    assert [one.score for one in again] == [1.0] + [None] * 7
    search.close()


@pytest.fixture(scope="module")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> list[Candidate]:
    """All candidates of sixteen generations."""
    search = opened(tmp_path_factory.mktemp("climbed"))
    climb(search, 16)
    found = search.candidates()
    search.close()
    return found


def test_the_evolution_strategy_climbs(climbed: list[Candidate]) -> None:
    last = [one for one in climbed if one.generation == 15]
    assert hill(centre(PLANE, last)) > -0.5 > hill(START)


def test_whole_numbers_stay_whole_and_inside(climbed: list[Candidate]) -> None:
    assert len(climbed) > 100
    for one in climbed:
        assert type(one.values["y"]) is int
        assert 1 <= one.values["y"] <= 1000
        assert 0 <= float(one.values["x"]) <= 10


def test_the_genetic_search_finds_the_combination(tmp_path: Path) -> None:
    search = opened(tmp_path, STYLES, PLAIN, is_genetic=True)
    for _ in range(14):
        for one in search.generation():
            search.tell(one.number, style(one.values))
    assert search.candidates()[0].values == PLAIN
    assert max(one.score or 0 for one in search.candidates()) >= 7
    search.close()


@pytest.mark.parametrize("is_genetic", [False, True], ids=["evolution", "genetic"])
def test_a_search_that_is_opened_again_asks_for_the_same(tmp_path: Path, is_genetic: bool) -> None:
    """As after a kill: a new process, and scores told one by one."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    asked: list[list[dict[str, Value]]] = []
    for path, is_broken in ((whole, False), (broken, True)):
        path.mkdir()
        search = opened(path, is_genetic=is_genetic)
        for _ in range(GENERATIONS):
            for one in search.generation():
                search.tell(one.number, hill(one.values))
                if is_broken:
                    search.close()
                    search = opened(path, is_genetic=is_genetic)
        asked.append([one.values for one in search.candidates()])
        search.close()
    assert asked[0] == asked[1]


def test_another_seed_asks_for_something_else(tmp_path: Path) -> None:
    found = []
    for seed in "ab":
        (tmp_path / seed).mkdir()
        search = opened(tmp_path / seed, seed=seed)
        climb(search, 2)
        found.append([one.values for one in search.candidates()])
        search.close()
    assert found[0] != found[1]


def test_a_candidate_that_a_kill_left_without_values_is_given_up(tmp_path: Path) -> None:
    search = opened(tmp_path)
    climb(search, 1)
    search._study.ask()  # killed before it had anything
    generation = search.generation()
    assert len(generation) == 8
    assert all(set(one.values) == {"x", "y"} for one in generation)
    search.close()


# The centre.


def scored(*pairs: tuple[float, float]) -> list[Candidate]:
    return [
        Candidate(number, 1, {"x": x, "y": 10}, score) for number, (x, score) in enumerate(pairs)
    ]


def test_the_centre_is_the_mean_of_the_better_half_the_best_counting_most() -> None:
    x = centre(PLANE, scored((1, 0.0), (4, 0.9), (6, 1.0), (9, 0.1)))["x"]
    assert 5 < float(x) < 6


def test_the_centre_of_one_is_itself() -> None:
    assert centre(PLANE, scored((3, -1.0))) == {"x": 3, "y": 10}


def test_the_centre_of_what_is_searched_by_logarithm_is_a_geometric_mean() -> None:
    pair = [Candidate(number, 1, {"x": 1.0, "y": y}, 1.0) for number, y in enumerate((10, 1000))]
    equal = pair + [Candidate(9, 1, {"x": 1.0, "y": 1}, -1.0)] * 2
    assert 10 < float(centre(PLANE, equal)["y"]) < 100
