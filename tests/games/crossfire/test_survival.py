"""From where a unit can outlive the reductions."""

from tests.games.crossfire.scenes import SIZE, board_of

from infoset_games.crossfire.units import IDLE


def test_in_the_open_everybody_has_time_until_the_ring_is_about_to_fall() -> None:
    survival = board_of().survival()
    assert survival.last_round == 20
    assert survival.is_safe(0, IDLE, 0)
    corner, edge = 0, 5
    assert survival.is_safe(edge, IDLE, 4)
    assert not survival.is_safe(edge, IDLE, 5)
    assert not survival.is_safe(corner, IDLE, 4)  # both ways lead along the doomed ring


def test_a_pocket_that_closes_is_found_out_rounds_before() -> None:
    walls = {(1, 3): "M", (1, 4): "M", (1, 5): "M", (1, 6): "M", (1, 7): "M"}
    survival = board_of(walls).survival()
    assert survival.is_safe(5, IDLE, 0)
    assert not survival.is_safe(5, IDLE, 2)


def test_a_slide_that_cannot_stop_in_time_is_deadly() -> None:
    survival = board_of(base="G").survival()
    assert survival.is_safe(2 * SIZE + 5, IDLE, 3)
    assert not survival.is_safe(1 * SIZE + 5, 0, 4)  # up, onto the ring that falls


def test_beyond_the_last_nine_squares_nothing_is_promised_or_denied() -> None:
    assert board_of().survival().is_safe(0, IDLE, 21)
