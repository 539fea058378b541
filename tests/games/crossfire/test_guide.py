"""What a player can ask of the board agrees with what the rules then do."""

from tests.games.crossfire.scenes import SIZE, Scene, board_of, plays

from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.guide import Guide
from infoset_games.policies import RandomPolicy
from infoset_games.rng import Rng


def guide(scene: Scene) -> Guide:
    return Guide(scene.state.observe(0))


def test_a_slide_ends_where_and_when_the_unit_does() -> None:
    for row, column, letter, way in ((5, 2, "r", 1), (5, 7, "d", 2), (3, 3, "u", 0)):
        board = board_of({(5, 9): "M", (8, 9): "M"}, base="G")
        scene = Scene([(row, column)], [(9, 9)], board, number=3)
        stop, rounds = guide(scene).slide(row * SIZE + column, way)
        scene.play(letter, "u")
        for _ in range(rounds - 1):
            scene.play("", "u")
        assert scene.at(0, 0) == (stop // SIZE, stop % SIZE)
        assert scene.motion(0, 0) == "idle"


def test_a_move_into_an_obstacle_takes_no_round() -> None:
    scene = Scene([(5, 5)], [(9, 9)], board_of({(4, 5): "M"}))
    assert guide(scene).slide(5 * SIZE + 5, 0) == (5 * SIZE + 5, 0)


def test_whoever_can_hit_a_square_lights_it() -> None:
    scene = Scene([(5, 5)], [(9, 9)], board_of({(5, 3): "M", (2, 5): "W"}))
    asked = guide(scene)
    shooters = asked.who_can_hit(5 * SIZE + 5)
    assert all(
        any(5 * SIZE + 5 in asked.beam(shooter, direction) for direction in range(4))
        for shooter in shooters
    )
    squares = [(square // SIZE, square % SIZE) for square in shooters]
    assert (5, 4) in squares
    assert (5, 2) not in squares
    assert (3, 5) in squares
    assert (1, 5) not in squares


def test_the_view_of_units_is_that_of_the_rules() -> None:
    scene = Scene([(5, 5), (9, 2)], [(0, 0)])
    shown = guide(scene).visible_from([5 * SIZE + 5, 9 * SIZE + 2])
    scene.play("UU", "l")
    assert sum(1 << square for square in shown) == scene.report(0).visible


def test_a_guide_knows_doomed_squares_and_images() -> None:
    scene = Scene([(5, 5)], [(9, 9)], number=5)
    asked = guide(scene)
    assert asked.is_survivable(5 * SIZE + 5)
    assert not asked.is_survivable(5)
    assert asked.flip(0) == SIZE * SIZE - 1


def test_a_guide_tells_where_enemies_may_be() -> None:
    game = Crossfire()
    state = plays(game, "guide", [RandomPolicy(), RandomPolicy()])[1]
    spawns = state.deal.board.spawns(1)
    assert Guide(state.observe(0)).where_enemies_may_be() == [[square] for square in spawns]
    assert Guide(game.start(game.deal(Rng("1"))).observe(None)).where_enemies_may_be() == []
