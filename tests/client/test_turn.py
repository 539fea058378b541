"""Turns as bots see them."""

import random
from typing import Any

import pytest

from infoset.errors import WrongChoiceError
from infoset.turn import Choice, Match, Player, Slot, Turn
from infoset_games.registry import make_game
from infoset_games.rng import Rng

MATCH = Match("g_1", "toy", "toy/1.0", seat=0, players=(Player(0), Player(1)))
ACTIONS = [["skip"], ["build", 8], ["build", 5], ["build", 8]]


def listed(**changes: Any) -> Turn:
    fields: dict[str, Any] = {"decision": 1, "kind": "build", "n": 4, "actions": ACTIONS}
    return Turn(MATCH, **fields | changes)


def product(n: int | None = 6) -> Turn:
    slots = [Slot("u0", [["stay"], ["mv", 1]]), Slot("u1", [["stay"], ["mv", 2], ["hit"]])]
    return Turn(MATCH, decision=1, kind="orders", n=n, slots=slots)


def test_a_joint_order_is_not_weighed() -> None:
    turn = product()
    with pytest.raises(
        ValueError, match=r"^values: a joint order lists no actions to weigh, got 2$"
    ):
        turn.weigh([1, 2])
    turn.weigh([])
    assert turn.values == []


def test_an_action_has_an_index_the_first_of_equals() -> None:
    assert listed().index_of(["build", 8]) == 1
    assert listed().index_of(("skip",)) == 0
    with pytest.raises(ValueError, match=r"\['sell'\] is not legal now; legal: \['skip'\], "):
        listed().index_of(["sell"])


def test_actions_are_found_by_verb() -> None:
    assert listed().actions_with("build") == [["build", 8], ["build", 5], ["build", 8]]


def test_random_answers_reach_every_action_and_nothing_else() -> None:
    rng = random.Random(1)
    assert {listed().random_answer(rng) for _ in range(200)} == {0, 1, 2, 3}
    assert {product().random_answer(rng) for _ in range(200)} == set(range(6))
    picks = {tuple(product(n=None).random_answer(rng)) for _ in range(200)}
    assert picks == {(a, b) for a in range(2) for b in range(3)}


class Numberlike:
    """What a number of numpy looks like."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def tolist(self) -> Any:
        return self.value


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        (2, Choice(index=2)),
        (Numberlike(2), Choice(index=2)),
        (["build", 5], Choice(index=2)),
        (("build", Numberlike(5)), Choice(index=2)),
        (Numberlike(["skip"]), Choice(index=0)),
    ],
)
def test_an_answer_is_an_index_or_an_action_in_any_clothes(answer: Any, choice: Choice) -> None:
    assert listed().read_answer(answer) == choice


def test_an_action_of_a_parameter_box_is_sent_as_it_is() -> None:
    turn = listed(params=[{"kind": "offer", "fields": {}}])
    assert turn.read_answer(("offer", (1, 0), [0, 1])) == Choice(action=["offer", [1, 0], [0, 1]])
    with pytest.raises(WrongChoiceError, match="not legal"):
        listed().read_answer(["offer", [1, 0], [0, 1]])


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        (5, Choice(index=5)),
        ([1, 2], Choice(picks=(1, 2))),
        ([["mv", 1], ("hit",)], Choice(picks=(1, 2))),
        (([0, ["mv", 2]]), Choice(picks=(0, 1))),
    ],
)
def test_a_joint_order_is_an_index_or_one_option_per_slot(answer: Any, choice: Choice) -> None:
    assert product().read_answer(answer) == choice


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (6, "an index from 0 to 5 or one option per slot (u0, u1), got 6"),
        ([0], "got 1 of them"),
        ([0, 3], "slot u1: expected 0 to 2 or one of"),
        ([True, 0], "slot u0"),
        ([["fly"], 0], "slot u0"),
    ],
)
def test_a_wrong_joint_order_is_explained(answer: Any, complaint: str) -> None:
    with pytest.raises(WrongChoiceError) as wrong:
        product().read_answer(answer)
    assert complaint in str(wrong.value)


def test_without_an_index_only_picks_are_left() -> None:
    with pytest.raises(WrongChoiceError, match="expected one option per slot"):
        product(n=None).read_answer(0)
    assert product(n=None).fallback_choice() == Choice(picks=(0, 0))


def test_a_long_list_of_legal_actions_is_cut_in_a_complaint() -> None:
    turn = listed(actions=[["act", number] for number in range(30)], n=30)
    with pytest.raises(WrongChoiceError, match=r"\['act', 11\] and 18 more$"):
        turn.read_answer(["act", 99])


def test_an_observation_is_typed_where_the_game_is_installed() -> None:
    game = make_game("colonizers")
    state = game.start(game.deal(Rng("turn")))
    state.move(state.sample_chance(Rng("turn", "shuffle")))
    plain = game.write_observation(state.observe(0))
    match = Match("g_1", "colonizers", game.rules, seat=0, engine=game)
    turn = Turn(match, decision=1, kind="pick", n=5, plain_observation=plain)
    assert turn.observation == state.observe(0)
    assert turn.observation.phase == "pick"
    world = turn.determinize(Rng("turn", "world"))
    assert world.observe(0) == state.observe(0)


def test_an_observation_stays_plain_where_the_game_is_not_installed() -> None:
    turn = listed(plain_observation={"round": 3})
    assert turn.observation == {"round": 3}
    with pytest.raises(RuntimeError, match=r"the rules toy/1\.0 are not installed here"):
        turn.determinize(Rng("x"))
