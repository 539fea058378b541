"""A person in the terminal at games of OpenSpiel: texts, lists, what they type."""

from typing import Any

import pytest
from tests.client.seated.tables import begin, play_until, start_of, turn_of, your_turn

from infoset.errors import WrongChoiceError
from infoset.seated.entry import read_entry
from infoset.seated.sitting import Sitting
from infoset.seated.telling import tell_turn
from infoset.seated.wording import wording_for
from infoset.turn import Choice, Turn
from infoset.watching.text import Style

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: nobody sits at its games")

NONE_OF_THESE = "none of the actions that can be done now"
USUAL = (80, 24)  # columns and lines


def asked(game: str, **options: Any) -> Turn:
    """The first turn of a match."""
    match = begin(f"openspiel_{game}", **options)
    return turn_of(match, next(iter(match.open.values())))


def drawing() -> Turn:
    """A turn of gin rummy with the choice of two piles."""
    match = begin("openspiel_gin_rummy")
    return turn_of(match, play_until(match, lambda one: one.kind == "act" and one.space.size == 2))


def read(turn: Turn, line: str) -> Choice:
    return read_entry(turn, wording_for(turn.match), line)


@pytest.mark.parametrize(
    ("game", "options"),
    [("hanabi", {}), ("hearts", {}), ("liars_dice", {"numdice": 5})],
    ids=["no worlds", "worlds", "worlds beyond the budget"],
)
@pytest.mark.parametrize("line", ["castle", '["castle"]'])
def test_what_is_no_action_is_refused_with_and_without_worlds(
    game: str, options: dict[str, Any], line: str
) -> None:
    with pytest.raises(WrongChoiceError, match="expected|" + NONE_OF_THESE):
        read(asked(game, **options), line)


def test_an_action_of_several_words_is_typed_as_it_is_listed() -> None:
    turn = drawing()
    assert turn.actions[0] == ["Draw upcard"]
    assert read(turn, "draw  upcard") == Choice(index=0)
    assert read(turn, "Draw upcard") == Choice(index=0)


def test_capitals_count_where_two_actions_differ_in_them_alone() -> None:
    turn = asked("chess")
    turn.actions[:2] = [["bxc3"], ["Bxc3"]]
    assert [read(turn, line) for line in ("bxc3", "Bxc3")] == [Choice(index=0), Choice(index=1)]


@pytest.mark.parametrize("game", ["hearts", "hanabi", "dark_chess", "liars_dice", "bargaining"])
def test_the_text_of_a_turn_is_the_game_s_own_and_the_list(game: str) -> None:
    turn = asked(game)
    text = "\n".join(tell_turn(turn))
    assert turn.plain_observation["text"] in text
    assert all(name not in text for name in ("example", "trail", "to_act"))
    assert all(str(action[0]) in text for action in turn.actions)


def test_what_was_done_is_told_in_the_words_of_the_game() -> None:
    match = begin("openspiel_dark_chess")
    scene = Sitting(start_of(match, 0), Style()).scene
    seen = {"e": "act", "by": 0, "action": "a6"}
    assert scene.say([seen, seen | {"by": 1, "action": -1}]) == [
        "Ada: a6",
        "Bob: acted, you do not see how",
    ]


@pytest.mark.parametrize("game", ["hearts", "spades", "dark_chess", "bridge", "liars_dice"])
def test_a_turn_fits_into_a_terminal(game: str) -> None:
    match = begin(f"openspiel_{game}")
    one = next(iter(match.open.values()))
    sitting = Sitting(start_of(match, one.seat), Style())
    sitting.take(your_turn(match, one), 0.0)
    width, height = USUAL
    shown = "\n".join(sitting.screen(width, height - 1))
    assert all(str(action[0]) in shown for action in turn_of(match, one).actions)
