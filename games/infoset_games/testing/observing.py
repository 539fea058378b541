"""Checks that looking changes nothing, and that an observation survives the wire."""

import random

from infoset_games.core import Json
from infoset_games.replay import canonical, state_hash
from infoset_games.testing.plain import fault_of, through_json, through_msgpack
from infoset_games.testing.plays import Play, Position


def check_looking_changes_nothing(play: Play) -> None:
    """Views and lists are functions of the state: asked twice they are equal, and nothing is drawn."""
    for position in play.positions():
        state = position.state()
        before, global_state = state_hash(state), random.getstate()
        looks = {canonical(look_at_everything(position)) for _ in range(2)}
        position.expect(len(looks) == 1, "two looks at the same state differ")
        position.expect(state_hash(state) == before, "looking changed the state")
        untouched = random.getstate() == global_state
        position.expect(untouched, "looking draws from Python's global random generator")


def check_positions_are_plain(play: Play) -> None:
    """Deal, positions and constants are plain values; what is hashed holds no floats."""
    for name, value in (("deal", play.deal), ("consts", play.game.consts())):
        play.expect(not fault_of(value), f"the {name} is not plain: {fault_of(value)}")
    for position in play.positions():
        plain = position.state().to_plain()
        fault = fault_of(plain) or float_in(plain)
        position.expect(not fault, f"to_plain: {fault}")


def check_observations_survive_the_wire(play: Play) -> None:
    """`read_observation(write_observation(o))` is `o`, through JSON text and through msgpack."""
    for position in play.positions():
        state = position.state()
        for seat in (*position.seats(), None):
            observation = state.observe(seat)
            written = position.game.write_observation(observation)
            fault = fault_of(written)
            position.expect(not fault, f"seat {seat}: the observation is not plain: {fault}")
            for carried in (through_json(written), through_msgpack(written)):
                read = position.game.read_observation(carried)
                position.expect(read == observation, f"seat {seat}: {written} is read as {read!r}")
                again = canonical(position.game.write_observation(read))
                position.expect(again == canonical(written), f"seat {seat}: rewritten as {again}")


def check_a_bad_observation_is_refused_by_field(play: Play) -> None:
    """A field of the wrong type raises ValueError naming it; a missing one raises at most ValueError."""
    for position in play.positions(limit=3):
        for seat in position.seats():
            written = position.game.write_observation(position.state().observe(seat))
            for field in written:
                wrong = {**written, field: {"wrong": "type"}}
                refusal = _refusal_of(position, wrong, f"{field} of a wrong type")
                named = refusal is not None and field in refusal
                position.expect(named, f"{field} of a wrong type: expected ValueError naming it")
                missing = {name: value for name, value in written.items() if name != field}
                _refusal_of(position, missing, f"{field} missing")
        for value in ({}, {"seat": None}, {"no such field": 1}):
            _refusal_of(position, value, repr(value))


def check_a_bad_deal_is_refused(play: Play) -> None:
    """`start` raises nothing but ValueError for a deal that is none."""
    bad: list[Json] = [None, 3, "x", [], [[]], {"x": 1}]
    for deal in bad:
        try:
            play.game.start(deal)
        except ValueError:
            continue
        except Exception as error:
            raised = f"{type(error).__name__}: {error}"
            raise play.fault(f"start({deal!r}) raises {raised}; expected ValueError") from error
        raise play.fault(f"start({deal!r}) accepts a bad deal")


def look_at_everything(position: Position) -> list[Json]:
    """All that can be asked of one state, as plain values."""
    state, game = position.play.states[position.ply], position.game
    seen: list[Json] = [game.write_observation(state.observe(None)), list(state.scores())]
    for seat in position.seats():
        space = state.legal(seat)
        seen.append(game.write_observation(state.observe(seat)))
        seen.append([space.size, [space.item(index) for index in range(min(space.size, 64))]])
        if space.size:
            seen += [state.kind(seat), state.fallback(seat), game.params(state, seat)]
            seen += [int(state.key(space.item(0))), game.write_action(state, seat, space.item(0))]
    result = state.result()
    seen.append([] if result is None else [*result.places, *result.scores])
    return seen


def float_in(value: Json) -> str:
    """Says which float `value` contains, "" if none."""
    if isinstance(value, float):
        return f"{value} is a float; fingerprints are made of integers and texts only"
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next(filter(None, map(float_in, items)), "")


def _refusal_of(position: Position, value: Json, what: str) -> str | None:
    try:
        position.game.read_observation(value)
    except ValueError as error:
        return str(error)
    except Exception as error:
        raised = f"{type(error).__name__}: {error}"
        raise position.fault(f"{what}: reading it raises {raised}; expected ValueError") from error
    return None
