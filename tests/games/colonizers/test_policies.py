"""Every rule of thumb of Colonizers, in both readings where they differ (thesis, section 4.2)."""

import math
from collections.abc import Iterator, Mapping, Sequence

import pytest
from tests.games.colonizers.conftest import laid_out

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.actions import SKIP_BUILD
from infoset_games.colonizers.cards import (
    COLONIST_NAMES,
    COPIES,
    COST,
    ECOLOGIST,
    GENERAL,
    LETTERS,
    MINER,
    OPPORTUNIST,
    SPY,
    VALUE,
    VISIONARY,
)
from infoset_games.colonizers.policies import RulesOfThumb
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import CHANCE, OVER
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.policy_registry import known_policies, make_policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out

GAME = Colonizers()
SEEDS = 64  # draws made to see every action that chance may choose
LINEUP = (GENERAL, MINER, ECOLOGIST, VISIONARY)  # colonists by seat where a test does not care

both = pytest.mark.parametrize("legacy", [False, True], ids=["text", "legacy"])


def position(
    phase: str,
    seat: int,
    *,
    hand: str = "",
    colony: str = "",
    omnium: int = 0,
    drawn: str = "",
    roles: Sequence[int] = LINEUP,
    removed: int | None = None,
    out: Sequence[int] = (),
    named: Sequence[int] = (),
    others: Mapping[int, tuple[int, str, str]] | None = None,
) -> ColonizersState:
    """A position in which `seat` decides, cards given by letter. `others`: (omnium, hand, colony).

    `out` are colonists and `named` seats that somebody has named with a power. Where only some
    seats have picked, those before `seat` have the first of `roles`.
    """
    plain = GAME.start(GAME.deal(Rng("any"))).to_plain()
    held = {seat: (omnium, hand, colony)} | dict(others or {})
    has_picked = range(seat) if phase == "pick" else range(4)
    rest = [colonist for colonist in range(6) if colonist not in roles]
    away = rest[0] if removed is None else removed
    plain["order"] = [away, *(colonist for colonist in range(6) if colonist != away)]
    plain["seats"] = [
        plain_seat(
            other, *held.get(other, (0, "", "")), roles[other] if other in has_picked else -1
        )
        for other in range(4)
    ]
    plain |= {"phase": phase, "turn": seat, "drawn": cards(drawn, 1 << seat)}
    if phase != "pick":
        plain["revealed"] = (1 << seat + 1) - 1 | sum(1 << other for other in named)
        plain["out"] = sum(1 << colonist for colonist in out)
    used = drawn + "".join(pile for _, *piles in held.values() for pile in piles)
    left = "".join(
        letter * (count - used.count(letter)) for letter, count in zip(LETTERS, COPIES, strict=True)
    )
    plain["deck"] = cards(left, 0)
    return laid_out(GAME, plain)


def plain_seat(seat: int, omnium: int, hand: str, colony: str, role: int) -> dict[str, object]:
    modules = [LETTERS.index(letter) for letter in colony]
    return {
        "omnium": omnium,
        "role": role,
        "hand": cards(hand, 1 << seat),
        "colony": modules,
        "points": sum(VALUE[module] for module in modules),
    }


def cards(letters: str, seen_by: int) -> list[list[int]]:
    return [[LETTERS.index(letter), seen_by] for letter in letters]


def choices(state: ColonizersState, legacy: bool, sees_all: bool = False) -> set[str]:
    """What the policy may do here, in words: the actions it chose over many draws."""
    seat = int(state.mover())
    policy, rng = RulesOfThumb(legacy, sees_all), Rng("choices")
    chosen = {policy.choose(state, seat, rng) for _ in range(SEEDS)}
    return {in_words(GAME.write_action(state, seat, code)) for code in chosen}


def all_choices(state: ColonizersState) -> set[str]:
    seat = int(state.mover())
    return {in_words(GAME.write_action(state, seat, code)) for code in legal_codes(state)}


def legal_codes(state: ColonizersState) -> list[int]:
    return [int(state.legal_item(i)) for i in range(int(state.legal_size()))]


def in_words(action: Sequence[object]) -> str:
    """`pick spy`, `build e`, `omnium`."""
    verb, *arguments = action
    names: Sequence[str] = LETTERS if verb in ("keep", "build") else COLONIST_NAMES
    return " ".join([str(verb), *(names[int(str(argument))] for argument in arguments)])


# Pick.


