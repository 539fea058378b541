"""What a bot remarks goes along with its act, and with no other."""

from dataclasses import replace

import pytest

from infoset.botseat import is_fallback, write_act
from infoset.turn import Choice, Match, Player, Turn

MATCH = Match("m_1", "toy", "toy/1", 0, (Player(0), Player(1)))


def asked() -> Turn:
    return Turn(MATCH, 3, "move", 2, actions=[["a"], ["b"]])


def test_note_and_value_stand_in_the_act() -> None:
    turn = asked()
    turn.remark("six" * 300, (0.5, -0.5))
    act = write_act(turn, turn.with_remark(Choice(index=1)))
    assert act.note == ("six" * 300)[:500]
    assert act.value == [0.5, -0.5]
    plain = write_act(asked(), asked().with_remark(Choice(index=1)))
    assert (plain.note, plain.value) == (None, None)


def test_a_remark_does_not_hide_that_the_fallback_is_played() -> None:
    turn = asked()
    turn.remark("bored")
    assert is_fallback(turn, turn.with_remark(turn.fallback_choice()))
    why = turn.with_remark(turn.fallback_choice("hangs"))
    assert why.note == "fallback: hangs"


@pytest.mark.parametrize("value", [(0.5,), (2.0, 0.0), (0.0, 0.0, 0.0)])
def test_a_value_that_is_none_is_refused(value: tuple[float, ...]) -> None:
    turn = asked()
    with pytest.raises(ValueError, match="value: expected a number from -1 to 1 for each of 2"):
        turn.remark(value=value)
    assert turn.remark_made == replace(turn.remark_made, note=None, value=None)
