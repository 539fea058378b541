"""What every entry of the score map counts, on the almanac's board for beginners."""

from dataclasses import replace

import pytest
from tests.bots.catan.positions import GAME, met, scored, set_up

from infoset_bots.catan.distances import STEPS
from infoset_bots.catan.scores import WON, explain
from infoset_bots.catan.weights import LEGACY, NUMBERS, STRONG, TEXT, Weights, read_weights
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import VERTICES

ONES = read_weights(dict.fromkeys(NUMBERS, 1.0))
CODED = replace(ONES, as_coded=True)

# 19: sheep 4, brick 10, wood 3 (8 pips). 40: ore 3, wheat 4, wheat 6 (10 pips).
# 10: wood 9, brick 10 (7 pips) at the harbour for ore. 0: ore 10 (3 pips) at a 3:1 harbour.


def counted(state: CatanState, seat: int = 0, weights: Weights = ONES) -> dict[str, float]:
    """Each entry's count, those that are 0 left out."""
    return {name: count for name, count in explain(weights, state, seat).items() if count}


def test_the_value_is_the_sum_of_the_map() -> None:
    for weights in (TEXT, LEGACY, STRONG, ONES):
        for number, (state, seat) in enumerate(met(GAME, "sums")):
            if number % 60 == 0:
                total = sum(explain(weights, state, seat).values())
                assert scored(weights).value(state, seat) == pytest.approx(total)


def test_settlements_and_cities_count_by_pips_and_hexes() -> None:
    state = set_up(settlements={0: [19]}, cities={0: [40]})
    found = counted(state)
    assert (found["settlement"], found["settlement_pip"], found["settlement_hex"]) == (1, 8, 3)
    assert (found["city"], found["city_pip"], found["city_hex"]) == (1, 10, 3)


def test_the_roll_map_sums_pips_by_resource_doubled_for_cities() -> None:
    found = counted(set_up(settlements={0: [19]}, cities={0: [40]}))
    rolls = [found[f"{name}_roll"] for name in ("wood", "brick", "sheep", "wheat", "ore")]
    assert rolls == [2, 3, 3, 16, 4]
    assert found["variety"] == 5


def test_the_programs_roll_map_is_a_running_maximum_and_knows_the_desert() -> None:
    """At 40: ore max(1, 2); wheat max(1, 3), then max(3, 5); each doubled every time."""
    found = counted(set_up(cities={0: [40]}), weights=CODED)
    assert (found["ore_roll"], found["wheat_roll"]) == (4, 12)
    desert = counted(set_up(settlements={0: [18]}), weights=CODED)  # brick 6, sheep 4, desert
    assert desert["variety"] == 3
    assert counted(set_up(settlements={0: [18]}))["variety"] == 2


def test_a_harbour_counts_by_the_rolls_of_what_it_trades() -> None:
    ore = counted(set_up(settlements={0: [10]}, cities={0: [40]}))
    assert (ore["harbour"], ore["own_harbour"]) == (1, 4)
    assert "any_harbour" not in ore
    generic = counted(set_up(settlements={0: [0, 19]}))
    assert (generic["harbour"], generic["any_harbour"]) == (1, 3)
    assert "own_harbour" not in generic


def test_two_harbours_of_one_kind_count_once() -> None:
    assert counted(set_up(settlements={0: [0, 26]}))["harbour"] == 1


def test_points_and_leads() -> None:
    ahead = set_up(cities={0: [40]}, settlements={1: [19]})
    assert (counted(ahead)["point"], counted(ahead)["sole_lead"]) == (2, 1)
    assert "shared_lead" not in counted(ahead)
    behind = counted(ahead, 1)
    assert not {"sole_lead", "shared_lead"} & set(behind)
    assert behind["rival_point"] == 2
    level = counted(set_up(settlements={0: [40], 1: [19]}))
    assert level["shared_lead"] == 1
    assert "sole_lead" not in level


def test_hidden_victory_cards_are_points_and_count_against_nobody_else() -> None:
    state = set_up(usable={0: ["victory", "knight"]}, fresh=["victory", "knight"])
    found = counted(state)
    assert (found["point"], found["victory_card"], found["hidden_dev"]) == (2, 2, 2)


def test_one_point_short_of_the_target() -> None:
    cities = {0: [40, 19, 10, 0]}
    assert "near_win" not in counted(set_up(cities=cities))
    assert counted(set_up(cities=cities, settlements={0: [53]}))["near_win"] == 1


@pytest.mark.parametrize(
    ("homes", "entry"),
    [([40, 35], "close_buildings"), ([0, 19], ""), ([0, 53], "far_buildings")],
)
def test_distances_count_while_placing_and_in_the_program_always(
    homes: list[int], entry: str
) -> None:
    distances = {"close_buildings", "far_buildings"}
    placing = set_up(phase="place_settlement", settlements={0: homes}, placements=3, round=0)
    playing = set_up(settlements={0: homes})
    assert distances & set(counted(placing)) == ({entry} if entry else set())
    assert not distances & set(counted(playing))
    assert distances & set(counted(playing, weights=CODED)) == ({entry} if entry else set())


def test_distances_are_roads_on_the_shortest_way() -> None:
    assert [STEPS[VERTICES * 0 + other] for other in (0, 3, 4, 7, 8, 53)] == [0, 1, 1, 2, 2, 11]
    assert all(
        STEPS[VERTICES * one + other] == STEPS[VERTICES * other + one]
        for one in range(VERTICES)
        for other in range(VERTICES)
    )


