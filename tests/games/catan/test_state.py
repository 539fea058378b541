"""The course of the game: placing, turns, winning, the round limit (checklist 4, 16, 27, 28, 29, 30)."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.state import CatanState, first_state
from infoset_games.core import CHANCE, OVER, IllegalActionError, Json
from infoset_games.replay import random_log, replay, state_hash
from infoset_games.rng import Rng
from infoset_games.testing import random_play

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
Legal = Callable[..., list[Json]]


def first_of(state: CatanState) -> None:
    """Plays the first legal action, or a chance outcome."""
    mover = state.mover()
    state.move(state.legal(int(mover)).item(0))


# Placing.


def test_seats_place_forth_and_back_and_seat_0_begins(game: Catan) -> None:
    state = game.start(game.deal(Rng("any")))
    order = []
    while state.kind(0) != "roll":
        order.append((int(state.mover()), state.kind(0)))
        first_of(state)
    placing = ["place_settlement", "place_road"]
    assert order == [(seat, kind) for seat in (0, 1, 2, 3, 3, 2, 1, 0) for kind in placing]
    assert state.mover() == 0
    assert state.round == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_seats_place_forth_and_back_too(seats: int) -> None:
    game = Catan(seats=seats)
    state = game.start(game.deal(Rng("any")))
    order = []
    while state.kind(0) != "roll":
        if state.kind(0) == "place_settlement":
            order.append(int(state.mover()))
        first_of(state)
    assert order == [*range(seats), *reversed(range(seats))]


def test_the_second_settlement_yields_a_card_of_each_hex_and_the_first_nothing(
    game: Catan, play: Play
) -> None:
    state = game.start(game.deal(Rng("any")))
    play(state, ["place_settlement", 13], ["place_road", 13, 18])
    assert [state.hand(0, resource) for resource in range(5)] == [0, 0, 0, 0, 0]
    for vertex in (45, 39, 36):
        play(state, ["place_settlement", vertex])
        first_of(state)
    play(state, ["place_settlement", 23])  # brick, wood and the desert
    assert [state.hand(3, resource) for resource in range(5)] == [1, 1, 0, 0, 0]
    assert [19 - int(card) for card in list(state.cells)[215:220]] == [1, 1, 0, 0, 0]


def test_the_second_road_must_touch_the_second_settlement(
    game: Catan, play: Play, legal: Legal
) -> None:
    state = game.start(game.deal(Rng("any")))
    for vertex in (13, 46, 29, 49):
        play(state, ["place_settlement", vertex])
        first_of(state)
    play(state, ["place_settlement", 0])
    assert legal(state) == [["place_road", 0], ["place_road", 1]]


# A turn.


def test_a_turn_is_roll_then_as_many_actions_as_one_likes_then_the_next_seat(
    position: Setup, play: Play
) -> None:
    state = position("roll", hands={0: "wwbb"}, settlements={0: [13]})
    play(state, ["roll"], ["dice", 1, 1], ["road", 13, 18], ["road", 18, 24])
    assert state.kind(0) == "main"
    play(state, ["end_turn"])
    assert (state.kind(0), state.mover(), state.round) == ("roll", 1, 1)


def test_a_round_ends_with_the_last_seat(position: Setup, play: Play) -> None:
    state = play(position("main", turn=3), ["end_turn"])
    assert (state.mover(), state.round) == (0, 2)


def test_the_dice_must_be_rolled_before_anything_else_but_a_card(
    position: Setup, legal: Legal
) -> None:
    state = position("roll", hands={0: "wbshoooohh"}, settlements={0: [13]})
    assert legal(state) == [["roll"]]


def test_trade_after_building_is_allowed(position: Setup, play: Play, legal: Legal) -> None:
    state = position("main", hands={0: "wbssss"}, settlements={0: [13]})
    assert ["bank", 2, 4] in legal(play(state, ["road", 13, 18]))


def test_a_harbour_serves_in_the_turn_in_which_it_was_settled(
    position: Setup, play: Play, legal: Legal
) -> None:
    state = position("main", hands={0: "wbshooo"}, roads={0: [(4, 0)]})  # a 3:1 harbour
    assert ["bank", 4, 0] not in legal(state)
    assert ["bank", 4, 0] in legal(play(state, ["settlement", 0]))


def test_keys_merge_rolls_of_equal_sum_and_nothing_else(position: Setup, play: Play) -> None:
    state = play(position("roll"), ["roll"])
    keys = {state.key(code) for code, _ in state.chance_odds()}
    assert len(keys) == 11
    main = position("main", hands={0: "wwbbsshh"}, settlements={0: [13]})
    codes = [main.legal(0).item(index) for index in range(main.legal(0).size)]
    assert len({main.key(code) for code in codes}) == len(codes)


def test_seats_that_see_no_card_see_no_difference(position: Setup, play: Play) -> None:
    theft = position("robber", hands={1: "wo"}, settlements={1: [13]})
    play(theft, ["move_robber", 4])
    codes = [code for code, _ in theft.chance_odds()]
    assert [len({theft.seen_key(code, seat) for code in codes}) for seat in range(4)] == [
        2,
        2,
        1,
        1,
    ]
    draw = play(position("main", hands={0: "sho"}), ["buy_dev"])
    codes = [code for code, _ in draw.chance_odds()]
    assert [len({draw.seen_key(code, seat) for code in codes}) for seat in (0, 1)] == [5, 1]
    discard = play(position("roll", hands={0: "wwwwoooo"}), ["roll"], ["dice", 3, 4])
    assert discard.seen_key(21, 1) == discard.seen_key(25, 1)


# Winning.

NINE = {"settlements": {0: [1]}, "cities": {0: [13, 35, 23, 45]}}


def test_points_won_in_the_own_turn_end_the_game_at_once(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "wbsh"}, roads={0: [(1, 4, 0)]}, **NINE)
    assert state.scores() == (9, 0, 0, 0)
    play(state, ["settlement", 0])
    assert state.mover() == OVER
    result = state.result()
    assert result is not None
    assert result.places == (1, 2, 2, 2)
    assert result.ending == "finished"


def test_a_victory_card_just_bought_wins(position: Setup, play: Play) -> None:
    state = position("main", hands={0: "sho"}, **NINE)
    play(state, ["buy_dev"], ["drawn", 4])
    assert state.mover() == OVER
    assert state.scores()[0] == 10


def test_a_knight_that_brings_the_army_wins_before_the_robber_moves(
    position: Setup, play: Play
) -> None:
    state = position(
        "roll",
        cities={0: [13, 35, 23, 45]},
        usable={0: ["knight"]},
        played={0: ["knight", "knight"]},
    )
    play(state, ["play_knight"])
    assert state.mover() == OVER


def test_points_won_off_turn_win_only_when_the_own_turn_begins(position: Setup, play: Play) -> None:
    # Seat 0 settles in the middle of seat 2's longest road of 6, so seat 1's of 5 is the longest.
    state = position(
        "main",
        hands={0: "wbsh"},
        settlements={1: [31]},
        cities={0: [40], 1: [0, 2, 10, 26]},
        roads={
            0: [(40, 35, 29)],
            1: [(20, 26, 32, 37, 31, 25)],
            2: [(12, 17, 23, 29, 34, 39, 43)],
        },
        longest=2,
    )
    assert state.scores()[1] == 9
    play(state, ["settlement", 29])
    assert state.longest == 1
    assert state.scores()[1] == 11
    assert state.mover() == 0
    play(state, ["end_turn"])
    assert state.mover() == OVER
    result = state.result()
    assert result is not None
    assert result.places[1] == 1


def test_others_points_beyond_the_winners_do_not_count(position: Setup, play: Play) -> None:
    state = position(
        "main",
        hands={0: "hhooo"},
        settlements={0: [13]},
        cities={0: [35, 23, 45], 1: [0, 2, 10, 26]},
        played={1: ["knight"] * 3},
        usable={1: ["victory", "victory"], 0: ["victory", "victory"]},
        army=1,
    )
    assert state.scores() == (9, 12, 0, 0)
    play(state, ["city", 13])
    result = state.result()
    assert result is not None
    assert result.places == (1, 2, 3, 3)
    assert result.scores == (10, 10, 0, 0)


def test_the_target_is_an_option(position_in: Callable[[Catan], Setup], play: Play) -> None:
    position = position_in(Catan(layout="beginner", target=4))
    state = position("main", hands={0: "hhooo"}, settlements={0: [13]}, cities={0: [35]})
    assert play(state, ["city", 13]).mover() == OVER


# The round limit.


def test_after_the_last_round_the_most_points_win_hidden_ones_included(
    position: Setup, play: Play
) -> None:
    state = position(
        "main",
        turn=3,
        settlements={0: [13], 1: [35], 2: [45]},
        usable={1: ["victory"]},
        round=200,
    )
    play(state, ["end_turn"])
    result = state.result()
    assert result is not None
    assert (result.ending, result.places) == ("round_limit", (2, 1, 2, 4))
    assert result.scores == (1, 2, 1, 0)


def test_equal_points_share_the_first_place_at_the_round_limit(position: Setup, play: Play) -> None:
    state = position("main", turn=3, settlements={0: [13], 2: [45]}, round=200)
    result = play(state, ["end_turn"]).result()
    assert result is not None
    assert result.places == (1, 3, 1, 3)
    assert result.returns[0] == result.returns[2]


def test_before_the_last_round_play_goes_on(position: Setup, play: Play) -> None:
    state = play(position("main", turn=3, round=199), ["end_turn"])
    assert state.result() is None
    assert state.round == 200


# Whole plays.


@pytest.mark.parametrize(
    "options",
    [{}, {"seats": 2, "trade_menu": "small"}, {"public_discards": False, "rob_empty": True}],
    ids=str,
)
def test_no_card_is_ever_lost_or_made(options: dict[str, Any]) -> None:
    play = random_play(Catan(**options), "conservation")
    for state in play.states:
        plain = state.to_plain()
        seats = plain["seats"]
        for kind in range(5):
            assert plain["bank"][kind] + sum(seat["hand"][kind] for seat in seats) == 19
        cards = sum(plain["deck"]) + sum(plain["fresh"])
        cards += sum(sum(seat["usable"]) + sum(seat["played"]) for seat in seats)
        assert cards == 25
        assert all(0 <= count <= 19 for seat in seats for count in seat["hand"])


def test_what_is_kept_up_to_date_equals_what_follows_from_the_board() -> None:
    game = Catan()
    for state in random_play(game, "rebuilt").states[::50]:
        assert isinstance(state, CatanState)
        again = game.from_plain(state.to_plain())
        assert list(again.masks[:17]) == list(state.masks[:17])
        assert list(again.cells) == list(state.cells)
        assert again.to_act() == state.to_act()


PRINT_HASHES = """
from infoset_games.catan import Catan
from infoset_games.replay import random_log, replay, state_hash
game = Catan()
print(*[state_hash(state) for state in replay(game, random_log(game, "seed", 20000))][::100])
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_a_seed_names_the_same_play_in_every_process(hash_seed: str) -> None:
    game = Catan()
    here = [state_hash(state) for state in replay(game, random_log(game, "seed", 20_000))][::100]
    done = subprocess.run(
        [sys.executable, "-c", PRINT_HASHES],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    assert done.stdout.split() == here


def test_refusals_name_the_verb_and_the_reason(position: Setup, game: Catan) -> None:
    state = position("main", hands={0: "wb"}, settlements={0: [13]}, roads={1: [(13, 8)]})

    def refusal(*action: Json) -> str:
        with pytest.raises(IllegalActionError) as raised:
            game.read_action(state, 0, list(action))
        return str(raised.value)

    assert refusal("city", 13) == "city: costs 2 wheat, 3 ore, at hand are 1 wood, 1 brick"
    assert refusal("settlement", 4).startswith(
        "settlement: costs 1 wood, 1 brick, 1 sheep, 1 wheat"
    )
    assert refusal("road", 13) == "road: there is a road already"
    assert refusal("road", 50) == "road: none of your roads or buildings leads there"
    assert refusal("bank", 0, 4) == "bank: takes 4 wood, at hand are 1"
    assert refusal("bank", 0, 0) == "bank: expected two different resources"
    assert refusal("play_knight") == "play_knight: you have none that was bought in an earlier turn"
    assert refusal("roll") == "roll: not in the main phase"
    assert refusal("steal", 1) == "steal: not in the main phase"
    assert refusal("offer", [2, 0, 0, 0, 0], [0, 0, 1, 0, 0]).endswith("not hold 2 wood, only 1")
    assert refusal("fly") == "fly: no such action"


def test_who_is_not_to_act_is_told_so(position: Setup) -> None:
    state = position("main")
    with pytest.raises(IllegalActionError, match="not for seat 2 to decide"):
        state.verify(2, 1)
    with pytest.raises(IllegalActionError, match="not for seat -1"):
        state.verify(CHANCE, 1)


def test_the_first_state_has_all_pieces_in_stock_and_all_cards_in_the_bank(game: Catan) -> None:
    state = first_state(game.start(game.deal(Rng("x"))).board, game.rule_options)
    plain = state.to_plain()
    assert plain["bank"] == [19] * 5
    assert plain["deck"] == [14, 2, 2, 2, 5]
    assert plain["robber"] == 9
    assert state.legal_size() == 54
