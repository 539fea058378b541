"""Checks of chance nodes and of how a play ends."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from infoset_games.core import CHANCE, MAX_ODDS, IllegalActionError, Json, Result, State
from infoset_games.testing.legality import (
    GARBAGE,
    MAX_TRIED,
    damaged,
    expect_refused_or_exact,
    tried,
)
from infoset_games.testing.plain import fault_of, through_json
from infoset_games.testing.plays import Play, Position

COMPARED_NODES: Final = 2  # of each play, whose draws are counted
LEAST_EXPECTED: Final = 8  # draws of each outcome, so that the chi-square test holds
MAX_DRAWS: Final = 20_000
FARTHEST: Final = 5.0  # standard deviations; sound odds exceed them once in three million


def check_chance_draws_what_may_happen(play: Play) -> None:
    """At chance nodes `legal(CHANCE)` lists the outcomes, draws are among them and can be written."""
    for position in play.positions():
        state = position.state()
        if state.mover() != CHANCE:
            continue
        space = state.legal(CHANCE)
        position.expect(space.size >= 1, "chance is to act, but legal(CHANCE) is empty")
        for number in range(8):
            draws = {int(state.sample_chance(position.rng(str(number)))) for _ in range(2)}
            position.expect(len(draws) == 1, f"equal streams give different draws {draws}")
            (code,) = draws
            position.expect(space.contains(code), f"drew {code}, which legal(CHANCE) lacks")
            fault = fault_of(position.game.write_action(state, CHANCE, code))
            position.expect(not fault, f"chance action {code} is not plain: {fault}")
        for index in range(min(space.size, MAX_TRIED)):
            position.state().apply({CHANCE: space.item(index)})


def check_chance_keeps_to_its_odds(play: Play) -> None:
    """`chance_odds` lists what `legal(CHANCE)` lists; `sample_chance` draws each as often as it says."""
    nodes = [position for position in play.positions() if CHANCE in position.joint]
    for number, position in enumerate(nodes):
        state = position.state()
        odds = state.chance_odds()
        space = state.legal(CHANCE)
        if space.size > MAX_ODDS:
            position.expect(
                odds == (), f"odds of {space.size} outcomes; expected () above {MAX_ODDS}"
            )
            continue
        listed = [space.item(index) for index in range(space.size)]
        same = [code for code, _ in odds] == listed
        position.expect(
            same, f"odds of {[code for code, _ in odds]}, but legal(CHANCE) is {listed}"
        )
        sound = all(0 < share <= 1 for _, share in odds) and math.isclose(
            math.fsum(share for _, share in odds), 1
        )
        position.expect(sound, f"probabilities must be positive and sum to 1: {odds}")
        _check_notation(position, state, listed[:MAX_TRIED])
        if number < COMPARED_NODES:
            _check_draws(position, state, odds)


def check_results_are_sound(play: Play) -> None:
    """No result before the end; then places follow scores and returns follow places."""
    for position in play.positions():
        result = position.state().result()
        if position.joint:
            position.expect(result is None, f"a result before the end: {result}")
        else:
            position.expect(result is not None, "no result at the end")
            assert result is not None
            _check_result(position, result)


def _check_notation(position: Position, state: State, codes: Sequence[int]) -> None:
    """Outcomes survive being written; garbage and the actions of seats are no outcomes."""
    written = [position.game.write_action(state, CHANCE, code) for code in codes]
    for action in written:
        try:
            read = position.game.read_action(state, CHANCE, through_json(action))
        except IllegalActionError as error:
            raise position.fault(f"chance action {action} cannot be read: {error}") from error
        again = position.game.write_action(state, CHANCE, read)
        position.expect(again == action, f"chance action {action} is read as {again}")
    for value in (*GARBAGE, *damaged(written[:4]), *_actions_before(position)):
        expect_refused_or_exact(position, state, CHANCE, value)


def _actions_before(position: Position) -> list[Json]:
    """What seats might have done a ply earlier, as written."""
    if position.ply == 0:
        return []
    before = position.play.position(position.ply - 1)
    state = before.state()
    return [
        position.game.write_action(state, seat, code)
        for seat in state.to_act()
        if seat != CHANCE
        for code in tried(state.legal(seat), before)
    ]


def _check_draws(position: Position, state: State, odds: Sequence[tuple[int, float]]) -> None:
    """Counts draws of a fixed stream; raises where they lie too far from the odds."""
    shares: dict[int, float] = {}
    for code, share in odds:
        shares[code] = shares.get(code, 0.0) + share
    draws = min(MAX_DRAWS, math.ceil(LEAST_EXPECTED / min(shares.values())))
    rng = position.rng("odds")
    counts = Counter(int(state.sample_chance(rng)) for _ in range(draws))
    distance = chi_square_distance([(counts[code], draws * shares[code]) for code in shares])
    what = f"{draws} draws lie {distance:.1f} standard deviations from the odds"
    position.expect(distance <= FARTHEST, f"{what}: drew {dict(counts)}, odds {odds}")


def chi_square_distance(cells: Sequence[tuple[int, float]]) -> float:
    """How far counts lie above what chi-square allows, in standard deviations of a normal number.

    Takes what was counted and what was expected. Cells that expect too little are counted together.
    After E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", PNAS 17, 1931; the kit's
    checks of plays do without scipy.
    """
    small = [cell for cell in cells if cell[1] < LEAST_EXPECTED / 2]
    kept = [cell for cell in cells if cell[1] >= LEAST_EXPECTED / 2]
    if small:
        kept.append((sum(count for count, _ in small), math.fsum(share for _, share in small)))
    degrees = len(kept) - 1
    if degrees < 1:
        return 0.0
    chi_square = math.fsum((count - wanted) ** 2 / wanted for count, wanted in kept)
    spread = 2 / (9 * degrees)
    return float(((chi_square / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def _check_result(position: Position, result: Result) -> None:
    seats = position.game.seats
    lengths = {len(result.places), len(result.scores), len(result.returns)}
    position.expect(lengths == {seats}, f"expected {seats} places, scores and returns: {result}")
    position.expect(result.ending.isidentifier(), f"ending {result.ending!r} is no word")
    finite = all(math.isfinite(value) for value in (*result.scores, *result.returns))
    position.expect(finite, f"scores and returns must be finite: {result}")
    bounded = all(-1 <= value <= 1 for value in result.returns)
    position.expect(bounded, f"returns must lie in [-1, 1]: {result.returns}")
    for place in result.places:
        better = sum(other < place for other in result.places)
        position.expect(place == 1 + better, f"places have gaps, or ties do not share: {result}")
    for one in range(seats):
        for other in range(seats):
            if result.places[one] < result.places[other]:
                fair = result.scores[one] >= result.scores[other]
                position.expect(fair, f"seat {one} is ahead of {other} with less: {result}")
                fair = result.returns[one] >= result.returns[other]
                position.expect(fair, f"seat {one} is ahead of {other} for less return: {result}")
            elif result.places[one] == result.places[other]:
                equal = result.returns[one] == result.returns[other]
                position.expect(equal, f"seats {one} and {other} share a place, not a return")
