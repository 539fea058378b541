"""What was entered is kept, what was not told is assumed, and no program's seat can tell the difference."""

from typing import Any

import pytest
from tests.bots.lab.tabletop.openings import (
    ANN,
    BEN,
    BLUE,
    FEW,
    ONLY_BEN,
    act,
    opened,
    pass_on,
    rob_ben,
    roll,
)
from tests.bots.lab.tabletop.stories import Truth

from infoset_bots.lab.tabletop.checking import ContradictionError
from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.world import Need, World
from infoset_games.catan.actions import DISCARDS
from infoset_games.catan.cells import DEVS, HELD
from infoset_games.core import Json

NOTHING = [0] * 5
WOOD, BRICK, SHEEP, WHEAT, ORE = range(5)
KNIGHT, ROAD_BUILDING, PLENTY, MONOPOLY, VICTORY = range(5)


def observed(truth: Truth, world: World) -> list[tuple[Json, Json]]:
    """What the program's seats observe: truly, and in the world of the table."""
    write = truth.game.write_observation
    return [
        (write(truth.state.observe(seat)), write(world.state.observe(seat)))
        for seat in sorted(truth.programs)
    ]


STORIES = [("a", 3, {1}), ("b", 4, {0, 2}), ("c", 4, {3}), ("d", 2, {0})]


@pytest.mark.parametrize(("seed", "seats", "programs"), STORIES)
@pytest.mark.parametrize("is_chatty", [False, True])
def test_whatever_is_told_beyond_need_the_seats_of_programs_observe_the_truth(
    seed: str, seats: int, programs: set[int], is_chatty: bool
) -> None:
    truth = Truth(seed, seats, programs)
    truth.is_chatty = is_chatty
    world = truth.world()
    for entries in truth.entries():
        for entry in entries:
            if not world.is_over:  # a win that could not be otherwise is known before it is claimed
                world.enter(entry)
        if truth.state.phase != DISCARDS and not world.is_over:
            for real, assumed in observed(truth, world):
                assert assumed == real
    assert world.is_over
    for seat in world.unseen_seats():
        world.enter(Entry("show", seat, number=int(truth.state.victory_cards(seat))))
    assert world.match.over is not None
    assert world.match.over.result == truth.state.result()
    assert not (is_chatty and world.assumed_steps())


def test_a_story_without_programs_can_be_entered_too() -> None:
    truth = Truth("e", 3, set())
    world = truth.world()
    for entries in truth.entries():
        for entry in entries:
            if not world.is_over:
                world.enter(entry)
    assert world.is_over


# Cards that pass unseen.


def test_a_theft_between_people_need_not_be_told() -> None:
    world = opened()
    roll(world, ANN, 7)
    assert world.need(ANN, ["move_robber", ONLY_BEN]) is None
    act(world, ANN, "move_robber", ONLY_BEN)
    assert int(world.state.cells[HELD + ANN]) == 3
    assert world.assumed_steps() == [15]


def test_an_assumed_card_is_exchanged_when_another_is_shown() -> None:
    for card in (WHEAT, ORE):
        world = opened()
        rob_ben(world)
        give = [*NOTHING]
        give[card] = 1
        act(world, ANN, "offer", give, [0, 0, 1, 0, 0])
        assert world.state.hand(ANN, card) == 1


def test_what_a_seat_has_shown_it_cannot_have_lost() -> None:
    world = opened()
    rob_ben(world)
    act(world, ANN, "offer", [0, 0, 0, 0, 1], [1, 0, 0, 0, 0])  # so it was the ore
    act(world, BLUE, "reject")
    with pytest.raises(ContradictionError, match="do not hold 1 ore"):
        act(world, BEN, "counter", [0, 0, 0, 0, 1], [0, 0, 0, 1, 0])
    act(world, BEN, "reject")


def test_what_people_may_hold_can_be_chosen() -> None:
    world = opened()
    rob_ben(world)
    offers = [action[1] for action in world.choices(ANN) if action[0] == "offer"]
    assert [0, 0, 0, 1, 0] in offers
    assert [0, 0, 0, 0, 1] in offers


@pytest.mark.parametrize(
    ("thief", "place", "victim"), [(ANN, 10, BLUE), (BLUE, ONLY_BEN, BEN)], ids=["lost", "won"]
)
def test_a_card_that_a_program_loses_or_wins_must_be_told(
    thief: int, place: int, victim: int
) -> None:
    world = opened()
    if thief == BLUE:
        pass_on(world, ANN)
    roll(world, thief, 7)
    assert world.need(thief, ["move_robber", place]) == Need("stolen", victim)
    with pytest.raises(ContradictionError, match="must know it"):
        act(world, thief, "move_robber", place)
    act(world, thief, "move_robber", place, card=ORE)
    assert not world.assumed_steps()


def test_a_card_that_the_victim_cannot_have_is_refused() -> None:
    world = opened()
    roll(world, ANN, 7)
    with pytest.raises(ContradictionError, match="Blue has no sheep to be stolen"):
        act(world, ANN, "move_robber", 10, card=SHEEP)
    assert world.state.kind(ANN) == "robber"


def test_a_monopoly_asks_for_the_hands_that_are_not_certain_and_learns_from_the_answer() -> None:
    world = with_card_of_ben(opened())
    action = ["play_monopoly", ORE]
    need = world.need(BEN, action)
    assert need == Need("counts", resource=ORE, seats=(ANN,))
    with pytest.raises(ContradictionError, match="counts are missing"):
        act(world, BEN, *action)
    with pytest.raises(ContradictionError, match="Ann cannot have 2 ore"):
        act(world, BEN, *action, counts=(2, 2, 0))
    act(world, BEN, *action, counts=(1, 2, 0))
    assert world.state.hand(ANN, ORE) == 0
    assert world.choices(ANN) == []


