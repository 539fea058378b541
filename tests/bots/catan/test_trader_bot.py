"""The trading bot: offers that help, answers, counter-offers, closing, and whom it never deals with."""

import random
from typing import Any, Final

import pytest
from tests.bots.catan.positions import GAME, met_in, set_up
from tests.bots.catan.turns import answer_of

import infoset
from infoset.errors import BotLoadError
from infoset.turn import Match, MatchResult
from infoset_bots.catan import trader_bot
from infoset_bots.catan.trader_bot import InnerBotError, TraderBot, make_inner
from infoset_bots.catan.trader_judge import (
    COMMON,
    LEAST_GAIN,
    Judge,
    after_trade,
    is_covered,
    reversed_trade,
)
from infoset_bots.lab.arena.players import find_player
from infoset_games.catan.actions import ANSWERS, MAIN, REJECT
from infoset_games.catan.cells import POINTS
from infoset_games.catan.state import CatanState
from infoset_games.catan.trades import trade_of
from infoset_games.rng import Rng

# Seat 0 lacks one ore for its city and has wood to spare; seat 1 lacks that wood for a road.
HANDS: Final = {0: "hhoowww", 1: "boo"}
HOMES: Final = {0: [13], 1: [40], 2: [46], 3: [20]}
ROADS: Final = {1: [(40, 44)]}
WOOD_FOR_ORE: Final = ["offer", [1, 0, 0, 0, 0], [0, 0, 0, 0, 1]]


