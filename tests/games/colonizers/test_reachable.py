"""Positions that play cannot lead to are refused by field; those that it leads to are read as they were."""

import copy
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.policies import heuristic
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import CHANCE, OVER
from infoset_games.rng import Rng

GAME: Final = Colonizers()
SPY: Final = 4

Plain = dict[str, Any]


def met(game: Colonizers, seed: str, whim: int = 1) -> Iterator[ColonizersState]:
    """Every position of a match; of so many decisions one is taken at random, else by rules of thumb."""
    rng, player = Rng(seed), heuristic()
    state = game.start(game.deal(rng))
    yield state
    while (seat := int(state.mover())) != OVER:
        if seat == CHANCE:
            state.move(state.sample_chance(rng))
        elif rng.below(whim) == 0:
            legal = state.legal(seat)
            state.apply({seat: legal.item(int(rng.below(legal.size)))})
        else:
            state.apply({seat: player.choose(state, seat, rng)})
        yield state


@settings(max_examples=15, deadline=None)
@given(colony=st.integers(1, 8), whim=st.sampled_from([1, 3]), seed=st.integers(0, 10**6))
def test_every_position_that_play_leads_to_is_read_as_it_is(
    colony: int, whim: int, seed: int
) -> None:
    game = Colonizers(colony=colony)
    for state in met(game, str(seed), whim):
        plain = state.to_plain()
        again = game.from_plain(copy.deepcopy(plain))
        assert again.to_plain() == plain
        assert (again.mover(), again.legal_size()) == (state.mover(), state.legal_size())


def first(wanted: Callable[[Plain], bool]) -> Plain:
    """The first genuine position with what is wanted."""
    for seed in range(60):
        for state in met(GAME, f"reachable {seed}", 3):
            plain = state.to_plain()
            if wanted(plain):
                return plain
    raise AssertionError("no position with what is wanted in 60 matches")


def built_all(plain: Plain) -> bool:
    """Has some seat built in every turn so far?"""
    return plain["phase"] == "draw" and any(
        len(seat["colony"]) == plain["round"] - 1 + (number < plain["turn"])
        for number, seat in enumerate(plain["seats"])
    )


def build_more(plain: Plain) -> None:
    """Moves a card of the deck to the largest colony."""
    seat = max(plain["seats"], key=lambda seat: len(seat["colony"]))
    place = next(at for at, card in enumerate(plain["deck"]) if card[0] == 8)  # worth a point
    seat["colony"].append(plain["deck"].pop(place)[0])
    seat["points"] += 1


def empty_hand(plain: Plain) -> None:
    seat = next(seat for seat in plain["seats"] if seat["hand"])
    seat["hand"][0][1] = 0


def in_phase(*phases: str) -> Callable[[Plain], bool]:
    return lambda plain: plain["phase"] in phases and plain["round"] > 1


@pytest.mark.parametrize(
    ("wanted", "edit", "why"),
    [
        (built_all, build_more, r"seats\[\d\].colony: expected at most \d+ modules by now"),
        (
            in_phase("shuffle"),
            lambda plain: plain.update(turn=2),
            "turn: expected 0 in the shuffle",
        ),
        (in_phase("draw"), lambda plain: plain.update(draw=True), "draw: expected false before"),
        (
            in_phase("draw"),
            lambda plain: plain.update(phase="over"),
            "phase: expected over with a full colony or a draw only",
        ),
        (
            in_phase("over"),
            lambda plain: plain.update(phase="power", turn=0),
            r"seats\[\d\].colony: expected a full one only in the round that ends",
        ),
        (in_phase("over"), lambda plain: plain.update(draw=True), "deck: expected less than two"),
        (in_phase("pick"), lambda plain: plain.update(revealed=1), "revealed: expected 0 before"),
        (in_phase("pick"), lambda plain: plain.update(out=1), "out: expected 0 before the first"),
        (in_phase("build"), lambda plain: plain.update(revealed=0), "revealed: expected the seats"),
        (
            lambda plain: (
                plain["phase"] == "draw" and plain["turn"] == 0 and plain["seats"][0]["role"] < 3
            ),
            lambda plain: plain.update(revealed=15),
            "revealed: expected with out at most 0 colonists that were named",
        ),
        (in_phase("draw"), empty_hand, r"seats\[\d\].hand\[0\]: expected a card that seat"),
    ],
)
def test_what_play_cannot_lead_to_is_refused_by_field(
    wanted: Callable[[Plain], bool], edit: Callable[[Plain], None], why: str
) -> None:
    plain = first(wanted)
    GAME.from_plain(copy.deepcopy(plain))
    edit(plain)
    with pytest.raises(ValueError, match=why):
        GAME.from_plain(plain)


def test_a_colonist_that_a_seat_has_is_not_out() -> None:
    def spied(plain: Plain) -> bool:
        return bool(plain["phase"] == "build" and plain["seats"][plain["turn"]]["role"] == SPY)

    plain = first(lambda plain: spied(plain) and plain["out"] == 0 and plain["turn"] < 3)
    plain["out"] = 1 << plain["seats"][3]["role"]
    plain["revealed"] = (2 << plain["turn"]) - 1
    with pytest.raises(ValueError, match="out: expected no colonist that a seat has, as seat 3"):
        GAME.from_plain(plain)
