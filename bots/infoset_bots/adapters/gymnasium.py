"""One seat of a game as a Gymnasium environment: policies play the other seats, chance is inside."""

from typing import Any, Final, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from infoset_bots.adapters.arguments import (
    read_deal,
    read_game,
    read_opponents,
    read_seed,
    read_whole,
)
from infoset_bots.adapters.encoding import Encoding
from infoset_bots.adapters.environment import MAX_PLIES, agent_name
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_bots.adapters.play import MOST_UNASKED, Play, open_stream
from infoset_games.core import IllegalActionError, Json
from infoset_games.game import Game
from infoset_games.policies import Policy

WORST: Final = -1.0  # the least return that a game gives


class InfosetSeatEnv(gymnasium.Env[Any, Any]):
    """A seat that learns. Actions and observations are those of `InfosetEnv`; an episode is one play.

    The reward is the seat's return, given when the play is over. `info["observation"]` is what the seat knows, with
    its types.
    """

    def __init__(
        self,
        game: Game,
        *,
        seat: int = 0,
        opponents: Policy | None = None,
        encoding: Encoding | None = None,
        max_plies: int = MAX_PLIES,
        on_illegal: Literal["raise", "forfeit"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        """`opponents` play all other seats; None draws from what is legal.

        An action that the mask forbids raises IllegalActionError and changes nothing, or forfeits: the play is
        over for this seat, with the worst return. Raises EncodingError, and ValueError naming an argument that cannot be.
        """
        game = read_game(game)
        seat = read_whole("seat", seat, 0, game.seats - 1)
        self.opponents = read_opponents(opponents, game)
        if on_illegal not in ("raise", "forfeit"):
            raise ValueError(f"on_illegal: expected 'raise' or 'forfeit', got {on_illegal!r}")
        self.inner = InfosetEnv(
            game, encoding=encoding, max_plies=max_plies, render_mode=render_mode
        )
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.seat = seat
        self.agent = agent_name(seat)
        self.encoding = self.inner.encoding
        self.on_illegal = on_illegal
        self.action_space = self.inner.action_space(self.agent)
        self.observation_space = self.inner.observation_space(self.agent)
        self.choice = open_stream(None)  # the opponents draw from it
        self.has_forfeited = False

    @property
    def play(self) -> Play:
        """The play of this episode, secrets included. Raises RuntimeError before the first `reset`."""
        return self.inner.play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Json]]:
        """Begins a play, and lets the others play up to the seat's first decision.

        Plays that the others end before are passed over. Equal seeds give equal plays; without one the streams go on.
        `options` may hold `deal`, the set-up to begin with. Raises RuntimeError where so many
        plays in a row do not ask the seat, ValueError for other options, and for a seed or a set-up that cannot be; nothing changes then.
        """
        read_deal(self.inner.game, options)
        seed = read_seed(seed)
        super().reset(seed=seed)
        if seed is not None:
            self.choice = open_stream(seed).branch(1)
        self.inner.reset(seed, options)
        self.has_forfeited = False
        self._play_others()
        unasked = 0
        while not self.play.waiting():
            unasked += 1
            if unasked == MOST_UNASKED:
                raise RuntimeError(f"seat {self.seat}: not asked once in {MOST_UNASKED} plays")
            self.inner.reset(None, options)
            self._play_others()
        return self._told()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Json]]:
        """The seat's action number, and what the others do up to its next one.

        Raises RuntimeError outside an episode.
        """
        play = self.play
        if self.has_forfeited or not play.waiting():
            raise RuntimeError("the episode is over: reset() begins the next")
        try:
            number = play.choices.check(self.seat, action)
        except IllegalActionError:
            if self.on_illegal == "raise":
                raise
            self.has_forfeited = True
            observation, info = self._told()
            return observation, WORST, True, False, info
        play.say(self.seat, number)
        self._play_others()
        observation, info = self._told()
        return observation, play.returns()[self.seat], play.is_over, play.is_cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each number that the seat may say now: what `MaskablePPO` of sb3-contrib asks an environment for."""
        mask: NDArray[np.int8] = self.inner.observe(self.agent)["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> Any:
        """The play as a spectator sees it; None unless `render_mode` is `ansi`."""
        return self.inner.render()

    def _told(self) -> tuple[dict[str, Any], dict[str, Json]]:
        return self.inner.observe(self.agent), self.play.info(self.seat)

    def _play_others(self) -> None:
        self.play.play_others(self.seat, self.opponents, self.choice)
