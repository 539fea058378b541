"""The catalogue names every game of the OpenSpiel that is installed, and why some are not offered."""

import pytest
from tests.games.openspiel.plays import pyspiel

from infoset_games.openspiel.catalogue import CATALOGUE, LEFT_OUT, PUBLIC
from infoset_games.registry import UnknownGameError, family_games, find_game, known_games, make_game

KINDS = {kind.short_name: kind for kind in pyspiel.registered_games()}
SAMPLED = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
HIDES = pyspiel.GameType.Information.IMPERFECT_INFORMATION


def test_every_game_is_offered_or_left_out_with_a_reason() -> None:
    assert not set(CATALOGUE) & set(LEFT_OUT)
    ours = {name for name in KINDS if name.startswith("infoset_")}  # registered by other tests
    assert set(CATALOGUE) | set(LEFT_OUT) == set(KINDS) - ours


def test_no_game_that_draws_by_itself_is_offered() -> None:
    assert [name for name in CATALOGUE if KINDS[name].chance_mode == SAMPLED] == []


def test_what_hides_something_is_not_called_public() -> None:
    public = [name for name, entry in CATALOGUE.items() if entry.worlds == PUBLIC]
    assert [name for name in public if KINDS[name].information == HIDES] == []


def test_games_of_the_family_are_found_by_name_and_not_listed() -> None:
    assert "openspiel_hearts" in family_games("openspiel")
    assert find_game("openspiel/hearts") is find_game("openspiel_hearts")
    assert make_game("openspiel/hearts").name == "openspiel_hearts"
    assert not [name for name in known_games() if name.startswith("openspiel")]


@pytest.mark.parametrize(
    "name", ["openspiel_nothing", "openspiel_tarok", "openspiel", "museum_chess"]
)
def test_what_is_not_offered_is_an_unknown_game(name: str) -> None:
    with pytest.raises(UnknownGameError):
        find_game(name)


def test_names_are_slugs_of_the_wire() -> None:
    assert [name for name in family_games("openspiel") if len(name) > 32] == []
