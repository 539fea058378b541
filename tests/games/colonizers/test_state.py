"""The rules, one by one, with the edge cases of the README."""

from collections.abc import Callable

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.cards import COPIES, COST, LETTERS, VALUE
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import CHANCE, OVER, IllegalActionError, Json
from infoset_games.rng import Rng

Setup = Callable[..., ColonizersState]
Play = Callable[..., ColonizersState]
Legal = Callable[[ColonizersState], list[Json]]

ECOLOGIST, GENERAL, MINER, OPPORTUNIST, SPY, VISIONARY = range(6)


def kind(letter: str) -> int:
    return LETTERS.index(letter)


def kinds(letters: str) -> list[int]:
    return [LETTERS.index(letter) for letter in letters]


def deck_of(state: ColonizersState) -> list[int]:
    return [card & 15 for card in state.deck_cards()]


def omnium_of(state: ColonizersState) -> list[int]:
    return [int(amount) for amount in state.omnium]


# Setup.


def test_nothing_is_dealt_hands_omnium_and_colonies_start_empty(game: Colonizers) -> None:
    state = game.start(game.deal(Rng("setup")))
    assert [state.hand(seat) for seat in range(4)] == [[], [], [], []]
    assert [state.colony(seat) for seat in range(4)] == [[], [], [], []]
    assert omnium_of(state) == [0, 0, 0, 0]
    assert [state.points(seat) for seat in range(4)] == [0, 0, 0, 0]


def test_the_deal_is_the_deck_from_the_top(game: Colonizers) -> None:
    deal = game.deal(Rng("deck"))
    assert len(deal) == 52
    assert tuple(deal.count(module) for module in range(16)) == COPIES
    assert deck_of(game.start(deal)) == deal


def test_there_are_52_cards_of_16_kinds_with_the_costs_and_values_of_the_rules() -> None:
    assert sum(COPIES) == 52
    assert sum(cost * n for cost, n in zip(COST, COPIES, strict=True)) == 202
    assert sum(value * n for value, n in zip(VALUE, COPIES, strict=True)) == 240


@pytest.mark.parametrize(
    "deal", [None, [0] * 52, list(range(52)), [], [[0]] * 52, [True] * 52, "deck"]
)
def test_a_deal_that_is_not_the_deck_is_refused(game: Colonizers, deal: Json) -> None:
    with pytest.raises(ValueError, match="deal: expected the 52 cards"):
        game.start(deal)


def test_every_round_the_first_too_opens_with_the_shuffle_of_colonists(game: Colonizers) -> None:
    state = game.start(game.deal(Rng("x")))
    assert (state.mover(), state.to_act(), state.round) == (CHANCE, (CHANCE,), 1)
    assert all(0 <= state.sample_chance(Rng("c", str(n))) < 720 for n in range(50))
    assert state.legal(CHANCE).size == 720


def test_the_shuffle_removes_the_first_and_offers_the_others_in_their_order(
    game: Colonizers, play: Play, legal: Legal
) -> None:
    state = play(game.start(game.deal(Rng("x"))), ["shuffle", 4, 0, 5, 3, 1, 2])
    assert state.mover() == 0
    assert legal(state) == [["pick", colonist] for colonist in (0, 5, 3, 1, 2)]


def test_the_chance_codes_are_the_720_orders_each_once(game: Colonizers) -> None:
    start = game.start(game.deal(Rng("x")))
    orders = set()
    for code in range(720):
        state = start.copy()
        state.move(code)
        orders.add(tuple(state.order()))
    assert len(orders) == 720


# Picks.


