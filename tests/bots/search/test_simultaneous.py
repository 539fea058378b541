"""Searching joint decisions slot by slot: what is counted, what is chosen, and what others may do meanwhile."""

from collections.abc import Mapping

import pytest
from tests.bots.search.games import Silent
from tests.bots.search.searches import ask, decisions, playout, simulator

from infoset_bots.search.decision import Question
from infoset_bots.search.decoupled_uct import DecoupledUct
from infoset_bots.search.naive_sampling import NaiveSampling
from infoset_bots.search.simulator import LocalSimulator
from infoset_bots.search.simultaneous import SimultaneousSearch, mean_of_options
from infoset_bots.search.slot_node import SlotNode
from infoset_bots.search.slot_rule import SlotRule, most_visited
from infoset_bots.search.slots import Form
from infoset_games.colonizers import Colonizers
from infoset_games.core import OVER, SEVERAL, Json, Result, State
from infoset_games.crossfire import Crossfire
from infoset_games.placing import returns_of
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace, ProductSpace
from infoset_games.testing.toys import Ambush


class LockState(State):
    """Each of two seats sets three wheels once, unseen; more wheels on 2 beat fewer."""

    def __init__(self, wheels: int) -> None:
        self.wheels = wheels
        self.hits: list[int] = []

    def mover(self) -> int:
        return OVER if self.hits else SEVERAL

    def to_act(self) -> tuple[int, ...]:
        return () if self.hits else (0, 1)

    def legal(self, seat: int) -> ActionSpace:
        names = [f"wheel {number}" for number in range(self.wheels)]
        return ListSpace(()) if self.hits else ProductSpace(names, [4] * self.wheels)

    def verify(self, seat: int, action: int) -> None:
        raise NotImplementedError

    def apply(self, joint: Mapping[int, int]) -> None:
        space = self.legal(0)
        assert isinstance(space, ProductSpace)
        self.hits = [space.split(joint[seat]).count(2) for seat in (0, 1)]

    def sample_chance(self, rng: Rng) -> int:
        raise NotImplementedError

    def kind(self, seat: int) -> str:
        return "wheels"

    def observe(self, seat: int | None) -> None:
        return None

    def copy(self) -> "LockState":
        return LockState(self.wheels)

    def result(self) -> Result | None:
        if not self.hits:
            return None
        places = [1 + (self.hits[1 - seat] > self.hits[seat]) for seat in (0, 1)]
        return Result(places, [float(hit) for hit in self.hits], returns_of(places), "set")

    def to_plain(self) -> dict[str, Json]:
        return {}


class Lock(Silent):
    """Joint decisions of 4 ** wheels actions."""

    name = "lock"
    seats = 2
    seat_range = (2, 2)

    def __init__(self, wheels: int) -> None:
        self.wheels = wheels

    def start(self, deal: Json) -> State:
        return LockState(self.wheels)

    def determinize(self, observation: object, rng: Rng) -> State:
        return LockState(self.wheels)


def lock(wheels: int, seed: int = 1) -> LocalSimulator:
    return LocalSimulator(Question(Lock(wheels), None, 0), playout("lock", "random"), seed)


def rules(made: LocalSimulator) -> dict[str, SlotRule]:
    return {"uct": DecoupledUct(made.choices()), "naive": NaiveSampling(made.choices())}


# Slots.


def test_a_product_has_a_slot_for_each_factor() -> None:
    form = Form(LockState(3), 0)
    assert [(slot.name, slot.keys) for slot in form.slots] == [
        (f"wheel {number}", [0, 1, 2, 3]) for number in range(3)
    ]
    assert form.keys(LockState(3), form.action([3, 0, 2])) == [3, 0, 2]
    assert form.allows((0, 1, 2))
    assert not form.allows((0, 1, 4))
    assert not form.allows((0, 1))


def test_a_list_is_one_slot_with_an_option_for_each_meaning() -> None:
    game = Colonizers(colony=2)
    for state, seat in decisions(game, "lists"):
        form = Form(state, seat)
        (slot,) = form.slots
        keys = [int(state.key(state.legal(seat).item(i))) for i in range(state.legal(seat).size)]
        assert slot.keys == list(dict.fromkeys(keys))
        for key in slot.keys:
            action = form.action([key])
            assert form.keys(state, action) == [key]
            assert state.legal(seat).index(action) == keys.index(key)


def test_what_an_action_brings_is_counted_for_its_options_and_for_the_whole() -> None:
    node, form = SlotNode(), Form(LockState(2), 0)
    node.learn(form, [0, 1], 1.0)
    node.learn(form, [0, 2], 0.0)
    first = node.of_slot("wheel 0")
    assert (first[0].visits, first[0].mean()) == (2, 0.5)
    assert {key: tally.mean() for key, tally in node.of_slot("wheel 1").items()} == {1: 1.0, 2: 0.0}
    assert {keys: tally.visits for keys, tally in node.of_actions(form).items()} == {
        (0, 1): 1,
        (0, 2): 1,
    }
    assert mean_of_options(node, form, (0, 1)) == 0.75
    assert mean_of_options(node, form, (3, 1)) == 0.75  # an option never tried counts as a half


def test_actions_for_other_slots_are_counted_apart() -> None:
    node = SlotNode()
    node.learn(Form(LockState(1), 0), [2], 1.0)
    assert not node.of_actions(Form(LockState(2), 0))
    assert node.of_slot("wheel 0")[2].visits == 1


