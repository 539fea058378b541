"""Simulates on the server, by the protocol's requests alone. Knows no rules, only messages.

The server draws world `n` of a seed and luck `n` of a seed from the same streams as `LocalSimulator`
does, so a search finds the same worlds, walks and playouts here and there.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, cast

import infoset
from infoset.errors import RequestError
from infoset.remote import Remote
from infoset_bots.search.remote_world import RemoteWorld, refer
from infoset_bots.search.rewards import Rewards
from infoset_bots.search.simulator import Simulator, Walk
from infoset_games.core import Result
from infoset_games.spaces import ActionSpace, ListSpace, ProductSpace
from infoset_protocol.messages import SimJob, SimOut

AHEAD: Final = 64  # worlds drawn in one request, wanted already or not
MOST_JOBS: Final = 128  # of one request, so that the answer fits into a frame
SPENT: Final = frozenset({"budget_exhausted", "cancelled", "stale_decision"})


class RemoteSimulator(Simulator):
    """Worlds for one turn. `policy` plays them out, to the end or `horizon` transitions far (0: to the end).

    Is spent when the seat has used up its units, the decision is closed, or the worlds are gone with a lost
    session. Other refusals are raised as RequestError.
    """

    def __init__(
        self,
        turn: infoset.Turn,
        remote: Remote,
        seed: int,
        policy: str,
        rewards: Rewards,
        horizon: int = 0,
    ) -> None:
        super().__init__(turn.seat, turn.match.seats, seed)
        self.together = MOST_JOBS
        self._remote = remote
        self._policy = policy
        self._rewards = rewards
        self._horizon = horizon or None
        self._most_drawn = int(turn.match.compute.get("max_k", AHEAD))
        self._handles: dict[int, str] = {}
        self._own = read_space(turn.n, None, turn.slots)
        self._root = RemoteWorld(0)

    def root(self) -> RemoteWorld:
        self._look([Walk(self._root, 0, None)])
        if self._root.lacks(self.seat) or not self._root.seats:  # nothing could be asked any more
            self._root.seats = (self.seat,)
            self._root.spaces[self.seat] = self._own
        self._own = self._root.spaces[self.seat]
        return self._root

    def open(self, world: int, luck: int) -> Walk:
        """Where the seat decides alone it can do the same in all worlds, and none needs to be looked at."""
        opened = RemoteWorld(world)
        if self._root.seats == (self.seat,):
            opened = self._root.copy()
            opened.number = world
        return Walk(opened, luck, None)

    def open_equal(self, world: int, luck: int, count: int) -> list[Walk]:
        return [self.open(world, luck) for _ in range(count)]

    def lead(self, walk: Walk, action: int) -> None:
        world_of(walk).acts.append(refer(self.seat, action, self._own))

    def advance(self, walks: list[Walk]) -> None:
        asking = [walk for walk in walks if walk.is_ended or not world_of(walk).seats]
        for begin in range(0, len(asking), MOST_JOBS):
            self._look(asking[begin : begin + MOST_JOBS])

    def close(self) -> None:
        """Gives the worlds back."""
        if self._handles:
            with suppress(RequestError):  # the match may be over
                self._remote.release()

    def _look(self, walks: list[Walk]) -> None:
        """Plays out walks that are ended; learns where the others stand."""
        try:
            self._draw([world_of(walk).number for walk in walks])
            self._ask(walks, ("keys", "returns"), None)
            for seat in range(self.seats):
                lacking = [
                    walk for walk in walks if not walk.is_lost and world_of(walk).lacks(seat)
                ]
                if lacking:
                    self._ask(lacking, ("keys", "legal"), seat)
        except RequestError as error:
            if error.code not in SPENT:
                raise
            self.is_spent = True
            for walk in walks:
                walk.is_lost = not walk.rewards

    def _draw(self, numbers: Sequence[int]) -> None:
        """Draws the worlds that are missing, and some ahead; forgets those before them."""
        missing = [number for number in numbers if number not in self._handles]
        if not missing:
            return
        oldest = min(numbers)
        self._handles = {n: ref for n, ref in self._handles.items() if n >= oldest}
        begin = min(missing)
        end = max(begin + AHEAD, max(missing) + 1)
        while begin < end:
            k = min(self._most_drawn, end - begin)
            drawn = self._remote.determinize(k, seed=self.seed, start=begin)
            self._handles.update(enumerate((world.w for world in drawn.worlds), begin))
            begin += k

    def _ask(self, walks: Sequence[Walk], want: Sequence[str], view: int | None) -> None:
        jobs = [self._job(walk) for walk in walks]
        sims = self._remote.simulate(jobs, want, seed=self.seed, view=view)
        for walk, out in zip(walks, sims.results, strict=True):
            self._take(walk, out, view)

    def _job(self, walk: Walk) -> SimJob:
        """The whole walk from the start of its world, with its own luck: it goes as it went before."""
        world = world_of(walk)
        return SimJob(
            w=self._handles[world.number],
            acts=world.acts,
            keep=False,
            fill=self._policy,
            luck=walk.number,
            policy=self._policy if walk.is_ended else None,
            horizon=self._horizon if walk.is_ended else None,
        )

    def _take(self, walk: Walk, out: SimOut, view: int | None) -> None:
        """Takes in how a walk went."""
        if out.status == "illegal":
            raise RuntimeError(
                f"the server does not know its own action {out.applied} of {walk.world}"
            )
        if out.returns is not None and out.places is not None:
            walk.rewards = self._rewards.of(Result(out.places, (), out.returns, "simulated"))
        elif out.status != "ok" or walk.is_ended:
            self.is_spent = walk.is_lost = True
        else:
            world = world_of(walk)
            world.seats = tuple(out.to_act)
            seat = self._viewer(world.seats) if view is None else view
            slots = None if out.legal is None else out.legal.slots
            if out.n is not None or slots is not None:
                world.spaces[seat] = read_space(out.n, out.keys, slots)

    def _viewer(self, seats: Sequence[int]) -> int:
        """Whose actions the server tells of, where nobody's are asked for."""
        return self.seat if self.seat in seats else seats[0]


def world_of(walk: Walk) -> RemoteWorld:
    """The world of a walk that this simulator has opened."""
    return cast(RemoteWorld, walk.world)


def read_space(
    n: int | None, keys: Sequence[int] | None, slots: Sequence[Any] | None
) -> ActionSpace:
    """Actions as the server tells them: by their keys, else by their positions, else slot by slot."""
    if keys is not None:
        return ListSpace(keys)
    if n is not None:
        return ProductSpace(("action",), (n,))
    return ProductSpace(
        [str(number) for number in range(len(slots or ()))],
        [len(slot.options) for slot in slots or ()],
    )
