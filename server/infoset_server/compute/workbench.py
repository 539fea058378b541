"""The work itself: draws worlds, walks them, plays them out. Runs in a worker, or inline where it is little.

A job is a dict of plain values and says everything; a result is another. Whoever runs it, in however
many slices, the numbers are the same: every walk and every playout has a random stream of its own,
and sums are kept in whole millionths.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from infoset_games.choices import MAX_COUNT, count, resolve, write_legal
from infoset_games.core import CHANCE, OVER, IllegalActionError, State
from infoset_games.evaluation import Evaluation, expected_result
from infoset_games.game import Game
from infoset_games.policies import Policy
from infoset_games.policy_registry import make_evaluation, make_policy
from infoset_games.registry import make_game
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_games.rollout import play_out
from infoset_protocol.messages.compute import MAX_LISTED

MILLION: Final = 1_000_000
STRIDE: Final = 64  # plies between two looks at the clock, to begin with
MAX_STRIDE: Final = 4096
LOOK_S: Final = 0.0005  # how often somebody is asked whether to stop
MAX_VIEWS: Final = 64  # parsed observations kept
MAX_POLICIES: Final = 64
OUTCOME_SLACK: Final = 8  # bytes by which msgpack may write an outcome longer than JSON does

Job = Mapping[str, Any]
Result = dict[str, Any]
KeptT = TypeVar("KeptT")


class RefusedJobError(Exception):
    """The client asked for something that cannot be done; `path` and `want` say what."""

    def __init__(self, path: str, want: str) -> None:
        super().__init__(f"{path}: expected {want}")
        self.path = path
        self.want = want


class _InterruptedError(Exception):
    """A walk or playout was broken off; what it has cost is booked already."""


@dataclass
class Meter:
    """What a slice may still use. `stop` is asked now and then whether somebody wants us to."""

    units: int
    soft_s: float  # no new walk or playout begins after this time
    hard_s: float  # the one under way is broken off
    stop: Callable[[], bool]
    now_s: float  # at the last look at the clock
    next_look_s: float = 0.0  # when `stop` is asked between playouts the next time
    stride: int = STRIDE
    used: int = 0
    is_spent: bool = False
    is_stopped: bool = False

    @staticmethod
    def of(job: Job, stop: Callable[[], bool]) -> "Meter":
        """The allowance that comes with a job."""
        now_s = time.perf_counter()
        return Meter(job["units"], now_s + job["soft_s"], now_s + job["hard_s"], stop, now_s)

    def charge(self, units: int) -> None:
        """Books transitions."""
        self.used += units

    def left(self) -> int:
        """Units left; breaks off at none, or when time is up."""
        left = self.units - self.used
        if left <= 0:
            self.is_spent = True
            raise _InterruptedError
        return left

    def look_around(self) -> None:
        """Breaks off if somebody wants us to, or when time is up."""
        self.now_s = time.perf_counter()
        if self.stop() or self.now_s >= self.hard_s:
            self.is_stopped = True
            raise _InterruptedError

    def look_around_after_stride(self) -> None:
        """As `look_around`; the next stride is longer where plies are quick, shorter where they are slow."""
        begun_s = self.now_s
        self.look_around()
        if self.now_s - begun_s < LOOK_S:
            self.stride = min(2 * self.stride, MAX_STRIDE)
        else:
            self.stride = max(self.stride // 2, 1)

    def is_over(self) -> bool:
        """Must the slice end here, between two walks or playouts?"""
        self.now_s = time.perf_counter()
        if self.is_stopped or self.is_spent or self.now_s >= self.soft_s:
            return True
        if self.now_s >= self.next_look_s:
            self.next_look_s = self.now_s + LOOK_S
            self.is_stopped = self.stop()
        return self.is_stopped


class Shelf(Generic[KeptT]):
    """Keeps the things used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: dict[str, KeptT] = {}  # the one used last at the end

    def find(self, name: str) -> KeptT | None:
        """The thing of that name, which counts as used."""
        found = self._things.pop(name, None)
        if found is not None:
            self._things[name] = found
        return found

    def put(self, name: str, thing: KeptT) -> KeptT:
        """Keeps a thing."""
        self._things[name] = thing
        if len(self._things) > self._most:
            del self._things[next(iter(self._things))]
        return thing


