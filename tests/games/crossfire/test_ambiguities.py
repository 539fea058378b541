"""Where the thesis leaves a rule open: one test for each decision, in its order."""

from tests.games.crossfire.scenes import SIZE, Scene, bit, board_of

from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.chance import filled_move
from infoset_games.crossfire.generator import SYMMETRY_MIX, random_map
from infoset_games.crossfire.geometry import HALF_TURN, geometry_of
from infoset_games.crossfire.playability import faults_of
from infoset_games.crossfire.setups import split_setup
from infoset_games.replay import canonical
from infoset_games.rng import Rng

FAR = [(9, 9)]


def test_a1_water_stops_a_beam_unless_only_mountains_do() -> None:
    for laser_stop, lives in ((0, True), (1, False)):
        board = board_of({(5, 6): "W"}, laser_stop=laser_stop)
        scene = Scene([(5, 2)], [(9, 9), (5, 8)], board).play("R", ".U")
        assert scene.lives(1, 1) is lives


def test_a1_mountain_always_stops_a_beam_and_the_rule_is_published() -> None:
    for laser_stop in ("obstructed", "mountain"):
        game = Crossfire(laser_stop=laser_stop)
        assert game.consts()["laser_stop"] == laser_stop
        board = board_of({(5, 6): "M"}, laser_stop=["obstructed", "mountain"].index(laser_stop))
        assert Scene([(5, 2)], [(9, 9), (5, 8)], board).play("R", ".U").lives(1, 1)


def test_a2_forest_does_not_stop_a_beam() -> None:
    scene = Scene([(5, 2)], [(9, 9), (5, 8)], board_of({(5, 6): "F"})).play("R", ".U")
    assert not scene.lives(1, 1)


def test_a3_the_square_of_the_shooter_is_not_lit() -> None:
    scene = Scene([(5, 2)], FAR).play("R", "u")
    assert scene.lives(0, 0)
    assert not scene.board.stage(0).beam(5 * SIZE + 2, 1) & bit(5, 2)


def test_a4_how_far_a_square_is_seen_depends_on_its_own_terrain() -> None:
    stage = board_of({(5, 5): "F", (5, 6): "F"}).stage(0)
    from_forest = stage.seen_from(5 * SIZE + 5)
    assert from_forest & bit(5, 2)  # standing in a forest does not shorten the view
    assert not stage.seen_from(5 * SIZE + 3) & bit(5, 5)  # two away
    assert stage.seen_from(5 * SIZE + 4) & bit(5, 5)  # beside it


def test_a5_mountains_do_not_block_the_view() -> None:
    stage = board_of({(5, 5): "M"}).stage(0)
    assert stage.seen_from(5 * SIZE + 4) & bit(5, 7)


def test_a6_what_is_seen_is_seen_after_the_round_by_the_survivors() -> None:
    scene = Scene([(10, 1), (5, 5)], [(5, 8), (4, 6)]).play("l.", "Lu")
    assert not scene.lives(0, 1)
    assert scene.seen(0) == []  # the witness is dead
    assert scene.report(0).light_across == 0


def test_a7_enemy_units_are_anonymous() -> None:
    one = Scene([(5, 5)], [(9, 9), (4, 6), (6, 6)]).play("U", "uRR")
    other = Scene([(5, 5)], [(9, 9), (6, 6), (4, 6)]).play("U", "uRR")
    assert one.seen(0) == other.seen(0) == [(4, 6), (6, 6)]
    assert one.report(0).facts() == other.report(0).facts()


def test_a8_a_shot_takes_c_full_rounds_at_the_start_and_between_shots() -> None:
    scene = Scene([(5, 5)], FAR, wait=2, recharge=2)
    sizes = []
    for number in range(1, 8):
        choices = scene.state.legal(0).size
        sizes.append(choices)
        scene.play("U" if choices == 8 else ("u" if number % 2 else "d"), "u")
    assert sizes == [4, 4, 8, 4, 4, 8, 4]  # shots in rounds 3 and 6


def test_a9_units_recharge_while_they_move() -> None:
    board = board_of({(8, 9): "M"}, base="G")
    scene = Scene([(5, 1)], FAR, board, wait=3).play("r", "u").play("", "u")
    assert scene.motion(0, 0) == "right"
    assert scene.wait(0, 0) == 1


def test_a10_a_slide_into_a_wall_ends_without_a_lost_round() -> None:
    scene = Scene([(5, 7)], FAR, board_of({(5, 9): "M"}, base="G")).play("r", "U")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((5, 8), "idle")


def test_a11_every_blocked_unit_of_a_chain_loses_its_command() -> None:
    board = board_of({(4, 5): "M"}, base="G")
    scene = Scene([(5, 5), (5, 2), (5, 3)], FAR, board).play("urr", "U")
    assert [scene.at(0, unit) for unit in (1, 2)] == [(5, 3), (5, 4)]
    assert [scene.motion(0, unit) for unit in (1, 2)] == ["right", "right"]
    scene.play("u", "u")
    assert [scene.at(0, unit) for unit in (1, 2)] == [(5, 3), (5, 4)]
    assert [scene.motion(0, unit) for unit in (1, 2)] == ["idle", "idle"]


def test_a12_rotating_rings_are_legal() -> None:
    scene = Scene([(5, 5), (5, 6), (6, 6), (6, 5)], FAR).play("rdlu", "u")
    assert scene.squares(0) == [(5, 6), (6, 6), (6, 5), (5, 5)]


def test_a13_a_move_into_a_wall_is_a_way_to_stay() -> None:
    scene = Scene([(5, 5)], FAR, board_of({(4, 5): "M"}), wait=2).play("u", "u")
    assert (scene.at(0, 0), scene.motion(0, 0), scene.wait(0, 0)) == ((5, 5), "idle", 1)


