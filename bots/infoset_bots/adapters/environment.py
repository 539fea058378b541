"""What both PettingZoo environments share: agents, spaces, the play of the episode."""

import warnings
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final

import gymnasium
from numpy.typing import NDArray

from infoset_bots.adapters.arguments import (
    OPTIONS,
    read_deal,
    read_game,
    read_seed,
    read_whole,
    unknown_options,
)
from infoset_bots.adapters.encoding import Encoding, read_encoding
from infoset_bots.adapters.play import Play, open_stream
from infoset_bots.adapters.vectors import dtype_of, vector_of
from infoset_games.core import Json
from infoset_games.game import Game
from infoset_games.rng import Rng

MAX_PLIES: Final = 10_000  # joint actions of seats before an episode is cut


class Environment:
    """One game as an environment. Agents are `seat_0`, `seat_1`, ...; an episode is one play."""

    def __init__(
        self,
        game: Game,
        *,
        encoding: Encoding | None = None,
        max_plies: int = MAX_PLIES,
        render_mode: str | None = None,
    ) -> None:
        """`encoding` None takes the game's own, see `encoding_of`. Raises EncodingError, and ValueError naming an argument."""
        game = read_game(game)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: expected None or 'ansi', got {render_mode!r}")
        self.metadata = {
            "name": env_name(game),
            "render_modes": ["ansi"],
            "is_parallelizable": False,  # PettingZoo cannot make one form out of the other
        }
        self.game = game
        self.encoding = read_encoding(encoding, game)
        self.max_plies = read_whole("max_plies", max_plies, 1)
        self.render_mode = render_mode
        self.possible_agents = [agent_name(seat) for seat in range(game.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: self._make_action_space() for agent in self.possible_agents}
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {"observation": tensor_space(self.encoding), "action_mask": self._make_mask_space()}
            )
            for agent in self.possible_agents
        }
        self._rng: Rng | None = None
        self._play: Play | None = None

    @property
    def play(self) -> Play:
        """The play of this episode, secrets included. Raises RuntimeError before the first `reset`."""
        if self._play is None:
            raise RuntimeError("reset() comes before anything else")
        return self._play

    def action_space(self, agent: str) -> Any:
        """Equal for all agents. Raises ValueError for one that there is not."""
        self._seat_of(agent)
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """Equal for all agents: `{"observation": vector, "action_mask": what is legal}`. Raises ValueError for an agent that there is not."""
        self._seat_of(agent)
        return self.observation_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What `agent` knows now, as numbers: nothing but its seat's observation and legal actions.

        Raises ValueError for an agent that there is not.
        """
        seat = self._seat_of(agent)
        return {"observation": self._tensor(seat), "action_mask": self._mask(seat)}

    def render(self) -> str | None:
        """The play as a spectator sees it; None unless `render_mode` is `ansi`."""
        return self.play.describe() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to release."""

    @abstractmethod
    def _make_action_space(self) -> gymnasium.spaces.Space[Any]:
        """The actions of one agent."""

    @abstractmethod
    def _make_mask_space(self) -> gymnasium.spaces.Space[Any]:
        """The masks over the actions."""

    @abstractmethod
    def _mask(self, seat: int) -> Any:
        """What is legal for `seat` now."""

    def _tensor(self, seat: int) -> NDArray[Any]:
        return vector_of(self.encoding, self.play.tensor(seat))

    def _seat_of(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"agent: expected one of {self.possible_agents}, got {agent!r}")
        return self.possible_agents.index(agent)

    def _check_goes_on(self) -> None:
        """Raises RuntimeError outside an episode."""
        _ = self.play
        if not self.agents:
            raise RuntimeError("the episode is over: reset() begins the next")

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """A new episode, with all agents."""
        deal, seed = read_deal(self.game, known_only(options)), read_seed(seed)
        if seed is not None or self._rng is None:
            self._rng = open_stream(seed)
        self._play = Play(self.encoding, self._rng, self.max_plies, deal)
        self.agents = list(self.possible_agents)

    def _infos(self) -> dict[str, dict[str, Json]]:
        return {agent: self.play.info(seat) for seat, agent in enumerate(self.possible_agents)}


def agent_name(seat: int) -> str:
    """How PettingZoo calls a seat."""
    return f"seat_{seat}"


def env_name(game: Game) -> str:
    """The name and the major version of the rules, as PettingZoo writes them: `colonizers_v1`."""
    name, _, version = game.rules.partition("/")
    return f"{name}_v{version.partition('.')[0]}"


def tensor_space(encoding: Encoding) -> gymnasium.spaces.Box:
    """The space of the encoding's tensors."""
    shape = (encoding.cells,)
    return gymnasium.spaces.Box(encoding.low, encoding.high, shape, dtype_of(encoding))


def known_only(options: Any) -> Any:
    """The `options` of a reset without unknown ones, of which it warns: PettingZoo's own tests of an environment pass one."""
    if not isinstance(options, Mapping) or not (wrong := unknown_options(options)):
        return options
    warnings.warn(wrong, stacklevel=4)  # at whoever calls `reset`
    return {name: value for name, value in options.items() if name in OPTIONS}
