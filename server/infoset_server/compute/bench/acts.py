"""Whose action an `ActRef` is, and which. Applies nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

from infoset_games.choices import resolve
from infoset_games.core import IllegalActionError, State
from infoset_games.game import Game


def viewer(to_act: Sequence[int], view: int | None, own: int) -> int:
    """Whose view is told: the one asked for, else whoever is to act, oneself among several."""
    if view is not None:
        return view
    if not to_act or own in to_act:
        return own
    return to_act[0]


def seat_of(act: Mapping[str, Any], to_act: Sequence[int], own: int) -> int:
    """Whose action an `ActRef` is. Raises IllegalActionError."""
    seat: int | None = act.get("seat")
    if seat is None:
        seat = to_act[0] if len(to_act) == 1 else own
    if seat not in to_act:
        raise IllegalActionError(f"seat {seat} is not to act")
    return seat


def find_action(game: Game, state: State, seat: int, act: Mapping[str, Any]) -> int:
    """The code of an `ActRef`. Raises IllegalActionError."""
    return resolve(
        game, state, seat, index=act.get("index"), picks=act.get("picks"), action=act.get("action")
    )