class Workbench:
    """Does jobs. Remembers positions and observations it has seen, which only saves time."""

    def __init__(self, max_states: int) -> None:
        self._game: Game | None = None  # of the last job, under these options
        self._options: Mapping[str, Any] = {}
        self._states: Shelf[State] = Shelf(max_states)
        self._observations: Shelf[tuple[Any, Any]] = Shelf(MAX_VIEWS)
        self._policies: Shelf[Policy] = Shelf(MAX_POLICIES)

    def run(self, job: Job, stop: Callable[[], bool] = lambda: False) -> Result:
        """Works on a job until it is done, its allowance is used, or `stop()`.

        Raises RefusedJobError. `next` in the result says where to go on; the job itself says what it
        is: `export`, `walk` or `play`.
        """
        game = self._find_game(job["game"], job["options"])
        meter = Meter.of(job, stop)
        begun_s = time.perf_counter()
        match job["do"]:
            case "export":
                result = self._export(game, job, meter)
            case "walk":
                result = self._walk_all(game, job, meter)
            case _:
                result = self._play_all(game, job, meter)
        result["used"] = meter.used
        result["spent"] = meter.is_spent
        result["busy_s"] = time.perf_counter() - begun_s
        return result

    def _find_game(self, name: str, options: Mapping[str, Any]) -> Game:
        """The game of a job, which most often is that of the job before."""
        known = self._game
        if known is None or known.name != name or self._options != options:
            self._game = known = make_game(name, options)
            self._options = options
        return known

    # Worlds.

    def _world(self, game: Game, roots: Sequence[Any], world: Sequence[Any]) -> State:
        """The position of a world, to be copied before it is changed."""
        ref, root, index, path = world
        name = ref if path else f"{roots[root]['id']}#{index}"
        known = self._states.find(name)
        if known is not None:
            return known
        return self._states.put(name, self._fresh_world(game, roots, world))

    def _fresh_world(self, game: Game, roots: Sequence[Any], world: Sequence[Any]) -> State:
        """The position of a world, made again; the caller's own."""
        _, number, index, path = world
        root = roots[number]
        state = game.determinize(
            self._observation(game, root), Rng(root["stream"], "world").branch(index)
        )
        for joint in path:
            state.apply(dict(zip(joint[::2], joint[1::2], strict=True)))
        return state

    def _observation(self, game: Game, root: Mapping[str, Any]) -> Any:
        """The observation of a root, parsed. The name alone is not trusted to tell which it is."""
        plain = root["observation"]
        known = self._observations.find(root["view"])
        if known is not None and (known[0] is plain or known[0] == plain):
            return known[1]
        return self._observations.put(root["view"], (plain, game.read_observation(plain)))[1]

    def _policy(self, game: Game, name: str) -> Policy:
        label = f"{game.name}.{name}"
        known = self._policies.find(label)
        return known or self._policies.put(label, make_policy(game.name, name))

    def _export(self, game: Game, job: Job, meter: Meter) -> Result:
        states: list[Any] = []
        worlds = job["worlds"]
        for world in worlds[job["start"] :]:
            if states and meter.is_over():
                break
            states.append(self._world(game, job["roots"], world).to_plain())
        return {"next": job["start"] + len(states), "total": len(worlds), "states": states}

    # Walks.

    def _walk_all(self, game: Game, job: Job, meter: Meter) -> Result:
        outs: list[dict[str, Any]] = []
        walks = job["walks"]
        number = job["start"]
        while number < len(walks) and not (outs and meter.is_over()):
            walk = walks[number]
            state = None
            if walk["world"] is not None:
                state = self._world(game, job["roots"], walk["world"]).copy()
            outs.append(self._walk(game, job, walk, state, meter))
            if meter.is_stopped:
                outs.pop()
                break
            number += 1
        return {"next": number, "total": len(walks), "outs": outs}

    def _walk(
        self,
        game: Game,
        job: Job,
        walk: Mapping[str, Any],
        state: State | None,
        meter: Meter,
    ) -> dict[str, Any]:
        if state is None:
            return {"status": "gone", "applied": 0}
        walker = Walker(
            game,
            state,
            self._policy(game, walk["fill"]),
            Rng(job["stream"], "luck").branch(walk["luck"]),
            meter,
            job["seat"],
            "events" in job["want"],
            walk["chance"] == "stop",
            walk["policy"] and self._policy(game, walk["policy"]),
            walk["horizon"],
        )
        status = walker.walk(walk["acts"])
        out: dict[str, Any] = {"status": status, "applied": walker.applied}
        if status in ("illegal", "gone"):
            return out
        if walk["keep"] is not None and not walker.plays_on:
            out["w"] = walk["keep"]
            out["path"] = walker.path
            self._states.put(walk["keep"], state)
        return out | describe(game, state, job, walker)

    # Playouts.

    def _play_all(self, game: Game, job: Job, meter: Meter) -> Result:
        roots = job["roots"]
        plays = Plays(
            game,
            job,
            lambda world: self._world(game, roots, world),
            lambda world: self._fresh_world(game, roots, world),
        )
        policies = [self._policy(game, name) for name in job["policies"]]
        evaluation = make_evaluation(game.name)
        number = job["start"]
        while number < plays.total and not (plays.tried and meter.is_over()):
            try:
                plays.play(number, policies, evaluation, meter)
            except _InterruptedError:
                break
            number += 1
        return {"next": number, "total": plays.total, "rows": plays.rows()}


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
        except _InterruptedError:
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


@dataclass
class Row:
    """Sums over the playouts that began with one action; returns in millionths."""

    n: int
    returns: list[int]
    squares: list[int]
    wins: list[int]
    plies: int


