"""OpenSpiel's names: equal to direct play, sampled and explicit chance, information sets."""

from collections.abc import Iterator

import pytest

from infoset_bots.adapters.encoding import Encoding, Parts
from infoset_bots.adapters.openspiel import (
    CHANCE_PLAYER,
    SIMULTANEOUS_PLAYER,
    TERMINAL_PLAYER,
    SpielGame,
    SpielState,
    load_game,
    uniform_odds,
)
from infoset_games.core import CHANCE, IllegalActionError, State
from infoset_games.game import Game
from infoset_games.registry import UnknownGameError
from infoset_games.replay import canonical
from infoset_games.rng import Rng
from infoset_games.testing.toys import Ambush, Leduc


def draw(state: SpielState, rng: Rng) -> None:
    """One random ply."""
    if state.is_simultaneous_node():
        legal = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions(
            [actions[int(rng.below(len(actions)))] if actions else 0 for actions in legal]
        )
    else:
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.below(len(actions)))])


def positions(state: SpielState, seed: str, most: int = 60) -> Iterator[SpielState]:
    """The first positions of a random play."""
    rng = Rng(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        draw(state, rng)


def said_by_all(
    encoding: Encoding, direct: State, state: SpielState, choice: Rng
) -> dict[int, int]:
    """Draws in `state` until all seats to act have chosen; their actions, by what `direct` allows."""
    joint: dict[int, int] = {}
    parts: dict[int, Parts] = dict.fromkeys(direct.to_act(), ())
    while len(joint) < len(parts):
        waiting = [seat for seat in parts if seat not in joint]
        options = {seat: encoding.options(direct, seat, parts[seat]) for seat in waiting}
        for seat, legal in options.items():
            assert state.legal_actions(seat) == sorted(legal)
        simultaneous = state.is_simultaneous_node()
        draw(state, choice)
        said = state.history()
        for seat in waiting:
            number = said[seat - state.num_players()] if simultaneous else said[-1]
            code, parts[seat] = options[seat][number], (*parts[seat], number)
            if code is not None:
                joint[seat] = code
    return joint


def fixed_leduc(ranks: int = 2) -> SpielGame:
    return SpielGame(Leduc(ranks), odds=uniform_odds, deal={"first": 0})


def test_a_random_play_is_the_play_of_the_rules(game: Game) -> None:
    spiel = SpielGame(game, seed="s")
    state, stream, choice = spiel.new_initial_state(), Rng("s", "openspiel"), Rng("c")
    assert state.current_player() == CHANCE_PLAYER
    state.apply_action(0)
    direct = game.start(game.deal(stream))
    while direct.to_act():
        if direct.mover() == CHANCE:
            assert state.chance_outcomes() == [(0, 1.0)]
            direct.move(direct.sample_chance(stream))
            state.apply_action(0)
        else:
            direct.apply(said_by_all(spiel.encoding, direct, state, choice))
        assert str(state) == canonical(direct.to_plain())
    result = direct.result()
    assert result is not None
    assert state.is_terminal()
    assert state.returns() == state.rewards() == list(result.returns)
    assert state.player_return(0) == state.player_reward(0) == result.returns[0]


def test_sizes_are_those_of_the_encoding(game: Game) -> None:
    spiel = SpielGame(game)
    assert spiel.num_players() == game.seats
    assert spiel.num_distinct_actions() == spiel.encoding.actions
    for state in positions(spiel.new_initial_state(), "1"):
        for player in range(game.seats):
            assert len(state.observation_tensor(player)) == spiel.observation_tensor_size()
            assert [len(state.information_state_tensor(player))] == (
                spiel.information_state_tensor_shape()
            )
            assert len(state.legal_actions_mask(player)) == spiel.num_distinct_actions()


def test_a_player_is_told_the_same_in_all_worlds_of_its_information_set(game: Game) -> None:
    draws = Rng("worlds")
    for state in positions(SpielGame(game).new_initial_state(), "2"):
        if state.is_chance_node():
            continue
        for player in range(game.seats):
            world = state.resample_from_infostate(player, draws.uniform)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.legal_actions(player) == state.legal_actions(player)
            assert world.history() == []


def test_equal_draws_resample_equal_worlds_and_others_differ() -> None:
    state = fixed_leduc(13).new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    samplers = [Rng(str(seed)).uniform for seed in range(8)]
    again = [Rng(str(seed)).uniform for seed in range(8)]
    worlds = [str(state.resample_from_infostate(0, sampler)) for sampler in samplers]
    assert worlds == [str(state.resample_from_infostate(0, sampler)) for sampler in again]
    assert len(set(worlds)) > 1


def test_the_whole_tree_of_a_game_with_known_odds_can_be_walked() -> None:
    def walk(state: SpielState, reach: float) -> tuple[float, int]:
        """Probability and number of the leaves below, by uniform play."""
        if state.is_terminal():
            return reach, 1
        if state.is_chance_node():
            branches = state.chance_outcomes()
        else:
            legal = state.legal_actions()
            branches = [(action, 1 / len(legal)) for action in legal]
        below = [walk(state.child(action), reach * chance) for action, chance in branches]
        return sum(leaf for leaf, _ in below), sum(leaves for _, leaves in below)

    total, leaves = walk(fixed_leduc().new_initial_state(), 1.0)
    assert total == pytest.approx(1.0)
    # 12 pairs of cards; 2 of 5 bettings end by a fold, 3 go on: 2 open cards, 5 bettings.
    assert leaves == 12 * (2 + 3 * 2 * 5)


def test_odds_are_told_where_the_caller_knows_them() -> None:
    game = fixed_leduc(3)
    state = game.new_initial_state()
    assert state.is_initial_state()
    assert state.chance_outcomes() == [(card, 1 / 6) for card in range(6)]
    assert game.max_chance_outcomes() == 6
    state.apply_action(4)
    assert state.legal_actions() == [0, 1, 2, 3, 5]
    assert state.observation_string(0) == canonical(
        {"seat": 0, "first": 0, "dealt": 1, "cards": [4, -1], "open": -1, "bets": [[], []]}
    )
    assert not state.is_initial_state()
    with pytest.raises(IllegalActionError, match="action 4: expected one of"):
        state.apply_action(4)


def test_sampled_chance_has_one_outcome() -> None:
    game = SpielGame(Leduc())
    state = game.new_initial_state()
    assert game.max_chance_outcomes() == 1
    assert state.action_to_string(CHANCE_PLAYER, 0) == "deal"
    assert state.observation_string(0) == ""
    assert state.legal_actions(0) == []
    assert state.legal_actions() == [0]
    state.apply_action(0)
    assert state.action_to_string(CHANCE_PLAYER, 0) == "draw"


def test_a_clone_does_not_know_what_chance_will_draw() -> None:
    state = SpielGame(Leduc(13), deal={"first": 0}).new_initial_state()
    clones = [state.clone() for _ in range(20)]
    for clone in clones:
        clone.apply_action(0)
    assert len({str(clone) for clone in clones}) > 5
    assert state.history() == []


def test_equal_seeds_sample_equal_plays() -> None:
    plays = []
    for _ in range(2):
        state = SpielGame(Leduc(13), seed="9").new_initial_state()
        *_, last = positions(state, "3")
        plays.append((str(last), last.history()))
    assert plays[0] == plays[1]


def test_actions_are_written_as_on_the_wire() -> None:
    state = fixed_leduc().new_initial_state()
    assert state.action_to_string(CHANCE_PLAYER, 3) == '["card",3]'
    state.apply_action(3)
    state.apply_action(0)
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == [
        '["check"]',
        '["bet"]',
    ]


def test_simultaneous_seats_act_together() -> None:
    state = SpielGame(Ambush(), deal={}).new_initial_state()
    assert state.current_player() == SIMULTANEOUS_PLAYER
    assert not state.is_player_node()
    with pytest.raises(IllegalActionError, match="expected apply_actions"):
        state.apply_action(0)
    with pytest.raises(IllegalActionError, match=r"actions\[1\]: expected one of"):
        state.apply_actions([0, 25])
    with pytest.raises(IllegalActionError, match="expected 2, one for each seat"):
        state.apply_actions([0])
    assert state.move_number() == 0
    state.apply_actions([0, 24])
    assert state.history() == [0, 24]
    assert state.move_number() == 1


def test_one_player_s_turn_takes_one_action() -> None:
    state = fixed_leduc().new_initial_state()
    with pytest.raises(IllegalActionError, match="expected apply_action"):
        state.apply_actions([0, 0])


def test_a_finished_play_is_terminal() -> None:
    *_, last = positions(fixed_leduc().new_initial_state(), "4")
    assert last.current_player() == TERMINAL_PLAYER
    assert last.legal_actions() == []
    with pytest.raises(ValueError, match="no chance node"):
        last.chance_outcomes()
    with pytest.raises(ValueError, match=r"player: expected 0\.\.1, got -4"):
        last.observation_string()


def test_before_the_deal_there_is_nothing_to_resample() -> None:
    state = SpielGame(Leduc()).new_initial_state()
    with pytest.raises(ValueError, match="nothing is dealt yet"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_installed_games_are_loaded_by_name() -> None:
    game = load_game("colonizers", {"colony": 2}, odds=uniform_odds, seed="1")
    assert game.get_parameters()["colony"] == 2
    assert (game.min_utility(), game.max_utility()) == (-1.0, 1.0)
    state = game.new_initial_state()
    assert state.get_game() is game
    state.apply_action(0)
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == game.max_chance_outcomes() == 720
    with pytest.raises(UnknownGameError):
        load_game("chess")
