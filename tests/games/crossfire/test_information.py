"""What a seat is shown, and that it depends on nothing the seat cannot know."""

from tests.games.crossfire.scenes import SIZE, Scene, bit, board_of, plays

from infoset_games.choices import write_decision
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.events import narrate
from infoset_games.policies import RandomPolicy
from infoset_games.replay import canonical
from infoset_games.rng import Rng

GAME = Crossfire()


def told(scene: Scene, seat: int, own: str, enemy: str) -> list[str]:
    """What a seat is told of a round, and sees after it."""
    before = scene.state.copy()
    joint = {0: scene.code(0, own), 1: scene.code(1, enemy)}
    scene.state.apply(joint)
    events = narrate(before, joint, scene.state)
    report = scene.report(seat)
    return [canonical(event.view(seat)) for event in events] + [str(report.facts())]


def test_an_enemy_three_squares_away_in_the_open_is_seen_and_one_four_away_is_not() -> None:
    assert Scene([(5, 5)], [(5, 8)]).play("U", "U").seen(0) == [(5, 8)]
    assert Scene([(5, 5)], [(5, 9)]).play("U", "U").seen(0) == []


def test_an_enemy_in_a_forest_is_seen_from_beside_it_only() -> None:
    board = board_of({(5, 8): "F"})
    assert Scene([(5, 6)], [(5, 8)], board).play("U", "U").seen(0) == []
    assert Scene([(5, 7)], [(5, 8)], board).play("U", "U").seen(0) == [(5, 8)]


def test_a_beam_in_view_is_seen_with_its_axis() -> None:
    scene = Scene([(5, 5)], [(10, 10), (7, 0)]).play("U", ".R")
    report = scene.report(0)
    lit = sum(bit(7, column) for column in (4, 5, 6))
    assert (report.light_across, report.light_along) == (lit, 0)
    crossing = Scene([(5, 5)], [(10, 10), (7, 0), (10, 5)]).play("L", ".RU")
    assert crossing.report(0).light_along == 0  # the witness stood in the beam


def test_what_an_own_beam_lights_tells_nothing_of_enemy_beams_on_it() -> None:
    alone = Scene([(5, 2), (9, 2)], [(10, 10)]).play("R.", "u")
    joined = Scene([(5, 2), (9, 2)], [(10, 10), (5, 10)]).play("R.", "uL")
    assert alone.report(0).light_across == 0
    assert not joined.lives(0, 0) or joined.report(0).light_across == 0


def test_twins_that_differ_in_numbers_kings_or_unseen_moves_look_alike() -> None:
    enemies = [(10, 10), (9, 0), (0, 10)]
    base = told(Scene([(5, 5)], enemies, recharge=3), 0, "u", "ull")
    assert told(Scene([(5, 5)], [enemies[2], *enemies[:2]], recharge=3), 0, "u", "ull") == base
    assert told(Scene([(5, 5)], enemies, recharge=3), 0, "u", "lul") == base
    assert told(Scene([(5, 5)], [(10, 10), (6, 0), (0, 10)]), 0, "u", "lRl") != base  # a beam


def test_a_shot_out_of_view_is_not_told_to_the_other_seat() -> None:
    quiet = told(Scene([(5, 5)], [(10, 10), (0, 0)]), 0, "u", "lr")
    shot = told(Scene([(5, 5)], [(10, 10), (0, 0)]), 0, "u", "lL")
    assert shot == quiet


def test_what_one_seat_chooses_in_the_setup_is_hidden_from_the_other() -> None:
    state = GAME.start(GAME.deal(Rng("1")))
    views = []
    for code in (0, 57, 599):
        after = state.copy()
        after.apply({0: 3, 1: code})
        events = narrate(state, {0: 3, 1: code}, after)
        views.append(
            canonical(
                [
                    [event.view(0) for event in events],
                    [event.view(None) for event in events],
                    GAME.write_observation(after.observe(0)),
                    GAME.write_observation(after.observe(None)),
                    write_decision(GAME, after, 0),
                ]
            )
        )
    assert len(set(views)) == 1


def test_a_spectator_sees_no_unit_before_the_end() -> None:
    for state in plays(GAME, "spectator", [RandomPolicy(), RandomPolicy()]):
        view = GAME.write_observation(state.observe(None))
        assert (view["units"], view["past"], view["seen"], view["reach"]) == ([], "", [], [])
        assert bool(view["reveal"]) == (state.result() is not None)


def test_outcomes_of_own_units_are_told_with_their_cause() -> None:
    board = board_of({(4, 5): "M"})
    scene = Scene([(5, 5), (7, 2), (7, 3), (9, 0)], [(10, 10)], board, number=5)
    scene.play("urrl", "u")
    facts = scene.report(0)
    assert [facts.moved >> unit & 1 for unit in range(4)] == [0, 1, 1, 0]
    assert facts.alive == 0b0111  # the last stood on the ring that became Mountain
    assert facts.squares[3] == 9 * SIZE


def test_a_seat_keeps_its_memory_of_every_round() -> None:
    states = plays(GAME, "memory", [RandomPolicy(), RandomPolicy()])
    last = states[-1].observe(0).reports()
    for state in states[1:]:
        reports = state.observe(0).reports()
        assert [report.facts() for report in reports] == [
            report.facts() for report in last[: len(reports)]
        ]


def test_equal_views_are_equal_objects_and_hash_alike() -> None:
    state = plays(GAME, "equal", [RandomPolicy(), RandomPolicy()])[3]
    assert state.observe(0) == state.copy().observe(0)
    assert hash(state.observe(0)) == hash(state.copy().observe(0))
    assert state.observe(0) != state.observe(1)
    assert state.observe(0) != "something else"
