"""Worlds are weighed by what was learnt, agree with what the seat knows, and follow from that and the stream alone."""

import json
from collections.abc import Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any, Final

import pytest
from tests.bots.runs import keep_run

from infoset_bots.lab.arena.store import read_run
from infoset_bots.lab.reviewing.making import make_playout
from infoset_bots.search.decision import Question, never
from infoset_bots.search.habits import CANDIDATES, FORMAT, Habits, load_habits, read_habits
from infoset_bots.search.ismcts_remote_bot import IsmctsRemoteBot
from infoset_bots.search.monte_carlo import monte_carlo
from infoset_bots.search.monte_carlo_bot import MonteCarloBot
from infoset_bots.search.secrets import LEAF
from infoset_bots.search.simulator import LocalSimulator
from infoset_games.core import State
from infoset_games.knowledge import What
from infoset_games.registry import make_game, register
from infoset_games.rng import Rng
from infoset_games.testing.toys.leduc import BET, CALL, Leduc, LeducState

DRAWS = 600
UNSEEN = 5  # cards that the other may have
SURE = 1e6


@pytest.fixture(scope="module", autouse=True)
def toy() -> Iterator[None]:
    with register("leduc", Leduc):
        yield


def other_has(card: int) -> tuple[What, int]:
    """The name of seat 1's having that card."""
    return (LEAF, "/cards/1", card), 1


def habits(weights: dict[tuple[What, int], float]) -> Habits:
    return Habits("leduc", Leduc.rules, weights)


def dealt(own: int, other: int = 0) -> LeducState:
    """Seat 0 is to open."""
    state = Leduc().start({"first": 0})
    assert isinstance(state, LeducState)
    for card in (own, other):
        state.move(card)
    return state


def drawn(learnt: Habits, view: Any) -> list[int]:
    """The other's card in many worlds."""
    stream = Rng("habits")
    worlds = [learnt.draw(Leduc(), view, stream.branch(number)) for number in range(DRAWS)]
    assert all(world.observe(0) == view for world in worlds)
    return [world.cards[1] for world in worlds if isinstance(world, LeducState)]


def share(cards: list[int], card: int) -> float:
    return cards.count(card) / len(cards)


def is_near(found: float, expected: float) -> bool:
    """Within four standard errors."""
    return abs(found - expected) < 4 * sqrt(expected * (1 - expected) / DRAWS)


def test_without_weights_all_worlds_are_alike() -> None:
    cards = drawn(habits({}), dealt(2).observe(0))
    assert set(cards) == {0, 1, 3, 4, 5}
    assert all(is_near(share(cards, card), 1 / UNSEEN) for card in set(cards))


def test_what_weighs_most_is_taken_whenever_it_is_among_the_candidates() -> None:
    cards = drawn(habits({other_has(5): SURE}), dealt(2).observe(0))
    assert is_near(share(cards, 5), 1 - (1 - 1 / UNSEEN) ** CANDIDATES)


def test_what_weighs_nothing_is_hardly_ever_taken() -> None:
    cards = drawn(habits({other_has(5): 1 / SURE}), dealt(2).observe(0))
    assert share(cards, 5) < 0.01
    assert set(cards) >= {0, 1, 3, 4}


def test_twins_have_the_same_worlds() -> None:
    """What the other really has makes no difference."""
    learnt = habits({other_has(5): 3.0, other_has(0): 0.5})
    first, *others = [drawn(learnt, dealt(2, other).observe(0)) for other in (0, 1, 3, 4, 5)]
    assert all(other == first for other in others)


def test_a_file_says_it_all(tmp_path: Path) -> None:
    learnt = habits({other_has(5): 3.0, other_has(0): 0.25})
    file = tmp_path / "habits.json"
    file.write_text(learnt.to_text())
    again = load_habits(str(file))
    assert (again.game, again.rules, again.weights) == ("leduc", Leduc.rules, learnt.weights)
    assert again.to_text() == learnt.to_text()


ROW = {"what": ["dev", 0], "count": 1, "weight": 0.5}
WHOLE = {"format": FORMAT, "game": "leduc", "rules": "leduc/1.0", "weights": [ROW]}


