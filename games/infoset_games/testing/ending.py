"""Checks of chance nodes and of how a play ends."""

import math

from infoset_games.core import CHANCE, Result
from infoset_games.testing.legality import MAX_TRIED
from infoset_games.testing.plain import fault_of
from infoset_games.testing.plays import Play, Position


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