class Inner(infoset.Bot):
    """Takes the harmless way, and remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def decide(self, turn: infoset.Turn) -> int:
        self.told.append(turn.kind)
        return turn.fallback

    def on_start(self, match: Match) -> None:
        self.told.append("start")

    def on_events(self, match: Match, events: Any) -> None:
        self.told.append("events")

    def on_over(self, match: Match, result: MatchResult) -> None:
        self.told.append("over")


@pytest.fixture
def trader(monkeypatch: pytest.MonkeyPatch) -> TraderBot:
    """A trader around the inner bot above."""
    monkeypatch.setattr(trader_bot, "make_inner", lambda text: Inner())
    return TraderBot()


def market(**changes: Any) -> CatanState:
    values: dict[str, Any] = {"hands": HANDS, "settlements": HOMES, "roads": ROADS} | changes
    return set_up("main", **values)


def offered(give: str, take: str, **changes: Any) -> CatanState:
    """The market after seat 0 has offered `give` for `take` to all."""
    state = market(**changes)
    sides = [["wbsho".index(letter) for letter in letters] for letters in (give, take)]
    counts = [[side.count(resource) for resource in range(5)] for side in sides]
    state.apply({0: GAME.read_action(state, 0, ["offer", *counts])})
    return state


def test_it_offers_what_brings_its_building_nearer(trader: TraderBot) -> None:
    verb, give, take, *_ = answer_of(trader, market(), 0)
    assert verb == "offer"
    assert take[4] >= 1
    assert give[0] >= 1
    assert give[3] == give[4] == 0  # it keeps what the city costs


def test_an_offer_is_legal_and_is_made_once_a_turn(trader: TraderBot) -> None:
    state = market()
    action = answer_of(trader, state, 0)
    code = GAME.read_action(state, 0, action)
    state.verify(0, code)
    state.apply({0: code})
    state.apply(dict.fromkeys(state.to_act(), REJECT))
    assert answer_of(trader, state, 0) != action


def test_it_makes_no_more_offers_in_a_turn_than_it_is_allowed(trader: TraderBot) -> None:
    trader.offers = 1
    match = Match("m_1", "catan", "catan/1.0", seat=0)
    assert answer_of(trader, market(), 0)[0] == "offer"
    trader.on_events(match, [{"e": "offer", "by": 1}])
    assert answer_of(trader, market(), 0)[0] == "offer"
    trader.on_events(match, [{"e": "offer", "by": 0}])
    assert answer_of(trader, market(), 0) == ["end_turn"]
    trader.on_events(match, [{"e": "turn", "by": 1}])
    assert answer_of(trader, market(), 0)[0] == "offer"


def test_no_offer_goes_to_a_seat_that_is_about_to_win(trader: TraderBot) -> None:
    state = market()
    state.cells[POINTS + 1] = 8
    action = answer_of(trader, state, 0)
    assert action[0] != "offer" or (len(action) == 4 and 1 not in action[3])


def test_with_nobody_to_trade_with_the_inner_bot_decides(trader: TraderBot) -> None:
    state = market()
    for seat in range(1, 4):
        state.cells[POINTS + seat] = 8
    assert answer_of(trader, state, 0) == ["end_turn"]


def test_it_accepts_what_helps_it(trader: TraderBot) -> None:
    state = offered("w", "o", hands={0: "hhowww", 1: "bshoo"}, roads={1: [(40, 44, 48)]})
    assert answer_of(trader, state, 1) == ["accept"]


def test_it_rejects_what_it_does_not_need_or_offers_something_better(trader: TraderBot) -> None:
    state = offered("w", "o", hands={0: "www", 1: "hhooo"}, roads={})
    assert answer_of(trader, state, 1)[0] in ("reject", "counter")
    assert answer_of(trader, state, 1) != ["accept"]


def test_it_rejects_everything_from_a_seat_that_is_about_to_win(trader: TraderBot) -> None:
    state = offered("w", "o", hands={0: "hhowww", 1: "bshoo"}, roads={1: [(40, 44, 48)]})
    assert answer_of(trader, state, 1) == ["accept"]
    state.cells[POINTS] = 8
    assert answer_of(trader, state, 1) == ["reject"]


def test_a_counter_offer_helps_its_maker_and_tempts_the_proposer(trader: TraderBot) -> None:
    """Seat 1 keeps the ore of its city, but would give spare brick for wheat."""
    state = offered("s", "o", hands={0: "wshh", 1: "hooobbb"}, settlements=HOMES, roads={})
    action = answer_of(trader, state, 1)
    assert action[0] == "counter"
    code = GAME.read_action(state, 1, action)
    state.verify(1, code)
    judge = Judge(1, [state])
    trade = trade_of(action[1], action[2])
    assert judge.own_gain(trade) >= LEAST_GAIN
    assert judge.other_gain(0, trade)[0] == 1.0


def close(state: CatanState, *answers: list[Any]) -> CatanState:
    """The answers of seats 1, 2, 3."""
    joint = {seat: GAME.read_action(state, seat, answer) for seat, answer in enumerate(answers, 1)}
    state.apply({seat: joint[seat] for seat in state.to_act()})
    return state


def test_of_two_partners_it_takes_the_less_dangerous(trader: TraderBot) -> None:
    state = offered("w", "o", hands={0: "hhoowww", 1: "boo", 2: "boo"},
                    roads={1: [(40, 44)], 2: [(46, 50)]})  # fmt: skip
    state.cells[POINTS + 1] = 7
    state = close(state, ["accept"], ["accept"], ["reject"])
    assert answer_of(trader, state, 0) == ["confirm", 2]


def test_it_withdraws_where_only_bad_counter_offers_came(trader: TraderBot) -> None:
    state = offered("w", "o", hands=HANDS | {1: "sboo"})
    dear = ["counter", [0, 0, 1, 0, 0], [0, 0, 0, 2, 2]]  # a sheep for all of a city
    state = close(state, dear, ["reject"], ["reject"])
    assert answer_of(trader, state, 0) == ["withdraw"]


def test_it_confirms_a_good_counter_offer(trader: TraderBot) -> None:
    state = offered("w", "o")
    good = ["counter", [0, 0, 0, 0, 1], [2, 0, 0, 0, 0]]  # an ore for two wood
    state = close(state, good, ["reject"], ["reject"])
    assert answer_of(trader, state, 0) == ["confirm", 1]


def test_all_else_is_left_to_the_inner_bot(trader: TraderBot) -> None:
    inner = trader.inner
    assert isinstance(inner, Inner)
    for phase in ("roll", "place_settlement", "robber"):
        answer_of(trader, set_up(phase), 0)
    match = Match("m1", "catan", GAME.rules, 0)
    trader.on_start(match)
    trader.on_events(match, [])
    trader.on_over(match, MatchResult("finished", (), (), (), 0))
    assert inner.told == ["roll", "place_settlement", "robber", "start", "events", "over"]


@pytest.mark.parametrize("phase", [MAIN, ANSWERS], ids=["offers", "answers"])
def test_what_it_says_does_not_depend_on_what_is_hidden(phase: int, trader: TraderBot) -> None:
    """Twins: another world of the same observation."""
    different = 0
    states = met_in(phase, "twins", 12) if phase == MAIN else asked_states()
    for number, (state, seat) in enumerate(states):
        twin = GAME.determinize(state.observe(seat), Rng("twin", str(number)))
        assert isinstance(twin, CatanState)
        different += twin.to_plain() != state.to_plain()
        assert answer_of(trader, twin, seat) == answer_of(trader, state, seat)
    assert different


def asked_states() -> list[tuple[CatanState, int]]:
    """Offers that were made to seats in play."""
    found = []
    for state, seat in met_in(MAIN, "asked", 250):
        offers = [index for index in range(state.legal(seat).size)
                  if GAME.write_action(state, seat, state.legal(seat).item(index))[0] == "offer"]  # fmt: skip
        if offers:
            state.apply({seat: state.legal(seat).item(offers[0])})
            found += [(state, other) for other in state.to_act()]
    return found[-12:]


def test_equal_seeds_say_equal_things(trader: TraderBot) -> None:
    for state, seat in met_in(MAIN, "equal", 5):
        assert answer_of(trader, state, seat, 3) == answer_of(trader, state, seat, 3)


def test_the_inner_bot_draws_from_the_traders_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    for _ in range(2):
        trader = TraderBot(inner="random")
        trader.rng = random.Random(4)
        drawn.append(trader.seeded().rng.random())
    assert drawn[0] == drawn[1]


# The judge.


def test_the_other_side_of_a_trade_is_the_trade_turned_round() -> None:
    trade = trade_of([1, 0, 0, 0, 0], [0, 0, 0, 2, 0])
    assert reversed_trade(trade) == trade_of([0, 0, 0, 2, 0], [1, 0, 0, 0, 0])
    assert all(reversed_trade(reversed_trade(code)) == code for code in COMMON)


def test_nobody_can_give_what_it_does_not_hold() -> None:
    judge = Judge(0, [market()])
    trade = trade_of([0, 1, 0, 0, 0], [0, 0, 0, 0, 1])  # seat 0 has no brick
    assert judge.own_gain(trade) < 0
    assert not is_covered(after_trade(judge.hand, trade))


def test_the_leaders_gain_counts_more_against_a_trade() -> None:
    state = market()
    judge = Judge(0, [state])
    trade = trade_of([1, 0, 0, 0, 0], [0, 0, 0, 0, 1])
    before = judge.net_with(1, trade)
    state.cells[POINTS + 1] = 7
    assert judge.rivalry(1) > judge.rivalry(2)
    assert judge.net_with(1, trade) < before


def test_the_chance_of_a_yes_is_the_share_of_worlds_where_the_partner_has_the_cards() -> None:
    with_ore, without = market(), market(hands=HANDS | {1: "bb"})
    judge = Judge(0, [with_ore, without, without, without])
    chance, gain = judge.other_gain(1, trade_of([1, 0, 0, 0, 0], [0, 0, 0, 0, 1]))
    assert chance == 0.25
    assert gain > 0


# Its parameters.


def test_the_inner_bot_takes_parameters() -> None:
    made = find_player("trader:inner=ismcts;iterations=7;c=0.2,worlds=3", "catan")
    bot = made.make()  # type: ignore[union-attr]  # a class, not a program
    assert isinstance(bot, TraderBot)
    assert (bot.worlds, bot.inner.iterations) == (3, 7)  # type: ignore[attr-defined]  # of RolloutBot


@pytest.mark.parametrize(
    ("inner", "complaint"),
    [
        ("nobody", "inner: there is no bot 'nobody'"),
        ("ismcts;luck=1", "has no parameter 'luck'"),
        (f"cmd:{'true'}", "inner: expected a bot class"),
        ("trader", "inner: expected a bot that does not trade"),
    ],
)
def test_an_inner_bot_that_cannot_play_is_refused(inner: str, complaint: str) -> None:
    with pytest.raises((InnerBotError, BotLoadError), match=complaint):
        make_inner(inner)
