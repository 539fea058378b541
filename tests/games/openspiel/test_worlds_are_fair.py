"""Worlds are drawn as often as they should be: chi-square tests against lists of all that can be true.

A list is made without looking at how worlds are drawn: every history of the game, or every way to deal the cards
that a seat has not seen, is played, and kept where the seat then knows what it knows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from scipy.stats import chisquare
from tests.games.openspiel.plays import game_of, positions, pyspiel

from infoset_games.openspiel.dealing import SEATS, TRICKS, Table
from infoset_games.openspiel.game import OpenSpielGame
from infoset_games.openspiel.state import OpenSpielState, replayed
from infoset_games.rng import Rng

LEAST_P = 1e-4  # fixed streams: it holds, or it does not
DRAWS = 25  # of each world
MOST_WORLDS = 100
MOST_HISTORIES = 60_000  # walked through to list them

# Small forms of the games, so that all histories can be walked through.
SMALL = {
    "kuhn_poker": "kuhn_poker(players=3)",
    "leduc_poker": "leduc_poker",
    "bargaining": "bargaining(max_turns=2)",
    "liars_dice": "liars_dice(dice_sides=3)",
    "tiny_bridge_2p": "tiny_bridge_2p",
    "first_sealed_auction": "first_sealed_auction(max_value=5)",
    "phantom_ttt": "phantom_ttt",
    "sheriff": "sheriff(num_rounds=1)",
}


def small(member: str) -> OpenSpielGame:
    """A game under parameters that players cannot choose."""
    game = type(game_of(member))()
    game.inner = pyspiel.load_game(SMALL[member])
    game.seats = game.inner.num_players()
    return game


def histories_like(
    game: OpenSpielGame, state: OpenSpielState, seat: int
) -> dict[tuple[int, ...], float] | None:
    """Every history that leaves the seat with what it knows, and the chance in it; None if they are too many.

    A seat that remembers everything knew less before: only where it did is gone on.
    """
    marks = before_each_action(game, state.inner, seat)
    found: dict[tuple[int, ...], float] = {}
    left = MOST_HISTORIES
    stack = [(game.inner.new_initial_state(), 1.0, 0)]
    while stack:
        inner, share, turn = stack.pop()
        left -= 1
        if left < 0:
            return None
        if inner.is_chance_node():
            stack += [(inner.child(a), share * odds, turn) for a, odds in inner.chance_outcomes()]
        elif not inner.is_terminal() and look(game, inner, seat) == marks[turn]:
            if turn == len(marks) - 1:
                found[tuple(inner.history())] = share
            else:
                stack += [(inner.child(a), share, turn + 1) for a in inner.legal_actions()]
    return found


def look(game: OpenSpielGame, inner: Any, seat: int) -> tuple[int, str]:
    """Who is to act, and what OpenSpiel tells the seat."""
    return inner.current_player(), str(inner.information_state_string(seat))


def before_each_action(game: OpenSpielGame, inner: Any, seat: int) -> list[tuple[int, str]]:
    """What the seat knew before each action of a seat, and knows now."""
    marks: list[tuple[int, str]] = []
    earlier = game.inner.new_initial_state()
    for action in inner.history():
        if not earlier.is_chance_node():
            marks.append(look(game, earlier, seat))
        earlier.apply_action(action)
    return [*marks, look(game, earlier, seat)]


def expect_fair(
    game: OpenSpielGame, state: OpenSpielState, seat: int, wanted: dict[tuple[int, ...], float]
) -> None:
    """Raises where worlds are drawn that cannot be, or not as often as they should."""
    observation = state.observe(seat)
    rng = Rng("fair", str(state.history()))
    total = sum(wanted.values())
    drawn = Counter(
        tuple(game.determinize(observation, rng).to_plain()["history"])
        for _ in range(DRAWS * len(wanted))
    )
    assert set(drawn) <= set(wanted)
    if len(wanted) > 1:
        shares = [share / total * drawn.total() for share in wanted.values()]
        p = chisquare([drawn[history] for history in wanted], shares).pvalue
        assert p > LEAST_P, (state.history(), drawn, wanted)


@pytest.mark.parametrize("member", SMALL)
def test_worlds_of_small_games_are_as_frequent_as_they_should_be(member: str) -> None:
    game = small(member)
    compared = 0
    for number in range(4):
        for state in positions(game, f"fair {number}", most=4):
            for seat in range(game.seats):
                wanted = histories_like(game, state, seat)
                if wanted is not None and 1 < len(wanted) <= MOST_WORLDS:
                    expect_fair(game, state, seat, wanted)
                    compared += 1
    assert compared > 3


@pytest.mark.parametrize("players", [2, 3])
def test_hands_of_hold_em_are_as_frequent_as_they_should_be(players: int) -> None:
    """What is unseen is equally likely to lie anywhere: each card in the hands of others, card by card."""
    game = game_of("universal_poker", players=players)
    for number in range(2):
        for state in positions(game, f"hold'em {number}", most=1):
            for seat in range(players):
                observation, rng = state.observe(seat), Rng("hold'em", str(number), str(seat))
                drawn: Counter[int] = Counter()
                for _ in range(400):
                    world = game.determinize(observation, rng)
                    assert isinstance(world, OpenSpielState)
                    drawn.update(cards_of_others(game, world, seat))
                seen = cards_seen(game, state, seat)
                unseen = set(range(52)) - seen
                assert set(drawn) <= unseen
                assert chisquare([drawn[card] for card in sorted(unseen)]).pvalue > LEAST_P


def cards_of_others(game: OpenSpielGame, state: OpenSpielState, seat: int) -> list[int]:
    """The hole cards of the other seats: two chance actions for each seat, in turn."""
    dealt = state.history()[: 2 * game.seats]
    return [card for at, card in enumerate(dealt) if at // 2 != seat]


def cards_seen(game: OpenSpielGame, state: OpenSpielState, seat: int) -> set[int]:
    """The own hole cards, and those on the board."""
    steps = [(step.player, step.action) for step in state.inner.full_history()]
    drawn = [action for player, action in steps if player < 0]
    return set(drawn[2 * seat : 2 * seat + 2]) | set(drawn[2 * game.seats :])


@pytest.mark.parametrize(
    ("member", "seed"), [("hearts", "4"), ("hearts", "6"), ("spades", "1"), ("spades", "2")]
)
def test_hands_of_the_last_tricks_are_as_frequent_as_they_should_be(member: str, seed: str) -> None:
    """All ways to deal the last cards are listed; those count that the plays so far allow."""
    game = game_of(member)
    compared = 0
    for state in positions(game, seed, most=1_000):
        table = Table(TRICKS[member], state.history())
        if len(table.played) not in (43, 46):
            continue
        for seat in range(SEATS):
            wanted = Counter(hands for hands in hands_like(game, state, table, seat))
            if 1 < len(wanted) <= MOST_WORLDS:
                expect_hands(game, state, seat, sorted(wanted))
                compared += 1
    assert compared > 3


Hands = tuple[tuple[int, ...], ...]


def hands_like(
    game: OpenSpielGame, state: OpenSpielState, table: Table, seat: int
) -> Iterator[Hands]:
    """The cards that are left in the hands, in every way that looks like this one to the seat."""
    left = hands_left(state)
    others = [other for other in range(SEATS) if other != seat]
    unseen = sorted(card for other in others for card in left[other])
    for hands in splits(unseen, [len(left[other]) for other in others]):
        swapped = [*hands[:seat], left[seat], *hands[seat:]]
        world = with_hands(game, state, table, left, swapped)
        if world is not None and game.raw(world.inner, seat) == game.raw(state.inner, seat):
            yield tuple(tuple(sorted(hand)) for hand in swapped)


def hands_left(state: OpenSpielState) -> list[tuple[int, ...]]:
    """What each seat has still to play: a play to the end shows it."""
    inner = state.inner.clone()
    left: list[list[int]] = [[] for _ in range(SEATS)]
    while not inner.is_terminal():
        player, action = inner.current_player(), inner.legal_actions()[0]
        left[player].append(action)
        inner.apply_action(action)
    return [tuple(sorted(hand)) for hand in left]


def splits(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to give so many of the cards to each."""
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in splits(rest, sizes[1:]):
            yield [first, *others]


