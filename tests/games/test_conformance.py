"""Every game keeps the contract: the toys, Colonizers and whatever else is installed."""

import builtins
import sys
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infoset_games.build_info import is_compiled
from infoset_games.colonizers import Colonizers
from infoset_games.core import Json
from infoset_games.game import Game
from infoset_games.registry import known_games, make_game
from infoset_games.rng import Rng
from infoset_games.testing import (
    GAME_CHECKS,
    PLAY_CHECKS,
    cases,
    check_events_rule_out_no_world,
    check_game,
    check_worlds_are_uniform,
    exhaustive,
    measure_sizes,
    parametrize,
    random_play,
    walk_information_sets,
)
from infoset_games.testing.exhaustive import TooManyWorldsError
from infoset_games.testing.suite import DEFAULT_SEEDS
from infoset_games.testing.toys import Ambush, Leduc

TOYS: list[Game] = [Leduc(), Leduc(ranks=2), Ambush(), Ambush(seats=3, fields=4, rounds=4)]
# With suites of their own: the plays of Catan are long, and Crossfire has eight seeds there, which is not run uncompiled.
ELSEWHERE = {"catan", "crossfire"} if is_compiled() else {"catan"}
OTHERS = [
    make_game(name)
    for name in known_games()
    if name not in {"leduc", "ambush", "colonizers", *ELSEWHERE}
]
SEEDS = DEFAULT_SEEDS if is_compiled() else DEFAULT_SEEDS[:1]
SMALL_DECK = [2, 2, 1, 1] + [0] * 12  # copies of each module
TINY_DECK = [1, 1] + [0] * 14


@parametrize([*TOYS, Colonizers(), *OTHERS], seeds=SEEDS)
def test_a_game_keeps_the_contract(check: Callable[[], None]) -> None:
    check()


@parametrize(
    [Colonizers(legacy=True, colony=2), Colonizers(colony=2, copies=SMALL_DECK)], seeds=["variant"]
)
def test_variants_of_colonizers_keep_the_contract(check: Callable[[], None]) -> None:
    check()


@pytest.mark.parametrize("game", TOYS[:3], ids=["leduc", "leduc of two ranks", "ambush"])
@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=st.text(max_size=8))
def test_any_seed_names_a_play_that_keeps_the_contract(game: Game, seed: str) -> None:
    play = random_play(game, seed)
    for check in PLAY_CHECKS:
        check(play)


def arrangements(game: Game) -> list[Json]:
    """All deals of a game whose deal is the order of its deck."""
    return [list(order) for order in sorted(set(permutations(game.deal(Rng("any")))))]


@pytest.mark.parametrize(
    ("game", "deals", "seeds", "last_ply", "least"),
    [
        (Leduc(), [{"first": 0}, {"first": 1}], ["1", "2", "3"], 20, 15),
        (Ambush(fields=3, rounds=2), [{}], ["1", "2", "3"], 20, 8),
        (Ambush(seats=3, fields=2, rounds=2), [{}], ["1", "2", "3"], 20, 15),
        (Colonizers(colony=2, copies=TINY_DECK), None, ["2"], 20, 20),
    ],
    ids=["leduc", "ambush", "ambush of three", "colonizers"],
)
def test_worlds_are_uniform_over_all_that_are_possible(
    game: Game, deals: Sequence[Json] | None, seeds: Sequence[str], last_ply: int, least: int
) -> None:
    every = arrangements(game) if deals is None else list(deals)
    plays = [random_play(game, seed) for seed in seeds]
    compared = sum(check_worlds_are_uniform(play, every, last_ply=last_ply) for play in plays)
    assert compared >= least


@pytest.mark.parametrize(
    ("game", "deals", "last_ply", "least"),
    [
        (Leduc(), [{"first": 0}, {"first": 1}], 20, 7),
        (Ambush(fields=3, rounds=2), [{}], 20, 4),
        (Ambush(seats=3, fields=2, rounds=2), [{}], 20, 9),
        (Colonizers(colony=2, copies=TINY_DECK), None, 8, 20),
    ],
    ids=["leduc", "ambush", "ambush of three", "colonizers"],
)
def test_what_a_seat_is_told_excludes_nothing_that_its_observation_allows(
    game: Game, deals: Sequence[Json] | None, last_ply: int, least: int
) -> None:
    every = arrangements(game) if deals is None else list(deals)
    assert check_events_rule_out_no_world(random_play(game, "2"), every, last_ply) >= least


def test_an_information_set_shrinks_to_the_truth_as_cards_are_shown() -> None:
    game = Leduc(ranks=2)
    play = next(
        play
        for play in (random_play(game, str(seed)) for seed in range(100))
        if play.states[-1].result().ending == "showdown"  # type: ignore[union-attr]  # it is over
    )
    sizes = [len(worlds) for worlds in walk_information_sets(play, [play.deal], seat=0)]
    assert sizes[:3] == [1, 1, 3]
    assert sizes[-1] == 1


def test_an_exhaustive_walk_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        exhaustive, "MAX_WORLDS", 1000
    )  # as many as the usual bound would take long
    play = random_play(Ambush(seats=3, fields=18, rounds=1), "1")
    with pytest.raises(TooManyWorldsError, match="ply 1: more than 1000 worlds"):
        list(walk_information_sets(play, [{}], seat=0))


def test_the_whole_kit_runs_in_one_call() -> None:
    check_game(Leduc(ranks=2), seeds=["1"])
    assert len(cases(Leduc())) == len(PLAY_CHECKS) + len(GAME_CHECKS)


def test_measured_sizes_are_of_whole_questions() -> None:
    sizes = measure_sizes(Leduc(), plays=20)
    assert sizes.decisions > 40
    assert 200 < sizes.mean <= sizes.p99 <= sizes.most < 600
    assert str(sizes).startswith("leduc: your_turn mean ")


def test_uniformity_without_scipy_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real_import = builtins.__import__

    def no_scipy(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("scipy"):
            raise ImportError(name)
        return real_import(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", no_scipy)
    for module in [name for name in sys.modules if name.startswith("scipy")]:
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(RuntimeError, match=r"needs scipy: pip install scipy"):
        check_worlds_are_uniform(random_play(Leduc(), "1"), [{"first": 0}, {"first": 1}])
