"""Chances as window and terminal say them: as the page does, never more certain than they are."""

import pytest
from tests.client.seated.tables import begin, turn_of

from infoset.knowing.figures import (
    MOST_WEIGHED,
    interval_words,
    percent_words,
    tells_more,
    to_weigh,
    weighed,
)
from infoset_protocol.messages import ActRef, KnownFact, RollRow


@pytest.mark.parametrize(
    ("chance", "words"),
    [(1.0, "> 99 %"), (0.997, "> 99 %"), (0.994, "99 %"), (0.002, "< 1 %"), (0.5, "50 %")],
)
def test_only_what_is_certain_is_said_to_be(chance: float, words: str) -> None:
    assert percent_words(chance) == words
    assert percent_words(chance, is_sure=True) == "100 %"


def test_an_interval_is_never_told_narrower_than_it_is() -> None:
    assert interval_words(0.1539, 0.3121) == "15\N{EN DASH}32 %"
    assert interval_words(None, None) == ""


def test_a_number_is_told_where_it_says_more_than_the_chance() -> None:
    assert tells_more(KnownFact(what=["resource", 0], chance=1, mean=2.5))
    assert not tells_more(KnownFact(what=["dev", 0], chance=0.33, mean=0.34))
    assert not tells_more(KnownFact(what=["role", 0], chance=0.5))


def a_row(index: int, n: int, *win: float) -> RollRow:
    none = [0.0] * len(win)
    return RollRow(first=ActRef(index=index), n=n, mean=none, sd=none, win=list(win), moves=9)


def test_actions_are_told_best_first_with_between_what_they_lie() -> None:
    rows = [a_row(0, 100, 0.5, 0.5), a_row(3, 400, 0.8, 0.2), a_row(1, 25, 0, 1)]
    found = weighed(rows, 0)
    assert [one.index for one in found] == [3, 0, 1]
    assert round(found[1].low, 3) == 0.404  # Newcombe (1998), Wilson's score
    assert found[2].high > 0.1, "nothing in 25 plays is not nothing"


def test_of_many_actions_a_few_are_weighed_and_of_joint_orders_none() -> None:
    match = begin("catan")
    turn = turn_of(match, match.open[0])
    assert len(turn.actions) > MOST_WEIGHED
    assert to_weigh(turn) == list(range(MOST_WEIGHED))
    joint = begin("crossfire", preset="mini")
    asked = turn_of(joint, joint.open[0])
    assert asked.is_product
    assert to_weigh(asked) == to_weigh(None) == []
