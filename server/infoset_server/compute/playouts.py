"""Playouts by number, and their sums: the same however they are cut into slices. Keeps no world."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from infoset_games.choices import count
from infoset_games.core import CHANCE, OVER, IllegalActionError, State
from infoset_games.evaluation import Evaluation, expected_result
from infoset_games.game import Game
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out
from infoset_server.compute.jobs import (
    MILLION,
    Job,
    Meter,
    RefusedJobError,
    find_action,
    seat_of,
    viewer,
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
