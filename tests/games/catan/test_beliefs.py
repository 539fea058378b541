"""What seats conclude about hands: against an independent reading of the events they are told."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from infoset_games.build_info import is_compiled
from infoset_games.catan import Catan, beliefs
from infoset_games.catan.beliefs import MOST_DEALS, MOST_WEIGHT, UNITS, limited, resampled
from infoset_games.catan.journal import (
    COUNTED,
    HOLDS,
    PAY,
    STEAL,
    STOCK,
    Note,
    entry_of,
    with_amount,
)
from infoset_games.catan.observation import Observation, true_deal
from infoset_games.catan.policies import Greedy, RandomByKind
from infoset_games.catan.state import CatanState
from infoset_games.catan.trades import NO_TRADE, taken
from infoset_games.core import CHANCE, OVER, Json
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.replay import random_joint
from infoset_games.rng import Rng
from infoset_games.rollout import play_out

GAMES = 250 if is_compiled() else 6  # of each of four kinds
Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
Hands = tuple[tuple[int, ...], ...]
Worlds = dict[Hands, Fraction]

PRICES = {"settlement": (1, 1, 1, 1, 0), "city": (0, 0, 0, 2, 3), "road": (1, 1, 0, 0, 0)}
PRICES["buy"] = (0, 0, 1, 1, 1)


# The same conclusions, drawn slowly from what a seat is told, with exact fractions.


def change(hands: Hands, seat: int, cards: Any, sign: int = 1) -> Hands | None:
    """The hands with cards added to one, or None where it has not so many."""
    changed = tuple(own + sign * card for own, card in zip(hands[seat], cards, strict=True))
    return None if min(changed) < 0 else (*hands[:seat], changed, *hands[seat + 1 :])


def one(resource: int) -> list[int]:
    return [int(kind == resource) for kind in range(5)]


def outcomes(hands: Hands, event: Mapping[str, Json], phase: str) -> dict[Hands | None, Fraction]:
    """Where hands may be after an event, each with its probability."""
    kind, seat = event["e"], event.get("by", -1)
    sure: Hands | None = hands
    if kind in PRICES and phase == "main":
        sure = change(hands, seat, PRICES[kind], -1)
    elif kind in ("yield", "plenty"):
        sure = change(hands, seat, event["cards"])
    elif kind == "offer" or kind == "counter":
        sure = hands if change(hands, seat, event["give"], -1) else None
    elif kind == "discard" and -1 not in event["cards"]:
        sure = change(hands, seat, event["cards"], -1)
    elif kind == "discard":
        return discards(hands, seat, event["count"])
    elif kind == "bank":
        paid = change(hands, seat, event["give"], -1)
        sure = paid and change(paid, seat, event["take"])
    elif kind == "trade":
        sure = traded(hands, event)
    elif kind == "monopoly":
        sure = monopolized(hands, event)
    elif kind == "theft":
        return stolen(hands, event)
    return {sure: Fraction(1)}


def traded(hands: Hands, event: Mapping[str, Json]) -> Hands | None:
    for seat, gone, got in (("by", "give", "take"), ("with", "take", "give")):
        paid = change(hands, event[seat], event[gone], -1)
        if paid is None:
            return None
        changed = change(paid, event[seat], event[got])
        assert changed is not None
        hands = changed
    return hands


def monopolized(hands: Hands, event: Mapping[str, Json]) -> Hands | None:
    resource = event["resource"]
    for seat, lost in enumerate(event["from"]):
        if seat != event["by"]:
            if hands[seat][resource] != lost:
                return None
            for thief, sign in ((seat, -1), (event["by"], 1)):
                moved = change(hands, thief, [lost * card for card in one(resource)], sign)
                assert moved is not None
                hands = moved
    return hands


def stolen(hands: Hands, event: Mapping[str, Json]) -> dict[Hands | None, Fraction]:
    victim = hands[event["from"]]
    found: dict[Hands | None, Fraction] = {}
    for resource in range(5):
        if event["resource"] in (-1, resource) and victim[resource]:
            left = change(hands, event["from"], one(resource), -1)
            assert left is not None
            found[change(left, event["by"], one(resource))] = Fraction(
                victim[resource], sum(victim)
            )
    return found


def discards(hands: Hands, seat: int, count: int) -> dict[Hands | None, Fraction]:
    """Every choice counts alike, not every card."""
    return {
        change(hands, seat, cards, -1): Fraction(1)
        for cards in product(*(range(held + 1) for held in hands[seat]))
        if sum(cards) == count
    }


def accepted(worlds: Worlds, seat: int, take: list[int]) -> Worlds:
    return {hands: n for hands, n in worlds.items() if change(hands, seat, take, -1)}


def told(worlds: Worlds, views: list[dict[str, Json]], phase: str, offer: list[int]) -> Worlds:
    for event in views:
        found: Worlds = {}
        for hands, n in worlds.items():
            for after, chance in outcomes(hands, event, phase).items():
                if after is not None:
                    found[after] = found.get(after, Fraction(0)) + n * chance
        worlds = found
        if event["e"] == "accept":
            worlds = accepted(worlds, event["by"], offer)
    return worlds


def seen(view: Observation) -> Worlds:
    """What the observation says is possible."""
    weight = sum(n for _, n in view.deals)
    return {
        tuple(
            tuple((deal >> (8 * (5 * seat + kind))) & 255 for kind in range(5))
            for seat in range(view.seats)
        ): Fraction(n, weight)
        for deal, n in view.deals
    }


def in_stock(worlds: Worlds, bank: list[int]) -> Worlds:
    return {
        hands: n
        for hands, n in worlds.items()
        if all(sum(hand[kind] for hand in hands) + bank[kind] == 19 for kind in range(5))
    }


@pytest.mark.parametrize(
    ("options", "plies"),
    [({}, 1200), ({"public_discards": False}, 1200), ({"seats": 3, "max_offers": 0}, 800)],
    ids=str,
)
def test_beliefs_are_what_follows_from_the_events_a_seat_was_told(
    options: dict[str, Any], plies: int
) -> None:
    game = Catan(**options)
    state = game.start(game.deal(Rng("beliefs")))
    chance, choice = Rng("beliefs", "chance"), Rng("beliefs", "choice")
    empty: Hands = ((0,) * 5,) * game.seats
    worlds: dict[int, Worlds] = {seat: {empty: Fraction(1)} for seat in range(game.seats)}
    uncertain = 0
    for _ in range(plies):
        if state.mover() == OVER:
            break
        before, phase = state.copy(), state.kind(0)
        joint = random_joint(state, chance, choice)
        offer = before.observe(0).veiled.offer
        take = [] if offer == NO_TRADE else taken(offer)
        state.apply(joint)
        events = game.narrate(before, joint, state)
        if state.mover() == OVER:
            break
        for seat in range(game.seats):
            views = [event.view(seat) for event in events]
            found = told(worlds[seat], views, phase, take)
            view = state.observe(seat)
            if any(event["e"] == "discard" for event in views):
                found = in_stock(found, view.bank)
            total = sum(found.values())
            worlds[seat] = {hands: n / total for hands, n in found.items()}
            assert seen(view) == worlds[seat]
            uncertain += len(found) > 1
    assert uncertain > 50


def beliefs_change(offer: int, kind: int) -> int:
    from infoset_games.catan.trades import NO_TRADE
    from infoset_games.catan.trades import change as more

    return 0 if offer == NO_TRADE else int(more(offer, kind))


@pytest.mark.parametrize(
    ("options", "policies"),
    [
        ({}, [RandomPolicy(), RandomByKind(), Greedy(), Greedy()]),
        ({"trade_menu": "small", "seats": 3}, [RandomByKind()] * 3),
        ({"public_discards": False}, [Greedy(), RandomByKind(), Greedy(), RandomPolicy()]),
        ({"bank_public": False, "rob_empty": True, "seats": 2}, [RandomByKind()] * 2),
    ],
    ids=["mixed", "trade", "hidden discards", "hidden bank"],
)
def test_the_truth_is_never_excluded(options: dict[str, Any], policies: list[Policy]) -> None:
    game = Catan(**options)
    rng = Rng("truth", str(options))
    for _ in range(GAMES):
        state = game.start(game.deal(rng))
        while state.mover() != OVER:
            play_out(state, policies, rng, horizon=9)
            truth = true_deal(state)
            for seat in range(-1, game.seats):
                assert truth in state.belief(seat).deals


# Single conclusions.


def certain(state: CatanState, seat: int, other: int) -> list[int]:
    return state.observe(seat).hand(other)


def test_a_theft_between_others_leaves_the_possible_cards_with_their_weights(
    position: Setup, play: Play
) -> None:
    state = position("robber", hands={1: "wwo"}, settlements={1: [13]})
    play(state, ["move_robber", 4], ["stolen", 0])
    view = state.observe(2)
    assert view.hand(1) == []
    assert view.expected(0) == [2 / 3, 0, 0, 0, 1 / 3]
    assert certain(state, 0, 1) == [1, 0, 0, 0, 1]
    assert certain(state, 1, 0) == [1, 0, 0, 0, 0]
    assert state.observe(None).expected(1) == pytest.approx([4 / 3, 0, 0, 0, 2 / 3])


def test_what_a_seat_pays_rules_out_that_it_stole_something_else(
    position: Setup, play: Play
) -> None:
    state = position("robber", hands={0: "b", 1: "wo"}, settlements={0: [45], 1: [13]})
    play(state, ["move_robber", 4], ["stolen", 0], ["road", 45, 49])
    assert certain(state, 2, 1) == [0, 0, 0, 0, 1]


def test_an_offer_shows_that_its_maker_holds_the_cards(position: Setup, play: Play) -> None:
    state = position("robber", hands={1: "wo"}, settlements={1: [13]})
    play(state, ["move_robber", 4], ["stolen", 0], ["offer", [1, 0, 0, 0, 0], [0, 0, 1, 0, 0]])
    assert certain(state, 3, 0) == [1, 0, 0, 0, 0]
    assert certain(state, 3, 1) == [0, 0, 0, 0, 1]


def test_an_answer_shows_the_cards_of_whoever_agrees(position: Setup, play: Play) -> None:
    state = position("robber", hands={0: "s", 1: "wo"}, settlements={1: [13]})
    play(state, ["move_robber", 4], ["stolen", 0])
    play(state, ["offer", [0, 0, 1, 0, 0], [0, 0, 0, 0, 1]])
    play(state, {1: ["accept"], 2: ["reject"], 3: ["reject"]})
    assert certain(state, 3, 1) == [0, 0, 0, 0, 1]


def test_a_refusal_shows_nothing(position: Setup, play: Play) -> None:
    state = position("robber", hands={0: "s", 1: "wo"}, settlements={1: [13]})
    play(state, ["move_robber", 4], ["stolen", 0])
    before = state.observe(3).deals
    play(state, ["offer", [0, 0, 1, 0, 0], [0, 0, 0, 0, 1]])
    play(state, {seat: ["reject"] for seat in (1, 2, 3)})
    assert state.observe(3).deals == before


def test_a_monopoly_counts_the_cards_of_everybody(position: Setup, play: Play) -> None:
    state = position(
        "robber", hands={1: "wo", 2: "w"}, settlements={1: [13]}, usable={0: ["monopoly"]}
    )
    play(state, ["move_robber", 4], ["stolen", 0])
    assert certain(state, 2, 1) == []
    play(state, ["play_monopoly", 0])
    for seat in range(4):
        assert certain(state, seat, 1) == [0, 0, 0, 0, 1]
        assert certain(state, seat, 0) == [2, 0, 0, 0, 0]


def test_many_hidden_discards_at_once_leave_the_truth_possible(
    position_in: Callable[[Catan], Setup], play: Play
) -> None:
    position = position_in(Catan(layout="beginner", public_discards=False))
    hands = {0: "wwbbsshhoo", 1: "ooowwwbbsh", 2: "hhhoobssww", 3: "w"}
    state = play(position("roll", hands=hands), ["roll"], ["dice", 3, 4])
    while state.kind(0) == "discard":
        chosen: dict[int, int] = {}
        for seat in state.to_act():
            space = state.legal(seat)
            step = state.observe(seat).put_aside(seat)
            chosen[seat] = space.item(min(space.size - 1, step % 2))
        state.apply(chosen)
    for viewer in (0, 1, 2, 3, None):
        view = state.observe(viewer)
        assert true_deal(state) in dict(view.deals)
        assert len(view.deals) > (20 if viewer in (3, None) else 1)
        assert all(in_stock({hands: n}, view.bank) for hands, n in seen(view).items())


# With everything hidden the number of deals is bounded.


def test_deals_are_thinned_out_by_weight_and_none_of_those_kept_is_new() -> None:
    many = {deal: 1 + deal % 7 for deal in range(5 * MOST_DEALS)}
    few = resampled(many, MOST_DEALS)
    assert len(few) <= MOST_DEALS
    assert sum(few.values()) == MOST_DEALS
    assert set(few) <= set(many)
    heavy = sum(n for deal, n in few.items() if deal % 7 == 6)
    assert heavy == pytest.approx(MOST_DEALS * 7 / 28, rel=0.05)


def test_weights_stay_whole_and_small() -> None:
    light = limited({1: MOST_WEIGHT * 3, 2: MOST_WEIGHT, 3: 1}, MOST_DEALS)
    assert sum(light.values()) <= MOST_WEIGHT
    assert light[1] / light[2] == pytest.approx(3)
    assert light[3] >= 1
    assert limited({5: 12}, MOST_DEALS) == {5: 1}


def hands(*letters: str) -> int:
    """A deal: the hand of each seat in letters."""
    return sum(
        UNITS[5 * seat + "wbsho".index(letter)]
        for seat, hand in enumerate(letters)
        for letter in hand
    )


def entry(kind: int, who: int, what: int = 0, **amounts: int) -> Note:
    made = entry_of(kind, who, what)
    for letter, amount in amounts.items():
        made = with_amount(made, "wbsho".index(letter), amount)
    return Note(made)


@pytest.mark.parametrize(
    ("note", "before", "after"),
    [
        (entry(PAY, 1, o=1), hands("", "wwb"), hands("", "wb")),
        (entry(HOLDS, 1, o=2, w=1), hands("", "wwb"), hands("", "woo")),
        (entry(COUNTED, 1, 0, w=0), hands("", "wwb"), None),
        (entry(COUNTED, 1, 4, w=2), hands("", "wwb"), None),
        (entry(STEAL, 0, 1, o=0, w=4), hands("", "wwb"), hands("o", "wb")),
        (entry(STOCK, 0, w=19, b=19), hands("", "wwb"), None),
        (entry(STOCK, 4, w=18, b=18), hands("", "wwb"), None),
    ],
    ids=["pays", "shows", "has none", "has two", "loses", "bank has all", "bank lacks one"],
)
def test_a_deal_that_cannot_be_is_made_to_fit_where_no_other_is_left(
    note: Note, before: int, after: int | None
) -> None:
    """As it may come when the true deal was dropped for the number of deals."""
    found = beliefs.concluded({before: 1}, note, 0, None)
    (deal,) = found
    if after is not None:
        assert deal == after
    else:
        assert beliefs.step({deal: 1}, note, 0, None) == {deal: 1}
        assert sum((deal >> (8 * (5 + kind))) & 255 for kind in range(5)) == 3


@pytest.mark.parametrize("seed", ["1", "2"])
def test_play_with_hidden_discards_and_a_hidden_bank_always_leaves_worlds(seed: str) -> None:
    game, rng = Catan(public_discards=False, bank_public=False), Rng("hidden", seed)
    state = game.start(game.deal(rng))
    policies: list[Policy] = [Greedy(), RandomPolicy(), RandomPolicy(), Greedy()]
    while state.mover() != OVER:
        play_out(state, policies, rng, horizon=11)
        if state.mover() != CHANCE:
            view = state.observe(int(rng.below(4)))
            assert game.determinize(view, rng).observe(view.seat) == view