@both
@pytest.mark.parametrize(
    ("colony", "colonist"), [("iij", "general"), ("abc", "ecologist"), ("eef", "miner")]
)
def test_three_modules_of_a_colour_wish_for_its_colonist(
    colony: str, colonist: str, legacy: bool
) -> None:
    state = position("pick", 0, colony=colony, hand="mn")
    assert choices(state, legacy) == {f"pick {colonist}"}


@both
def test_the_colour_comes_before_the_visionary(legacy: bool) -> None:
    assert choices(position("pick", 0, colony="iij", hand=""), legacy) == {"pick general"}


@both
def test_two_modules_of_a_colour_are_no_reason_to_pick(legacy: bool) -> None:
    state = position("pick", 0, colony="iiaa", hand="mn")
    assert choices(state, legacy) == all_choices(state)


@both
def test_colourless_modules_are_no_reason_to_pick(legacy: bool) -> None:
    state = position("pick", 0, colony="mmmn", hand="mn")
    assert choices(state, legacy) == all_choices(state)


@both
@pytest.mark.parametrize(
    ("colony", "colonist"), [("aaaiij", "general"), ("eefabc", "ecologist"), ("eefiij", "general")]
)
def test_of_equal_colours_red_comes_before_green_and_green_before_blue(
    colony: str, colonist: str, legacy: bool
) -> None:
    state = position("pick", 0, colony=colony, hand="mn")
    assert choices(state, legacy) == {f"pick {colonist}"}


@both
def test_only_the_colonist_of_the_top_colour_is_wished_for(legacy: bool) -> None:
    state = position("pick", 1, roles=(GENERAL, *LINEUP[1:]), colony="iiijaaa", hand="mn")
    assert "pick ecologist" in all_choices(state)
    assert choices(state, legacy) == all_choices(state)


@both
@pytest.mark.parametrize("hand", ["", "m"])
def test_a_hand_of_at_most_one_card_wishes_for_the_visionary(hand: str, legacy: bool) -> None:
    assert choices(position("pick", 0, hand=hand), legacy) == {"pick visionary"}


@both
def test_a_colonist_picked_before_leaves_the_wish_for_the_visionary(legacy: bool) -> None:
    state = position("pick", 1, roles=(GENERAL, *LINEUP[1:]), colony="iij")
    assert choices(state, legacy) == {"pick visionary"}


@both
def test_chance_picks_where_no_wish_is_offered(legacy: bool) -> None:
    state = position("pick", 1, roles=(VISIONARY, MINER, ECOLOGIST, SPY))
    assert choices(state, legacy) == all_choices(state)


@both
def test_a_hand_of_two_cards_has_no_wish(legacy: bool) -> None:
    state = position("pick", 0, hand="mm")
    assert choices(state, legacy) == all_choices(state)


# Draw.


@both
@pytest.mark.parametrize("hand", ["", "mm"])
def test_without_omnium_it_takes_omnium(hand: str, legacy: bool) -> None:
    assert choices(position("draw", 0, omnium=0, hand=hand), legacy) == {"omnium"}


@both
def test_the_income_to_come_does_not_count_as_omnium(legacy: bool) -> None:
    state = position("draw", 0, omnium=0, colony="iij", roles=LINEUP)
    assert choices(state, legacy) == {"omnium"}


@both
@pytest.mark.parametrize("hand", ["mmnn", "mmnno"])
def test_with_four_cards_it_takes_omnium(hand: str, legacy: bool) -> None:
    assert choices(position("draw", 0, omnium=5, hand=hand), legacy) == {"omnium"}


@both
def test_with_an_empty_hand_it_draws(legacy: bool) -> None:
    assert choices(position("draw", 0, omnium=1), legacy) == {"draw"}


@both
@pytest.mark.parametrize("hand", ["m", "mmn"])
def test_with_omnium_and_a_few_cards_chance_draws(hand: str, legacy: bool) -> None:
    assert choices(position("draw", 0, omnium=1, hand=hand), legacy) == {"omnium", "draw"}


# Cards: keep and build.

LATE = {2: (0, "", "iijjkkl")}  # another seat has built seven


@both
def test_when_another_colony_is_nearly_full_it_keeps_the_highest_value(legacy: bool) -> None:
    state = position("discard", 0, drawn="oh", omnium=8, colony="j", others=LATE)
    assert choices(state, legacy) == {"keep h"}


