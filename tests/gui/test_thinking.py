"""Answers that need no thought take as long as others."""

import random

from infoset_gui.thinking import MOST_S, USUAL_S, Thinking


def test_an_answer_without_thought_takes_as_long_as_one_of_before_took() -> None:
    thinking = Thinking(random.Random(1))
    assert {thinking.wait_s(None) for _ in range(50)} == set(USUAL_S)
    for taken_s in (0.9, 3.0, 7.0):
        thinking.note(taken_s)
    assert {thinking.wait_s(None) for _ in range(50)} == {0.9, 3.0, 7.0}


def test_it_waits_neither_for_ever_nor_until_the_time_is_over() -> None:
    thinking = Thinking(random.Random(1))
    thinking.note(3_600.0)
    assert thinking.wait_s(None) == MOST_S
    assert thinking.wait_s(1.0) == 0.5
    assert thinking.wait_s(-5.0) == 0.0
