"""Sampled worlds: consistent, uniform, and drawn from the observation alone."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product

import pytest
from scipy.stats import chisquare

from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.observation import Observation
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import Json
from infoset_games.rng import Rng

Setup = Callable[..., ColonizersState]
Play = Callable[..., ColonizersState]
States = Callable[..., list[ColonizersState]]
LineUp = tuple[tuple[int, ...], tuple[int, ...]]

TINY = Colonizers(copies=[2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0], colony=3)
SAMPLES_PER_WORLD = 25
LEAST_P = 1e-4  # the streams are fixed: a test that passes once passes always


def is_uniform(found: Counter[str], worlds: int) -> bool:
    assert set(found.values()) != set()
    assert len(found) == worlds, f"{len(found)} of {worlds} worlds were drawn"
    return float(chisquare(list(found.values())).pvalue) > LEAST_P


# Consistent.


def test_a_world_gives_its_seat_the_same_observation_at_every_decision(
    game: Colonizers, random_states: States
) -> None:
    rng = Rng("consistent")
    for state in random_states("consistent", 2):
        for seat in (None, 0, 1, 2, 3):
            view = state.observe(seat)
            world = game.determinize(view, rng)
            assert world.observe(seat) == view
            assert (world.mover(), world.phase, world.turn) == (
                state.mover(),
                state.phase,
                state.turn,
            )
            if state.mover() == seat:
                assert world.legal(seat or 0).size == state.legal(seat or 0).size


def test_a_world_is_complete_and_can_be_observed_and_sampled_for_any_seat(
    game: Colonizers, random_states: States
) -> None:
    rng = Rng("nested")
    for state in random_states("nested", 1)[::3]:
        world = game.determinize(state.observe(1), rng)
        assert game.from_plain(world.to_plain()).to_plain() == world.to_plain()
        for other in (0, 2, 3, None):
            view = world.observe(other)
            assert game.determinize(view, rng).observe(other) == view


def test_a_world_plays_on_to_the_end(game: Colonizers, random_states: States) -> None:
    rng = Rng("onward")
    for state in random_states("onward", 1)[::10]:
        world = game.determinize(state.observe(2), rng)
        while world.result() is None:
            is_chance = world.mover() == -1
            world.move(
                world.sample_chance(rng)
                if is_chance
                else world.legal_item(rng.below(world.legal_size()))
            )


# Independent of the truth, undisturbing.


def test_equal_observation_and_equal_stream_give_equal_worlds(
    game: Colonizers, random_states: States
) -> None:
    """The observation that went over the wire has never met the true position."""
    for state in random_states("stream", 1)[::5]:
        for seat in (None, 0, 3):
            view = state.observe(seat)
            told = game.read_observation(json.loads(json.dumps(game.write_observation(view))))
            first = game.determinize(view, Rng("same"))
            second = game.determinize(told, Rng("same"))
            assert first.to_plain() == second.to_plain()


def test_sampling_disturbs_neither_observation_nor_state(
    game: Colonizers, random_states: States
) -> None:
    for state in random_states("disturb", 1)[::5]:
        before = state.to_plain()
        view = state.observe(1)
        world = game.determinize(view, Rng("x"))
        while world.result() is None:
            world.move(
                world.sample_chance(Rng("x")) if world.mover() == -1 else world.legal_item(0)
            )
            if world.round > state.round + 1:
                break
        assert view == state.observe(1)
        assert state.to_plain() == before


# Uniform over cards.


def card_worlds(state: ColonizersState, viewer: int | None) -> set[str]:
    """All distinct ways to put the cards `viewer` has not seen into the places it has not seen."""
    plain = state.to_plain()
    places = hidden_places(plain, viewer)
    found = set()
    for order in set(permutations([place[0] for place in places])):
        for place, module in zip(places, order, strict=True):
            place[0] = module
        found.add(cards_of(plain))
    return found


def hidden_places(plain: dict[str, Json], viewer: int | None) -> list[list[int]]:
    piles = [plain["deck"], plain["gone"], plain["drawn"], *(s["hand"] for s in plain["seats"])]
    bit = 0 if viewer is None else 1 << viewer
    return [card for pile in piles for card in pile if not card[1] & bit]


def cards_of(plain: dict[str, Json]) -> str:
    return json.dumps(
        [plain["deck"], plain["gone"], plain["drawn"], [s["hand"] for s in plain["seats"]]]
    )


def tiny_states(play: Play) -> Iterator[ColonizersState]:
    """Cards in all places that there are: hands, swapped hands, the bottom, the drawn, the gone ones."""
    state = TINY.start([0, 8, 4, 0, 12, 8])
    order = ["shuffle", 0, 5, 4, 1, 2, 3]
    play(state, order, ["pick", 5], ["pick", 4], ["pick", 1], ["pick", 2])
    play(state, ["draw"])
    yield state.copy()  # the Visionary with one card chooses between two
    play(state, ["keep", 4], ["skip"], ["skip"], ["omnium"], ["swap", 5])
    yield state.copy()  # seats 0 and 1 know seat 1's hand
    play(state, ["skip"], ["draw"])
    yield state.copy()


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("stage", [0, 1, 2])
def test_the_unseen_cards_are_spread_uniformly(play: Play, viewer: int | None, stage: int) -> None:
    state = list(tiny_states(play))[stage]
    worlds = card_worlds(state, viewer)
    view = state.observe(viewer)
    rng = Rng("cards", str(viewer), str(stage))
    found = Counter(
        cards_of(TINY.determinize(view, rng).to_plain())
        for _ in range(SAMPLES_PER_WORLD * len(worlds))
    )
    assert set(found) == worlds
    assert len(worlds) == 1 or is_uniform(found, len(worlds))


# Uniform over line-ups.


def line_ups(view: Observation) -> set[LineUp]:
    """Every order of the six and every way to pick that agrees with the observation, by brute force."""
    picked = view.turn if view.phase == "pick" else 4
    return {
        (order, roles)
        for order in permutations(range(6))
        for roles in all_picks(order[1:], picked)
        if agrees(view, order, roles)
    }


def all_picks(offered: tuple[int, ...], picked: int) -> Iterator[tuple[int, ...]]:
    if picked == 0:
        yield ()
        return
    for colonist in offered:
        rest = tuple(other for other in offered if other != colonist)
        for later in all_picks(rest, picked - 1):
            yield (colonist, *later)


def agrees(view: Observation, order: tuple[int, ...], roles: tuple[int, ...]) -> bool:
    shown = [role in (-1, true) for role, true in zip(view.roles, roles, strict=False)]
    if not all(shown) or any(colonist in roles for colonist in view.out):
        return False
    if not view.offered:
        return True
    return view.offered == [c for c in order[1:] if c not in roles[: view.seat]]


def line_up_of(world: ColonizersState) -> LineUp:
    picked = int(world.turn) if world.phase == 1 else 4
    return tuple(world.order()), tuple(world.role(seat) for seat in range(picked))


def picks(play: Play, *later: list[Json]) -> ColonizersState:
    state = TINY.start([0, 8, 4, 0, 12, 8])
    return play(state, ["shuffle", 1, 0, 5, 3, 4, 2], *later)


ROUND: list[list[Json]] = [["pick", 3], ["pick", 4], ["pick", 0], ["pick", 5]]
OPPORTUNIST_TURN: list[list[Json]] = [["omnium"], ["skip"], ["skip"]]
SPY_STEPS: list[list[Json]] = [["omnium"], ["swap", 1], ["skip"]]


@pytest.mark.parametrize(
    ("steps", "viewer", "worlds"),
    [
        ([], 0, 1),  # the offered list says it all
        (ROUND[:1], 0, 1),
        (ROUND[:1], 1, 2 * 5),
        (ROUND[:2], 0, 4),
        (ROUND[:3], 3, 24 * 60),
        (ROUND, 0, 24),
        (ROUND, 1, 6 * 5),  # seat 0 is revealed
        (ROUND, 2, 2 * 20 * 2),
        (ROUND, 3, 6 * 60),
        ([*ROUND, ["omnium"], ["steal", 2]], 0, 6),  # left over
        ([*ROUND, ["omnium"], ["steal", 2]], 2, 2 * 20),
        ([*ROUND, ["omnium"], ["steal", 1]], 3, 2 * 60),  # removed
        ([*ROUND, ["omnium"], ["steal", 0]], 1, 2 * 5),  # held by seat 2
        ([*ROUND, *OPPORTUNIST_TURN, *SPY_STEPS], 3, 60),
    ],
)
def test_the_line_ups_are_drawn_uniformly(
    play: Play, steps: list[list[Json]], viewer: int, worlds: int
) -> None:
    view = picks(play, *steps).observe(viewer)
    expected = line_ups(view)
    assert len(expected) == worlds
    rng = Rng("line-ups", str(viewer), str(len(steps)))
    found = Counter(
        str(line_up_of(TINY.determinize(view, rng))) for _ in range(SAMPLES_PER_WORLD * worlds)
    )
    assert set(found) == {str(line_up) for line_up in expected}
    assert worlds == 1 or is_uniform(found, worlds)


@pytest.mark.parametrize(
    ("steps", "free"),
    [
        ([*ROUND, ["omnium"], ["steal", 2], ["skip"]], 1),
        ([*ROUND, ["omnium"], ["steal", 1], ["skip"], *SPY_STEPS[:1], ["swap", 2]], 1),
        (ROUND, 0),
    ],
)
def test_a_spectators_line_ups_are_drawn_uniformly(
    play: Play, steps: list[list[Json]], free: int
) -> None:
    """Grouped by who has what (the order makes them too many to enumerate in a test), 120 orders each."""
    view = picks(play, *steps).observe(None)
    expected = Counter((order[0], roles) for order, roles in line_ups(view))
    assert set(expected.values()) == {120}
    rng = Rng("spectator", str(len(steps)))
    samples = [line_up_of(TINY.determinize(view, rng)) for _ in range(3000)]
    assert is_uniform(Counter(str((order[0], roles)) for order, roles in samples), len(expected))
    positions = Counter(str(order.index(5)) for order, _ in samples if order[0] != 5)
    assert is_uniform(positions, 5)
    assert len(view.out) >= free


def test_cards_and_line_up_are_drawn_independently(play: Play) -> None:
    view = picks(play, *ROUND, ["draw"], ["keep", 0]).observe(1)
    rng = Rng("independent")
    pairs: Counter[str] = Counter()
    for _ in range(6000):
        world = TINY.determinize(view, rng)
        pairs[f"{world.role(2)} {world.hand(0)}"] += 1
    by_role: dict[str, list[int]] = {}
    for pair, (role, hand) in product(pairs, product("025", ["[0]", "[8]"])):
        if pair == f"{role} {hand}":
            by_role.setdefault(hand, []).append(pairs[pair])
    assert [len(counts) for counts in by_role.values()] == [3, 3]
    assert all(chisquare(counts).pvalue > LEAST_P for counts in by_role.values())
