"""Registers games with OpenSpiel itself, as games written in Python: its algorithms then play them.

The only module that imports pyspiel; `pip install open_spiel` brings it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]  # optional

from infoset_bots.adapters.openspiel import SpielGame, SpielState


def register(game: SpielGame, short_name: str, *, zero_sum: bool = False) -> None:
    """Makes `pyspiel.load_game(short_name)` give this game. A name can be registered once per process.

    `zero_sum` promises that returns add up to 0, as they do in games that use `returns_of`; some of
    pyspiel's algorithms ask for it.
    """
    game_type, game_info = type_of(game, short_name, zero_sum), info_of(game, zero_sum)

    class RegisteredGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]  # untyped base class
        """pyspiel makes it by itself, with nothing but parameters."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game_type, game_info, dict(params or {}))

        def new_initial_state(self) -> "BridgedState":
            return BridgedState(self, game.new_initial_state())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
            return Observer(game)

    pyspiel.register_game(game_type, RegisteredGame)


class BridgedState(pyspiel.State):  # type: ignore[misc, unused-ignore]  # untyped base class
    """Hands every question to a SpielState. pyspiel's clone copies that with `copy.deepcopy`."""

    def __init__(self, game: Any, inner: SpielState) -> None:
        super().__init__(game)
        self.inner = inner

    def current_player(self) -> int:
        return self.inner.current_player()

    def is_terminal(self) -> bool:
        return self.inner.is_terminal()

    def returns(self) -> list[float]:
        return self.inner.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.inner.chance_outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        legal = self.inner.legal_actions(player)
        if not legal and self.inner.is_simultaneous_node():
            return [0]  # pyspiel wants an action of everybody; this one is not looked at
        return legal

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.inner.apply_actions(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(player, action)

    def __str__(self) -> str:
        return str(self.inner)


class Observer:
    """What pyspiel asks for information states and observations."""

    def __init__(self, game: SpielGame) -> None:
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BridgedState, player: int) -> None:
        """Fills `tensor` with what `player` knows."""
        self.tensor[:] = state.inner.observation_tensor(player)

    def string_from(self, state: BridgedState, player: int) -> str:
        """What `player` knows, as text."""
        return state.inner.observation_string(player)


def type_of(game: SpielGame, short_name: str, zero_sum: bool) -> Any:
    """What kind of game it is, in pyspiel's words."""
    rules = game.game
    explicit = game.odds is not None and game.deal is not None
    return pyspiel.GameType(
        short_name=short_name,
        long_name=f"Infoset {rules.rules}",
        dynamics=(
            pyspiel.GameType.Dynamics.SIMULTANEOUS
            if rules.simultaneous
            else pyspiel.GameType.Dynamics.SEQUENTIAL
        ),
        chance_mode=(
            pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            if explicit
            else pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
        ),
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=(
            pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM
        ),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats,
        min_num_players=rules.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


def info_of(game: SpielGame, zero_sum: bool) -> Any:
    """How large it is, in pyspiel's words."""
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=game.max_chance_outcomes(),
        num_players=game.num_players(),
        min_utility=game.min_utility(),
        max_utility=game.max_utility(),
        utility_sum=0.0 if zero_sum else None,
        max_game_length=game.max_game_length(),
    )
