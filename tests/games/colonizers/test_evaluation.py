"""What positions of Colonizers are worth."""

import pytest
from tests.games.colonizers.conftest import laid_out

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.evaluation import ColonyWorth
from infoset_games.colonizers.policies import RulesOfThumb
from infoset_games.policies import Policy
from infoset_games.policy_registry import make_evaluation
from infoset_games.rng import Rng
from infoset_games.rollout import play_out


def test_cards_and_omnium_count_a_little_beside_the_points() -> None:
    game = Colonizers()
    plain = game.start(game.deal(Rng("worth"))).to_plain()
    cards = [plain["deck"].pop(), plain["deck"].pop()]
    cost_two = next(card for card in plain["deck"] if card[0] == 4)  # a Marketplace, worth 2
    plain["deck"].remove(cost_two)
    plain["seats"][1] |= {"omnium": 3, "hand": cards, "colony": [4], "points": 2}
    state = laid_out(game, plain)
    assert ColonyWorth().value(state, 1) == pytest.approx(2 + 2 * 0.6 + 3 * 0.3)
    assert ColonyWorth().value(state, 0) == 0


def test_the_bonus_of_a_full_colony_counts() -> None:
    game, rng = Colonizers(colony=3), Rng("full")
    state = game.start(game.deal(rng))
    policies: list[Policy] = [RulesOfThumb()] * 4
    play_out(state, policies, rng)
    result = state.result()
    assert result is not None
    assert result.ending == "finished"
    for seat in range(4):
        hand = 0.6 * len(state.hand(seat)) + 0.3 * int(state.omnium[seat])
        assert ColonyWorth().value(state, seat) == pytest.approx(result.scores[seat] + hand)


def test_it_is_the_evaluation_of_the_game() -> None:
    assert isinstance(make_evaluation("colonizers"), ColonyWorth)
