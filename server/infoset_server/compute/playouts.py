"""Playouts by number, and their sums: the same however they are cut into slices. Keeps no world."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
    """The playouts that began with one action: how often each result came, as returns and places by seat.

    There are few different ones, so summing them up is left for the end.
    """

    results: dict[tuple[Sequence[float], Sequence[int]], int] = field(default_factory=dict)
    plies: int = 0

    def sums(self, seats: int) -> tuple[int, list[int], list[int], list[int], int]:
        """How many they are, and by seat the sum of returns in millionths, of their squares, and of wins; plies."""
        returns, squares, wins = [0] * seats, [0] * seats, [0] * seats
        for (values, places), times in self.results.items():
            for seat in range(seats):
                value = round(values[seat] * MILLION)
                returns[seat] += value * times
                squares[seat] += value * value * times
                wins[seat] += times * (places[seat] == 1)
        return sum(self.results.values()), returns, squares, wins, self.plies


class Plays:
    """The playouts of one job by number: round by round, in each round every world with every first action."""

    def __init__(
        self,
        game: Game,
        job: Job,
        shared: Callable[[Sequence[Any]], State],
        draw: Callable[[int], State],
    ) -> None:
        """`shared` gives the position of a world to be copied, `draw` that of a fresh one by its number, to be played with."""
        self.game = game
        self.tried = 0
        self._job = job
        self._streams = Rng(job["stream"], "play")  # one of the family for each playout
        self._rng = Rng("")
        self._horizon: int | None = job["horizon"]
        self._shared = shared
        self._draw = draw
        self._worlds: Sequence[Any] | int = job["worlds"]
        self._count = self._worlds if isinstance(self._worlds, int) else len(self._worlds)
        self._firsts = self._first_actions()
        self._rows: dict[int, Row] = {}
        self.total = self._count * len(self._firsts) * int(job["n"])
        self._is_played_once = isinstance(self._worlds, int) and self.total == self._count
        if len(self._firsts) > job["max_rows"]:
            want = f"at most {job['max_rows']} actions: more rows do not fit into one answer"
            raise RefusedJobError("first", want)

    def _start(self, number: int) -> State:
        """Where a playout begins. Worlds that nobody will ask for again are not kept."""
        index = number % self._count
        return self._draw(index) if self._is_played_once else self._world(index).copy()

    def _world(self, index: int) -> State:
        """A position to be copied. A fresh world is told as its number."""
        worlds = self._worlds
        return self._shared(["", 0, index, ()] if isinstance(worlds, int) else worlds[index])

    def _first_actions(self) -> Sequence[Mapping[str, Any] | None]:
        first = self._job["first"]
        if first is None:
            return [None]
        if first != "all":
            return list(first)
        state = self._world(0)
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
        rng = self._rng
        rng.restart(self._streams, number)
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
        plies += play_on(state, policies, rng, self._horizon, plies, meter)
        self._note(row, state, evaluation, plies)

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

    def _note(self, row: int, state: State, evaluation: Evaluation, plies: int) -> None:
        result = state.result() or expected_result(state, evaluation, self.game.seats)
        known = self._rows.get(row)
        if known is None:
            known = self._rows[row] = Row()
        known.plies += plies
        seen = result.returns, result.places
        known.results[seen] = known.results.get(seen, 0) + 1

    def rows(self) -> list[list[Any]]:
        """The rows with at least one playout: number, first action, sums."""
        return [
            [number, self._firsts[number], *self._rows[number].sums(self.game.seats)]
            for number in sorted(self._rows)
        ]


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
