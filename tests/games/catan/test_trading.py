"""Domestic trade: offers, answers, counter-offers, deals, their limit (checklist 22, 23, 33)."""

from collections.abc import Callable

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.state import CatanState
from infoset_games.core import SEVERAL, IllegalActionError, Json

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
Legal = Callable[..., list[Json]]

W, B, S, H, O = ([int(i == kind) for i in range(5)] for kind in range(5))
NONE = [0] * 5


def hand(state: CatanState, seat: int) -> list[int]:
    return [int(state.hand(seat, resource)) for resource in range(5)]


def times(count: int, side: list[int]) -> list[int]:
    return [count * card for card in side]


def of(listed: list[Json], verb: str) -> list[Json]:
    return [action[1:] for action in listed if action[0] == verb]


@pytest.fixture
def table(position: Setup) -> CatanState:
    return position("main", hands={0: "wwb", 1: "oos", 2: "hh", 3: ""})


# Offers.


def test_an_offer_goes_to_everybody_but_its_maker(table: CatanState, play: Play) -> None:
    play(table, ["offer", W, O])
    assert table.mover() == SEVERAL
    assert table.to_act() == (1, 2, 3)


def test_an_offer_can_be_made_to_some_only(table: CatanState, play: Play) -> None:
    assert play(table.copy(), ["offer", W, O, [1, 3]]).to_act() == (1, 3)
    assert play(table.copy(), ["offer", W, O, [2]]).to_act() == (2,)


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_maker_of_an_offer_is_never_asked(position: Setup, play: Play, turn: int) -> None:
    state = position("main", turn=turn, hands={turn: "w"})
    others = [seat for seat in range(4) if seat != turn]
    assert list(play(state, ["offer", W, O]).to_act()) == others


@pytest.mark.parametrize(
    ("give", "take", "to", "why"),
    [
        (NONE, O, None, "expected cards on both sides"),
        (W, NONE, None, "expected cards on both sides"),
        (W, times(2, W), None, "resource 0 is on both sides"),
        (times(3, W), O, None, "you do not hold 3 wood, only 2"),
        (S, O, None, "you do not hold 1 sheep, only 0"),
        (W, [0, 0, 0, 0, 20], None, "take: expected 5 counts in 0..19"),
        ([1, 0, 0, 0], O, None, "give: expected 5 counts"),
        (W, O, [0], "expected other seats"),
        (W, O, [2, 1], "ascending"),
        (W, O, [], "expected other seats"),
        (W, O, [1, 2, 3], "leave the seats out to ask everybody"),
        (W, O, [4], "expected a list of seats, 0..3"),
    ],
)
def test_an_offer_must_be_fair_owned_and_to_others(
    table: CatanState, play: Play, give: Json, take: Json, to: Json, why: str
) -> None:
    before = table.to_plain()
    action = ["offer", give, take] if to is None else ["offer", give, take, to]
    with pytest.raises(IllegalActionError, match=why.replace("..", r"\.\.")):
        play(table, action)
    assert table.to_plain() == before


