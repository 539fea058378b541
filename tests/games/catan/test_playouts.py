"""The player for playouts: what it does, and that it does not always do the same. More in test_policies.py."""

from collections.abc import Callable

from infoset_games.catan import Catan
from infoset_games.catan.actions import END_TURN
from infoset_games.catan.cells import POINTS
from infoset_games.catan.playouts import HEX_SPREAD, RolloutPlayer, loss_at, rollout
from infoset_games.catan.policies import Greedy
from infoset_games.catan.state import CatanState, own
from infoset_games.policy_registry import HEURISTIC, default_policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out

Setup = Callable[..., CatanState]
PLAYER = RolloutPlayer()


def chosen(state: CatanState, times: int = 60) -> set[int]:
    rng = Rng("chosen")
    return {PLAYER.choose(state, 0, rng) for _ in range(times)}


def test_it_builds_what_it_can_pay(position: Setup) -> None:
    state = position("main", hands={0: "hhooo"}, settlements={0: [13]})
    assert [Catan().write_action(state, 0, action)[0] for action in chosen(state)] == ["city"]


def test_it_mostly_buys_a_card_and_sometimes_saves(position: Setup) -> None:
    state = position("main", hands={0: "sho"}, settlements={0: [13]})
    rng = Rng("saves")
    ends = sum(PLAYER.choose(state, 0, rng) == END_TURN for _ in range(800))
    assert 50 < ends < 150  # one in eight


def test_places_that_are_about_as_good_take_turns_and_bad_ones_never(position: Setup) -> None:
    state = position("place_settlement")
    places = chosen(state, 300)
    assert 2 <= len(places) <= 10


def test_the_robber_stays_away_from_its_own_hexes(position: Setup) -> None:
    state = position("robber", settlements={0: [13], 1: [40]}, hands={1: "w"})
    for action in chosen(state, 200):
        hex_ = Catan().write_action(state, 0, action)[1]
        assert loss_at(state, hex_) >= -HEX_SPREAD


def test_a_leader_loses_more_by_the_robber(position: Setup) -> None:
    state = position("robber", settlements={1: [40]})
    before = loss_at(state, 17)
    state.cells[POINTS + 1] = 8
    assert loss_at(state, 17) > before > 0


def test_equal_streams_make_equal_playouts() -> None:
    game = Catan()
    ends = []
    for _ in range(2):
        state = own(game.start(game.deal(Rng("equal"))))
        play_out(state, [PLAYER] * 4, Rng("equal"))
        ends.append(state.to_plain())
    assert ends[0] == ends[1]


def test_a_whole_play_is_about_as_short_as_among_greedy_players() -> None:
    game = Catan()
    lengths = []
    for player in (PLAYER, Greedy()):
        rounds = 0
        for number in range(6):
            state = own(game.start(game.deal(Rng("length", str(number)))))
            play_out(state, [player] * 4, Rng("length", str(number)))
            rounds += int(state.round)
        lengths.append(rounds)
    assert lengths[0] < 1.5 * lengths[1]


def test_it_is_offered_beside_the_heuristic() -> None:
    assert isinstance(rollout(), RolloutPlayer)
    assert default_policy("catan") == HEURISTIC
