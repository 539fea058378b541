"""Worlds explain everything their seat has seen, and there always is one."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from tests.games.crossfire.scenes import plays

from infoset_games.build_info import is_compiled
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.determinize import sample_deal
from infoset_games.crossfire.patch import patched_world
from infoset_games.crossfire.policies import Survivor
from infoset_games.crossfire.reach import is_possible, reach_of
from infoset_games.crossfire.report import report_on
from infoset_games.crossfire.rounds import forget_orders, play_round
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import (
    ALIVE,
    IDLE,
    KING,
    MOTION,
    NO_ORDER,
    ORDER,
    RECHARGE,
    SIDE,
    SQUARE,
    WAIT,
)
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.replay import state_hash
from infoset_games.rng import Rng

GAMES = 12 if is_compiled() else 2
RANDOM: list[Policy] = [RandomPolicy(), RandomPolicy()]
CAREFUL: list[Policy] = [Survivor(), Survivor()]


def decisions(game: Crossfire, seed: str, policies: list[Policy]) -> list[CrossfireState]:
    return [state for state in plays(game, seed, policies)[1:] if state.to_act()]


def expect_legal(world: CrossfireState, truth: CrossfireState) -> None:
    """The numbers are those of the game, one king lives on each side, nobody shares a square."""
    assert world.now is not None
    cells, units = world.now.cells, truth.deal.board.units
    assert world.to_act() == truth.to_act()
    for seat in (0, 1):
        side = range(SIDE * seat, SIDE * seat + units)
        assert sorted(int(cells[RECHARGE + unit]) for unit in side) == truth.deal.recharge
        kings = [unit for unit in side if cells[KING + unit]]
        assert len(kings) == 1
        assert cells[ALIVE + kings[0]]
    everybody = [*range(units), *range(SIDE, SIDE + units)]
    squares = [int(cells[SQUARE + unit]) for unit in everybody if cells[ALIVE + unit]]
    assert len(set(squares)) == len(squares)
    passable = truth.deal.board.stage_after(int(world.now.number)).passable
    assert all(passable >> square & 1 for square in squares)


def expect_replay(world: CrossfireState, truth: CrossfireState, seat: int) -> None:
    """Played again by the rules, the hidden past of an exact world shows its seat what it saw."""
    assert world.now is not None
    nodes = []
    node = world.now
    while node is not None:
        nodes.append(node)
        node = node.past  # type: ignore[assignment]  # the first round has none
    nodes.reverse()
    board = truth.deal.board
    cells = nodes[0].cells[:]
    report = report_on(board, seat, None, cells, cells, 0, 0, nodes[0].asks)
    wanted = truth.observe(seat).reports()
    assert report.facts() == wanted[0].facts()
    for played, want in zip(nodes[1:], wanted[1:], strict=True):
        before = cells
        expect_lawful(before, played.cells)
        cells = before[:]
        forget_orders(cells)
        for unit in range(2 * SIDE):
            cells[ORDER + unit] = played.cells[ORDER + unit]
        ending = play_round(board, cells, int(played.number))
        assert list(cells) == list(played.cells)
        number = int(played.number)
        report = report_on(board, seat, report, before, cells, number, ending, played.asks)
        assert report.facts() == want.facts()


def expect_lawful(before: vec[i64], after: vec[i64]) -> None:
    """Exactly the idle units had a command, and none fired without a charge."""
    for unit in range(2 * SIDE):
        order = int(after[ORDER + unit])
        is_asked = bool(before[ALIVE + unit]) and before[MOTION + unit] == IDLE
        assert (order != NO_ORDER) == is_asked
        assert order < FIRE or before[WAIT + unit] == 0


@pytest.mark.parametrize("preset", ["mini", "standard"])
@pytest.mark.parametrize("policies", [RANDOM, CAREFUL], ids=["random", "careful"])
def test_worlds_explain_every_round_and_never_run_dry(preset: str, policies: list[Policy]) -> None:
    game = Crossfire(preset=preset)
    exact = drawn = 0
    for seed in range(GAMES):
        for state in decisions(game, f"worlds {seed}", policies):
            for seat in (0, 1):
                view = state.observe(seat)
                world = game.determinize(view, Rng("world", str(seed), str(seat)))
                assert world.observe(seat) == view
                expect_legal(world, state)
                drawn += 1
                if not world.approximate:
                    exact += 1
                    expect_replay(world, state, seat)
    assert drawn > 10
    assert exact > 0.75 * drawn  # the others are marked


def test_a_patched_world_shows_what_was_seen_and_keeps_to_the_reach_sets() -> None:
    game = Crossfire()
    for seed in range(GAMES):
        for state in decisions(game, f"patched {seed}", CAREFUL):
            for seat in (0, 1):
                view, rng = state.observe(seat), Rng("patch", str(seed))
                assert view.last is not None
                world = patched_world(view, view.last, sample_deal(view, rng), rng)
                assert world.approximate
                assert world.observe(seat) == view
                expect_legal(world, state)
                expect_in_reach(world, seat)


def expect_in_reach(world: CrossfireState, seat: int) -> None:
    now = world.now
    assert now is not None
    board = world.deal.board
    reach = reach_of(board, seat, now.report(board, seat), world.deal.recharge[0])
    for number, where in enumerate(reach):
        unit = SIDE * (1 - seat) + number
        if now.cells[ALIVE + unit]:
            square, motion = int(now.cells[SQUARE + unit]), int(now.cells[MOTION + unit])
            assert is_possible(where, square, motion)


def test_worlds_of_patched_worlds_exist_too() -> None:
    game = Crossfire(preset="mini")
    for seed in range(3):
        for state in decisions(game, f"nested {seed}", CAREFUL):
            world, rng = state, Rng("nested", str(seed))
            for depth in range(6):
                seat = depth % 2
                view = world.observe(seat)
                assert view.last is not None
                world = patched_world(view, view.last, sample_deal(view, rng), rng)
                assert world.observe(seat) == view
                assert world.to_act() == state.to_act()


def test_equal_streams_draw_equal_worlds_and_others_differ() -> None:
    game = Crossfire()
    view = decisions(game, "streams", CAREFUL)[4].observe(0)
    worlds = [state_hash(game.determinize(view, Rng("stream", label))) for label in "aabcdef"]
    assert worlds[0] == worlds[1]
    assert len(set(worlds)) > 4


def test_every_living_enemy_may_be_king_and_every_number_may_be_anybodys() -> None:
    game = Crossfire(preset="mini")
    view = decisions(game, "kings", RANDOM)[0].observe(0)
    kings, numbers = set(), set()
    for label in range(60):
        world = game.determinize(view, Rng("king", str(label)))
        assert world.now is not None
        cells = world.now.cells
        kings |= {unit for unit in range(3) if cells[KING + SIDE + unit]}
        numbers.add(tuple(int(cells[RECHARGE + SIDE + unit]) for unit in range(3)))
    assert kings == {0, 1, 2}
    assert len(numbers) > 1


def test_before_the_setup_only_the_secret_of_the_enemy_is_drawn() -> None:
    game = Crossfire()
    state = game.start(game.deal(Rng("setup")))
    world = game.determinize(state.observe(1), Rng("w"))
    assert world.observe(1).fill == state.observe(1).fill
    assert world.observe(0).fill != state.observe(0).fill
    assert world.now is None


def test_the_end_is_known_to_everybody() -> None:
    game = Crossfire()
    over = plays(game, "over", RANDOM)[-1]
    for seat in (0, 1):
        world = game.determinize(over.observe(seat), Rng("w"))
        assert world.observe(seat) == over.observe(seat)
        assert world.result() == over.result()


def test_a_spectator_gets_no_world_of_a_running_play() -> None:
    game = Crossfire()
    state = decisions(game, "spectator", RANDOM)[0]
    with pytest.raises(ValueError, match="spectator sees too little"):
        game.determinize(state.observe(None), Rng("w"))


def test_the_world_of_a_mirrored_play_is_the_truth() -> None:
    game = Crossfire(preset="mini", mirror=True)
    for state in decisions(game, "mirror", [RandomPolicy()]):
        world = game.determinize(state.observe(0), Rng("w"))
        assert world.now is not None
        assert state.now is not None
        assert list(world.now.cells) == list(state.now.cells)