def test_any_fair_offer_can_be_made_listed_or_not(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = position("main", hands={0: "wwwbb"})
    unlisted = ["offer", [3, 1, 0, 0, 0], [0, 0, 1, 0, 2]]
    assert unlisted not in legal(state)
    assert play(state, unlisted).to_act() == (1, 2, 3)


@pytest.mark.parametrize(("menu", "count"), [("none", 0), ("1:1", 20), ("small", 120)])
def test_the_menu_lists_what_the_option_says(
    position_in: Callable[[Catan], Setup], legal: Legal, menu: str, count: int
) -> None:
    position = position_in(Catan(layout="beginner", trade_menu=menu))
    state = position("main", hands={0: "wwbbsshhoo"})
    offers = of(legal(state), "offer")
    assert len(offers) == count
    assert len({str(offer) for offer in offers}) == count


def test_the_menu_lists_only_what_the_hand_holds(
    position_in: Callable[[Catan], Setup], legal: Legal
) -> None:
    position = position_in(Catan(layout="beginner", trade_menu="small"))
    state = position("main", hands={0: "wb"})
    gives = [offer[0] for offer in of(legal(state), "offer")]
    assert {tuple(give) for give in gives} == {tuple(W), tuple(B), (1, 1, 0, 0, 0)}
    assert len(gives) == 2 * 4 + 2 * 10 + 3  # one for one, one for two, two for one


def test_no_more_than_three_offers_a_turn(table: CatanState, play: Play, legal: Legal) -> None:
    for take in (S, H, O):
        play(table, ["offer", W, take])
        play(table, {seat: ["reject"] for seat in (1, 2, 3)})
    assert of(legal(table), "offer") == []
    with pytest.raises(IllegalActionError, match="no more than 3 offers a turn"):
        play(table, ["offer", B, O])
    play(table, ["end_turn"])
    assert table.offers == 0


def test_the_same_offer_is_not_made_twice_in_a_turn(
    table: CatanState, play: Play, legal: Legal
) -> None:
    play(table, ["offer", W, O, [3]], ["reject"])
    assert [W, O] not in of(legal(table), "offer")
    with pytest.raises(IllegalActionError, match="you have offered just that in this turn"):
        play(table, ["offer", W, O])


def test_without_offers_there_is_no_trade(
    position_in: Callable[[Catan], Setup], play: Play, legal: Legal
) -> None:
    position = position_in(Catan(layout="beginner", max_offers=0))
    state = position("main", hands={0: "wb"})
    assert legal(state) == [["end_turn"]]
    with pytest.raises(IllegalActionError, match="no more than 0 offers"):
        play(state, ["offer", W, O])
    assert Catan(max_offers=0).params(state, 0) == []


def test_others_never_offer_on_somebody_elses_turn(table: CatanState, game: Catan) -> None:
    with pytest.raises(IllegalActionError, match="not for seat 1 to decide"):
        game.read_action(table, 1, ["offer", O, W])


def test_nobody_trades_before_the_roll(position: Setup, play: Play, legal: Legal) -> None:
    state = position("roll", hands={0: "wwb"})
    assert legal(state) == [["roll"]]
    with pytest.raises(IllegalActionError, match="offer: not in the roll phase"):
        play(state, ["offer", W, O])


# Answers.


def test_whoever_cannot_give_is_asked_all_the_same(
    table: CatanState, play: Play, legal: Legal
) -> None:
    play(table, ["offer", W, O])
    assert table.to_act() == (1, 2, 3)
    assert ["accept"] in legal(table, 1)
    assert legal(table, 3) == [["reject"]]
    assert ["accept"] not in legal(table, 2)
    with pytest.raises(IllegalActionError, match="accept: you do not hold what is asked for"):
        table.verify(2, 4)


def test_answers_are_told_together(table: CatanState, play: Play, game: Catan) -> None:
    play(table, ["offer", W, O])
    before = table.copy()
    joint = {1: ["accept"], 2: ["counter", H, W], 3: ["reject"]}
    codes = {seat: game.read_action(table, seat, action) for seat, action in joint.items()}
    table.apply(codes)
    events = game.narrate(before, codes, table)
    assert [event.view(None) for event in events] == [
        {"e": "accept", "by": 1},
        {"e": "counter", "by": 2, "give": H, "take": W},
        {"e": "reject", "by": 3},
    ]


def test_a_counter_offer_needs_the_cards_and_both_sides(table: CatanState, play: Play) -> None:
    play(table, ["offer", W, O])
    for counter, why in (
        (["counter", O, W], "do not hold 1 ore"),
        (["counter", H, NONE], "expected cards on both sides"),
        (["counter", times(3, H), W], "do not hold 3 wheat, only 2"),
    ):
        with pytest.raises(IllegalActionError, match=why):
            play(table.copy(), {1: ["reject"], 2: counter, 3: ["reject"]})


def test_listed_counters_ask_for_what_was_offered(
    table: CatanState, play: Play, legal: Legal
) -> None:
    play(table, ["offer", W, O])
    assert of(legal(table, 1), "counter") == [[S, W]]
    assert of(legal(table, 2), "counter") == [[H, W]]


def test_a_refused_offer_is_closed_and_the_turn_goes_on(table: CatanState, play: Play) -> None:
    play(table, ["offer", W, O], {seat: ["reject"] for seat in (1, 2, 3)})
    assert (table.kind(0), table.mover(), table.offer) == ("main", 0, -1)


# Deals.


def test_an_accepted_offer_is_carried_out_when_confirmed(
    table: CatanState, play: Play, legal: Legal
) -> None:
    play(table, ["offer", times(2, W), O], {1: ["accept"], 2: ["reject"], 3: ["reject"]})
    assert hand(table, 0) == [2, 1, 0, 0, 0]
    assert legal(table) == [["withdraw"], ["confirm", 1]]
    play(table, ["confirm", 1])
    assert hand(table, 0) == [0, 1, 0, 0, 1]
    assert hand(table, 1) == [2, 0, 1, 0, 1]
    assert table.kind(0) == "main"


def test_a_counter_offer_can_be_confirmed_instead(table: CatanState, play: Play) -> None:
    play(table, ["offer", W, O], {1: ["accept"], 2: ["counter", times(2, H), W], 3: ["reject"]})
    play(table, ["confirm", 2])
    assert hand(table, 0) == [1, 1, 0, 2, 0]
    assert hand(table, 2) == [1, 0, 0, 0, 0]
    assert hand(table, 1) == [0, 0, 1, 0, 2]


def test_a_counter_offer_one_cannot_pay_is_not_confirmed(
    table: CatanState, play: Play, legal: Legal
) -> None:
    play(table, ["offer", W, O], {1: ["reject"], 2: ["counter", H, S], 3: ["reject"]})
    assert legal(table) == [["withdraw"]]  # asked all the same: others cannot tell
    with pytest.raises(IllegalActionError, match="you do not hold what that seat asks for"):
        play(table, ["confirm", 2])
    with pytest.raises(IllegalActionError, match="that seat has not agreed"):
        play(table, ["confirm", 1])


def test_a_withdrawn_offer_moves_no_cards(table: CatanState, play: Play) -> None:
    before = [hand(table, seat) for seat in range(4)]
    play(table, ["offer", W, O], {1: ["accept"], 2: ["reject"], 3: ["reject"]}, ["withdraw"])
    assert [hand(table, seat) for seat in range(4)] == before
    assert table.kind(0) == "main"


def test_an_answer_to_a_closed_offer_is_refused(table: CatanState, play: Play) -> None:
    play(table, ["offer", W, O], {1: ["accept"], 2: ["reject"], 3: ["reject"]}, ["withdraw"])
    with pytest.raises(IllegalActionError, match="not for seat 1 to decide"):
        table.verify(1, 4)


def test_cards_asked_for_may_be_in_nobodys_hand(table: CatanState, play: Play) -> None:
    play(table, ["offer", W, times(19, S)])
    assert table.to_act() == (1, 2, 3)


def test_the_wire_has_a_box_for_offers_and_counter_offers(
    table: CatanState, play: Play, game: Catan
) -> None:
    (offer,) = game.params(table, 0)
    assert offer["kind"] == "offer"
    assert offer["fields"]["give"] == {"len": 5, "min": 0, "max": 19}
    assert offer["fields"]["to"] == {"enum": [1, 2, 3]}
    assert game.params(table, 1) == []
    play(table, ["offer", W, O])
    assert [param["kind"] for param in game.params(table, 2)] == ["counter"]


# Nothing is skipped that would tell something (checklist 33).


def test_a_seat_is_always_asked_before_it_rolls(position: Setup, legal: Legal) -> None:
    state = position("roll")
    assert (state.mover(), legal(state)) == (0, [["roll"]])


def test_a_seat_that_can_do_nothing_is_asked_in_the_main_phase(
    position: Setup, legal: Legal
) -> None:
    state = position("main")
    assert (state.mover(), legal(state)) == (0, [["end_turn"]])
