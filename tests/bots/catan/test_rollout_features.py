"""What is counted of a position, and the chances that follow from it."""

import json
import math
from pathlib import Path

import pytest
from tests.bots.catan.positions import GAME, met, set_up

from infoset_bots.catan.rollout_chances import WEIGHTS, Chances
from infoset_bots.catan.rollout_features import COUNT, FEATURES, features, turns_until, yields
from infoset_bots.catan.rollout_weights import (
    RolloutWeightsError,
    load_weights,
    save_weights,
    usual_weights,
)
from infoset_games.catan.state import CatanState, own
from infoset_games.rng import Rng
from infoset_games.rollout import random_rollout


def row(state: CatanState, seat: int = 0) -> dict[str, float]:
    found = features(state, seat, yields(state))
    return dict(zip(FEATURES, [float(value) for value in found], strict=True))


def test_a_city_yields_twice_what_a_settlement_does() -> None:
    small = row(set_up("main", settlements={0: [13]}))
    large = row(set_up("main", cities={0: [13]}))
    assert large["pips"] == 2 * small["pips"] > 0
    assert large["points"] == small["points"] + 1


def test_the_robber_takes_the_yield_of_its_hex() -> None:
    state = set_up("main", settlements={0: [13]})
    before = row(state)["pips"]
    state.robber = 4  # touches vertex 13
    assert row(state)["pips"] < before


def test_cards_in_the_hand_bring_a_city_nearer() -> None:
    shares = [row(set_up("main", hands={0: hand}, settlements={0: [13]}))["city"]
              for hand in ("", "o", "ooohh")]  # fmt: skip
    assert shares == [0.0, pytest.approx(0.2), 1.0]


def test_hands_beyond_what_a_seven_leaves_alone_are_counted_apart() -> None:
    found = row(set_up("main", hands={0: "wwwwwbbbb"}))
    assert (found["hand"], found["excess"]) == (7, 2)


def test_a_seat_waits_for_the_turns_before_its_own_roll() -> None:
    state = set_up("main", turn=1)
    assert [turns_until(state, seat) for seat in range(4)] == [2, 3, 0, 1]
    before = set_up("roll", turn=1)
    assert [turns_until(before, seat) for seat in range(4)] == [3, 0, 1, 2]


def test_chances_sum_to_one_and_follow_the_points() -> None:
    state = set_up("main", cities={2: [13, 40]}, settlements={0: [20]})
    chances = Chances().of(state)
    assert math.fsum(chances) == pytest.approx(1)
    assert max(chances) == chances[2]


def test_at_the_end_the_winner_has_all_the_chances() -> None:
    state = own(GAME.start(GAME.deal(Rng("ended"))))
    random_rollout(state, Rng("ended"))
    result = state.result()
    assert result is not None
    assert Chances().of(state) == [1.0 if place == 1 else 0.0 for place in result.places]


def test_chances_of_real_positions_are_finite_and_never_certain() -> None:
    judge = Chances()
    for number, (state, _) in enumerate(met(GAME, "chances")):
        if number % 20 == 0:
            assert all(0 < chance < 1 for chance in judge.of(state))


def test_each_feature_has_a_weight_and_another_number_is_refused() -> None:
    assert len(WEIGHTS) == COUNT == len(FEATURES)
    with pytest.raises(ValueError, match=f"expected {COUNT} numbers, got 2"):
        Chances([1.0, 2.0])


def test_weights_come_back_from_their_file_and_missing_ones_are_as_usual(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    save_weights(path, usual_weights())
    assert load_weights(path) == WEIGHTS
    path.write_text('{"points": 3}')
    assert load_weights(path) == (3, *WEIGHTS[1:])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "w.json: "),
        ("[]", "expected an object"),
        ('{"luck": 1}', "luck: no such weight; known: points"),
        ('{"points": "many"}', "points: expected a number, got 'many'"),
        ('{"points": NaN}', "points: expected a number, got nan"),
    ],
)
def test_a_bad_file_of_weights_is_refused_by_name(
    text: str, complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / "w.json"
    path.write_text(text)
    with pytest.raises(RolloutWeightsError, match=complaint):
        load_weights(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RolloutWeightsError, match=r"none\.json: No such file"):
        load_weights(tmp_path / "none.json")


def test_a_saved_file_is_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    save_weights(path, {"points": 1.5})
    assert json.loads(path.read_text()) == {"points": 1.5}
