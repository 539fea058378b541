"""Any game as a PettingZoo AEC environment: one agent at a time, actions masked, chance inside.

Learners get a vector and a mask; `infos` has the seat's whole observation with its types. Seats that
decide simultaneously are asked one after the other, and none sees what the others chose.
"""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it ships no types

from infoset_bots.adapters.encoding import Encoding
from infoset_bots.adapters.environment import MAX_PLIES, Environment, agent_name
from infoset_bots.adapters.play import Play, open_stream
from infoset_games.core import Json
from infoset_games.game import Game


class InfosetEnv(Environment, AECEnv):  # type: ignore[misc]  # untyped base class
    """One agent at a time: an action is an action number.

    Observations are `{"observation": vector, "action_mask": 0 or 1 by action number}`; the mask is
    all 0 for agents that are not to act. Rewards are the game's returns, given when the play is
    over. An episode of `max_plies` is truncated, with no rewards.
    """

    def __init__(
        self,
        game: Game,
        *,
        encoding: Encoding | None = None,
        max_plies: int = MAX_PLIES,
        render_mode: str | None = None,
    ) -> None:
        """Raises EncodingError; TooManyActionsError for a game whose first decision is too large.

        Later decisions that are too large are refused when they come up.
        """
        super().__init__(game, encoding=encoding, max_plies=max_plies, render_mode=render_mode)
        first = Play(self.encoding, open_stream(0), max_plies)
        for seat in first.waiting():
            first.choices.options(seat)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a play. Equal seeds give equal plays; without one the stream goes on.

        `options` may hold `deal`, the set-up to begin with; of other options it warns.
        """
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection: str | None = None  # PettingZoo's, for agents that leave
        self._tell()

    def step(self, action: int | None) -> None:
        """The action number of `agent_selection`; None for an agent whose play has ended.

        Raises IllegalActionError for an action that the mask forbids, and RuntimeError outside an episode; nothing changes then.
        """
        self._check_goes_on()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self.play.say(seat, self.play.choices.check(seat, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.play.returns(), strict=True))
        self._accumulate_rewards()
        self._tell()

    def last(self, observe: bool = True) -> Any:
        """What the selected agent is told, see PettingZoo. Raises RuntimeError outside an episode."""
        self._check_goes_on()
        return super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The selected agents, one after the other, see PettingZoo. Raises RuntimeError before the first `reset`."""
        _ = self.play
        return super().agent_iter(max_iter)

    def _make_action_space(self) -> gymnasium.spaces.Space[Any]:
        return gymnasium.spaces.Discrete(self.encoding.actions)

    def _make_mask_space(self) -> gymnasium.spaces.Space[Any]:
        return gymnasium.spaces.MultiBinary(self.encoding.actions)

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self.encoding.actions, np.int8)
        if seat in self.play.waiting():
            mask[list(self.play.choices.options(seat))] = 1
        return mask

    def _tell(self) -> None:
        """Selects who is next and brings what agents are told up to date."""
        waiting = self.play.waiting()
        self.agent_selection = agent_name(waiting[0] if waiting else 0)
        self.terminations = dict.fromkeys(self.agents, self.play.is_over)
        self.truncations = dict.fromkeys(self.agents, self.play.is_cut)
        self.infos = {agent: self._info(seat) for seat, agent in enumerate(self.possible_agents)}

    def _info(self, seat: int) -> dict[str, Json]:
        """Told to whom is to act, and to all at the end: to make everybody's observation costs a step more than all else."""
        is_told = agent_name(seat) == self.agent_selection or not self.play.waiting()
        return self.play.info(seat) if is_told else {}