class Plays:
    """The playouts of one job by number: round by round, in each round every world with every first action."""

    def __init__(
        self,
        game: Game,
        job: Job,
        shared: Callable[[Sequence[Any]], State],
        fresh: Callable[[Sequence[Any]], State],
    ) -> None:
        """`shared` gives the position of a world to be copied, `fresh` one to be played with."""
        self.game = game
        self.tried = 0
        self._job = job
        self._shared = shared
        self._fresh = fresh
        self._worlds = all_worlds(job["worlds"])
        self._firsts = self._first_actions()
        self._rows: dict[int, Row] = {}
        self.total = len(self._worlds) * len(self._firsts) * int(job["n"])
        self._is_played_once = isinstance(job["worlds"], int) and self.total == len(self._worlds)
        if len(self._firsts) > job["max_rows"]:
            want = f"at most {job['max_rows']} actions: more rows do not fit into one answer"
            raise RefusedJobError("first", want)

    def _start(self, number: int) -> State:
        """Where a playout begins. Worlds that nobody will ask for again are not kept."""
        world = self._worlds[number % len(self._worlds)]
        return self._fresh(world) if self._is_played_once else self._shared(world).copy()

    def _first_actions(self) -> Sequence[Mapping[str, Any] | None]:
        first = self._job["first"]
        if first is None:
            return [None]
        if first != "all":
            return list(first)
        state = self._shared(self._worlds[0])
        to_act = state.to_act()
        seat = viewer(to_act, None, self._job["seat"])
        if state.mover() in (OVER, CHANCE):
            return []
        size = count(state.legal(seat))
        if size is None or size > self._job["max_rows"]:
            raise RefusedJobError("first", "a list: there are too many actions for `all`")
        return [{"index": index} for index in range(size)]

    def play(
        self, number: int, policies: list[Policy], evaluation: Evaluation, meter: Meter
    ) -> None:
        """Plays playout `number` and counts it; one whose first action is not legal there is left out."""
        self.tried += 1
        pair, row = divmod(number, len(self._firsts))
        state = self._start(pair)
        rng = Rng(self._job["stream"], "play", str(number))
        first = self._firsts[row]
        plies = 0
        if first is not None:
            meter.left()
            try:
                state.apply(self._opening(state, first, policies, rng))
            except IllegalActionError:
                return
            meter.charge(1)
            plies = 1
        plies += play_on(state, policies, rng, self._job["horizon"], plies, meter)
        self._count(row, state, evaluation, plies)

    def _opening(
        self, state: State, first: Mapping[str, Any], policies: list[Policy], rng: Rng
    ) -> dict[int, int]:
        to_act = state.to_act()
        if state.mover() in (OVER, CHANCE):
            raise IllegalActionError("nothing is to be decided here")
        seat = seat_of(first, to_act, self._job["seat"])
        joint = {seat: find_action(self.game, state, seat, first)}
        for other in to_act:
            if other != seat:
                joint[other] = policies[other].choose(state, other, rng)
        return joint

    def _count(self, row: int, state: State, evaluation: Evaluation, plies: int) -> None:
        seats = self.game.seats
        result = state.result() or expected_result(state, evaluation, seats)
        sums = self._rows.get(row)
        if sums is None:
            sums = self._rows[row] = Row(0, [0] * seats, [0] * seats, [0] * seats, 0)
        sums.n += 1
        sums.plies += plies
        for seat in range(seats):
            value = round(result.returns[seat] * MILLION)
            sums.returns[seat] += value
            sums.squares[seat] += value * value
            sums.wins[seat] += result.places[seat] == 1

    def rows(self) -> list[list[Any]]:
        """The rows with at least one playout: number, first action, sums."""
        return [list(self._plain_rows(row)) for row in sorted(self._rows)]

    def _plain_rows(self, number: int) -> Iterator[Any]:
        row = self._rows[number]
        yield from (number, self._firsts[number])
        yield from (row.n, row.returns, row.squares, row.wins, row.plies)


def all_worlds(worlds: Sequence[Any] | int) -> Sequence[Any]:
    """Worlds as a job tells them; so many fresh ones are told as their number."""
    return [["", 0, index, ()] for index in range(worlds)] if isinstance(worlds, int) else worlds


def play_on(
    state: State,
    policies: list[Policy],
    rng: Rng,
    horizon: int | None,
    plies: int,
    meter: Meter,
) -> int:
    """Plays a position out, at most until `horizon` plies in all; returns the plies played here.

    Breaks off where the units or the time run out; the plies until there are charged.
    """
    begun = plies
    while state.mover() != OVER and (horizon is None or plies < horizon):
        stride = min(meter.stride, meter.left())
        if horizon is not None:
            stride = min(stride, horizon - plies)
        done = int(play_out(state, policies, rng, stride))
        meter.charge(done)
        plies += done
        if done == meter.stride:
            meter.look_around_after_stride()
    return plies - begun