def test_a14_a_shot_into_a_wall_is_legal_and_spends_the_charge() -> None:
    scene = Scene([(5, 5)], FAR, board_of({(4, 5): "M"})).play("U", "u")
    assert (scene.at(0, 0), scene.wait(0, 0)) == ((5, 5), 3)


def test_a15_a_slide_stops_where_the_ground_has_just_become_desert() -> None:
    scene = Scene([(3, 3)], FAR, board_of(base="G"), number=4)
    scene.play("u", "U").play("", "u")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((1, 3), "idle")


def test_a16_a_unit_on_new_mountain_does_not_shoot() -> None:
    scene = Scene([(5, 5), (0, 5)], [(9, 8), (3, 5)], number=5).play("rD", "ul")
    assert not scene.lives(0, 1)
    assert scene.lives(1, 1)
    stays = Scene([(5, 5), (0, 5)], [(9, 8), (3, 5)], number=5).play("rD", "uU")
    assert stays.lives(1, 1)


def test_a17_a_king_lost_to_the_reduction_decides_before_any_laser() -> None:
    scene = Scene([(0, 5)], [(5, 8), (5, 2)], number=5).play("u", "UR")
    result = scene.state.result()
    assert result is not None
    assert result.places == (2, 1)  # though the enemy would have shot its own king
    assert scene.lives(1, 0)


def test_a18_a_missing_command_is_a_random_move_drawn_before_the_play() -> None:
    scene = Scene([(5, 5), (5, 7)], FAR)
    space, index = scene.state.legal(0), scene.state.fallback(0)
    assert space.size == 64
    assert {index % 8, index // 8} <= {0, 1, 2, 3}
    draws = [filled_move(7, number, unit) for number in range(1, 300) for unit in range(5)]
    assert all(330 < draws.count(direction) < 420 for direction in range(4))


def test_a19_maps_have_one_of_five_symmetries_and_a_third_have_a_half_turn() -> None:
    assert len(set(SYMMETRY_MIX)) == 5
    assert SYMMETRY_MIX.count(HALF_TURN) / len(SYMMETRY_MIX) == 1 / 3


def test_a20_a_reduction_takes_two_squares_from_the_side() -> None:
    board = board_of()
    sides = [board.stage(reductions).passable.bit_count() for reductions in range(6)]
    assert sides == [121, 81, 49, 25, 9, 1]


def test_a21_reductions_are_fixed_rings_whatever_their_terrain() -> None:
    features = {(0, column): "M" for column in range(11)} | {(1, 5): "W"}
    board = board_of(features)
    assert board.stage(1).passable & bit(1, 4)
    assert not board.stage(2).passable & bit(1, 4)


def test_a22_a_missing_setup_gives_the_listed_numbers_and_a_random_king() -> None:
    game = Crossfire()
    kings = set()
    for seed in range(40):
        state = game.start(game.deal(Rng(str(seed))))
        numbers, king = split_setup(state.fallback(0), state.deal.recharge)
        assert numbers == state.deal.recharge
        kings.add(king)
    assert kings == set(range(5))


def test_a23_random_maps_have_no_spawn_on_the_two_outer_rings() -> None:
    for seed in range(10):
        drawn = random_map(15, 5, HALF_TURN, Rng(str(seed)))
        rings = [geometry_of(15).ring(square) for square in drawn.spawns]
        assert min(rings) >= 2
        assert faults_of(drawn) == []


def test_a24_a_tie_is_half_a_point_each() -> None:
    result = Scene([(5, 2)], [(5, 8)]).play("R", "L").state.result()
    assert result is not None
    assert (result.places, result.scores) == ((1, 1), (0.5, 0.5))


def test_a25_an_enemy_destroyed_in_view_is_told_by_square_not_by_number() -> None:
    scene = Scene([(5, 5)], [(9, 9), (4, 6)]).play("U", ".l")
    assert scene.report(0).fallen == [4 * SIZE + 5]
    unseen = Scene([(5, 1)], [(9, 9), (5, 9)]).play("R", ".U")
    assert not unseen.lives(1, 1)
    assert unseen.report(0).fallen == []


def test_a26_everything_is_revealed_at_the_end_and_not_before() -> None:
    before = Scene([(5, 2)], [(9, 9)]).play("R", "u").state
    assert before.observe(0).reveal is None
    after = Scene([(5, 2)], [(5, 8)]).play("R", "U").state
    for seat in (0, 1, None):
        assert after.observe(seat).reveal == after.now.cells  # type: ignore[union-attr]  # it is over


def test_a27_conflicts_are_found_on_all_intents_first() -> None:
    # (5, 4) wants (5, 5) and is half of a swap with (5, 5): its rival (5, 6) may not go either.
    scene = Scene([(5, 4), (5, 5), (5, 6)], FAR).play("rll", "u")
    assert scene.squares(0) == [(5, 4), (5, 5), (5, 6)]


def test_a28_a_slide_into_a_standing_unit_costs_a_round() -> None:
    board = board_of({(4, 5): "M"}, base="G")
    scene = Scene([(5, 3), (5, 5)], FAR, board).play("ru", "U")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((5, 4), "right")
    scene.play("u", "u")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((5, 4), "idle")


def test_a29_both_seats_see_absolute_squares_and_the_symmetry() -> None:
    game = Crossfire()
    state = game.start(game.deal(Rng("1")))
    maps = [game.write_observation(state.observe(seat))["map"] for seat in (0, 1)]
    assert canonical(maps[0]) == canonical(maps[1])
