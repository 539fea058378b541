"""The work itself: draws worlds, walks them, plays them out. Runs in a worker, or inline where it is little."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from infoset_games.core import State
from infoset_games.evaluation import Evaluation
from infoset_games.game import Game, NoWorldsError
from infoset_games.policies import Policy
from infoset_games.policy_registry import make_evaluation, make_policy
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_server.compute.jobs import BrokenOffError, Job, Meter, RefusedJobError, Result
from infoset_server.compute.playouts import Plays
from infoset_server.compute.walks import Walker, describe

KeptT = TypeVar("KeptT")
MAX_VIEWS: Final = 64  # parsed observations kept
MAX_POLICIES: Final = 64


class RecentlyUsed(Generic[KeptT]):
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


class Source:
    """Draws the worlds of a root by their numbers."""

    def __init__(self, game: Game, observation: Any, stream: str) -> None:
        self._game = game
        self._observation = observation
        self._head = Rng(stream, "world")

    def draw(self, index: int) -> State:
        """World number `index`, made again; the caller's own. Raises RefusedJobError where there is none."""
        try:
            return self._game.determinize(self._observation, self._head.branch(index))
        except NoWorldsError as none:
            raise RefusedJobError("worlds", f"a position that has some ({none})") from None


class Workbench:
    """Does jobs. Remembers positions and observations it has seen, which only saves time."""

    def __init__(self, max_states: int) -> None:
        self._game: Game | None = None  # of the last job, under these options
        self._options: Mapping[str, Any] = {}
        self._states: RecentlyUsed[State] = RecentlyUsed(max_states)
        self._observations: RecentlyUsed[tuple[Any, Any]] = RecentlyUsed(MAX_VIEWS)
        self._policies: RecentlyUsed[Policy] = RecentlyUsed(MAX_POLICIES)
        self._evaluations: RecentlyUsed[Evaluation] = RecentlyUsed(MAX_POLICIES)

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
        state = self._source(game, roots[number]).draw(index)
        for joint in path:
            state.apply(dict(zip(joint[::2], joint[1::2], strict=True)))
        return state

    def _source(self, game: Game, root: Mapping[str, Any]) -> Source:
        return Source(game, self._observation(game, root), root["stream"])

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

    def _evaluation(self, game: Game) -> Evaluation:
        known = self._evaluations.find(game.name)
        return known or self._evaluations.put(game.name, make_evaluation(game.name))

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
        source = self._source(game, roots[0])
        plays = Plays(game, job, lambda world: self._world(game, roots, world), source.draw)
        policies = [self._policy(game, name) for name in job["policies"]]
        evaluation = self._evaluation(game)
        number = job["start"]
        end = job.get("end", plays.total)
        while number < end and not (plays.tried and meter.is_over()):
            used = meter.used
            try:
                plays.play(number, policies, evaluation, meter)
            except BrokenOffError:
                if meter.is_stopped and job.get("gives_way"):
                    meter.used = used  # it is played again, and charged then
                break
            number += 1
        return {"next": number, "total": plays.total, "rows": plays.rows()}
