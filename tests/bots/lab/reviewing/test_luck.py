"""Luck is 0 on average whatever positions are thought to be worth: shown exactly, over a whole game."""

from collections.abc import Sequence

import pytest
from tests.bots.lab.reviewing.every_play import Play, every_play

from infoset_bots.lab.reviewing.luck import Evaluated, LuckMeter, PlayedOut, Values
from infoset_bots.lab.reviewing.making import make_playout
from infoset_games.core import State
from infoset_games.evaluation import Evaluation
from infoset_games.game import Game
from infoset_games.luck import LUCK
from infoset_games.match import Match
from infoset_games.rng import Rng
from infoset_games.terms import Terms
from infoset_games.testing.toys.leduc import Leduc, LeducState


class LoadedState(LeducState):
    """Leduc with a deck in which high cards lie on top more often."""

    def chance_odds(self) -> Sequence[tuple[int, float]]:
        cards = self.undealt()
        return [(card, (card + 1) / sum(one + 1 for one in cards)) for card in cards]


class Loaded(Leduc):
    """Not all ways of chance are equally likely."""

    state_class = LoadedState


class OddWorth(Evaluation):
    """A value that is badly wrong, and not the same for both seats."""

    def value(self, state: State, seat: int) -> float:
        assert isinstance(state, LeducState)
        own = state.cards[seat] if seat < len(state.cards) else 3
        return own**2 - 5.0 * seat + (7.0 if state.open == own ^ 1 else 0.0)


def played(game: Game, play: Play, first: int) -> Match:
    """The match of a play, as it stands at its end."""
    match = Match(game, Terms(), "dealt by hand", {"first": first})
    match.log = play.joints
    return match


def playouts() -> Values:
    return PlayedOut(make_playout("leduc", "", 0), 2, 3)


@pytest.mark.parametrize("values", [Evaluated(OddWorth(), 2), None], ids=["evaluated", "played"])
@pytest.mark.parametrize(("game", "first"), [(Leduc(), 0), (Leduc(), 1), (Loaded(), 0)])
def test_over_all_plays_luck_is_exactly_zero(values: Values | None, game: Game, first: int) -> None:
    meter = LuckMeter(game, values or playouts(), most=10)
    found = every_play(game, first)
    assert sum(play.likely for play in found) == pytest.approx(1)
    lucks = [meter.of(played(game, play, first), "seed") for play in found]
    for seat in (0, 1):
        mean = sum(play.likely * luck.play[seat] for play, luck in zip(found, lucks, strict=True))
        assert mean == pytest.approx(0, abs=1e-9)
    assert max(abs(luck.play[0]) for luck in lucks) > 0.1
    assert {luck.events for luck in lucks} <= {2, 3}


def test_where_outcomes_are_drawn_luck_is_zero_on_average() -> None:
    """With a new stream for each play, and chance in its true shares."""
    game = Leduc()
    meter = LuckMeter(game, Evaluated(OddWorth(), 2), most=2)
    found = every_play(game, 0)
    shares = [
        play.likely * meter.of(played(game, play, 0), f"{play.joints} {n}").play[0] * len(found)
        for play in found
        for n in range(3)
    ]
    mean = sum(shares) / len(shares)
    spread = (sum((one - mean) ** 2 for one in shares) / len(shares)) ** 0.5
    assert spread > 1
    assert abs(mean) < 4 * spread / len(shares) ** 0.5


class First(Evaluation):
    """Who begins is better off."""

    def value(self, state: State, seat: int) -> float:
        assert isinstance(state, LeducState)
        return float(state.first == seat)


def test_a_deal_that_somebody_chose_is_no_luck_and_one_from_the_seed_is() -> None:
    game = Leduc()
    meter = LuckMeter(game, Evaluated(First(), 2), most=400)
    seed = f"{LUCK}:seed"
    drawn = Match(game, Terms(), seed)
    begins = drawn.deal["first"]
    luck = meter.of(drawn, "s").deal
    assert luck[begins] == pytest.approx(1.0, abs=0.2)
    assert luck[1 - begins] == -luck[begins]
    chosen = Match(game, Terms(), seed, {"first": 1 - begins})
    assert meter.of(chosen, "s").deal == [0.0, 0.0]


def test_a_deal_of_an_old_record_was_drawn_from_its_seed_too() -> None:
    game = Leduc()
    deals = {seed: game.deal(Rng(seed, "deal")) for seed in map(str, range(20))}
    seed = next(one for one in deals if deals[one] != Match(game, Terms(), one).deal)
    meter = LuckMeter(game, Evaluated(First(), 2), most=400)
    luck = meter.of(Match(game, Terms(), seed, deals[seed]), "s").deal
    assert luck[deals[seed]["first"]] == pytest.approx(1.0, abs=0.2)


def test_measuring_changes_nothing_and_repeats() -> None:
    game = Leduc()
    match = played(game, every_play(game, 0)[7], 0)
    before = match.state.to_plain()
    meter = LuckMeter(game, playouts(), most=10)
    assert meter.of(match, "1") == meter.of(match, "1") != meter.of(match, "2")
    assert match.state.to_plain() == before