def test_seats_pick_in_order_from_five_four_three_and_two(
    game: Colonizers, play: Play, legal: Legal
) -> None:
    state = play(game.start(game.deal(Rng("x"))), ["shuffle", 4, 0, 5, 3, 1, 2])
    play(state, ["pick", 3])
    assert (state.mover(), legal(state)) == (1, [["pick", c] for c in (0, 5, 1, 2)])
    play(state, ["pick", 0])
    assert (state.mover(), legal(state)) == (2, [["pick", c] for c in (5, 1, 2)])
    play(state, ["pick", 2])
    assert (state.mover(), legal(state)) == (3, [["pick", c] for c in (5, 1)])
    play(state, ["pick", 5])
    assert [state.role(seat) for seat in range(4)] == [3, 0, 2, 5]
    assert state.offered() == [1]  # left over, out for the round
    assert (state.mover(), state.kind(0)) == (0, "draw")


def test_seats_play_in_the_same_order_every_round(play: Play, position: Setup) -> None:
    state = position("draw", omnium=(1, 1, 1, 1))
    seen = []
    for _ in range(4):
        seen.append(int(state.mover()))
        play(state, ["omnium"], ["skip"], ["skip"])
    assert seen == [0, 1, 2, 3]
    play(state, ["shuffle", 0, 1, 2, 3, 4, 5])
    assert (state.mover(), state.kind(0), state.round) == (0, "pick", 4)


def test_colonists_and_what_is_known_of_them_are_forgotten_after_the_round(
    play: Play, position: Setup
) -> None:
    state = position("build", 3, revealed=(0, 1, 2, 3), out=(4,))
    play(state, ["skip"])
    plain = state.to_plain()
    assert [seat["role"] for seat in plain["seats"]] == [-1, -1, -1, -1]
    assert (plain["revealed"], plain["out"], plain["order"]) == (0, 0, [])


# Draw phase.


@pytest.mark.parametrize(("hand", "size"), [("", 2), ("ab", 2), ("abce", 2), ("abcef", 1)])
def test_omnium_comes_first_and_drawing_needs_a_hand_of_at_most_four(
    position: Setup, legal: Legal, hand: str, size: int
) -> None:
    state = position("draw", hands=(hand, "", "", ""))
    assert legal(state) == [["omnium"], ["draw"]][:size]


def test_taking_omnium_gives_two(position: Setup, play: Play) -> None:
    state = play(position("draw", 1, omnium=(0, 3, 0, 0), roles=(0, 3, 1, 2)), ["omnium"])
    assert omnium_of(state) == [0, 5, 0, 0]
    assert state.kind(1) == "power"


@pytest.mark.parametrize(
    ("role", "income"), [(ECOLOGIST, 1), (GENERAL, 2), (MINER, 3), (OPPORTUNIST, 0), (SPY, 0)]
)
def test_a_colour_colonist_earns_one_for_each_module_of_its_colour(
    position: Setup, play: Play, role: int, income: int
) -> None:
    others = [colonist for colonist in range(6) if colonist != role][:3]
    colonies = ("aijefgm", "aaa", "iii", "eee")  # only the own colony counts, never the colourless
    state = play(position("draw", roles=(role, *others), colonies=colonies), ["omnium"])
    assert omnium_of(state) == [2 + income, 0, 0, 0]


def test_the_income_comes_with_drawing_too(position: Setup, play: Play) -> None:
    state = position("draw", colonies=("abc", "", "", ""), top="mn")
    assert omnium_of(play(state, ["draw"])) == [3, 0, 0, 0]


def test_the_passive_comes_after_the_choice(position: Setup, legal: Legal, play: Play) -> None:
    """So a Visionary with four cards may draw, and its extra card makes the hand overfull."""
    state = position("draw", roles=(VISIONARY, 0, 1, 2), hands=("abce", "", "", ""), top="mno")
    assert legal(state) == [["omnium"], ["draw"]]
    play(state, ["draw"])
    assert state.hand(0) == kinds("abcem")
    assert [card & 15 for card in state.drawn_cards()] == kinds("no")


def test_a_visionary_with_five_cards_may_only_take_omnium_and_gets_no_card(
    position: Setup, legal: Legal, play: Play
) -> None:
    state = position("draw", roles=(VISIONARY, 0, 1, 2), hands=("abcef", "", "", ""), top="m")
    assert legal(state) == [["omnium"]]
    play(state, ["omnium"])
    assert state.hand(0) == kinds("abcef")
    assert deck_of(state)[0] == kind("m")


