"""Decisions on the wire: what is offered, and the three ways to answer."""

import re
from typing import Any

import pytest

from infoset_games.choices import MAX_COUNT, count, normalize, resolve, write_decision, write_legal
from infoset_games.core import IllegalActionError, Json, State
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace, ProductSpace
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.toys.ambush import AmbushState
from infoset_games.testing.toys.leduc import BET, CHECK

LEDUC = Leduc()
AMBUSH = Ambush(fields=4)


class WideState(AmbushState):
    """Has more combinations than JSON can number."""

    def legal(self, seat: int) -> ActionSpace:
        return ProductSpace([f"unit {unit}" for unit in range(20)], [30] * 20)


class Template(Leduc):
    """Offers a template beside its list."""

    def params(self, state: State, seat: int) -> list[dict[str, Json]]:
        return [{"kind": "raise", "fields": {"chips": {"min": 1, "max": 1000}}}]


@pytest.fixture
def betting() -> State:
    """Seat 0 opens the betting."""
    state = LEDUC.start({"first": 0})
    state.move(2)
    state.move(5)
    return state


@pytest.fixture
def hiding() -> State:
    """Both seats hide their traps."""
    return AMBUSH.start({})


def refusal(state: State, seat: int, **choice: Any) -> str:
    game = LEDUC if state.to_act() != (0, 1) else AMBUSH
    before = state.to_plain()
    with pytest.raises(IllegalActionError) as caught:
        resolve(game, state, seat, **choice)
    assert state.to_plain() == before
    return str(caught.value)


def test_a_list_is_written_with_one_action_per_index(betting: State) -> None:
    assert write_legal(LEDUC, betting, 0) == {"actions": [["check"], ["bet"]]}
    assert write_decision(LEDUC, betting, 0) == {
        "kind": "open",
        "n": 2,
        "legal": {"actions": [["check"], ["bet"]]},
        "fallback": 0,
    }


def test_a_product_is_written_by_slots(hiding: State) -> None:
    fields = [["field", 0], ["field", 1], ["field", 2], ["field", 3]]
    assert write_decision(AMBUSH, hiding, 1) == {
        "kind": "hide",
        "n": 16,
        "legal": {
            "kind": "product",
            "slots": [{"slot": "trap 0", "options": fields}, {"slot": "trap 1", "options": fields}],
        },
        "fallback": 0,
    }


def test_templates_are_written_beside_the_list(betting: State) -> None:
    legal = write_legal(Template(), betting, 0)
    assert legal["actions"] == [["check"], ["bet"]]
    assert legal["params"] == [{"kind": "raise", "fields": {"chips": {"min": 1, "max": 1000}}}]


def test_a_game_without_slot_notation_says_so(betting: State) -> None:
    with pytest.raises(NotImplementedError, match="leduc"):
        LEDUC.write_option(betting, 0, 0, 0)


def test_an_index_names_its_action(betting: State, hiding: State) -> None:
    assert resolve(LEDUC, betting, 0, index=1) == BET
    assert resolve(AMBUSH, hiding, 0, index=0) == 0
    assert resolve(AMBUSH, hiding, 0, index=15) == 15


@pytest.mark.parametrize("index", [-1, 2, 10**30, True, 1.0, "1"])
def test_an_index_outside_the_list_is_refused(betting: State, index: Any) -> None:
    assert refusal(betting, 0, index=index) == f"index: expected 0..1, got {index!r}"


def test_picks_name_one_option_per_slot(hiding: State) -> None:
    assert resolve(AMBUSH, hiding, 0, picks=[3, 2]) == 3 + 4 * 2


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ([], "picks: expected 2 entries, one per slot, got 0"),
        ([1, 2, 3], "picks: expected 2 entries, one per slot, got 3"),
        ([0, 4], "picks[1] (trap 1): expected 0..3, got 4"),
        ([-1, 0], "picks[0] (trap 0): expected 0..3, got -1"),
        ([0, True], "picks[1]: expected an integer, got True"),
        (["0", 0], "picks[0]: expected an integer, got '0'"),
    ],
)
def test_wrong_picks_are_refused_by_slot(hiding: State, picks: Any, reason: str) -> None:
    assert refusal(hiding, 0, picks=picks) == reason


def test_picks_are_refused_where_there_are_no_slots(betting: State) -> None:
    assert "no slots" in refusal(betting, 0, picks=[0])


def test_a_written_action_is_read_and_verified(betting: State, hiding: State) -> None:
    assert resolve(LEDUC, betting, 0, action=["check"]) == CHECK
    assert resolve(AMBUSH, hiding, 1, action=["hide", 3, 1]) == 3 + 4 * 1
    assert refusal(betting, 0, action=["call"]) == "expected check or bet"


def test_an_integral_float_is_taken_for_an_integer(hiding: State) -> None:
    assert resolve(AMBUSH, hiding, 0, action=["hide", 3.0, 1e0]) == 3 + 4 * 1
    assert normalize({"a": [1.0, 2.5, True, "x"]}) == {"a": [1, 2.5, True, "x"]}
    assert "expected" in refusal(hiding, 0, action=["hide", 3.5, 1])


@pytest.mark.parametrize(
    "choice", [{}, {"index": 0, "picks": [0]}, {"index": 0, "action": ["bet"]}]
)
def test_exactly_one_form_is_taken(betting: State, choice: dict[str, Any]) -> None:
    assert refusal(betting, 0, **choice) == "expected exactly one of index, picks, action"


@pytest.mark.parametrize("choice", [{"index": 0}, {"picks": [0]}, {"action": ["check"]}])
def test_a_seat_that_does_not_act_is_told_so(betting: State, choice: dict[str, Any]) -> None:
    assert refusal(betting, 1, **choice) == "nothing is yours to decide now"


def test_combinations_beyond_exact_numbers_have_no_count_and_need_picks() -> None:
    wide = WideState(2, 4, 1)
    assert count(ListSpace([1, 2])) == 2
    assert count(ProductSpace(["one"], [MAX_COUNT])) == MAX_COUNT
    assert count(ProductSpace(["one"], [MAX_COUNT + 1])) is None
    assert "n" not in write_decision(AMBUSH, wide, 0)
    assert "use picks" in refusal(wide, 0, index=0)
    picks = [int(Rng("wide").below(30)) for _ in range(20)]
    space = wide.legal(0)
    assert isinstance(space, ProductSpace)
    assert space.split(resolve(AMBUSH, wide, 0, picks=picks)) == tuple(picks)


def test_a_refusal_is_one_sentence_for_the_player(betting: State) -> None:
    assert re.fullmatch(r"[^\n]{5,100}", refusal(betting, 0, action=["fold"]))
