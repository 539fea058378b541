"""What all searches promise: they play every game, repeat themselves, and know only what their seat knows."""

import pytest
from tests.bots.search.games import MenuGame, TreeGame
from tests.bots.search.searches import SEARCHES, Searcher, ask, decisions, games, statistics

from infoset_bots.search.decision import WIDE, Question
from infoset_games.colonizers import Colonizers
from infoset_games.game import Game
from infoset_games.rng import Rng
from infoset_games.testing.toys import Ambush, Leduc

each_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES.keys())
each_game = pytest.mark.parametrize("game", games(), ids=lambda game: f"{game.name}{game.seats}")


@each_game
@each_search
def test_every_search_plays_every_game(search: Searcher, game: Game) -> None:
    for number, (state, seat) in enumerate(decisions(game, "plays")):
        if number > 40:
            break
        before = state.to_plain()
        decision = search(ask(game, state, seat), Rng("play", str(number)))
        state.verify(seat, decision.action)
        assert state.legal(seat).item(decision.index) == decision.action
        assert state.to_plain() == before


@each_game
@each_search
def test_equal_questions_and_streams_give_equal_decisions(search: Searcher, game: Game) -> None:
    for number, (state, seat) in enumerate(decisions(game, "equal")):
        if number > 15:
            break
        question = ask(game, state, seat)
        first = search(question, Rng("same", str(number)))
        assert statistics(search(question, Rng("same", str(number)))) == statistics(first)


@each_game
@each_search
def test_what_a_seat_cannot_know_changes_nothing(search: Searcher, game: Game) -> None:
    """Another true state with the same observation gives the same decision and statistics."""
    twins = 0
    for number, (state, seat) in enumerate(decisions(game, "twins")):
        if number > 25:
            break
        twin = game.determinize(state.observe(seat), Rng("twin", str(number)))
        twins += twin.to_plain() != state.to_plain()
        first = search(ask(game, state, seat), Rng("search", str(number)))
        second = search(ask(game, twin, seat), Rng("search", str(number)))
        assert statistics(first) == statistics(second)
    assert twins > 0


@each_search
def test_streams_matter(search: Searcher) -> None:
    game = Colonizers(colony=2)
    answers = set()
    for number, (state, seat) in enumerate(decisions(game, "streams")):
        first = search(ask(game, state, seat), Rng("stream", str(number)))
        second = search(ask(game, state, seat), Rng("another", str(number)))
        answers.add(statistics(first) == statistics(second))
        if number > 30:
            break
    assert answers == {True, False}  # True where there is no choice


@each_search
def test_a_decision_without_a_choice_is_not_searched(search: Searcher) -> None:
    decision = search(Question(MenuGame([{5: 0.3}]), None, 0), Rng("forced"))
    assert (decision.action, decision.index, decision.work) == (5, 0, 0)
    assert [arm.visits for arm in decision.arms] == [0]


@each_search
def test_actions_that_mean_the_same_are_one_arm(search: Searcher) -> None:
    game = MenuGame([{4: 0.1, 7: 0.9, 9: 0.9}], {9: 7})
    decision = search(Question(game, None, 0), Rng("merged"))
    assert [(arm.action, arm.index) for arm in decision.arms] == [(4, 0), (7, 1)]
    assert (decision.action, decision.index) == (7, 1)


@each_search
def test_arms_stand_in_legal_order(search: Searcher) -> None:
    state, seat = next(decisions(Colonizers(), "order"))
    decision = search(ask(Colonizers(), state, seat), Rng("order"))
    indices = [arm.index for arm in decision.arms]
    if search is not SEARCHES["naive"]:  # which need not try all
        assert indices == [0, 1, 2, 3, 4]
    assert indices == sorted(set(indices))
    assert len(indices) > 1


@each_search
def test_a_decision_too_wide_to_list_is_sampled(search: Searcher) -> None:
    game = Ambush(fields=30, rounds=1)
    state = game.start({})
    decision = search(ask(game, state, 1), Rng("wide"))
    state.verify(1, decision.action)
    assert 1 < len(decision.arms) <= WIDE


@each_search
def test_a_lone_decision_too_wide_to_list_is_sampled_too(search: Searcher) -> None:
    """Seat 0 has 150 actions, and seat 1 as many answers to each."""
    answers = (1, [(0.5, 0.5)] * (WIDE + 50))
    game = TreeGame((0, [answers] * (WIDE + 50)), 2)
    decision = search(Question(game, game.root, 0), Rng("lone"))
    assert 1 < len(decision.arms) <= WIDE
    assert decision.action in range(WIDE + 50)
    assert len({arm.index for arm in decision.arms}) == len(decision.arms)


@each_search
def test_a_sure_winner_is_not_folded(search: Searcher) -> None:
    """A pair with the open card wins; whoever folds it to a bet loses."""
    game = Leduc()
    for own, other in ((4, 0), (0, 4), (2, 1)):
        state = game.start({"first": 0})
        for card in (other, own):
            state.move(card)
        for action in (0, 0):  # both check
            state.move(action)
        state.move(own ^ 1)  # the other card of the rank is turned up
        state.move(1)  # seat 0 bets
        decision = search(ask(game, state, 1), Rng("pair", str(own)))
        assert game.write_action(state, 1, decision.action) == ["call"]