def test_a_visionary_who_takes_omnium_draws_its_card_too(position: Setup, play: Play) -> None:
    state = position("draw", roles=(VISIONARY, 0, 1, 2), hands=("a", "", "", ""), top="pm")
    play(state, ["omnium"])
    assert state.hand(0) == kinds("ap")
    assert (omnium_of(state)[0], deck_of(state)[0]) == (2, kind("m"))


def test_a_visionary_at_an_empty_deck_gets_nothing_and_the_game_goes_on(
    position: Setup, play: Play
) -> None:
    state = play(position("draw", roles=(VISIONARY, 0, 1, 2), deck=""), ["omnium"])
    assert state.hand(0) == []
    assert (state.result(), state.kind(0)) == (None, "power")


def test_drawing_takes_the_two_top_cards_in_order(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = play(position("draw", top="cpm"), ["draw"])
    assert [card & 15 for card in state.drawn_cards()] == kinds("cp")
    assert deck_of(state)[0] == kind("m")
    assert legal(state) == [["keep", kind("c")], ["keep", kind("p")]]


# Draw game.


@pytest.mark.parametrize("deck", ["", "a"])
def test_drawing_from_fewer_than_two_cards_ends_the_game_as_a_draw(
    position: Setup, play: Play, deck: str
) -> None:
    state = position("draw", 1, deck=deck, colonies=("aabbccef", "i", "", ""))
    play(state, ["draw"])
    result = state.result()
    assert result is not None
    assert (result.ending, result.places, result.scores) == ("draw", (1, 1, 1, 1), (0, 0, 0, 0))
    assert result.returns == (0, 0, 0, 0)
    assert (state.mover(), state.to_act(), state.legal(1).size) == (OVER, (), 0)


def test_two_cards_are_enough_to_draw(position: Setup, play: Play) -> None:
    state = play(position("draw", deck="ab"), ["draw"])
    assert (state.kind(0), deck_of(state)) == ("discard", [])


def test_the_deck_is_counted_after_the_visionary_has_drawn_its_card(
    position: Setup, play: Play
) -> None:
    state = position("draw", roles=(VISIONARY, 0, 1, 2), deck="ab")
    play(state, ["draw"])
    result = state.result()
    assert result is not None
    assert result.ending == "draw"


def test_omnium_may_be_taken_whatever_the_deck(position: Setup, play: Play) -> None:
    assert play(position("draw", deck=""), ["omnium"]).result() is None


# Discard phase.


@pytest.mark.parametrize(("kept", "other"), [("c", "p"), ("p", "c")])
def test_the_kept_card_joins_the_hand_and_the_other_goes_under_the_deck(
    position: Setup, play: Play, kept: str, other: str
) -> None:
    state = position("discard", drawn="cp", hands=("a", "", "", ""))
    play(state, ["keep", kind(kept)])
    assert state.hand(0) == kinds("a" + kept)
    assert deck_of(state)[-1] == kind(other)
    assert (state.gone_cards(), state.drawn_cards(), state.kind(0)) == ([], [], "power")


def test_two_equal_cards_are_two_actions(position: Setup, legal: Legal) -> None:
    state = position("discard", drawn="cc")
    assert legal(state) == [["keep", 2], ["keep", 2]]
    assert state.legal(0).item(0) != state.legal(0).item(1)
    assert state.key(state.legal(0).item(0)) == state.key(state.legal(0).item(1))


def test_what_a_full_hand_keeps_is_gone_and_the_other_card_survives_at_the_bottom(
    position: Setup, play: Play
) -> None:
    state = position("draw", roles=(VISIONARY, 0, 1, 2), hands=("abce", "", "", ""), top="mno")
    play(state, ["draw"], ["keep", kind("n")])
    assert state.hand(0) == kinds("abcem")
    assert [card & 15 for card in state.gone_cards()] == kinds("n")
    assert deck_of(state)[-1] == kind("o")


def test_returned_cards_are_drawn_again_in_the_order_they_were_returned(
    position: Setup, play: Play
) -> None:
    state = position("draw", roles=(0, 1, 2, 3), deck="aibj")
    play(state, ["draw"], ["keep", kind("a")], ["skip"], ["skip"])
    play(state, ["draw"], ["keep", kind("b")], ["skip"], ["skip"])
    assert deck_of(state) == kinds("ij")


# Power phase.


@pytest.mark.parametrize("role", [ECOLOGIST, GENERAL, MINER, VISIONARY])
def test_a_passive_colonist_can_only_skip(position: Setup, legal: Legal, role: int) -> None:
    others = [colonist for colonist in range(6) if colonist != role][:3]
    assert legal(position("power", roles=(role, *others))) == [["skip"]]


@pytest.mark.parametrize(("role", "verb"), [(OPPORTUNIST, "steal"), (SPY, "swap")])
def test_a_power_names_any_colonist_but_the_own_in_canonical_order_and_skips_last(
    position: Setup, legal: Legal, role: int, verb: str
) -> None:
    """Also those out of play, revealed, already played."""
    state = position("power", 1, roles=(0, role, 1, 2), out=(5,))
    named = [colonist for colonist in range(6) if colonist != role]
    assert legal(state) == [*([verb, colonist] for colonist in named), ["skip"]]


@pytest.mark.parametrize(("purse", "amount"), [(0, 0), (1, 1), (2, 2), (7, 2)])
def test_stealing_moves_up_to_two_omnium(
    position: Setup, play: Play, purse: int, amount: int
) -> None:
    state = position("power", roles=(OPPORTUNIST, 0, 1, 2), omnium=(4, 9, purse, 9))
    play(state, ["steal", 1])
    assert omnium_of(state) == [4 + amount, 9, purse - amount, 9]
    assert state.kind(0) == "build"


@pytest.mark.parametrize("victim", [0, 3])
def test_a_victim_that_has_played_is_robbed_like_one_that_has_not(
    position: Setup, play: Play, victim: int
) -> None:
    roles = [0, OPPORTUNIST, 1, 2]
    state = position("power", 1, roles=roles, omnium=(5, 0, 5, 5))
    play(state, ["steal", roles[victim]])
    assert (omnium_of(state)[victim], omnium_of(state)[1]) == (3, 2)


@pytest.mark.parametrize("role", [OPPORTUNIST, SPY])
@pytest.mark.parametrize("named", [5, 2])  # the removed one, the one left over
def test_naming_a_colonist_nobody_has_does_nothing_and_the_turn_goes_on(
    position: Setup, play: Play, role: int, named: int
) -> None:
    other = OPPORTUNIST + SPY - role
    state = position(
        "power",
        roles=(role, 0, 1, other),
        order=(5, role, 0, 1, other, 2),
        omnium=(1, 2, 3, 4),
        hands=("a", "b", "c", "d"),
    )
    before = state.to_plain()
    play(state, ["steal" if role == OPPORTUNIST else "swap", named])
    after = state.to_plain()
    assert (omnium_of(state), state.kind(0)) == ([1, 2, 3, 4], "build")
    assert [s["hand"] for s in after["seats"]] == [s["hand"] for s in before["seats"]]
    assert after["out"] == 1 << named


@pytest.mark.parametrize(
    ("mine", "theirs"), [("ab", "mno"), ("", "mnoj"), ("abcef", ""), ("", ""), ("abcef", "mnoij")]
)
def test_swapping_exchanges_the_whole_hands_with_their_order(
    position: Setup, play: Play, mine: str, theirs: str
) -> None:
    state = position("power", 2, roles=(0, 1, SPY, 2), hands=("", "", mine, theirs))
    play(state, ["swap", 2])
    assert (state.hand(2), state.hand(3)) == (kinds(theirs), kinds(mine))


def test_a_swapped_hand_can_be_built_from_at_once(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = position("power", roles=(SPY, 0, 1, 2), hands=("p", "mi", "", ""), omnium=(1, 0, 0, 0))
    play(state, ["swap", 0])
    assert legal(state) == [["build", kind("m")], ["build", kind("i")], ["skip"]]


def test_skipping_the_power_changes_nothing(position: Setup, play: Play) -> None:
    state = position("power", roles=(OPPORTUNIST, 0, 1, 2), omnium=(1, 2, 3, 4))
    play(state, ["skip"])
    assert (omnium_of(state), state.to_plain()["out"]) == ([1, 2, 3, 4], 0)


# Build phase.


def test_affordable_cards_are_listed_in_hand_order_with_duplicates_and_skip_is_last(
    position: Setup, legal: Legal
) -> None:
    state = position("build", omnium=(4, 0, 0, 0), hands=("nbini", "", "", ""))
    assert legal(state) == [["build", kind(letter)] for letter in "nini"] + [["skip"]]


def test_a_card_that_costs_exactly_the_omnium_at_hand_can_be_built(
    position: Setup, play: Play
) -> None:
    state = position("build", omnium=(12, 0, 0, 0), hands=("ap", "", "", ""))
    play(state, ["build", kind("p")])
    assert (omnium_of(state)[0], state.hand(0), state.colony(0)) == (0, [0], [15])


def test_without_an_affordable_card_there_is_only_skip(position: Setup, legal: Legal) -> None:
    assert legal(position("build", omnium=(3, 0, 0, 0), hands=("apc", "", "", ""))) == [["skip"]]


def test_building_pays_and_appends_to_the_colony_and_keeps_the_order_of_the_hand(
    position: Setup, play: Play
) -> None:
    state = position(
        "build", omnium=(7, 0, 0, 0), hands=("aeif", "", "", ""), colonies=("m", "", "", "")
    )
    play(state, ["build", kind("e")])
    assert (omnium_of(state)[0], state.hand(0)) == (5, kinds("aif"))
    assert (state.colony(0), state.points(0)) == (kinds("me"), 3)


def test_duplicates_may_stand_in_one_colony(position: Setup, play: Play) -> None:
    state = position(
        "build", omnium=(1, 0, 0, 0), hands=("i", "", "", ""), colonies=("ii", "", "", "")
    )
    assert play(state, ["build", kind("i")]).colony(0) == kinds("iii")


def test_only_one_module_is_built_in_a_turn(position: Setup, play: Play) -> None:
    state = position("build", omnium=(9, 0, 0, 0), hands=("iiij", "", "", ""))
    play(state, ["build", kind("i")])
    assert (state.mover(), state.kind(1)) == (1, "draw")


# End, bonus, ranking.


def last_build(position: Setup, seat: int, colonies: tuple[str, str, str, str]) -> ColonizersState:
    """`seat` may fill its colony with a garrison (worth 1)."""
    hands = ["", "", "", ""]
    hands[seat] = "i"
    return position("build", seat, omnium=(1, 1, 1, 1), hands=hands, colonies=colonies)


def test_a_full_colony_ends_the_game_only_with_the_round(position: Setup, play: Play) -> None:
    state = last_build(position, 1, ("", "mmmmeee", "", ""))
    play(state, ["build", kind("i")])
    assert (state.result(), state.mover()) == (None, 2)
    play(state, ["omnium"], ["skip"], ["skip"])
    assert (state.result(), state.mover()) == (None, 3)
    play(state, ["omnium"], ["skip"], ["skip"])
    assert (state.mover(), state.round) == (OVER, 3)  # and no further shuffle is spent


def test_seven_modules_do_not_end_the_game(position: Setup, play: Play) -> None:
    state = play(position("build", 3, colonies=("mmmmeee", "iiiijjj", "", "")), ["skip"])
    assert (state.result(), state.mover(), state.round) == (None, CHANCE, 4)


def test_the_first_full_colony_earns_four_and_later_ones_two(position: Setup, play: Play) -> None:
    colonies = ("mmmmeeef", "", "iiijjjjk", "aaaabbb")
    state = last_build(position, 3, colonies)
    play(state, ["build", kind("i")])
    result = state.result()
    assert result is not None
    assert result.scores == (4 + 6 + 3 + 4, 0, 3 + 8 + 3 + 2, 16 + 18 + 1 + 2)


def test_the_first_full_colony_is_that_of_the_lowest_seat_that_has_one(
    position: Setup, play: Play
) -> None:
    state = last_build(position, 2, ("", "mmmmeee", "aaaabbb", ""))
    play(state, ["build", kind("i")], ["omnium"], ["skip"], ["skip"])
    result = state.result()
    assert result is not None
    assert result.scores[2] == 16 + 18 + 1 + 4


def test_with_the_legacy_option_every_full_colony_earns_four(
    position_in: Callable[[Colonizers], Setup], play: Play
) -> None:
    legacy = position_in(Colonizers(legacy=True))
    state = last_build(legacy, 3, ("mmmmeeef", "", "iiijjjjk", "aaaabbb"))
    result = play(state, ["build", kind("i")]).result()
    assert result is not None
    assert result.scores == (17, 0, 18, 39)


def test_the_bonus_is_in_the_points_as_soon_as_the_colony_is_full(
    position: Setup, play: Play
) -> None:
    state = last_build(position, 0, ("mmmmeee", "", "", ""))
    assert state.points(0) == 10
    assert play(state, ["build", kind("i")]).points(0) == 15


def test_hand_and_omnium_count_nothing(position: Setup, play: Play) -> None:
    state = position(
        "build",
        3,
        hands=("pdh", "", "", ""),
        omnium=(50, 0, 0, 0),
        colonies=("", "m", "", "aaaabbbc"),
    )
    result = play(state, ["skip"]).result()
    assert result is not None
    assert (result.scores[0], result.places) == (0, (3, 2, 4, 1))


def test_the_lower_seat_wins_a_tie(position: Setup, play: Play) -> None:
    state = position("build", 3, colonies=("ii", "mm", "j", "iijjjmmk"))
    result = play(state, ["skip"]).result()
    assert result is not None
    assert (result.scores, result.places) == ((2, 2, 2, 17), (2, 3, 4, 1))
    assert result.returns == (1 / 3, -1 / 3, -1, 1)


def test_the_places_are_one_to_four_and_the_returns_sum_to_zero(
    random_states: Callable[..., list[ColonizersState]],
) -> None:
    result = random_states("places")[-1].result()
    assert result is not None
    assert sorted(result.places) == [1, 2, 3, 4]
    assert sum(result.returns) == pytest.approx(0)
    assert result.ending == "finished"


def test_the_option_colony_sets_what_a_full_colony_is(
    position_in: Callable[[Colonizers], Setup], play: Play
) -> None:
    small = position_in(Colonizers(colony=2))
    state = small(
        "build", 3, hands=("", "", "", "i"), omnium=(1, 1, 1, 1), colonies=("", "m", "", "j")
    )
    result = play(state, ["build", kind("i")]).result()
    assert result is not None
    assert result.scores == (0, 1, 0, 3 + 4)


# Nothing gets lost.


def test_no_card_is_ever_lost_or_made(random_states: Callable[..., list[ColonizersState]]) -> None:
    for state in random_states("conservation", 3):
        held = [*state.deck_cards(), *state.drawn_cards(), *state.gone_cards()]
        for seat in range(4):
            held += state.hand(seat) + state.colony(seat)
        found = [card & 15 for card in held]
        assert tuple(found.count(module) for module in range(16)) == COPIES
        assert all(len(state.hand(seat)) <= 5 for seat in range(4))


def test_everybody_has_seen_the_own_cards(
    random_states: Callable[..., list[ColonizersState]],
) -> None:
    for state in random_states("own cards", 2):
        for seat in range(4):
            assert all(card >> 4 >> seat & 1 for card in state.hand_cards(seat))


def test_a_copy_goes_its_own_way(game: Colonizers, play: Play, position: Setup) -> None:
    state = position("draw", hands=("a", "b", "c", "e"))
    before = state.to_plain()
    twin = state.copy()
    assert twin.to_plain() == before
    play(twin, ["draw"])
    assert state.to_plain() == before


# Questions of the server.


def test_a_missed_deadline_skips_takes_omnium_or_takes_the_first(
    position: Setup, legal: Legal
) -> None:
    expected = {
        "pick": ["pick", 0],
        "draw": ["omnium"],
        "discard": ["keep", 0],
        "power": ["skip"],
        "build": ["skip"],
    }
    for phase, action in expected.items():
        drawn = "ab" if phase == "discard" else ""
        state = position(
            phase,
            roles=(SPY, 0, 1, 2) if phase != "pick" else (0, 1, 2, 3),
            drawn=drawn,
            hands=("i", "", "", ""),
            omnium=(9, 0, 0, 0),
        )
        assert state.kind(0) == phase
        assert legal(state)[state.fallback(0)] == action


def test_seats_that_are_not_on_turn_have_no_actions(position: Setup) -> None:
    state = position("draw", 1)
    assert [state.legal(seat).size for seat in range(4)] == [0, 2, 0, 0]
    with pytest.raises(IllegalActionError, match="not the turn of seat 0"):
        state.verify(0, 5)


@pytest.mark.parametrize(
    ("setup", "action", "reason"),
    [
        ({"phase": "pick", "turn": 3}, 2, "only 2 colonists are on offer"),
        ({"phase": "draw", "hands": ("abcef", "", "", "")}, 6, "hand of 5 cards is full"),
        ({"phase": "power"}, 10, "the ecologist has no power to use"),
        ({"phase": "power", "roles": (4, 1, 2, 3)}, 13, "the spy may not name itself"),
        ({"phase": "build", "hands": ("a", "", "", "")}, 17, "no card in slot 1"),
        (
            {"phase": "build", "hands": ("a", "", "", "")},
            16,
            "Oxygen Generator costs 4, at hand are 0",
        ),
        ({"phase": "build"}, 5, "no action of the build phase"),
        ({"phase": "draw"}, 999, "no action of the draw phase"),
        ({"phase": "draw"}, -1, "no action of the draw phase"),
        ({"phase": "discard", "drawn": "ab"}, 9, "no action of the discard phase"),
    ],
)
def test_verify_says_why_an_action_is_refused(
    position: Setup, setup: dict[str, Json], action: int, reason: str
) -> None:
    state = position(**setup)
    before = state.to_plain()
    with pytest.raises(IllegalActionError, match=reason):
        state.verify(int(state.turn), action)
    assert state.to_plain() == before


def test_verify_refuses_a_chance_action_that_is_no_order(game: Colonizers) -> None:
    state = game.start(game.deal(Rng("x")))
    state.verify(CHANCE, 719)
    with pytest.raises(IllegalActionError, match=r"0\.\.719"):
        state.verify(CHANCE, 720)


def test_verify_refuses_everything_when_the_game_is_over(position: Setup, play: Play) -> None:
    state = play(position("draw", deck=""), ["draw"])
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.verify(0, 5)


def test_there_are_48_keys_and_equal_cards_share_one(
    random_states: Callable[..., list[ColonizersState]], game: Colonizers
) -> None:
    meanings: dict[int, Json] = {}
    for state in random_states("keys", 4):
        seat = int(state.mover())
        if seat < 0:
            continue
        space = state.legal(seat)
        for index in range(space.size):
            action = space.item(index)
            written = game.write_action(state, seat, action)
            meaning = [state.kind(seat) if written == ["skip"] else "", written]
            if written[0] in ("steal", "swap"):
                meaning = ["name", written[1]]
            assert meanings.setdefault(int(state.key(action)), meaning) == meaning
    assert set(meanings) <= set(range(48))
    assert len(meanings) > 40
