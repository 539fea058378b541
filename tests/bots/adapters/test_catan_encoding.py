"""Catan as numbers: cells mean what their names say, trades are spelled card by card, nothing hidden is told."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

import pytest
from tests.bots.adapters.twins import check_twins

from infoset_bots.adapters.catan_actions import (
    COUNTER_TRADE,
    GIVE_CARD,
    OFFER_TRADE,
    PROPOSE,
    TAKE_CARD,
    TO_SEAT,
)
from infoset_bots.adapters.catan_encoding import SEATS, CatanEncoding
from infoset_bots.adapters.encoding import Parts
from infoset_games.catan import Catan
from infoset_games.catan.actions import COUNTER_OFFER, OFFER, PHASE_NAMES
from infoset_games.catan.cards import (
    DEV_NAMES,
    HARBOUR_NAMES,
    NOBODY,
    RESOURCE_NAMES,
    RESOURCES,
    TERRAIN_NAMES,
)
from infoset_games.catan.observation import Observation
from infoset_games.catan.state import CatanState, own
from infoset_games.catan.topology import EDGES, HEXES, VERTICES
from infoset_games.catan.trades import TRADES, change, given, taken, trade_of
from infoset_games.testing import random_play

GAMES: Final = {
    "default": Catan(),
    "hidden": Catan(seats=3, bank_public=False, public_discards=False, trade_menu="none"),
    "two": Catan(seats=2, trade_menu="small"),
}


@pytest.fixture(params=GAMES.values(), ids=list(GAMES))
def rules(request: pytest.FixtureRequest) -> Catan:
    """Catan under several options."""
    asked: Catan = request.param
    return asked


def some_states(rules: Catan) -> Iterator[CatanState]:
    """From all over a random play."""
    for seed in ("1", "2"):
        for position in random_play(rules, seed).positions():
            yield own(position.state())


def state_in(phase: str, rules: Catan = GAMES["default"]) -> CatanState:
    """A position of the first play in which somebody with cards decides in `phase`."""
    play = random_play(rules, "1")
    return next(
        state
        for state in (own(state) for state in play.states)
        if state.phase == PHASE_NAMES.index(phase)
        and all(state.observe(seat).hand_size(seat) for seat in state.to_act())
        and COUNTER_TRADE * (phase == "answer") in {0, *options(state)}
        and OFFER_TRADE * (phase == "main") in {0, *options(state)}
    )


def first_in(phase: str, seed: str) -> CatanState:
    """The first position of a play in which somebody decides in `phase`."""
    states = map(own, random_play(GAMES["default"], seed).states)
    return next(state for state in states if state.phase == PHASE_NAMES.index(phase))


def options(state: CatanState, *parts: int) -> dict[int, int | None]:
    """What the first seat to act may say after `parts`."""
    return dict(CatanEncoding(GAMES["default"]).options(state, state.to_act()[0], parts))


def cells_of(rules: Catan, view: Observation, parts: Parts = ()) -> dict[str, int]:
    """The tensor by the names of its cells."""
    encoding = CatanEncoding(rules)
    return dict(zip(encoding.cell_names(), encoding.tensor(view, parts), strict=True))


def seat_name(view: Observation, seat: int) -> str:
    return SEATS[(seat - view.seat) % view.seats]


def row(names: tuple[str, ...], counts: list[int], what: str) -> dict[str, int]:
    """The cells that hold `counts`."""
    return {f"{what} {name}": count for name, count in zip(names, counts, strict=True)}


def test_cells_say_what_everybody_knows(rules: Catan) -> None:
    for state in some_states(rules):
        view = state.observe(state.turn % rules.seats)
        expected = {
            f"view of seat {view.seat}": 1,
            f"turn of {seat_name(view, view.turn)}": 1,
            f"phase {view.phase}": 1,
            "round": view.round,
            "target": rules.rule_options.target,
            "first die": view.dice[0],
            "second die": view.dice[1],
            "deck": view.deck_size,
            **row(RESOURCE_NAMES, view.bank, "bank"),
        }
        cells = cells_of(rules, view)
        assert {name: cells[name] for name in expected} == expected
        assert sum(cells[f"phase {phase}"] for phase in PHASE_NAMES) == 1


def test_cells_say_what_lies_and_stands_on_the_board(rules: Catan) -> None:
    for state in some_states(rules):
        view = state.observe(0)
        cells, board = cells_of(rules, view), state.board
        for place in range(HEXES):
            assert cells[f"hex {place}: {TERRAIN_NAMES[board.terrain[place]]}"] == 1
            assert cells[f"hex {place}: number"] == board.numbers[place]
            assert cells[f"hex {place}: robber"] == (place == view.robber)
        for place, kind in enumerate(board.harbours):
            assert cells[f"harbour {place}: {HARBOUR_NAMES[kind]}"] == 1
        for seat in range(view.seats):
            name = seat_name(view, seat)
            settlements, cities = view.settlements(seat), view.cities(seat)
            for vertex in range(VERTICES):
                built = cells[f"vertex {vertex}: {name}"]
                assert built == (vertex in settlements or vertex in cities)
                assert not built or cells[f"vertex {vertex}: city"] == (vertex in cities)
            roads = [edge for edge in range(EDGES) if cells[f"edge {edge}: {name}"]]
            assert roads == view.roads(seat)


def test_cells_say_what_is_known_of_every_seat(rules: Catan) -> None:
    for state in some_states(rules):
        for viewer in range(rules.seats):
            view = state.observe(viewer)
            cells = cells_of(rules, view)
            for seat in range(rules.seats):
                name = seat_name(view, seat)
                expected = {
                    "plays": 1,
                    "points": view.points(seat),
                    "hand": view.hand_size(seat),
                    "development cards": view.dev_count(seat),
                    "road length": view.road_length(seat),
                    "cards to discard": view.due(seat),
                    "largest army": int(view.army == seat),
                    "longest road": int(view.longest == seat),
                    **row(DEV_NAMES, view.played(seat), "played"),
                    **row(DEV_NAMES, view.usable(seat) or [0] * 5, "usable"),
                }
                assert {what: cells[f"{name}: {what}"] for what in expected} == expected
                hands = [
                    [deal >> 8 * (RESOURCES * seat + resource) & 255 for deal, _ in view.deals]
                    for resource in range(RESOURCES)
                ]
                for resource, counts in zip(RESOURCE_NAMES, hands, strict=True):
                    assert cells[f"{name}: at least {resource}"] == min(counts)
                    assert cells[f"{name}: at most {resource}"] == max(counts)
            for absent in SEATS[rules.seats :]:
                assert cells[f"{absent}: plays"] == 0


def test_nothing_is_told_that_the_seat_does_not_know(rules: Catan) -> None:
    hidden = check_twins(rules, CatanEncoding(rules), some_states(rules))
    assert hidden > 20  # else nothing would have been shown


def test_an_offer_is_spelled_card_by_card() -> None:
    state = state_in("main")
    held = state.observe(int(state.turn)).hand(int(state.turn))
    give = next(resource for resource in range(RESOURCES) if held[resource])
    take = (give + 1) % RESOURCES
    parts = (OFFER_TRADE, GIVE_CARD + give, TAKE_CARD + take)
    trade = trade_of([resource == give for resource in range(5)], [n == take for n in range(5)])
    assert options(state, *parts)[PROPOSE] == OFFER + 7 * TRADES + trade
    assert options(state, *parts, TO_SEAT + 1)[PROPOSE] == OFFER + 2 * TRADES + trade
    both = options(state, *parts, TO_SEAT, TO_SEAT + 2)
    assert both == {PROPOSE: OFFER + 5 * TRADES + trade}  # one more would be everybody
    cells = cells_of(GAMES["default"], state.observe(int(state.turn)), (*parts, TO_SEAT + 1))
    assert cells["spelling an offer"] == cells["spelled to seat +2"] == 1
    assert cells[f"spelled gives {RESOURCE_NAMES[give]}"] == 1
    assert cells[f"spelled takes {RESOURCE_NAMES[take]}"] == 1


def test_a_trade_made_in_this_turn_cannot_be_offered_again() -> None:
    state = state_in("main")
    parts: tuple[int, ...] = (OFFER_TRADE,)
    while PROPOSE not in options(state, *parts):
        parts = (*parts, next(iter(options(state, *parts))))
    offer = options(state, *parts)[PROPOSE]
    assert offer is not None
    state.apply({int(state.turn): offer})
    while state.phase != PHASE_NAMES.index("main"):
        state.apply({seat: state.legal(seat).item(0) for seat in state.to_act()})
    assert PROPOSE not in options(state, *parts)
    assert options(state, *parts)  # but with more cards it can


def test_every_counter_offer_of_few_cards_can_be_spelled() -> None:
    state = state_in("answer")
    seat = state.to_act()[0]
    held = state.observe(seat).hand(seat)
    found: set[int] = set()
    unfinished: list[tuple[int, ...]] = [(COUNTER_TRADE,)]
    while unfinished:
        parts = unfinished.pop()
        for number, code in options(state, *parts).items():
            if code is not None:
                assert number == PROPOSE
                assert code not in found  # there is one way to say it
                found.add(code)
            elif len(parts) < 5:
                unfinished.append((*parts, number))
    sides = [
        [cards.count(resource) for resource in range(RESOURCES)]
        for size in (1, 2)
        for cards in combinations_with_replacement(range(RESOURCES), size)
    ]
    for give in sides:
        for take in sides:
            is_trade = all(min(pair) == 0 for pair in zip(give, take, strict=True))
            code = COUNTER_OFFER + trade_of(give, take)
            can = is_trade and all(has >= n for has, n in zip(held, give, strict=True))
            assert not is_trade or (code in found) == can
    for code in found:
        state.verify(seat, code)


def test_an_offer_on_the_table_and_the_answers_are_told() -> None:
    state = first_in("deal", "1")
    view = state.observe(int(state.turn))
    cells = cells_of(GAMES["default"], view)
    for resource, name in enumerate(RESOURCE_NAMES):
        assert cells[f"offer gives {name}"] == given(state.offer)[resource]
        assert cells[f"offer takes {name}"] == taken(state.offer)[resource]
    answers = [name for name, cell in cells.items() if ": answer " in name and cell]
    assert len(answers) == 3
    assert sum(int(change(state.offer, resource)) != 0 for resource in range(RESOURCES)) >= 2


def test_seats_are_counted_from_the_own_one() -> None:
    names = CatanEncoding(GAMES["default"]).action_names()
    state = first_in("victim", "2")
    thief = int(state.turn)
    for number, code in options(state).items():
        assert code is not None
        after = state.copy()
        after.move(code)
        assert names[number] == f"steal from {SEATS[(int(after.victim) - thief) % 4]}"


def test_a_spectator_has_no_tensor() -> None:
    state = state_in("main")
    assert state.observe(None).seat == NOBODY
    with pytest.raises(AssertionError):
        CatanEncoding(GAMES["default"]).tensor(state.observe(None))
