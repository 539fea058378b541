"""Merge patches: the examples of RFC 7396, and that what is made restores what it was made from."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_protocol.merge_patch import apply_patch, make_patch

RFC_7396_APPENDIX_A: list[tuple[Any, Any, Any]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("target", "patch", "result"), RFC_7396_APPENDIX_A)
def test_the_examples_of_the_rfc_come_out(target: Any, patch: Any, result: Any) -> None:
    before = repr(target)
    assert apply_patch(target, patch) == result
    assert repr(target) == before


leaves = st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0, 0.5]) | st.text(max_size=2)
names = st.sampled_from("abcd")
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner), max_leaves=8
)
objects = st.dictionaries(names, values)


@given(objects, objects)
def test_a_patch_restores_what_it_was_made_from(before: Any, after: Any) -> None:
    restored = apply_patch(before, make_patch(before, after))
    assert canonical(restored) == canonical(after)


@given(objects)
def test_nothing_changed_is_an_empty_patch(value: Any) -> None:
    assert make_patch(value, value) == {}


def test_lists_are_replaced_as_a_whole() -> None:
    assert make_patch({"a": [1, 2], "b": [3]}, {"a": [1, 4], "b": [3]}) == {"a": [1, 4]}


def canonical(value: Any) -> Any:
    """With its types, so that 1, 1.0 and True differ, and without the order of names."""
    if isinstance(value, dict):
        return {name: canonical(inner) for name, inner in sorted(value.items())}
    if isinstance(value, list):
        return [canonical(inner) for inner in value]
    return type(value), value
