"""What is told of the end of a walk: as much as was wanted, from one seat's view. Changes nothing."""

import json
from typing import Any, Final

from infoset_games.choices import MAX_COUNT, count, write_legal
from infoset_games.core import CHANCE, State
from infoset_games.evaluation import expected_result
from infoset_games.game import Game
from infoset_games.policy_registry import make_evaluation
from infoset_games.replay import state_hash
from infoset_protocol.messages.compute import MAX_LISTED
from infoset_server.compute.jobs import Job, viewer
from infoset_server.compute.walks import Walker

OUTCOME_SLACK: Final = 8  # bytes by which msgpack may write an outcome longer than JSON does


def describe(game: Game, state: State, job: Job, walker: Walker) -> dict[str, Any]:
    """What was wanted of the end of a walk, as fields of `SimOut`."""
    want, view = job["want"], job["view"]
    to_act = [] if state.mover() == CHANCE else list(state.to_act())
    asked = viewer(to_act, view, job["seat"])
    told: dict[str, Any] = {"to_act": to_act}
    if asked in to_act:
        number = count(state.legal(asked))
        if number is not None:
            told["n"] = number
        if "legal" in want:
            told["legal"] = write_legal(game, state, asked)
        if "keys" in want:
            told |= describe_keys(state, asked)
    if state.mover() == CHANCE:
        told |= describe_chance(game, state, job["chance_bytes"])
    if "obs" in want:
        told["obs"] = game.write_observation(state.observe(asked))
    if "events" in want:
        seen_by = job["seat"] if view is None else view
        told["events"] = [event.view(seen_by) for event in walker.events]
    result = state.result()
    if result is None and walker.is_valued:
        result = expected_result(state, make_evaluation(game.name), game.seats)
    if result is not None and "returns" in want:
        told["returns"] = list(result.returns)
        told["places"] = list(result.places)
    if "hash" in want:
        told["hash"] = state_hash(state)
    return told


def describe_keys(state: State, seat: int) -> dict[str, Any]:
    """What each action of a seat means, where they can be listed and written."""
    space = state.legal(seat)
    if space.size > MAX_LISTED:
        return {}
    codes = [space.item(index) for index in range(space.size)]
    if any(code >> 63 for code in codes):
        return {}
    keys = [int(state.key(code)) for code in codes]
    return {"keys": keys} if all(0 <= key <= MAX_COUNT for key in keys) else {}


def describe_chance(game: Game, state: State, room_bytes: int) -> dict[str, Any]:
    """How many outcomes a chance node has, and as many of them with their odds as there is room for."""
    told: dict[str, Any] = {}
    number = count(state.legal(CHANCE))
    if number is not None:
        told["n"] = number
    outcomes: list[Any] = []
    for code, share in state.chance_odds() if room_bytes else ():
        outcome = [game.write_action(state, CHANCE, code), share]
        room_bytes -= len(json.dumps(outcome)) + OUTCOME_SLACK
        if room_bytes < 0:
            break
        outcomes.append(outcome)
    if outcomes:
        told["outcomes"] = outcomes
    return told