def test_cards_in_the_hand() -> None:
    found = counted(set_up(hands={0: "wwbshhooo" + "wwwww"}))
    assert (found["card"], found["wood_card"], found["ore_card"]) == (14, 7, 3)
    assert (found["excess_card"], found["risk_card"]) == (2, 7)


def test_what_the_hand_pays_for() -> None:
    prices = {"city_price", "settlement_price", "road_price", "dev_price"}
    assert prices & set(counted(set_up(hands={0: "hhooo"}))) == {"city_price"}
    assert prices & set(counted(set_up(hands={0: "wbsho"}))) == prices - {"city_price"}
    without_brick = set_up(hands={0: "wsh"})
    assert not prices & set(counted(without_brick))
    assert prices & set(counted(without_brick, weights=CODED)) == {"settlement_price"}


def test_progress_towards_a_city_and_a_settlement() -> None:
    found = counted(set_up(hands={0: "hhhowb"}))
    assert found["city_progress"] == pytest.approx(3 / 5)
    assert found["settlement_progress"] == pytest.approx(3 / 4)


def test_the_army_and_its_hoard() -> None:
    three = counted(set_up(played={0: ["knight"] * 3, 1: ["knight"]}, army=0))
    assert (three["army"], three["knight"], three["played_dev"]) == (1, 3, 3)
    assert not {"hoarded_army", "hoarded_knights"} & set(three)
    four = counted(set_up(played={0: ["knight"] * 4, 1: ["knight"]}, army=0))
    assert (four["hoarded_army"], four["hoarded_knights"]) == (1, 1)


def test_every_played_card_counts_as_played() -> None:
    found = counted(set_up(played={0: ["knight", "plenty", "monopoly"]}))
    assert (found["knight"], found["played_dev"]) == (1, 3)


def test_many_development_cards_in_the_hand() -> None:
    assert "excess_dev" not in counted(set_up(usable={0: ["knight"] * 12}))
    assert counted(set_up(usable={0: ["knight"] * 14}))["excess_dev"] == 2


PATH = (0, 3, 7, 12, 8, 13, 18, 24)


def test_the_longest_road_counts_by_its_length_until_it_has_the_card() -> None:
    short = counted(set_up(roads={0: [PATH[:5]]}))
    assert short["length"] == 4
    assert not {"longest_road", "held_road", "held_length"} & set(short)
    held = counted(set_up(roads={0: [PATH[:7]]}, longest=0))
    assert (held["longest_road"], held["held_road"], held["held_length"]) == (1, 1, 6)
    assert "length" not in held


def test_roads_are_few_up_to_two_for_each_building() -> None:
    assert counted(set_up(settlements={0: [0]}, roads={0: [PATH[:3]]}))["few_roads"] == 1
    assert "few_roads" not in counted(set_up(settlements={0: [0]}, roads={0: [PATH[:4]]}))


def test_roads_beyond_ten_are_many() -> None:
    ring = (18, 23, 29, 35, 30, 24, 18)
    state = set_up(roads={0: [(0, 3, 7, 12, 8, 13, 18), ring]})
    assert counted(state)["excess_road"] == 2


def test_early_roads_count_in_fourteen_rounds_or_up_to_six_of_them() -> None:
    def early(length: int, round_: int) -> float:
        return counted(set_up(roads={0: [PATH[: length + 1]]}, round=round_)).get("early_road", 0)

    assert (early(7, 14), early(7, 15), early(6, 15)) == (7, 0, 6)


def test_places_to_settle() -> None:
    """The roads 0-3-7-12: 3 is next to the settlement, 7 and 12 are free. One road on: 8, 11, 17."""
    found = counted(set_up(settlements={0: [0]}, roads={0: [(0, 3, 7, 12)]}))
    assert (found["spot"], found["early_spot"]) == (2, 2)
    assert found["spot_pip"] == 3 + 1 + 5  # ore 10, wheat 12, brick 6 around 12
    assert found["next_spot_pip"] == 3 + 1 + 5  # ore 10, sheep 2, brick 6 around 8


def test_buildings_of_others_at_own_roads_are_in_the_way() -> None:
    state = set_up(roads={0: [(0, 3, 7)]}, settlements={0: [0], 1: [7]})
    assert counted(state)["blocked_end"] == 1


def test_own_buildings_joined_by_roads_are_counted_in_ordered_pairs() -> None:
    joined = set_up(settlements={0: [0, 7, 53]}, cities={0: [8]}, roads={0: [(0, 3, 7, 12, 8)]})
    assert counted(joined)["linked_pair"] == 6
    apart = set_up(settlements={0: [0, 7]}, roads={0: [(0, 3)]})
    assert "linked_pair" not in counted(apart)


def test_the_robber_blocks_own_pips_and_those_of_others() -> None:
    """On hex 14 (wheat 4, 3 pips) beside the own city at 40; seat 1 at 36 next to it loses 3 of 6."""
    state = set_up(cities={0: [40]}, settlements={1: [36]}, hands={1: "wwww"}, robber=14)
    found = counted(state)
    assert found["blocked_pip"] == 6
    assert found["rival_pip"] == pytest.approx(0.1 * (2 + 4))  # wood 3 and sheep 5, 1 of 10 points
    assert found["rival_card"] == pytest.approx(0.1 * 4)


def test_a_game_that_is_over_is_won_or_lost() -> None:
    state = set_up(cities={0: [40]}, settlements={1: [19], 2: [0]})
    state.finish()
    assert [scored().value(state, seat) for seat in range(4)] == [WON, -WON, -WON, -WON]
    state.is_stopped = True
    state.turn = 3
    assert [scored().value(state, seat) for seat in range(4)] == [WON, -WON, -WON, -WON]