@both
def test_when_another_colony_is_full_it_keeps_the_highest_value(legacy: bool) -> None:
    state = position("build", 0, hand="a", omnium=4, colony="iijjkkl", others={1: (8, "", "j")})
    state.move(legal_codes(state)[0])  # the eighth module
    plain = state.to_plain() | {"phase": "discard", "turn": 1, "revealed": 3}
    plain["drawn"] = cards("oh", 1 << 1)
    for card in cards("oh", 0):
        plain["deck"].remove(card)
    assert choices(laid_out(GAME, plain), legacy) == {"keep h"}


@both
def test_when_the_own_colony_is_nearly_full_it_builds_the_highest_value(legacy: bool) -> None:
    state = position("build", 0, hand="ojh", omnium=8, colony="iijjkkm")
    assert choices(state, legacy) == {"build h"}


@both
def test_six_modules_in_a_colony_are_not_late(legacy: bool) -> None:
    state = position("discard", 0, drawn="oj", omnium=8, colony="j", others={2: (0, "", "iiikkk")})
    assert choices(state, legacy) == {"keep j"}


@both
def test_late_counts_only_what_can_be_paid(legacy: bool) -> None:
    state = position("discard", 0, drawn="oh", omnium=7, others=LATE)
    assert choices(state, legacy) == {"keep o"}


@both
def test_of_equal_values_the_first_in_the_list_is_kept(legacy: bool) -> None:
    assert VALUE[LETTERS.index("b")] == VALUE[LETTERS.index("g")]
    for drawn in ("bg", "gb"):
        state = position("discard", 0, drawn=drawn, omnium=9, others=LATE)
        assert choices(state, legacy) == {f"keep {drawn[0]}"}


def test_text_five_modules_in_the_colony_keep_the_best_bargain_of_any_colour() -> None:
    state = position("discard", 0, drawn="io", omnium=9, colony="iijkm", hand="")
    assert choices(state, legacy=False) == {"keep o"}
    assert choices(state, legacy=True) == {"keep i"}  # red is the top colour


def test_text_five_modules_in_the_colony_build_the_best_bargain_of_any_colour() -> None:
    state = position("build", 0, hand="io", omnium=9, colony="iijkm")
    assert choices(state, legacy=False) == {"build o"}
    assert choices(state, legacy=True) == {"build i"}


def test_text_four_modules_in_the_colony_stay_with_the_top_colour() -> None:
    state = position("build", 0, hand="io", omnium=9, colony="iijk")
    assert choices(state, legacy=False) == {"build i"}


def test_legacy_five_cards_in_the_hand_keep_the_best_bargain_of_any_colour() -> None:
    state = position("discard", 0, drawn="io", omnium=9, colony="j", hand="mmmnn")
    assert choices(state, legacy=True) == {"keep o"}
    assert choices(state, legacy=False) == {"keep i"}


def test_legacy_five_cards_in_the_hand_build_the_best_bargain_of_any_colour() -> None:
    state = position("build", 0, hand="ioemm", omnium=9, colony="j")
    assert choices(state, legacy=True) == {"build o"}
    assert choices(state, legacy=False) == {"build i"}


def test_legacy_four_cards_in_the_hand_stay_with_the_top_colour() -> None:
    state = position("build", 0, hand="ioem", omnium=9, colony="j")
    assert choices(state, legacy=True) == {"build i"}


@both
def test_of_the_top_colour_the_best_bargain_is_kept(legacy: bool) -> None:
    state = position("discard", 0, drawn="ac", omnium=9, colony="ab", hand="")
    assert choices(state, legacy) == {"keep c"}


@both
def test_of_the_top_colour_the_best_bargain_is_built(legacy: bool) -> None:
    state = position("build", 0, hand="nac", omnium=9, colony="ab")
    assert choices(state, legacy) == {"build c"}


@both
def test_of_equal_bargains_the_first_in_the_hand_is_built(legacy: bool) -> None:
    state = position("build", 0, hand="kij", omnium=9, colony="j")
    assert choices(state, legacy) == {"build k"}


@both
def test_an_empty_colony_builds_red(legacy: bool) -> None:
    state = position("build", 0, hand="aei", omnium=9)
    assert choices(state, legacy) == {"build i"}


@both
def test_an_unaffordable_card_of_the_top_colour_leaves_the_choice_to_chance(legacy: bool) -> None:
    assert COST[LETTERS.index("l")] == 6
    state = position("discard", 0, drawn="lm", omnium=5, colony="i")
    assert choices(state, legacy) == {"keep l", "keep m"}


@both
def test_without_a_card_of_the_top_colour_chance_builds_or_does_not(legacy: bool) -> None:
    state = position("build", 0, hand="mn", omnium=9, colony="i")
    assert choices(state, legacy) == {"build m", "build n", "skip"}


