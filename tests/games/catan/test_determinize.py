"""Worlds drawn from what a seat knows: consistent, and as frequent as they are probable (checklist 31, 32)."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.observation import Observation
from infoset_games.catan.policies import Greedy, RandomByKind
from infoset_games.catan.state import CatanState
from infoset_games.core import CHANCE, OVER, Json
from infoset_games.replay import canonical, state_hash
from infoset_games.rng import Rng
from infoset_games.rollout import play_out

Setup = Callable[..., CatanState]
Play = Callable[..., CatanState]
SAMPLES = 2_000


def hand(state: CatanState, seat: int) -> tuple[int, ...]:
    return tuple(int(state.hand(seat, resource)) for resource in range(5))


def worlds(view: Observation, count: int, label: str = "worlds") -> list[CatanState]:
    rng = Rng(label)
    return [Catan().determinize(view, rng) for _ in range(count)]


def expect_shares(found: Counter[tuple[int, ...]], wanted: dict[tuple[int, ...], float]) -> None:
    """Within five standard deviations, and nothing impossible."""
    total = sum(found.values())
    assert set(found) <= set(wanted)
    for key, share in wanted.items():
        spread = (total * share * (1 - share)) ** 0.5
        assert abs(found[key] - total * share) <= 5 * spread, (key, found[key], total * share)


def middle_of_a_game(seed: str, plies: int) -> CatanState:
    """A position in which somebody decides, after a while of mixed play."""
    game = Catan()
    rng = Rng("middle", seed)
    policies = [Greedy(), RandomByKind(), RandomByKind(), Greedy()]
    state = game.start(game.deal(rng))
    play_out(state, policies, rng, horizon=plies)
    while state.mover() == CHANCE:
        play_out(state, policies, rng, horizon=1)
    return state


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_worlds_keep_what_is_known_and_make_no_cards(seed: str) -> None:
    truth = middle_of_a_game(seed, 130)
    assert truth.mover() != OVER
    for seat in (0, 1, 2, 3, None):
        view = truth.observe(seat)
        for world in worlds(view, 20, seed):
            plain, real = world.to_plain(), truth.to_plain()
            for name in set(plain) - {"seats", "deck", "fresh"}:
                assert plain[name] == real[name], name
            if seat is not None:
                assert plain["seats"][seat] == real["seats"][seat]
            for kind in range(5):
                held = sum(entry["hand"][kind] for entry in plain["seats"])
                assert held + plain["bank"][kind] == 19
            cards = sum(plain["deck"]) + sum(plain["fresh"])
            cards += sum(sum(entry["usable"] + entry["played"]) for entry in plain["seats"])
            assert cards == 25
            assert world.observe(seat) == view
            assert world.to_act() == truth.to_act()


def test_every_world_can_be_played_to_the_end() -> None:
    truth = middle_of_a_game("end", 130)
    for world in worlds(truth.observe(2), 10):
        play_out(world, [Greedy()] * 4, Rng("end"))
        assert world.mover() == OVER


def test_stolen_cards_are_as_frequent_as_the_chances_say(position: Setup, play: Play) -> None:
    state = position("robber", hands={0: "b", 1: "wwo", 3: "s"}, settlements={1: [13], 0: [45]})
    play(state, ["move_robber", 4], ["stolen", 0])
    found = Counter(hand(world, 0) for world in worlds(state.observe(2), SAMPLES))
    expect_shares(found, {(1, 1, 0, 0, 0): 2 / 3, (0, 1, 0, 0, 1): 1 / 3})


def test_a_second_theft_is_weighed_by_what_the_first_may_have_left(
    position: Setup, play: Play
) -> None:
    state = position("robber", hands={1: "wwo", 2: ""}, settlements={1: [13], 0: [45]})
    play(state, ["move_robber", 4], ["stolen", 0], ["end_turn"])
    state = play(state, ["roll"], ["dice", 3, 4], ["move_robber", 1], ["end_turn"])
    play(state, ["roll"], ["dice", 3, 4], ["move_robber", 4], ["stolen", 0])  # seat 2 robs seat 1
    found = Counter(
        (*hand(world, 0), *hand(world, 2)) for world in worlds(state.observe(3), SAMPLES)
    )
    w, o = (1, 0, 0, 0, 0), (0, 0, 0, 0, 1)
    expect_shares(found, {w + w: 1 / 3, w + o: 1 / 3, o + w: 1 / 3})


def test_a_seat_that_offered_two_ore_holds_two_ore_in_all_worlds(
    position: Setup, play: Play
) -> None:
    state = position("robber", hands={0: "ow", 1: "oosshh"}, settlements={1: [13], 0: [45]})
    play(state, ["move_robber", 4], ["stolen", 4])
    assert min(hand(world, 0)[4] for world in worlds(state.observe(2), 100)) == 1
    play(state, ["offer", [0, 0, 0, 0, 2], [0, 1, 0, 0, 0]])
    assert min(hand(world, 0)[4] for world in worlds(state.observe(2), 100)) == 2


def test_after_a_monopoly_the_others_have_none_in_all_worlds(position: Setup, play: Play) -> None:
    state = position(
        "robber",
        hands={1: "wwoo", 2: "wb", 3: "w"},
        settlements={1: [13], 0: [45]},
        usable={0: ["monopoly"]},
    )
    play(state, ["move_robber", 4], ["stolen", 4], ["play_monopoly", 0])
    for seat in range(4):
        for world in worlds(state.observe(seat), 20):
            assert [hand(world, other)[0] for other in range(4)] == [4, 0, 0, 0]


def test_hidden_development_cards_are_drawn_from_those_not_seen(
    position: Setup, play: Play
) -> None:
    state = position(
        "main", hands={0: "sho", 1: "w"}, played={1: ["knight"] * 14, 2: ["road_building"] * 2}
    )
    play(state, ["buy_dev"], ["drawn", 4])
    found = Counter(tuple(world.to_plain()["fresh"]) for world in worlds(state.observe(3), SAMPLES))
    plenty, monopoly, victory = (0, 0, 1, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1)
    expect_shares(found, {plenty: 2 / 9, monopoly: 2 / 9, victory: 5 / 9})


def test_a_seat_that_has_not_won_holds_no_victory_card_that_would_win(
    position: Setup, play: Play
) -> None:
    state = position("main", hands={0: "sho"}, settlements={0: [1]}, cities={0: [13, 35, 23, 45]})
    play(state, ["buy_dev"], ["drawn", 0])
    for world in worlds(state.observe(2), 200):
        assert world.to_plain()["fresh"][4] == 0


def test_what_others_put_aside_is_drawn_alike_from_all_they_may(
    position: Setup, play: Play
) -> None:
    state = position("roll", hands={0: "wwbbsshh", 1: "wwwwoooo"})
    play(state, ["roll"], ["dice", 3, 4])
    for _ in range(2):
        state.apply({seat: state.legal(seat).item(0) for seat in (0, 1)})
    found = Counter(
        tuple(world.to_plain()["seats"][1]["pending"])
        for world in worlds(state.observe(2), SAMPLES)
    )
    wanted = {(2, 0, 0, 0, 0), (1, 0, 0, 0, 1), (0, 0, 0, 0, 2)}
    expect_shares(found, dict.fromkeys(sorted(wanted), 1 / 3))


def test_hands_that_leave_more_choices_to_put_aside_are_likelier(
    position: Setup, play: Play
) -> None:
    state = position("robber", hands={1: "wwwwboooo"}, settlements={1: [13]})
    play(state, ["move_robber", 4], ["stolen", 0], ["end_turn"], ["roll"], ["dice", 3, 4])
    state.move(state.legal(1).item(0))
    found = Counter(hand(world, 0) for world in worlds(state.observe(2), SAMPLES))
    # Stolen with chances 4, 1 and 4 of 9; after that 3, 2 and 2 resources could be put aside first.
    wood, brick, ore = (1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 0, 0, 1)
    expect_shares(found, {wood: 12 / 22, brick: 2 / 22, ore: 8 / 22})


def test_only_sorted_choices_that_can_be_completed_are_put_aside(
    position: Setup, play: Play
) -> None:
    state = position("roll", hands={0: "wwwbbbso"})
    play(state, ["roll"], ["dice", 3, 4])
    state.move(state.legal(0).item(0))
    state.move(state.legal(0).item(0))
    found = {
        tuple(world.to_plain()["seats"][0]["pending"]) for world in worlds(state.observe(1), 500)
    }
    counts, wanted = (3, 3, 0 + 1, 0, 1), set()
    for choice in combinations_with_replacement(range(5), 4):
        if all(choice.count(kind) <= counts[kind] for kind in range(5)):
            wanted.add(tuple(choice[:2].count(kind) for kind in range(5)))
    assert found == wanted


def test_equal_knowledge_gives_equal_worlds_whatever_the_truth(
    position: Setup, play: Play, game: Catan
) -> None:
    state = position("robber", hands={1: "wwo"}, settlements={1: [13]})
    play(state, ["move_robber", 4])
    wood, ore = play(state.copy(), ["stolen", 0]), play(state.copy(), ["stolen", 4])
    assert state_hash(wood) != state_hash(ore)

    def stream(view: Observation) -> list[str]:
        return [state_hash(world) for world in worlds(view, 20)]

    assert wood.observe(3) == ore.observe(3)
    assert stream(wood.observe(3)) == stream(ore.observe(3))
    texts = [canonical(game.write_observation(at.observe(3))) for at in (wood, ore)]
    assert texts[0] == texts[1]


def hidden_cards(written: dict[str, Json], seat: int) -> list[Json]:
    """What the observation says of the development cards of others."""
    return [player["usable"] for other, player in enumerate(written["players"]) if other != seat]


def test_an_observation_holds_no_card_that_the_seat_has_not_seen(
    position: Setup, game: Catan
) -> None:
    state = position(
        "main",
        hands={1: "www"},
        usable={0: ["knight"], 1: ["victory"], 2: ["monopoly"]},
        fresh=["plenty"],
    )
    written = game.write_observation(state.observe(3))
    assert hidden_cards(written, 3) == [[], [], []]
    assert written["fresh"] == []
    assert written["players"][3]["usable"] == [0] * 5
    assert game.write_observation(state.observe(0))["fresh"] == [0, 0, 1, 0, 0]
    assert game.write_observation(state.observe(None))["players"][0]["usable"] == []


def test_when_the_game_is_over_all_cards_are_open(position: Setup, play: Play) -> None:
    state = position("main", turn=3, usable={1: ["victory"]}, hands={2: "wo"}, round=200)
    view = play(state, ["end_turn"]).observe(None)
    assert view.usable(1) == [0, 0, 0, 0, 1]
    assert view.hand(2) == [1, 0, 0, 0, 1]
    assert view.phase == "over"


def test_seats_of_a_world_know_at_least_what_the_seat_knew_that_drew_it(
    position: Setup, play: Play
) -> None:
    state = position("robber", hands={1: "wwo"}, settlements={1: [13]})
    play(state, ["move_robber", 4], ["stolen", 0])
    for world in worlds(state.observe(3), 10):
        for seat in range(4):
            view = world.observe(seat)
            assert view.hand(1) or seat in (2, 3)
            again = Catan().determinize(view, Rng("again"))
            assert again.observe(seat) == view
