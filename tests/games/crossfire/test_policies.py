"""The heuristic plays legally, knows only what its seat knows, and is better than chance."""

from tests.games.crossfire.scenes import Scene, board_of, plays

from infoset_games.build_info import is_compiled
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.policies import heuristic
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.rng import Rng

GAME = Crossfire()


def test_the_heuristic_wins_nine_of_ten_against_random() -> None:
    games = 200 if is_compiled() else 30
    points = 0.0
    for seed in range(games):
        seat = seed % 2
        policies: list[Policy] = [RandomPolicy(), RandomPolicy()]
        policies[seat] = heuristic()
        result = plays(GAME, f"duel {seed}", policies)[-1].result()
        assert result is not None
        points += result.scores[seat]
    assert points >= 0.9 * games


def test_the_heuristic_chooses_the_same_in_worlds_its_seat_cannot_tell_apart() -> None:
    for state in plays(GAME, "twins", [heuristic(), heuristic()])[1:]:
        for seat in state.to_act():
            wanted = heuristic().choose(state, seat, Rng("choice"))
            for number in range(3):
                world = GAME.determinize(state.observe(seat), Rng("world", str(number)))
                assert heuristic().choose(world, seat, Rng("choice")) == wanted


def test_the_heuristic_leaves_a_doomed_ring_in_time() -> None:
    scene = Scene([(0, 5)], [(9, 9)], board_of(), number=5)
    for seed in range(20):
        code = heuristic().choose(scene.state, 0, Rng(str(seed)))
        assert code == scene.code(0, "d")


def test_the_heuristic_shoots_at_what_it_is_likely_to_hit() -> None:
    board = board_of({(6, 7): "M", (4, 7): "M"})
    scene = Scene([(5, 3), (0, 0)], [(9, 9), (5, 6)], board_of({(4, 6): "M", (6, 6): "M"}))
    code = heuristic().choose(scene.state, 0, Rng("shot"))
    assert code % 8 == 5  # fire right, where the enemy between two mountains can only step along
    assert board.stage(0).passable


def test_the_heuristic_never_chooses_an_illegal_code() -> None:
    for preset in ("mini", "standard", "large"):
        game = Crossfire(preset=preset, laser_stop="mountain")
        for state in plays(game, "legal", [heuristic(), heuristic()]):
            for seat in state.to_act():
                state.verify(seat, heuristic().choose(state, seat, Rng("any")))