@both
def test_equal_cards_count_twice_for_chance(legacy: bool) -> None:
    state = position("build", 0, hand="mm", omnium=9, colony="i")
    policy, rng = RulesOfThumb(legacy), Rng("equal cards")
    built = [policy.choose(state, 0, rng) != SKIP_BUILD for _ in range(900)]
    assert 550 < sum(built) < 650  # two positions of three


@both
def test_without_an_affordable_card_nothing_is_built(legacy: bool) -> None:
    assert choices(position("build", 0, hand="op", omnium=3), legacy) == {"skip"}


# Power.


@both
def test_a_colonist_without_power_has_nothing_to_choose(legacy: bool) -> None:
    assert choices(position("power", 0), legacy) == {"skip"}


THIEF_LAST = (GENERAL, MINER, VISIONARY, OPPORTUNIST)
THIEF_FIRST = (OPPORTUNIST, MINER, VISIONARY, GENERAL)


@both
def test_the_opportunist_steals_from_the_richest(legacy: bool) -> None:
    others = {0: (2, "", ""), 1: (5, "", ""), 2: (4, "", "")}
    state = position("power", 3, roles=THIEF_LAST, omnium=9, others=others)
    assert choices(state, legacy) == {"steal miner"}


@both
def test_of_equally_rich_victims_the_lowest_seat_is_robbed(legacy: bool) -> None:
    others = {0: (4, "", ""), 1: (5, "", ""), 2: (5, "", "")}
    state = position("power", 3, roles=THIEF_LAST, others=others)
    assert choices(state, legacy) == {"steal miner"}


@both
def test_every_colonist_a_victim_might_be_beyond_the_first_costs_one(legacy: bool) -> None:
    # Seat 0 is known (2 - 0); seat 3 may be any of two (3 - 1): equal, so the lower seat.
    roles = (GENERAL, MINER, OPPORTUNIST, VISIONARY)
    others = {0: (2, "", ""), 3: (3, "", "")}
    state = position("power", 2, roles=roles, others=others)
    assert choices(state, legacy) == {"steal general"}
    others[3] = (4, "", "")
    state = position("power", 2, roles=roles, others=others)
    assert len(choices(state, legacy)) == 2


@both
def test_the_opportunist_names_any_colonist_the_victim_may_be(legacy: bool) -> None:
    others = {2: (9, "", "")}
    state = position("power", 0, roles=THIEF_FIRST, removed=ECOLOGIST, others=others)
    passed_on = {"steal general", "steal miner", "steal spy", "steal visionary"}
    assert choices(state, legacy) == passed_on


@both
def test_the_opportunist_never_passes(legacy: bool) -> None:
    state = position("power", 0, roles=THIEF_FIRST, removed=ECOLOGIST)
    assert "skip" not in choices(state, legacy)


def test_text_a_colonist_known_to_be_out_of_play_is_not_named() -> None:
    state = position(
        "power",
        1,
        roles=(SPY, OPPORTUNIST, VISIONARY, GENERAL),
        removed=ECOLOGIST,
        out=[MINER],
        others={2: (9, "", "")},
    )
    assert choices(state, legacy=False) == {"steal general", "steal visionary"}
    assert choices(state, legacy=True) == {"steal general", "steal miner", "steal visionary"}


def test_text_a_colonist_named_before_its_turn_is_known() -> None:
    state = position(
        "power",
        1,
        roles=(SPY, OPPORTUNIST, VISIONARY, GENERAL),
        removed=ECOLOGIST,
        named=[2],
        others={2: (9, "", "")},
    )
    assert choices(state, legacy=False) == {"steal visionary"}
    assert choices(state, legacy=True) == {"steal general", "steal miner", "steal visionary"}


SPY_LAST = (GENERAL, MINER, VISIONARY, SPY)


@both
def test_the_spy_swaps_with_the_largest_hand(legacy: bool) -> None:
    others = {0: (0, "m", ""), 1: (0, "mmn", ""), 2: (0, "nn", "")}
    state = position("power", 3, roles=SPY_LAST, hand="o", others=others)
    assert choices(state, legacy) == {"swap miner"}


@both
def test_of_equally_large_hands_the_lowest_seat_is_swapped_with(legacy: bool) -> None:
    others = {1: (0, "mm", ""), 2: (0, "nn", "")}
    state = position("power", 3, roles=SPY_LAST, hand="o", others=others)
    assert choices(state, legacy) == {"swap miner"}


