"""How a decision is offered and answered: legal actions as wire values, a choice as an action code.

A choice names its action in one of three ways: by `index` in the list, by `picks` (one option per
slot), or by the written `action` itself. Knows the rules only through `State` and `Game`.
"""

from collections.abc import Sequence
from typing import Final

from infoset_games.core import IllegalActionError, Json, State
from infoset_games.game import Game
from infoset_games.spaces import ActionSpace, ProductSpace

MAX_COUNT: Final = 2**53 - 1  # the largest integer that every JSON reader keeps exactly


def resolve(
    game: Game,
    state: State,
    seat: int,
    *,
    index: Json = None,
    picks: Json = None,
    action: Json = None,
) -> int:
    """The action code of a choice, legal for `seat` now. Takes exactly one of the three forms.

    They are values of the wire: what is no integer is refused here, not converted or trusted.
    Raises IllegalActionError with a reason fit for the player's eyes. Changes nothing.
    """
    if (index is not None) + (picks is not None) + (action is not None) != 1:
        raise IllegalActionError("expected exactly one of index, picks, action")
    space = state.legal(seat)
    if space.size == 0:
        raise IllegalActionError("nothing is yours to decide now")
    if index is not None:
        return _by_index(space, index)
    if picks is not None:
        return _by_picks(space, picks)
    code = game.read_action(state, seat, normalize(action))
    state.verify(seat, code)
    return code


def write_legal(game: Game, state: State, seat: int) -> dict[str, Json]:
    """What `seat` may do now, as the wire's `legal`: `actions`, or `slots` for a product; `params`."""
    return _write_space(game, state, seat, state.legal(seat))


def _write_space(game: Game, state: State, seat: int, space: ActionSpace) -> dict[str, Json]:
    legal: dict[str, Json]
    if isinstance(space, ProductSpace):
        legal = {"kind": "product", "slots": _write_slots(game, state, seat, space)}
    else:
        actions = [game.write_action(state, seat, space.item(index)) for index in range(space.size)]
        legal = {"actions": actions}
    params = game.params(state, seat)
    if params:
        legal["params"] = params
    return legal


def write_decision(game: Game, state: State, seat: int) -> dict[str, Json]:
    """What is asked of `seat` now: `kind`, `n` (absent when it exceeds MAX_COUNT), `legal`, `fallback`."""
    decision: dict[str, Json] = {}
    add_decision(decision, game, state, seat)
    return decision


def add_decision(message: dict[str, Json], game: Game, state: State, seat: int) -> None:
    """Adds what `write_decision` gives to a message."""
    space = state.legal(seat)
    message["kind"] = state.kind(seat)
    number = count(space)
    if number is not None:
        message["n"] = number
    message["legal"] = _write_space(game, state, seat, space)
    message["fallback"] = state.fallback(seat)


def count(space: ActionSpace) -> int | None:
    """How many actions an index can name; None when they are too many to number exactly in JSON."""
    return space.size if space.size <= MAX_COUNT else None


def normalize(value: Json) -> Json:
    """`value` with every integral float as an int: some languages write 3 as 3.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [normalize(item) for item in value]
    if isinstance(value, dict):
        return {key: normalize(item) for key, item in value.items()}
    return value


def _by_index(space: ActionSpace, index: Json) -> int:
    number = count(space)
    if number is None:
        raise IllegalActionError("index: too many combinations to number, use picks")
    if not _is_int(index) or not 0 <= index < number:
        raise IllegalActionError(f"index: expected 0..{number - 1}, got {index!r}")
    return space.item(index)


def _by_picks(space: ActionSpace, picks: Sequence[Json]) -> int:
    if not isinstance(space, ProductSpace):
        raise IllegalActionError("picks: this decision has no slots, use index or action")
    for slot, pick in enumerate(picks):
        if not _is_int(pick):
            raise IllegalActionError(f"picks[{slot}]: expected an integer, got {pick!r}")
    try:
        return space.join(picks)
    except ValueError as error:
        raise IllegalActionError(str(error)) from None


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _write_slots(game: Game, state: State, seat: int, space: ProductSpace) -> list[dict[str, Json]]:
    return [
        {
            "slot": name,
            "options": [game.write_option(state, seat, slot, option) for option in range(size)],
        }
        for slot, (name, size) in enumerate(zip(space.names, space.sizes, strict=True))
    ]
