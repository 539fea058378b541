"""The short way to read an `act` by index says what the model says, or nothing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_protocol.messages import Act, unknown_fields
from infoset_protocol.messages.usual_act import read_usual_act

SAFE = 2**53 - 1
USUAL = {"type": "act", "id": 40, "match_id": "g_5xT2", "decision": 17, "index": 1}
NAMES = [*Act.model_fields, "x_private", "unheard_of"]

numbers = st.sampled_from([0, 1, SAFE, SAFE + 1, -1, 2.0, 0.5, -0.0, float(SAFE), True])
texts = st.sampled_from(["act", "ack", "g_5xT2", "", "g 1", "g\n", "g" * 40, "g" * 41, "ü", "7"])
odd: st.SearchStrategy[Any] = st.sampled_from([None, [], [1], [1.0], {}, ["skip"], False])


@given(changed=st.dictionaries(st.sampled_from(NAMES), numbers | texts | odd, max_size=3))
def test_what_it_reads_the_model_reads_just_so(changed: dict[str, Any]) -> None:
    plain = USUAL | changed
    usual = read_usual_act(plain)
    if usual is not None:
        model = Act.model_validate(plain)
        assert usual == model
        assert [*vars(usual).items()] == [*vars(model).items()]
        assert [*map(type, vars(usual).values())] == [*map(type, vars(model).values())]
        assert usual.model_fields_set == model.model_fields_set
        assert usual.to_plain() == model.to_plain()
        assert unknown_fields(plain) == ()


@given(number=st.integers(0, SAFE), decision=st.integers(0, SAFE), index=st.integers(0, SAFE))
def test_it_reads_every_act_by_index(number: int, decision: int, index: int) -> None:
    plain = USUAL | {"id": number, "decision": decision, "index": index}
    assert read_usual_act(plain) == Act.model_validate(plain)


@pytest.mark.parametrize("missing", USUAL)
def test_it_leaves_alone_what_has_not_all_fields(missing: str) -> None:
    assert read_usual_act({k: v for k, v in USUAL.items() if k != missing}) is None


@pytest.mark.parametrize(
    "changed",
    [{"index": 1.0}, {"id": None}, {"note": "why"}, {"index": -1}, {"picks": None}, {"type": "x"}],
)
def test_it_leaves_the_unusual_and_the_wrong_to_the_model(changed: dict[str, Any]) -> None:
    assert read_usual_act(USUAL | changed) is None
