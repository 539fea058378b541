"""Any game as a PettingZoo parallel environment: all agents act in every step, slot by slot.

For games whose seats decide simultaneously, and the only form for decisions that are products of
too many slots to number their combinations. In games that take turns, agents out of turn wait.
"""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]  # it ships no types

from infoset_bots.adapters.encoding import EncodingError
from infoset_bots.adapters.environment import Environment, agent_name
from infoset_games.core import IllegalActionError, Json
from infoset_games.spaces import ProductSpace

Observations = dict[str, dict[str, Any]]
Infos = dict[str, dict[str, Json]]
Step = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]


class InfosetParallelEnv(Environment, ParallelEnv):  # type: ignore[misc]  # untyped base class
    """All agents at once: an action is a row of numbers.

    Where the decision is a product of slots, each is an option of one slot; where it is a list, the
    first is an action number. What is left over is 0, and so is the whole row of an agent that is
    not asked. `action_mask` has one mask for each number of the row, as `MultiDiscrete.sample` takes
    it. Rewards and truncation are as in the AEC environment.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begins a play. Equal seeds give equal plays; without one the stream goes on.

        `options` may hold `deal`, the set-up to begin with; of other options it warns.
        """
        self._begin(seed, options)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Any]) -> Step:
        """The rows of all agents; rows of agents that are not asked are not looked at.

        Raises IllegalActionError naming the agent whose row is missing or masked, ValueError for what is no dict, and
        RuntimeError outside an episode; nothing changes then.
        """
        self._check_goes_on()
        if not isinstance(actions, Mapping):
            raise ValueError(  # noqa: TRY004 (one error for bad input)
                f"actions: expected a dict with a row for each agent, got {actions!r}"
            )
        choices = {seat: self._choice(seat, actions) for seat in self.play.waiting()}
        for seat, (space, row) in choices.items():
            if space is None:
                self.play.say(seat, row[0])
            else:
                self.play.choose(seat, space.join(row[: len(space.sizes)]))
        over, cut = self.play.is_over, self.play.is_cut
        if over or cut:
            self.agents = []
        return (
            self._observations(),
            dict(zip(self.possible_agents, self.play.returns(), strict=True)),
            dict.fromkeys(self.possible_agents, over),
            dict.fromkeys(self.possible_agents, cut),
            self._infos(),
        )

    def _observations(self) -> Observations:
        return {agent: self.observe(agent) for agent in self.possible_agents}

    def _make_action_space(self) -> gymnasium.spaces.Space[Any]:
        return gymnasium.spaces.MultiDiscrete(list(self.encoding.row))

    def _make_mask_space(self) -> gymnasium.spaces.Space[Any]:
        return gymnasium.spaces.Tuple(
            [gymnasium.spaces.MultiBinary(size) for size in self.encoding.row]
        )

    def _mask(self, seat: int) -> tuple[NDArray[np.int8], ...]:
        """One mask for each number of the row."""
        masks = tuple(np.zeros(size, np.int8) for size in self.encoding.row)
        for mask, allowed in zip(masks, self._allowed(seat), strict=True):
            mask[allowed] = 1
        return masks

    def _allowed(self, seat: int) -> list[list[int]]:
        """For each number of the row those that a seat may put there; 0 where it is not used."""
        used = self._used(seat) if seat in self.play.waiting() else []
        return used + [[0]] * (len(self.encoding.row) - len(used))

    def _used(self, seat: int) -> list[list[int]]:
        space = self.play.state.legal(seat)
        if not isinstance(space, ProductSpace):
            return [list(self.play.choices.options(seat))]
        self._check_fits(space)
        return [list(range(size)) for size in space.sizes]

    def _choice(
        self, seat: int, actions: Mapping[str, Any]
    ) -> tuple[ProductSpace | None, list[int]]:
        """The legal row of a waiting seat, and the slots that it fills; None for a list."""
        row = self._read_row(seat, actions.get(agent_name(seat)))
        space = self.play.state.legal(seat)
        return (space if isinstance(space, ProductSpace) else None), row

    def _read_row(self, seat: int, row: Any) -> list[int]:
        """The numbers of a legal row."""
        agent, length = agent_name(seat), len(self.encoding.row)
        if row is None or np.shape(row) != (length,) or np.asarray(row).dtype.kind not in "iu":
            raise IllegalActionError(f"{agent}: expected a row of {length} integers, got {row!r}")
        for at, (number, allowed) in enumerate(zip(row, self._allowed(seat), strict=True)):
            if number not in allowed:
                raise IllegalActionError(f"{agent}: [{at}]: {number} is not legal now")
        return [int(number) for number in row]

    def _check_fits(self, space: ProductSpace) -> None:
        room = self.encoding.row
        fits = len(space.sizes) <= len(room) and all(
            size <= most for size, most in zip(space.sizes, room, strict=False)
        )
        if not fits:
            raise EncodingError(
                f"{self.game.name}: slots of {space.sizes} do not fit into {room}; the game needs an"
                " Encoding of its own with larger slots"
            )
