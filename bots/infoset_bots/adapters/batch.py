"""Many plays at once as a vector environment of Gymnasium: what `InfosetSeatEnv` shows, in a fraction of the time."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from infoset_bots.adapters.drawing import drawn_from
from infoset_bots.adapters.encoding import Encoding, encoding_of
from infoset_bots.adapters.environment import MAX_PLIES, tensor_space
from infoset_bots.adapters.local_batch import Ending, LocalBatch
from infoset_bots.adapters.play import Play
from infoset_bots.adapters.shared_batch import SharedBatch
from infoset_games.game import Game
from infoset_games.policies import Policy, RandomPolicy

Observations = dict[str, NDArray[Any]]


class InfosetBatchEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` plays. Whatever is shown of each equals what an `InfosetSeatEnv` with its seed shows, bit by bit.

    A play that is over is followed by a new one in the same step (`AutoresetMode.SAME_STEP`); `infos` then hold what was
    shown last (`final_obs`) and the `result` (`final_info`). Otherwise `infos` are empty.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seat: int | Sequence[int] = 0,
        opponents: Policy | None = None,
        encoding: Encoding | None = None,
        max_plies: int = MAX_PLIES,
        seeds: Iterator[int] | None = None,
        workers: int = 1,
    ) -> None:
        """`seat` is the one that learns, or one for each play. `opponents` play all others; None draws from what is legal.

        `seeds` names every play: whenever one begins, it takes the next, so that any of them can be played again alone.
        Without, the plays of a place follow each other in the streams that `reset` has opened.

        `workers` is how many processes share the plays. What is shown does not depend on it; `close` ends those of more than
        one. Raises EncodingError.
        """
        if num_envs < 1:
            raise ValueError(f"num_envs: expected 1 or more, got {num_envs}")
        if not 1 <= workers <= num_envs:
            raise ValueError(f"workers: expected 1..{num_envs}, got {workers}")
        seats = [seat] * num_envs if isinstance(seat, int) else list(seat)
        if len(seats) != num_envs:
            raise ValueError(f"seat: expected {num_envs} of them, got {len(seats)}")
        for one in seats:
            if not 0 <= one < game.seats:
                raise ValueError(f"seat: expected 0..{game.seats - 1}, got {one}")
        self.game = game
        self.encoding = encoding_of(game) if encoding is None else encoding
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space = gymnasium.spaces.Discrete(self.encoding.actions)
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "observation": tensor_space(self.encoding),
                "action_mask": gymnasium.spaces.MultiBinary(self.encoding.actions),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        policy = RandomPolicy() if opponents is None else opponents
        made = (self.encoding, seats, policy, max_plies)
        self._batch: LocalBatch | SharedBatch
        if workers == 1:
            self._batch = LocalBatch(*made)
        else:
            self._batch = SharedBatch(*made, workers, is_seeded=seeds is not None)
        self._seeds = seeds
        self._has_begun = False

    @property
    def plays(self) -> list[Play]:
        """The plays of this moment, secrets included; none before the first `reset`. Copies, where workers have them."""
        return self._batch.plays

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins all plays: with `seed`, `seed + 1`, ..., or with a seed for each; without, their streams go on.

        `options` may hold `deal`, the set-up to begin with; other options are ignored. Raises RuntimeError when `seeds` has
        no more, and after `close`.
        """
        self._check_open()
        self._batch.begin(self._begin_with(seed), (options or {}).get("deal"))
        self._has_begun = True
        return self._observations(), {}

    def step(
        self, actions: Any
    ) -> tuple[
        Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """An action number for every play.

        Raises IllegalActionError for one that its mask forbids, ValueError for what are no numbers, one for each play, and
        RuntimeError before the first `reset` and after `close`; nothing changes then. Raises RuntimeError also when a play is
        over, and `seeds` has none for the next.
        """
        self._check_open()
        if not self._has_begun:
            raise RuntimeError("reset() comes before anything else")
        stepped = self._batch.step(self._numbers_of(actions))
        ended, cut = self._marks(stepped.ended), self._marks(stepped.cut)
        infos = self._begin_again(stepped.endings)
        return self._observations(), stepped.rewards, ended, cut, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the processes of the workers."""
        self._batch.close()

    def _check_open(self) -> None:
        if self.closed:
            raise RuntimeError("the environment is closed")

    def _numbers_of(self, actions: Any) -> list[int]:
        said = np.asarray(actions)
        if said.shape != (self.num_envs,) or not np.issubdtype(said.dtype, np.integer):
            raise ValueError(
                f"actions: expected {self.num_envs} integers, got {said.dtype} in the shape {said.shape}"
            )
        numbers: list[int] = said.tolist()
        return numbers

    def _next_seeds(self, seeds: Iterator[int], count: int) -> list[int]:
        found = list(islice(seeds, count))
        if len(found) < count:
            raise RuntimeError("seeds: each play that begins takes the next, and there are no more")
        return found

    def _begin_with(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if self._seeds is not None and seed is None:
            return [*self._next_seeds(self._seeds, self.num_envs)]
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int):
            return [seed + place for place in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: expected {self.num_envs} of them, got {len(seed)}")
        return list(seed)

    def _begin_again(self, endings: list[Ending]) -> dict[str, Any]:
        """New plays where they are over; what the old ones have shown at last, as Gymnasium lays it out."""
        if not endings:
            return {}
        shown = np.full(self.num_envs, None, object)
        results = np.full(self.num_envs, None, object)
        for ending in endings:
            mask = np.zeros(self.encoding.actions, np.int8)
            shown[ending.place] = {"observation": ending.tensor, "action_mask": mask}
            results[ending.place] = ending.result
        places = [ending.place for ending in endings]
        seeds = None if self._seeds is None else self._next_seeds(self._seeds, len(places))
        self._batch.begin_again(places, seeds)
        marks = self._marks(places)
        finals = {"result": results, "_result": marks}
        return {"final_obs": shown, "_final_obs": marks, "final_info": finals, "_final_info": marks}

    def _marks(self, places: list[int]) -> NDArray[np.bool_]:
        marks = np.zeros(self.num_envs, np.bool_)
        if places:
            marks[places] = True
        return marks

    def _observations(self) -> Observations:
        return {"observation": self._batch.tensors(), "action_mask": self._batch.masks()}


def draw_legal(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for every row of masks, each equally likely. Raises ValueError for a row without any."""
    width = masks.shape[1]
    marks = np.zeros((len(masks), -(-width // 8) * 8), np.bool_)
    marks[:, :width] = masks
    found = drawn_from(marks.tobytes(), marks.shape[1], rng.random(len(masks)).tolist())
    return np.frombuffer(found, "<i8").astype(np.int64)
