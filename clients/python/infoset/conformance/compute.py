"""Thinking for the client of a case: true worlds and short playouts, for any game. Keeps to no budget."""

import asyncio
import random
from functools import partial
from typing import Any, Final

from infoset.conformance.cases import Trouble
from infoset.conformance.chapters import Chapter
from infoset.conformance.hearing import Hearer, Position
from infoset.conformance.words import COMPUTE, Message
from infoset_games.choices import resolve, write_decision
from infoset_games.core import CHANCE, IllegalActionError, State
from infoset_games.rng import Rng
from infoset_games.spaces import ListSpace
from infoset_protocol.messages import (
    ActRef,
    ClientMessage,
    Determinize,
    Release,
    Rollout,
    SimJob,
    Simulate,
)

MAX_ROWS: Final = 64
MAX_PLAYOUTS: Final = 4  # of one row: the client shall wait for answers, not for good ones
MAX_PLIES: Final = 10  # of a playout; then nobody has won
MAX_DRAWN: Final = 2  # worlds that are really drawn for a request: the rules may run uncompiled
MAX_WORLDS: Final = 256
SLOWEST_S: Final = 0.03
BUDGET_WAIT_MS: Final = 30

Thought = Determinize | Simulate | Rollout | Release


class Thinking:
    """What the client may ask about the position of its table."""

    def __init__(self, table: Position, hearer: Hearer) -> None:
        self._table = table
        self._hearer = hearer
        self._worlds: dict[str, State] = {}
        self._asked = 0
        self._made = 0
        self._rng = random.Random(table.match_id)  # delays, not secrets

    def judge(self) -> None:
        """At the end of the match: has the client thought at all, where the case is about that?"""
        outcome = self._table.outcome
        if outcome.case.level == 5 and not self._asked and outcome.decisions:
            outcome.miss(
                "it asked for no worlds and no playouts",
                "`determinize`, `simulate` or `rollout`",
                Chapter.COMPUTE,
            )

    def take(self, request: Thought, has_compute: bool) -> None:
        """Answers one request, at once or later."""
        table = self._table
        if not has_compute:
            table.outcome.miss(
                f"it sent `{request.type}` without the feature `compute`",
                "`compute` in `hello.features`",
                Chapter.COMPUTE,
            )
            table.refuse(request, "unsupported", "no such feature", feature="compute")
            return
        self._asked += 1
        if request.id is None and request.type != "release":
            table.outcome.miss(
                f"it sent `{request.type}` without `id`, so there is no answer",
                "an `id`",
                Chapter.COMPUTE_STATES,
            )
            return
        decision = getattr(request, "decision", None)
        asked = table.open_decision()
        if decision is not None and (asked is None or asked.number != decision):
            table.refuse(request, "stale_decision", "the decision is closed", open=[])
            return
        trouble = table.outcome.case.trouble
        if trouble is Trouble.NO_BUDGET and self._asked % 2 == 0:
            table.refuse(
                request,
                "budget_exhausted",
                "nothing left",
                BUDGET_WAIT_MS,
                left=0,
                need=1,
                left_game=COMPUTE["per_game"],
            )
            return
        self._send(request, self._answer(request), trouble is Trouble.CROWDED)

    def _send(self, request: ClientMessage, answer: Message, is_crowded: bool) -> None:
        if request.id is None:
            return
        if not is_crowded:
            self._hearer.say(answer, request.id)
            return
        self._hearer.say({"type": "progress", "done": 0.5}, request.id)
        asyncio.get_running_loop().call_later(
            self._rng.uniform(0, SLOWEST_S), partial(self._hearer.say, answer, request.id)
        )

    def _answer(self, request: Thought) -> Message:
        head = {"match_id": self._table.match_id}
        budget = {"used": 1, "left": COMPUTE["per_decision"], "left_game": COMPUTE["per_game"]}
        match request:
            case Determinize(k=k):
                drawn = self._draw_worlds(min(k, COMPUTE["max_k"]))
                worlds = [{"w": self._keep(world)} for world in drawn]
                told = {"ver": self._table.match.ver, "worlds": worlds, "ttl_ms": 30_000}
                return {"type": "worlds", **head, **told, "budget": budget}
            case Simulate(jobs=jobs):
                results = [self._walk(job, request) for job in jobs]
                return {"type": "sims", **head, "results": results, "budget": budget}
            case Rollout():
                rows = self._rows(request)
                return {
                    "type": "rollouts",
                    **head,
                    "status": "done",
                    "rows": rows,
                    "budget": budget,
                }
            case Release(worlds=None):
                self._worlds.clear()
                return {"type": "ok"}
            case Release(worlds=names):
                for name in names or ():
                    self._worlds.pop(name, None)
                return {"type": "ok"}

    def _draw_worlds(self, k: int) -> list[State]:
        """Worlds that agree with what the seat knows; beyond the first few, the same ones again."""
        match = self._table.match
        seen = match.state.observe(self._table.seat)
        self._made += 1
        streams = (Rng(match.seed, "worlds", str(self._made), str(n)) for n in range(MAX_DRAWN))
        drawn = [
            match.game.determinize(seen, stream)
            for stream, _ in zip(streams, range(k), strict=False)
        ]
        return [drawn[number % len(drawn)] for number in range(k)]

    def _keep(self, world: State) -> str:
        self._made += 1
        name = f"w_{self._made}"
        self._worlds[name] = world
        while len(self._worlds) > MAX_WORLDS:
            del self._worlds[next(iter(self._worlds))]
        return name

    def _walk(self, job: SimJob, request: Simulate) -> dict[str, Any]:
        """One walk of `simulate`."""
        start = self._worlds.get(job.w)
        if start is None:
            return {"status": "gone", "applied": 0}
        state = start.copy()
        rng = Rng(job.w, "walk")
        self._draw(state, rng)
        for number, named in enumerate(job.acts):
            try:
                self._step(state, named, rng)
            except IllegalActionError:
                return {"status": "illegal", "applied": number}
        return self._end_of_walk(state, job, request)

    def _step(self, state: State, named: ActRef, rng: Rng) -> None:
        to_act = [seat for seat in state.to_act() if seat != CHANCE]
        if not to_act:
            raise IllegalActionError("nobody is to act")
        mine = self._table.seat
        seat = named.seat if named.seat is not None else (mine if mine in to_act else to_act[0])
        game = self._table.match.game
        action = resolve(
            game, state, seat, index=named.index, picks=named.picks, action=named.action
        )
        others = {other: state.legal(other).draw(rng) for other in to_act if other != seat}
        state.apply({**others, seat: action})
        self._draw(state, rng)

    def _draw(self, state: State, rng: Rng) -> None:
        while state.to_act() == (CHANCE,):
            state.move(state.sample_chance(rng))

    def _end_of_walk(self, state: State, job: SimJob, request: Simulate) -> dict[str, Any]:
        game = self._table.match.game
        result = state.result()
        out: dict[str, Any] = {"status": "ok" if result is None else "over"}
        out["applied"] = len(job.acts)
        if job.policy is not None or result is not None:
            returns, _ = self._play_out(state, Rng(job.w, "playout"))
            return out | ({"returns": returns} if "returns" in request.want else {})
        seats = list(state.to_act())
        out["to_act"] = seats
        mine = self._table.seat
        viewer = request.view if request.view is not None else mine if mine in seats else seats[0]
        if viewer in seats:
            out |= self._choices(state, viewer, request)
        if "obs" in request.want:
            out["obs"] = game.write_observation(state.observe(viewer))
        if job.keep:
            out["w"] = self._keep(state)
        return out

    def _choices(self, state: State, viewer: int, request: Simulate) -> dict[str, Any]:
        """How many actions there are, and which and what they mean where that is wanted."""
        written = write_decision(self._table.match.game, state, viewer)
        wanted = ("n", "legal") if "legal" in request.want else ("n",)
        out = {name: written[name] for name in wanted if name in written}
        space = state.legal(viewer)
        if "keys" in request.want and isinstance(space, ListSpace):
            out["keys"] = [int(state.key(code)) for code in space.actions]
        return out

    def _rows(self, request: Rollout) -> list[dict[str, Any]]:
        """Short playouts behind each of the first actions."""
        asked = self._table.open_decision()
        named = request.first
        worlds = self._draw_worlds(min(MAX_PLAYOUTS, request.n))
        if asked is None or named is None:
            return [self._row(None, worlds)]
        if named == "all":
            count = min(asked.space.size, MAX_ROWS)
            return [self._row(ActRef(index=index), worlds) for index in range(count)]
        return [self._row(first, worlds) for first in named]

    def _row(self, first: ActRef | None, worlds: list[State]) -> dict[str, Any]:
        n, seats = len(worlds), self._table.match.game.seats
        ends = []
        for number, world in enumerate(worlds):
            state, rng = world.copy(), Rng(self._table.match.seed, "row", str(number))
            if first is not None:
                self._step(state, first, rng)
            ends.append(self._play_out(state, rng))
        mean = [sum(end[0][seat] for end in ends) / n for seat in range(seats)]
        row: dict[str, Any] = {} if first is None else {"first": first.to_plain()}
        spread = [0.0] * seats
        moves = sum(end[1] for end in ends) / n
        return row | {"n": n, "mean": mean, "sd": spread, "win": spread, "moves": moves}

    def _play_out(self, state: State, rng: Rng) -> tuple[list[float], int]:
        """The returns after a few random plies, and how many they were."""
        plies = 0
        while plies < MAX_PLIES and (to_act := state.to_act()):
            if to_act == (CHANCE,):
                state.move(state.sample_chance(rng))
            else:
                state.apply({seat: state.legal(seat).draw(rng) for seat in to_act})
            plies += 1
        result = state.result()
        seats = self._table.match.game.seats
        return (list(result.returns) if result else [0.0] * seats), plies