def with_card_of_ben(world: World) -> World:
    """Ben has bought a card, and Ann has robbed Ben of a card bought back as ore or wheat."""
    for total in (4, FEW, FEW, 4, 3, FEW):  # Ben: 1 sheep 1 wheat, again, and an ore
        pass_on(world, int(world.state.turn), total)
    roll(world, ANN, FEW)
    act(world, ANN, "end_turn")
    pass_on(world, BLUE)
    roll(world, BEN, FEW)
    act(world, BEN, "buy_dev")
    act(world, BEN, "end_turn")
    roll(world, ANN, 7)
    act(world, ANN, "move_robber", ONLY_BEN)
    act(world, ANN, "end_turn")
    pass_on(world, BLUE)
    roll(world, BEN, FEW)
    return world


def test_a_card_bought_unseen_can_be_any_that_is_left() -> None:
    world = with_card_of_ben(opened())
    verbs = {action[0] for action in world.choices(BEN)}
    assert {"play_knight", "play_road_building", "play_plenty", "play_monopoly"} <= verbs


def test_nobody_plays_a_card_that_was_not_bought() -> None:
    world = opened()
    with pytest.raises(ContradictionError, match="none that was bought in an earlier turn"):
        act(world, ANN, "play_knight")


# Winning by hidden cards.


def test_a_person_wins_by_cards_that_nobody_knew() -> None:
    world = with_card_of_ben(opened(target=3))
    assert not world.is_over
    with pytest.raises(ContradictionError, match="would have been over before"):
        world.enter(Entry("win", BEN, number=1))


def test_a_win_is_claimed_behind_the_purchase_that_brought_it() -> None:
    world = opened(target=3)
    for total in (4, FEW, FEW):
        pass_on(world, int(world.state.turn), total)
    for seat in (ANN, BLUE):
        pass_on(world, seat)
    roll(world, BEN, FEW)
    act(world, BEN, "buy_dev")
    assert not world.is_over
    with pytest.raises(ContradictionError, match="2 points in sight; with 0 victory cards"):
        world.enter(Entry("win", BEN, number=0))
    with pytest.raises(ContradictionError, match="Ann can win in the own turn only"):
        world.enter(Entry("win", ANN, number=1))
    world.enter(Entry("win", BEN, number=1))
    assert world.match.over is not None
    assert world.match.over.result.scores == (2, 2, 3)


def test_victory_cards_are_shown_when_the_game_is_over() -> None:
    world = opened(target=3)
    for seat in (ANN, BLUE, BEN):
        pass_on(world, seat, 4)
    pass_on(world, ANN, 3)
    pass_on(world, BLUE)
    roll(world, BEN, FEW)
    with pytest.raises(ContradictionError, match="when the game is over"):
        world.enter(Entry("show", BEN, number=0))
    act(world, BEN, "buy_dev")
    act(world, BEN, "end_turn")
    assert int(world.state.cells[DEVS + BEN]) == 1
    assert not world.is_over


# Entries that cannot be.


@pytest.mark.parametrize(
    ("seat", "action", "told", "reason"),
    [
        (BEN, ("roll",), {"dice": (1, 1)}, "it is not for Ben to decide now"),
        (3, ("roll",), {"dice": (1, 1)}, r"seat 3: expected 0\.\.2"),
        (ANN, ("roll",), {}, "the dice are missing"),
        (ANN, ("end_turn",), {}, "Ann: end_turn: not in the roll phase"),
        (ANN, ("road", 99), {}, "road: expected an edge, 0..71, got 99"),
        (ANN, ("fly",), {}, "fly: no such action"),
        (ANN, ("discard", 0), {}, "nobody has to put cards aside now"),
        (ANN, ("steal", 2), {}, "Ann: steal: not in the roll phase"),
    ],
)
def test_an_entry_that_contradicts_is_refused_and_changes_nothing(
    seat: int, action: tuple[Any, ...], told: dict[str, Any], reason: str
) -> None:
    world = opened()
    before = world.state.to_plain(), world.steps
    with pytest.raises(ContradictionError, match=reason):
        act(world, seat, *action, **told)
    assert (world.state.to_plain(), world.steps) == before


def test_a_hand_that_is_only_assumed_is_not_told_as_a_fact() -> None:
    world = opened()
    rob_ben(world)
    with pytest.raises(ContradictionError, match="by all that was entered Ann cannot have"):
        act(world, ANN, "buy_dev")


def test_a_hand_that_is_known_is_named() -> None:
    world = opened()
    roll(world, ANN, FEW)
    with pytest.raises(
        ContradictionError, match=r"Ann: buy_dev: costs .* at hand are 1 wood, 1 brick"
    ):
        act(world, ANN, "buy_dev")


def test_all_cards_put_aside_are_entered_at_once() -> None:
    world = opened()
    for _ in range(3):  # Ann gets 1 wood each time
        for seat in (ANN, BLUE, BEN):
            pass_on(world, seat, 11)
    roll(world, ANN, 7)
    wood = int(world.state.hand(ANN, WOOD))
    assert world.due(ANN) == 5
    with pytest.raises(ContradictionError, match="Ann has to put 5 cards aside, got 2"):
        act(world, ANN, "discard", WOOD, WOOD)
    with pytest.raises(ContradictionError, match="cannot put 5 brick aside"):
        act(world, ANN, "discard", *[BRICK] * 5)
    act(world, ANN, "discard", *[WOOD] * 5)
    assert world.seats_to_act() == [BLUE]
    for _ in range(world.due(BLUE)):
        act(world, BLUE, "discard", WOOD)
    assert world.state.kind(ANN) == "robber"
    assert world.state.hand(ANN, WOOD) == wood - 5