def test_of_equally_visited_options_the_better_is_settled_on_and_then_the_first() -> None:
    node, form = SlotNode(), Form(LockState(1), 0)
    for key, reward in ((3, 0.0), (1, 1.0), (2, 1.0)):
        node.learn(form, [key], reward)
    assert most_visited(node.of_slot("wheel 0"), [0, 1, 2, 3]) == 1
    assert most_visited({}, [4, 5]) == 4


# Rules.


def test_uct_tries_every_option_of_every_slot_before_any_twice() -> None:
    made = lock(3)
    node, form, rule = SlotNode(), Form(LockState(3), 0), DecoupledUct(made.choices())
    for _ in range(4):
        node.learn(form, rule.explore(node, form), 0.0)
    for slot in form.slots:
        assert sorted(node.of_slot(slot.name)) == [0, 1, 2, 3]


def test_uct_without_exploration_takes_the_best_mean() -> None:
    node, form = SlotNode(), Form(LockState(1), 0)
    for key, reward in ((0, 0.2), (1, 0.9), (2, 0.1), (3, 0.3)):
        node.learn(form, [key], reward)
    assert DecoupledUct(Rng("greedy"), 0.0).explore(node, form) == [1]


def test_naive_sampling_repeats_the_best_action_when_it_makes_none_anew() -> None:
    node, form = SlotNode(), Form(LockState(2), 0)
    node.learn(form, [1, 1], 0.3)
    node.learn(form, [2, 3], 0.8)
    rule = NaiveSampling(Rng("old"), new_share=0.0)
    assert all(rule.explore(node, form) == [2, 3] for _ in range(20))


def test_naive_sampling_puts_an_action_together_from_the_best_options() -> None:
    node, form = SlotNode(), Form(LockState(2), 0)
    for first in range(4):
        for second in range(4):
            if (first, second) != (2, 2):
                node.learn(form, [first, second], 0.3 * (first == 2) + 0.3 * (second == 2))
    rule = NaiveSampling(Rng("new"), new_share=1.0, random_share=0.0)
    assert rule.explore(node, form) == [2, 2]


def test_naive_sampling_passes_over_actions_that_are_not_legal_in_a_world() -> None:
    node = SlotNode()
    node.learn(Form(LockState(1), 0), [3], 1.0)
    state, seat = next(decisions(Ambush(), "other slots"))
    rule = NaiveSampling(Rng("illegal"), new_share=0.0)
    form = Form(state, seat)
    assert form.allows(tuple(rule.explore(node, form)))
    assert form.allows(tuple(rule.settle(node, form)))


# The search.


@pytest.mark.parametrize("rule", ["uct", "naive"])
def test_the_good_option_of_every_slot_is_found_among_hundreds_of_actions(rule: str) -> None:
    made = lock(4)
    search = SimultaneousSearch(made, rules(made)[rule], playouts=1_000)
    decision = search.decide(1_500)
    assert Form(LockState(4), 0).keys(LockState(4), decision.action).count(2) >= 3


@pytest.mark.parametrize("is_mutual", [False, True])
def test_the_others_learn_only_where_they_search(is_mutual: bool) -> None:
    made = lock(2)
    search = SimultaneousSearch(made, DecoupledUct(made.choices()), is_mutual=is_mutual)
    search.decide(40)
    own, other = search.roots
    assert own.visits == 40
    assert other.visits == (40 if is_mutual else 0)


def test_a_world_is_drawn_for_so_many_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Lock(2)
    drawn: list[State] = []

    def note(observation: object, rng: Rng) -> State:
        drawn.append(LockState(2))
        return drawn[-1]

    monkeypatch.setattr(game, "determinize", note)
    made = LocalSimulator(Question(game, None, 0), playout("lock", "random"), 1)
    SimultaneousSearch(made, DecoupledUct(made.choices()), playouts=10).decide(25)
    assert len(drawn) == 3
    assert not any(world.result() for world in drawn)  # they are copied before they are played


def test_time_ends_a_search_after_one_iteration_at_the_earliest() -> None:
    made = lock(2)
    decision = SimultaneousSearch(made, DecoupledUct(made.choices())).decide(100, lambda: True)
    assert decision.work == 1
    assert decision.best in decision.arms


def test_a_deep_search_remembers_what_the_seat_has_done_and_seen() -> None:
    game = Crossfire(preset="mini")
    state = game.start(game.deal(Rng("deep")))
    state.apply({0: 0, 1: 0})
    made = simulator(ask(game, state, 0), Rng("deep"))
    search = SimultaneousSearch(made, DecoupledUct(made.choices()), depth=3)
    search.decide(120)
    below = [node for child in search.roots[0].children.values() for node in nodes(child)]
    assert search.roots[0].visits == 120
    # The second decision is searched wherever the first led to, the third only where the second was seen.
    assert 120 < sum(node.visits for node in below) < 240


def nodes(node: SlotNode) -> list[SlotNode]:
    """The node and all below it."""
    return [node, *(each for child in node.children.values() for each in nodes(child))]


def test_an_action_whose_options_were_never_tried_together_may_be_played() -> None:
    made = lock(5)
    decision = SimultaneousSearch(made, DecoupledUct(made.choices())).decide(8)
    assert decision.best in decision.arms
    assert sum(arm.visits for arm in decision.arms) == 8
