"""Attacks on the luck of a match by somebody who only looks on: what has happened must not tell what will.

The attacker knows the small generator and looks for the state that explains what it saw. It is given all of that
state but the last bits, so that the search ends soon; nothing else tells it anything.
"""

from collections.abc import Callable, Iterator, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.catan import Catan
from infoset_games.catan.actions import DICE_ROLL
from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.actions import ORDER_COUNT, ORDERS
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.chance import filled_move
from infoset_games.crossfire.commands import idle_units, join_orders
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.rng import Rng
from infoset_games.terms import Terms

UNKNOWN_BITS = 12
PLAYS = [f"a secret {number}" for number in range(3)]
MISSING = 1 << UNKNOWN_BITS
Stream = Callable[[int], Rng]
Setting = tuple[int, vec[i64]]  # a round and the units before it


def played(match: Match) -> Match:
    """The match, played to its end by seats that choose evenly but not by chance."""
    match.start(0)
    turns = 0
    while match.over is None:
        asked = next(one for one in match.open.values() if one.sealed is None)
        turns += 1
        match.submit(asked.seat, asked.number, Choice(turns * 7919 % asked.space.size), 0)
    return match


def drawn(match: Match) -> list[int]:
    """What chance brought, by the number of the draw."""
    return [code for step in match.steps for code in step.chance]


def guesses(seed: str, label: str) -> Iterator[Rng]:
    """Streams of which all is known but the last bits of the word that first numbers come from."""
    known = int(Rng(seed, label).b) >> UNKNOWN_BITS << UNKNOWN_BITS
    for guess in range(MISSING):
        stream = Rng(seed, label)
        stream.b = known | guess
        yield stream


def found(match: Match, explains: Callable[[Stream], bool]) -> list[int]:
    """The unknown words of all heads of the match's luck that explain what was seen."""
    return [int(head.b) for head in guesses(match.seed, "chance") if explains(head.branch)]


# Catan: from nine rolls of the dice, which everybody sees, all that follow.


def test_rolls_of_the_dice_tell_nothing_of_those_that_follow() -> None:
    for seed in PLAYS:
        match = played(Match(Catan(seats=2, round_limit=30), Terms(), seed))
        rolls = {n: code for n, code in enumerate(drawn(match)) if code >= DICE_ROLL}
        seen, future = list(rolls.items())[:9], list(rolls.items())[9:]

        def explains(stream: Stream, seen: Sequence[tuple[int, int]] = seen) -> bool:
            return all(DICE_ROLL + stream(n).below(36) == code for n, code in seen)

        assert len(future) >= 20
        assert found(match, explains) == []


# Colonizers: seat 1 learns each round which colonist was removed face down, from who is offered and who acts.


def test_colonists_removed_before_tell_nothing_of_later_orders() -> None:
    for seed in PLAYS:
        match = played(Match(Colonizers(), Terms(), seed))
        removed = [int(ORDERS[code][0]) for code in drawn(match)]
        seen = removed[:8]

        def explains(stream: Stream, seen: Sequence[int] = seen) -> bool:
            orders = (stream(n).below(ORDER_COUNT) for n in range(len(seen)))
            return all(ORDERS[code][0] == gone for code, gone in zip(orders, seen, strict=True))

        assert len(removed) > len(seen)
        assert found(match, explains) == []


# Colonizers: what has been built of the deck tells the rest of it.


def test_cards_on_the_table_tell_nothing_of_the_rest_of_the_deck() -> None:
    for seed in PLAYS:
        match = Match(Colonizers(), Terms(), seed)
        assert isinstance(match.deal, list)
        seen = match.deal[:20]
        decks = [Colonizers().deal(stream) for stream in guesses(seed, "deal")]
        assert [deck for deck in decks if deck[:20] == seen] == []


# Crossfire: moves that were filled in for somebody late tell the moves, and the king, that would be.


def test_moves_filled_in_tell_nothing_of_those_that_will_be() -> None:
    game = Crossfire(preset="mini")
    for seed in PLAYS:
        state = game.start(Match(game, Terms(), seed).deal)
        known = int(state.observe(1).fill) >> UNKNOWN_BITS << UNKNOWN_BITS
        seen: list[tuple[Setting, int]] = []
        while state.to_act() and state.round() < 8:
            if state.now is not None and 1 in state.to_act():
                seen.append(((state.round(), state.now.cells), state.fallback(1)))
            state.apply({seat: state.fallback(seat) for seat in state.to_act()})

        def explains(number: int, seen: Sequence[tuple[Setting, int]] = seen) -> bool:
            return all(filled_orders(number, *setting) == code for setting, code in seen)

        assert len(seen) >= 4
        assert [number for number in range(known, known + MISSING) if explains(number)] == []


def filled_orders(filling: int, number: int, cells: vec[i64]) -> int:
    """What seat 1 is given in a round by a number of chance."""
    moves = [filled_move(filling, number, unit) for unit in idle_units(cells, 1)]
    return join_orders(cells, 1, moves)
