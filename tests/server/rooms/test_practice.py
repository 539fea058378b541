"""What titles of test rooms mean."""

import pytest

from infoset_games.crossfire.tables import CrossfireTables
from infoset_games.tables import Practice, Tables
from infoset_server.common.request_errors import BadOptionError
from infoset_server.matches.settings import find_practice, practice_name, require_bot


@pytest.mark.parametrize(
    ("title", "name"),
    [
        (None, None),
        ("", None),
        ("table 9", None),
        ("table #9", None),
        ("#", ""),
        ("# ", ""),
        ("#random", "random"),
        ("#random for Ann", "random"),
        ("# random", "random"),
    ],
)
def test_the_first_word_after_the_mark_counts(title: str | None, name: str | None) -> None:
    assert practice_name(title) == name


def test_the_game_knows_its_test_rooms_best_then_all_then_the_house_bots() -> None:
    tables = CrossfireTables()
    assert find_practice("mirror", tables) == Practice(options={"mirror": True})
    assert find_practice("", tables) == find_practice("mirror", tables)
    assert find_practice("", Tables()) == Practice("random")
    assert find_practice("hotseat", tables) == Practice()
    assert find_practice("anybody", tables) == Practice("anybody")


def test_a_bot_that_is_not_here_is_refused_with_all_that_could_be_asked_for() -> None:
    tables = CrossfireTables()
    require_bot(Practice("random"), ["random"], tables)
    require_bot(Practice(), [], tables)
    with pytest.raises(BadOptionError) as refusal:
        require_bot(Practice("anybody"), ["random", "scripted"], tables)
    assert refusal.value.msg == (
        "title: expected # and one of mirror, target, slides, crossing, hotseat, random, scripted"
    )
