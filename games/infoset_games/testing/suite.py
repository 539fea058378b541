"""All checks of the kit by name, run in one call or handed to pytest one by one."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from infoset_games.game import Game
from infoset_games.testing import (
    branching,
    copying,
    describing,
    determinizing,
    ending,
    legality,
    observing,
    putting,
    replaying,
    sizes,
    twins,
    undoing,
)
from infoset_games.testing.plays import Play, random_play

if TYPE_CHECKING:
    import pytest

PlayCheck = Callable[[Play], None]
GameCheck = Callable[[Game], None]

PLAY_CHECKS: Final[tuple[PlayCheck, ...]] = (
    legality.check_legal_actions_are_exactly_those_verified,
    legality.check_the_fast_questions_agree_with_the_general_ones,
    legality.check_quick_plays_are_those_ply_by_ply,
    legality.check_actions_survive_their_notation,
    copying.check_a_copy_lives_its_own_life,
    copying.check_equal_plies_give_equal_states,
    observing.check_looking_changes_nothing,
    observing.check_positions_are_plain,
    observing.check_observations_survive_the_wire,
    putting.check_observations_are_put_as_they_are_written,
    observing.check_a_bad_observation_is_refused_by_field,
    observing.check_a_bad_deal_is_refused,
    determinizing.check_worlds_fit_the_observation,
    determinizing.check_worlds_follow_from_observation_and_seed,
    determinizing.check_worlds_can_be_played_to_the_end,
    determinizing.check_determinize_disturbs_nothing,
    twins.check_twins_look_alike,
    twins.check_events_tell_no_more_than_observations,
    twins.check_observations_tell_no_more_than_events,
    twins.check_event_views_keep_their_shape,
    branching.check_a_deal_drawn_anew_leads_to_the_same_position,
    undoing.check_undo_crosses_no_reveal,
    undoing.check_undo_is_allowed_by_what_all_know,
    ending.check_chance_draws_what_may_happen,
    ending.check_chance_keeps_to_its_odds,
    ending.check_results_are_sound,
    replaying.check_the_log_is_the_whole_play,
)

GAME_CHECKS: Final[tuple[GameCheck, ...]] = (
    describing.check_the_game_describes_itself,
    describing.check_options_rebuild_the_game,
    describing.check_bad_options_are_refused_by_name,
    replaying.check_another_process_agrees,
    replaying.check_worlds_need_the_written_observation_only,
    sizes.check_questions_are_small,
)

DEFAULT_SEEDS: Final = ("1", "2", "3")


def check_game(game: Game, seeds: Sequence[str] = DEFAULT_SEEDS) -> None:
    """Runs every check. Raises ConformanceError at the first fault, saying what and where."""
    for _, run in cases(game, seeds):
        run()


def cases(game: Game, seeds: Sequence[str] = DEFAULT_SEEDS) -> list[tuple[str, Callable[[], None]]]:
    """Every check as a name and a call without arguments."""
    listed: list[tuple[str, Callable[[], None]]] = [
        (_name(check), partial(_over_seeds, check, game, seeds)) for check in PLAY_CHECKS
    ]
    listed += [(_name(check), partial(check, game)) for check in GAME_CHECKS]
    return listed


def parametrize(
    games: Iterable[Game], seeds: Sequence[str] = DEFAULT_SEEDS
) -> "pytest.MarkDecorator":
    """Gives a pytest function one case per game and check, as the argument `check`."""
    import pytest  # here, so that the checks themselves run without it

    parameters = [
        pytest.param(run, id=f"{_title(game)}-{name}")
        for game in games
        for name, run in cases(game, seeds)
    ]
    return pytest.mark.parametrize("check", parameters)


def _over_seeds(check: PlayCheck, game: Game, seeds: Sequence[str]) -> None:
    for seed in seeds:
        check(random_play(game, seed))


def _name(check: PlayCheck | GameCheck) -> str:
    return check.__name__.removeprefix("check_")


def _title(game: Game) -> str:
    values = ",".join(f"{name}={value}" for name, value in game.options().items())
    return f"{game.name}({values})"