@pytest.mark.parametrize(
    ("plain", "why"),
    [
        ({"format": 2}, "format: expected 1, got 2"),
        ({"weights": [ROW | {"count": -1}]}, "count: expected an integer from 0, got -1"),
        ({"weights": [ROW | {"count": True}]}, "count: expected an integer from 0, got True"),
        ({"weights": [ROW | {"weight": 0}]}, "weight: expected a number above 0, got 0"),
        ({"weights": [ROW | {"weight": "1"}]}, "weight: expected a number above 0, got '1'"),
        ({"weights": [ROW | {"what": "dev"}]}, "what: expected a list, got 'dev'"),
        ({"weights": [{"what": ["dev", 0]}]}, "expected what `infoset worlds --learn` writes"),
        ({"weights": 7}, "expected what `infoset worlds --learn` writes"),
        ({"weights": [ROW | {"what": [["dev"]]}]}, "expected what `infoset worlds --learn` writes"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(plain: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"^habits: {why}"):
        read_habits(json.dumps(WHOLE | plain))


def test_what_is_no_file_of_habits_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected what `infoset worlds --learn` writes"):
        read_habits("[")
    with pytest.raises(ValueError, match=r"habits: .*nowhere\.json: No such file or directory$"):
        load_habits(str(tmp_path / "nowhere.json"))


def test_other_rules_are_refused() -> None:
    with pytest.raises(ValueError, match=r"habits: learnt under leduc/0\.9, and these are leduc/"):
        Habits("leduc", "leduc/0.9", {}).drawing(make_game("leduc"))


# In a bot.


def worth_of_a_call(believed: int) -> float:
    """What flat Monte Carlo thinks of calling a bet with a middle card, where the other is thought to have one of that rank."""
    state = Leduc().start({"first": 1})
    for action in (2, 0, BET):
        state.move(action)
    learnt = habits({other_has(card): SURE for card in (believed, believed ^ 1)})
    question = Question(Leduc(), state.observe(0), 0, partial(learnt.draw, Leduc()))
    simulator = LocalSimulator(question, make_playout("leduc", "", 0), 1)
    arms = monte_carlo(simulator, 200, 1, never).arms
    return next(arm.value for arm in arms if arm.action == CALL)


def test_a_search_values_actions_by_what_it_believes() -> None:
    assert worth_of_a_call(0) > worth_of_a_call(5) + 0.2


BOTS: Final = [
    ("leduc", "monte_carlo:worlds=5"),
    ("leduc", "ismcts:iterations=5"),
    ("leduc", "ismcts_mo:iterations=5"),
    ("leduc", "maxn:worlds=2"),
    ("leduc", "simultaneous:iterations=5"),
    ("catan", "ismcts:iterations=5"),  # a bot of its own
]


@pytest.mark.parametrize(("game", "bot"), BOTS)
def test_a_bot_of_the_arena_draws_its_worlds_by_a_file(
    game: str, bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "habits.json"
    file.write_text(Habits(game, make_game(game).rules, {(("dev", 0), 1): 0.5}).to_text())
    worlds = []
    draw = Habits.draw

    def noted(self: Habits, *asked: Any) -> State:
        worlds.append(draw(self, *asked))
        return worlds[-1]

    monkeypatch.setattr(Habits, "draw", noted)
    small = ["--option", "seats=2", "--option", "round_limit=2"] if game == "catan" else []
    words = (f"{bot},habits={file}", "random", "--game", game, "--matches", "2", *small)
    _, records = read_run(keep_run(tmp_path / "run", *words))
    assert not any(sum(record.exceptions) for record in records)
    assert worlds


def test_a_bot_whose_worlds_a_server_draws_has_no_habits(tmp_path: Path) -> None:
    file = tmp_path / "habits.json"
    file.write_text(habits({}).to_text())
    assert MonteCarloBot(habits=str(file)).habits is not None
    with pytest.raises(ValueError, match="habits: expected none, as the server draws"):
        IsmctsRemoteBot(habits=str(file))
