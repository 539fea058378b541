"""How values are written for programs that read words."""

from typing import Any

import pytest

from infoset.bridge.spelling import spell, spell_action, spell_facts


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (7, "7"),
        (-1, "-1"),
        (2.5, "2.5"),
        (True, "true"),
        ("wood", "wood"),
        ("GG#.~", "GG#.~"),
        ("unit 0", "unit%200"),
        ("50%,1", "50%25%2C1"),
        ("line\nbreak", "line%0Abreak"),
        ("ö", "%C3%B6"),
        ("-", "%2D"),
        ("", "-"),
        (None, "-"),
        ([], "-"),
        ({}, "-"),
        ([1, 0, 2], "1,0,2"),
        (["a b", "c"], "a%20b,c"),
    ],
)
def test_a_value_is_one_word(value: Any, word: str) -> None:
    assert spell(value) == word
    assert len(spell(value).split()) == 1


def test_what_lies_deeper_stands_under_its_path() -> None:
    facts = {
        "round": 3,
        "players": [{"hand": [1, 2], "name": "x y"}, {"hand": [], "name": "b"}],
        "edges": [[0, 3], [0, 4]],
        "board": {"numbers": [5, 10]},
        "out": {},
    }
    assert list(spell_facts("SEES", facts)) == [
        "SEES round 3",
        "SEES players.0.hand 1,2",
        "SEES players.0.name x%20y",
        "SEES players.1.hand -",
        "SEES players.1.name b",
        "SEES edges.0 0,3",
        "SEES edges.1 0,4",
        "SEES board.numbers 5,10",
        "SEES out -",
    ]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (["build", 5], "build 5"),
        (["offer", [1, 0], [0, 2]], "offer 1,0 0,2"),
        (["skip"], "skip"),
        (3, "3"),
    ],
)
def test_an_action_is_its_verb_and_a_word_for_each_argument(action: Any, words: str) -> None:
    assert spell_action(action) == words
