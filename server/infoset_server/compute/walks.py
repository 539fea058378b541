"""A walk: one world taken through the actions of a request, and what is told of its end, from one seat's view."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset_games.choices import MAX_COUNT, count, write_legal
from infoset_games.core import CHANCE, OVER, IllegalActionError, State
from infoset_games.evaluation import expected_result
from infoset_games.game import Game
from infoset_games.policies import Policy
from infoset_games.policy_registry import make_evaluation
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_protocol.limits import MAX_LISTED
from infoset_server.compute.jobs import (
    STRIDE,
    BrokenOffError,
    Job,
    Meter,
    find_action,
    seat_of,
    viewer,
)
from infoset_server.compute.playouts import play_on


class Walker:
    """Takes one world through a list of actions, and with a `policy` on from there."""

    def __init__(
        self,
        game: Game,
        state: State,
        fill: Policy,
        rng: Rng,
        meter: Meter,
        seat: int,
        tells: bool,
        stops_at_chance: bool,
        policy: Policy | None = None,
        horizon: int | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.applied = 0
        self.path: list[list[int]] = []
        self.events: list[Any] = []
        self.is_valued = False  # was it played on as far as was asked?
        self.plays_on = policy is not None
        self._policy = policy
        self._horizon = horizon
        self._fill = fill
        self._rng = rng
        self._meter = meter
        self._seat = seat
        self._tells = tells
        self._stops_at_chance = stops_at_chance

    def walk(self, acts: Sequence[Mapping[str, Any]]) -> str:
        """Applies the actions; returns the status of the end."""
        try:
            self._pass_chance(acts)
            while self.applied < len(acts):
                mover = self.state.mover()
                if mover == OVER:
                    break
                if mover == CHANCE:
                    outcome = self._outcome(acts[self.applied])
                    if outcome is None:
                        break
                    joint, taken = {CHANCE: outcome}, 1
                else:
                    joint, taken = self._joint(acts)
                self._apply(joint)
                self.applied += taken
                self._pass_chance(acts)
            if self.applied == len(acts):
                self._play_on()
        except IllegalActionError:
            return "illegal"
        except BrokenOffError:
            return "budget"
        return self._where()

    def _where(self) -> str:
        mover = self.state.mover()
        return "over" if mover == OVER else "chance" if mover == CHANCE else "ok"

    def _joint(self, acts: Sequence[Mapping[str, Any]]) -> tuple[dict[int, int], int]:
        """The next joint action, and how many of `acts` are in it. Raises IllegalActionError."""
        to_act = self.state.to_act()
        joint: dict[int, int] = {}
        taken = 0
        for act in acts[self.applied :]:
            seat = seat_of(act, to_act, self._seat)
            if seat in joint:
                break
            joint[seat] = find_action(self.game, self.state, seat, act)
            taken += 1
            if len(joint) == len(to_act):
                break
        for seat in to_act:
            if seat not in joint:
                joint[seat] = self._fill.choose(self.state, seat, self._rng)
        return joint, taken

    def _outcome(self, act: Mapping[str, Any]) -> int | None:
        """The outcome of this chance node that an `ActRef` writes out; None if it is for somebody else."""
        if "seat" in act or "action" not in act:
            return None
        try:
            return find_action(self.game, self.state, CHANCE, act)
        except IllegalActionError:
            return None

    def _play_on(self) -> None:
        """With a policy, to the end of the play or the horizon."""
        if self._policy is not None:
            policies = [self._policy] * self.game.seats
            play_on(self.state, policies, self._rng, self._horizon, 0, self._meter)
            self.is_valued = True

    def _pass_chance(self, acts: Sequence[Mapping[str, Any]]) -> None:
        if self._stops_at_chance or (self.plays_on and self.applied == len(acts)):
            return  # what comes now belongs to the playout
        while self.state.mover() == CHANCE:
            self._apply({CHANCE: int(self.state.sample_chance(self._rng))})

    def _apply(self, joint: dict[int, int]) -> None:
        self._meter.left()
        if self._meter.used % STRIDE == 0:
            self._meter.look_around()
        before = self.state.copy() if self._tells else None
        self.state.apply(joint)
        self._meter.charge(1)
        self.path.append([number for pair in sorted(joint.items()) for number in pair])
        if before is not None:
            self.events += self.game.narrate(before, joint, self.state)


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
