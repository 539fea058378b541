"""Reach sets never exclude the truth, and say as much as the clues allow."""

from tests.games.crossfire.scenes import SIZE, Scene, board_of, plays

from infoset_games.build_info import is_compiled
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.geometry import members
from infoset_games.crossfire.policies import Survivor
from infoset_games.crossfire.reach import is_possible, reach_of
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import ALIVE, MOTION, SIDE, SQUARE
from infoset_games.policies import Policy, RandomPolicy

GAMES = 200 if is_compiled() else 6  # of each of five kinds


def expect_sound(state: CrossfireState) -> int:
    """Every living enemy unit is where its set says; returns how many were looked at."""
    now = state.now
    assert now is not None
    looked = 0
    for seat in (0, 1):
        board, least = state.deal.board, state.deal.recharge[0]
        reach = reach_of(board, seat, now.report(board, seat), least)
        for number, where in enumerate(reach):
            unit = SIDE * (1 - seat) + number
            if now.cells[ALIVE + unit]:
                looked += 1
                square, motion = int(now.cells[SQUARE + unit]), int(now.cells[MOTION + unit])
                assert is_possible(where, square, motion), (int(now.number), seat, number)
    return looked


def test_reach_sets_never_exclude_the_truth() -> None:
    looked = 0
    kinds: list[tuple[Crossfire, list[Policy]]] = [
        (Crossfire(preset=preset, laser_stop=laser_stop), [policy, policy])
        for preset, laser_stop in (("mini", "mountain"), ("standard", "obstructed"))
        for policy in (RandomPolicy(), Survivor())
    ]
    kinds.append((Crossfire(recharge_min=20, recharge_max=20), [Survivor(), Survivor()]))
    for game, policies in kinds:
        for seed in range(GAMES):
            for state in plays(game, f"reach {seed}", policies)[1:]:
                looked += expect_sound(state)
    assert looked > GAMES * 100


def reach(scene: Scene, unit: int) -> list[tuple[int, int]]:
    where = reach_of(scene.board, 0, scene.report(0), 3)[unit]
    return [(square // SIZE, square % SIZE) for square in members(where.squares())]


def spawned() -> Scene:
    """All units on their spawn squares, far from each other's view."""
    board = board_of()
    places = [[(square // SIZE, square % SIZE) for square in board.spawns(seat)] for seat in (0, 1)]
    return Scene(places[0], places[1], board, number=1, wait=3)


def test_at_the_start_every_enemy_is_known_to_be_on_its_spawn() -> None:
    scene = spawned()
    assert [reach(scene, unit) for unit in range(4)] == [[scene.at(1, unit)] for unit in range(4)]


def test_after_a_round_an_enemy_is_beside_its_spawn_or_was_stopped_by_a_comrade() -> None:
    scene = spawned()
    row, column = scene.at(1, 0)
    scene.play("uuuu", "uuuu")
    around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    assert set(reach(scene, 0)) == around | {(row, column)}


def test_a_sighting_pins_the_only_unit_that_can_explain_it() -> None:
    board = board_of()
    scene = Scene([(5, 5)], [(8, 8), (8, 2), (2, 2), (2, 8)], board, wait=3)
    spawns = [(square // SIZE, square % SIZE) for square in board.spawns(1)]
    near = (spawns[0][0] - 2, spawns[0][1])
    scene = Scene([near, (0, 0), (0, 2), (0, 4)], spawns, board, wait=3)
    scene.play("uuuu"[: len(scene.squares(0))], "u...")
    assert scene.seen(0)
    pinned = [unit for unit in range(4) if len(reach(scene, unit)) == 1]
    assert scene.at(1, 0) in [reach(scene, unit)[0] for unit in pinned]
