"""One round: movement, sliding, reduction, lasers, bookkeeping, in this order."""

from tests.games.crossfire.scenes import Scene, board_of

from infoset_games.core import SEVERAL

FAR = [(9, 9)]


def test_a_unit_on_rough_terrain_goes_one_square_and_is_idle() -> None:
    scene = Scene([(5, 5)], FAR).play("u")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((4, 5), "idle")


def test_a_unit_slides_on_ground_until_the_next_square_is_obstructed() -> None:
    scene = Scene([(5, 2)], FAR, board_of({(5, 9): "M", (8, 9): "M"}, base="G"))
    path = []
    scene.play("r", "U")
    while scene.motion(0, 0) != "idle":
        path.append(scene.at(0, 0))
        scene.play("", "u")
    assert path == [(5, 3), (5, 4), (5, 5), (5, 6), (5, 7)]
    assert scene.at(0, 0) == (5, 8)


def test_a_slide_ends_on_rough_terrain() -> None:
    scene = Scene([(5, 2)], FAR, board_of({(5, 4): "F", (8, 9): "M"}, base="G"))
    scene.play("r", "U").play("", "u")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((5, 4), "idle")


def test_a_unit_in_motion_is_not_asked() -> None:
    scene = Scene([(5, 2), (2, 5)], FAR, board_of(base="G")).play("rU", "U")
    assert scene.state.legal(0).size == 4  # the one that fired moves anywhere, the other slides


def test_a_seat_without_an_idle_unit_is_not_asked_and_the_round_needs_the_other_alone() -> None:
    scene = Scene([(5, 2)], FAR, board_of(base="G")).play("r", "U")
    assert scene.state.to_act() == (1,)
    assert scene.state.mover() == SEVERAL


def test_a_round_in_which_nobody_is_asked_is_played_at_once() -> None:
    scene = Scene([(5, 2)], [(7, 8)], board_of(base="G")).play("r", "l")
    assert scene.state.to_act() == (0, 1)
    assert scene.state.round() > 3


def test_both_kings_on_one_beam_make_a_tie() -> None:
    scene = Scene([(5, 2), (5, 8)], [(5, 5)]).play("UL", "U")
    result = scene.state.result()
    assert result is not None
    assert (result.ending, result.scores, result.returns) == ("tie", (0.5, 0.5), (0.0, 0.0))


def test_whose_king_alone_dies_loses() -> None:
    result = Scene([(5, 2)], [(5, 8)]).play("R", "u").state.result()
    assert result is None
    result = Scene([(5, 2)], [(5, 8)]).play("R", "U").state.result()
    assert result is not None
    assert (result.places, result.scores, result.returns) == ((1, 2), (1.0, 0.0), (1.0, -1.0))


def test_killing_the_own_king_is_a_loss() -> None:
    result = Scene([(5, 2), (5, 8)], FAR).play("UL", "u").state.result()
    assert result is not None
    assert result.places == (2, 1)


def test_lasers_fall_after_the_movement() -> None:
    scene = Scene([(5, 2)], [(4, 6), (9, 9)]).play("R", "du")
    assert scene.state.result() is not None  # it has walked into the beam


def test_the_outermost_ring_becomes_mountain_every_fifth_round() -> None:
    scene = Scene([(5, 5)], FAR, number=4).play("u", "u")
    assert scene.board.stage_after(4).letters()[:11] == "D" * 11
    scene.play("u", "u")
    rows = scene.board.stage_after(5).letters()
    assert rows[:11] == "M" * 11
    assert rows[11] == rows[21] == "M"
    assert scene.board.stage_after(10).letters()[11:22] == "M" * 11


def test_ground_on_the_new_circumference_becomes_desert() -> None:
    board = board_of(base="G")
    assert board.stage_after(0).letters()[:11] == "D" * 11
    assert board.stage_after(0).letters()[12] == "G"
    assert board.stage_after(5).letters()[12:21] == "D" * 9


def test_the_last_round_leaves_one_square_and_so_one_king_at_most() -> None:
    scene = Scene([(5, 5)], [(4, 5)], number=25).play("U", "u")
    assert scene.state.result() is not None
    assert scene.state.round() == 26
