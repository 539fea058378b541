"""Information set Monte Carlo tree search, with one tree and with a tree for every seat."""

from collections.abc import Callable

import pytest
from tests.bots.search.games import MenuGame, TreeGame
from tests.bots.search.searches import ask, decisions, simulator, statistics

from infoset_bots.search import mo_ismcts as multiple
from infoset_bots.search.decision import Decision, Question
from infoset_bots.search.ismcts import Search, ismcts
from infoset_bots.search.mo_ismcts import mo_ismcts
from infoset_bots.search.tree import NONE, ROOT, Tree
from infoset_games.colonizers import Colonizers
from infoset_games.rng import Rng
from infoset_games.testing.toys import Ambush, Leduc

Kind = Callable[..., Decision]
both = pytest.mark.parametrize("search", [ismcts, mo_ismcts])

# Two of three replies to action 0 are good for seat 0, but seat 1 chooses; action 1 ties for sure.
TRAP = TreeGame((0, [(1, [(1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]), (0.5, 0.5)]), 2)


def children(tree: Tree, node: int) -> list[tuple[int, int, int]]:
    """(node, owner, key) of the children in order."""
    found = []
    child = tree.first[node]
    while child != NONE:
        found.append((int(child), int(tree.owner[child]), int(tree.key[child])))
        child = tree.sibling[child]
    return found


@both
def test_the_opponent_is_expected_to_play_for_himself(search: Kind) -> None:
    question = Question(TRAP, TRAP.root, 0)
    for seed in range(5):
        decision = search(simulator(question, Rng("trap", str(seed))), 400)
        assert decision.action == 1


@both
def test_an_action_is_worth_its_mean_over_the_worlds(search: Kind) -> None:
    game = MenuGame([{0: 0.5, 1: 1.0}, {0: 0.5, 1: -1.0}])
    decision = search(simulator(Question(game, None, 0), Rng("the mean")), 600)
    safe, gamble = decision.arms
    assert decision.action == 0
    assert safe.value == pytest.approx(0.75)
    assert abs(gamble.value - 0.5) < 0.25
    assert safe.visits > 2 * gamble.visits


@both
def test_every_iteration_visits_one_action_of_the_root(search: Kind) -> None:
    for game in (Leduc(), Colonizers(colony=2), Ambush()):
        state, seat = next(decisions(game, "visits"))
        decision = search(simulator(ask(game, state, seat), Rng("visits")), 70)
        assert decision.work == 70
        assert sum(arm.visits for arm in decision.arms) == 70
        assert decision.best.visits == max(arm.visits for arm in decision.arms)
        assert all(0 <= arm.value <= 1 for arm in decision.arms)


@both
def test_time_ends_a_search_between_iterations(search: Kind) -> None:
    question = Question(TRAP, TRAP.root, 0)
    asked: list[None] = []

    def third_time() -> bool:
        asked.append(None)
        return len(asked) == 3

    assert search(simulator(question, Rng("t")), 400, out_of_time=third_time).work == 3
    assert search(simulator(question, Rng("t")), 9, out_of_time=lambda: True).work == 1


@both
def test_a_longer_search_begins_like_a_shorter_one(search: Kind) -> None:
    """A time limit gives the decision of the iterations that were done."""
    game = Colonizers(colony=2)
    state, seat = next(decisions(game, "longer"))
    question = ask(game, state, seat)
    done: list[None] = []

    def after_thirty() -> bool:
        done.append(None)
        return len(done) == 30

    cut = search(simulator(question, Rng("x")), 500, out_of_time=after_thirty)
    assert statistics(cut) == statistics(search(simulator(question, Rng("x")), 30))


def test_the_tree_grows_by_at_most_one_node_an_iteration() -> None:
    game = Colonizers(colony=2)
    state, seat = next(decisions(game, "grows"))
    search = Search(simulator(ask(game, state, seat), Rng("grows")), 0.7)
    for number in range(50):
        before = search.tree.size
        assert search.iterate(number, 1) == 1
        assert before <= search.tree.size <= before + 1


def test_simultaneous_choices_do_not_know_of_each_other() -> None:
    """All choices of a round have their statistics at one node, whatever the others chose."""
    game = Ambush(fields=3)
    search = Search(simulator(ask(game, game.start({}), 0), Rng("together")), 0.7)
    search.iterate(0, 60)
    arms = [(owner, key) for _, owner, key in children(search.tree, ROOT) if owner >= 0]
    assert sorted(arms) == [(seat, action) for seat in range(2) for action in range(9)]
    for seat in range(2):
        visits = sum(
            int(search.tree.visits[node])
            for node, owner, _ in children(search.tree, ROOT)
            if owner == seat
        )
        assert visits == 60


def test_a_seat_s_own_tree_does_not_tell_hidden_actions_apart() -> None:
    game = Ambush(fields=3)
    search = multiple.Search(simulator(ask(game, game.start({}), 0), Rng("hidden")), 0.7)
    search.iterate(0, 200)
    for seat, root in enumerate(search.roots):
        arms = children(search.tree, root)
        assert {owner for _, owner, _ in arms} == {seat}
        assert len(arms) == 9
        for arm, _, _ in arms:
            below = {(owner, key) for _, owner, key in children(search.tree, arm) if owner != seat}
            assert below == {(1 - seat, 0)}


def test_a_colonist_picked_by_another_is_hidden_in_the_own_tree() -> None:
    game = Colonizers(colony=2)
    state, _ = next(decisions(game, "picked"))
    search = multiple.Search(simulator(ask(game, state, 0), Rng("picked")), 0.7)
    search.iterate(0, 80)
    own, first_other = search.roots[:2]
    assert len(children(search.tree, own)) == 5
    for arm, _, _ in children(search.tree, own):
        assert len(children(search.tree, arm)) <= 1  # seat 1 has picked, nobody saw what
    assert len(children(search.tree, first_other)) == 1


def test_where_all_actions_are_seen_both_are_one_search() -> None:
    game = Leduc(ranks=5)
    for number, (state, seat) in enumerate(decisions(game, "open")):
        question, stream = ask(game, state, seat), ("seen", str(number))
        single = ismcts(simulator(question, Rng(*stream)), 100)
        several = mo_ismcts(simulator(question, Rng(*stream)), 100)
        assert statistics(single) == statistics(several)


# The numbers of one search each: the same compiled or not, today and tomorrow. They change with the
# rules, the policies and the searches, and with nothing else.
KNOWN = {
    ismcts: [
        (32, 0.284375),
        (12, 0.091666667),
        (43, 0.323255814),
        (42, 0.314285714),
        (21, 0.219047619),
    ],
    mo_ismcts: [
        (19, 0.210526316),
        (11, 0.090909091),
        (51, 0.362745098),
        (58, 0.398275862),
        (11, 0.090909091),
    ],
}


@both
def test_a_search_gives_the_same_numbers_everywhere(search: Kind) -> None:
    game = Colonizers(colony=2)
    state, seat = next(decisions(game, "known"))
    decision = search(simulator(ask(game, state, seat), Rng("known")), 150)
    found = [(arm.visits, round(arm.value, 9)) for arm in decision.arms]
    assert found == KNOWN[search]