def with_hands(
    game: OpenSpielGame,
    state: OpenSpielState,
    table: Table,
    left: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
) -> OpenSpielState | None:
    """The position if the last cards had been dealt so; None where the plays do not allow it.

    Cards take each other's places in the deal. Where cards were passed, they pass with those whose place they take.
    """
    pairs = list(zip(map(set, left), map(set, hands), strict=True))
    places = [card for before, after in pairs for card in sorted(before - after)]
    cards = [card for before, after in pairs for card in sorted(after - before)]
    swap = dict(zip(places, cards, strict=True))
    start = table.pack.openings
    end = len(state.history()) - len(table.played) - len(table.calls)
    history = state.history()
    moved = [swap.get(card, card) for card in history[start:end]]
    try:
        return replayed(game, [*history[:start], *moved, *history[end:]])
    except ValueError:
        return None


def expect_hands(
    game: OpenSpielGame, state: OpenSpielState, seat: int, wanted: Sequence[Hands]
) -> None:
    """Raises where hands are dealt that cannot be, or not all as often."""
    observation, rng = state.observe(seat), Rng("hands", str(state.turn), str(seat))
    drawn: Counter[Hands] = Counter()
    for _ in range(DRAWS * len(wanted)):
        world = game.determinize(observation, rng)
        assert isinstance(world, OpenSpielState)
        drawn[tuple(hands_left(world))] += 1
    assert set(drawn) <= set(wanted)
    assert chisquare([drawn[hands] for hands in wanted]).pvalue > LEAST_P, drawn