@both
def test_the_spy_passes_where_nobody_has_more_cards(legacy: bool) -> None:
    others = {0: (9, "mo", ""), 1: (9, "mm", "")}
    state = position("power", 3, roles=SPY_LAST, hand="oo", others=others)
    assert choices(state, legacy) == {"skip"}


@both
def test_the_spy_passes_where_uncertainty_eats_up_the_gain(legacy: bool) -> None:
    # One card more is worth 2; a victim that may be any of four costs 3.
    roles = (SPY, MINER, VISIONARY, GENERAL)
    state = position("power", 0, roles=roles, removed=ECOLOGIST, others={2: (0, "m", "")})
    assert choices(state, legacy) == {"skip"}
    state = position("power", 0, roles=roles, removed=ECOLOGIST, others={2: (0, "mm", "")})
    assert choices(state, legacy) == {
        "swap general",
        "swap miner",
        "swap opportunist",
        "swap visionary",
    }


# Strength.

MATCHES = 200


def play(seed: str, heuristic_seat: int, legacy: bool) -> int | None:
    """The winner of a match of one heuristic against three random players; None if it was drawn."""
    rng = Rng(seed)
    state = GAME.start(GAME.deal(rng))
    policies: list[Policy] = [RandomPolicy() for _ in range(4)]
    policies[heuristic_seat] = RulesOfThumb(legacy)
    play_out(state, policies, rng)
    result = state.result()
    assert result is not None
    return None if result.ending == "draw" else result.places.index(1)


@both
def test_it_beats_three_random_players_far_beyond_chance(legacy: bool) -> None:
    wins = sum(play(f"strength {i}", i % 4, legacy) == i % 4 for i in range(MATCHES))
    lower_bound = wins / MATCHES - 4 * math.sqrt(0.25 / MATCHES)  # four standard errors at worst
    assert lower_bound > 0.6, f"{wins} of {MATCHES} won, a fair share is a quarter"


# Knowledge.


def decisions(seed: str) -> Iterator[ColonizersState]:
    """Every position of a random match in which a seat decides."""
    rng = Rng(seed)
    state = GAME.start(GAME.deal(rng))
    while (mover := int(state.mover())) != OVER:
        if mover == CHANCE:
            state.move(state.sample_chance(rng))
        else:
            yield state
            state.move(state.legal_item(rng.below(state.legal_size())))


@both
def test_a_seat_does_the_same_in_all_worlds_it_holds_possible(legacy: bool) -> None:
    policy = RulesOfThumb(legacy)
    kinds = set()
    for number, state in enumerate(decisions("knowledge")):
        seat = int(state.mover())
        kinds.add(state.kind(seat))
        chosen = policy.choose(state, seat, Rng("same"))
        for world_number in range(4):
            world = GAME.determinize(state.observe(seat), Rng("worlds", f"{number}.{world_number}"))
            assert policy.choose(world, seat, Rng("same")) == chosen
    assert kinds == {"pick", "draw", "discard", "power", "build"}


def test_text_everything_that_can_be_known_of_colonists_is_used() -> None:
    """The suspects are exactly the possible colonists of the observation."""
    policy = RulesOfThumb()
    asked = 0
    for state in decisions("suspects"):
        seat = int(state.mover())
        if state.kind(seat) == "power":
            view = state.observe(seat)
            hidden = policy.hidden(state, seat)
            for other in range(4):
                mask = int(policy.suspects(state, seat, other, hidden))
                assert [role for role in range(6) if mask >> role & 1] == view.possible[other]
                asked += 1
    assert asked > 100


@both
def test_an_open_playout_knows_the_colonist_of_its_victim(legacy: bool) -> None:
    state = position("power", 0, roles=THIEF_FIRST, removed=ECOLOGIST, others={2: (9, "", "")})
    assert choices(state, legacy, sees_all=True) == {"steal visionary"}
    assert len(choices(state, legacy)) == 4


def test_the_policies_have_names() -> None:
    assert known_policies("colonizers") == (
        "random",
        "heuristic",
        "heuristic_legacy",
        "heuristic_legacy_open",
        "heuristic_open",
    )
    readings = {}
    for name in known_policies("colonizers")[1:]:
        policy = make_policy("colonizers", name)
        assert isinstance(policy, RulesOfThumb)
        readings[name] = (policy.legacy, policy.sees_all)
    assert readings == {
        "heuristic": (False, False),
        "heuristic_legacy": (True, False),
        "heuristic_legacy_open": (True, True),
        "heuristic_open": (False, True),
    }
