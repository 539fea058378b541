"""What a ply tells, to whom."""

from tests.games.crossfire.scenes import SIZE, Scene, board_of, plays

from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.events import narrate
from infoset_games.events import Event
from infoset_games.policies import RandomPolicy
from infoset_games.rng import Rng

GAME = Crossfire()


def events_of(scene: Scene, own: str, enemy: str) -> list[Event]:
    before = scene.state.copy()
    scene.play(own, enemy)
    return narrate(before, {}, scene.state)


def test_a_setup_is_told_to_its_owner_only() -> None:
    state = GAME.start(GAME.deal(Rng("1")))
    after = state.copy()
    after.apply({0: 7, 1: 9})
    own, other, orders = narrate(state, {0: 7, 1: 9}, after)
    assert own.view(0)["numbers"] == GAME.write_action(state, 0, 7)[1]
    assert own.view(1) == {"e": "setup", "by": 0, "numbers": [-1] * 5, "king": -1, "fill": -1}
    assert own.view(0)["fill"] == after.observe(0).fill != state.observe(0).fill
    assert other.seen_by == {1}
    assert orders.view(None) == {"e": "orders", "round": 1, "seats": [0, 1]}


def test_a_round_tells_each_seat_its_units_and_what_they_see() -> None:
    events = events_of(Scene([(5, 5), (0, 0)], [(9, 9), (5, 7)]), "ul", "ul")
    kinds = [event.kind for event in events]
    assert kinds == ["round", "units", "sight", "units", "sight", "orders"]
    units, sight = events[1].view(0), events[2].view(0)
    assert units["squares"][:2] == [4 * SIZE + 5, 0]
    assert units["moved"][:2] == [1, 0]
    assert sight["enemies"] == [5 * SIZE + 6, -1, -1, -1]
    assert events[2].view(1)["enemies"] == [-1] * 4


def test_the_lists_of_an_event_have_one_length_whatever_was_seen() -> None:
    seen = events_of(Scene([(5, 5)], [(9, 9), (5, 7)]), "u", "ul")
    unseen = events_of(Scene([(5, 5)], [(9, 9), (0, 0)]), "u", "ul")
    for one, other in zip(seen, unseen, strict=True):
        assert one.view(None) == other.view(None)


def test_rounds_in_which_nobody_is_asked_are_told_one_by_one() -> None:
    events = events_of(Scene([(5, 2)], [(7, 8)], board_of(base="G")), "r", "l")
    numbers = [event.facts["round"] for event in events if event.kind == "round"]
    assert len(numbers) > 2
    assert numbers == list(range(1, len(numbers) + 1))
    seats = [event.facts["seats"] for event in events if event.kind == "orders"]
    assert seats[:-1] == [[]] * (len(seats) - 1)
    assert seats[-1] == [0, 1]


def test_the_end_reveals_every_unit_to_everybody() -> None:
    states = plays(GAME, "end", [RandomPolicy(), RandomPolicy()])
    over = narrate(states[-2], {}, states[-1])[-1]
    assert over.kind == "over"
    assert over.secrets == {}
    kings = [unit[5] for side in over.facts["units"] for unit in side]
    assert sum(kings) == 2
