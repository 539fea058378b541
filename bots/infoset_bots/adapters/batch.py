"""Many plays at once as a vector environment of Gymnasium: what `InfosetSeatEnv` shows, in a fraction of the time."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from infoset_bots.adapters.arguments import (
    is_row,
    read_deal,
    read_game,
    read_opponents,
    read_places,
    read_seeds,
    read_whole,
)
from infoset_bots.adapters.drawing import drawn_from
from infoset_bots.adapters.encoding import Encoding, read_encoding
from infoset_bots.adapters.environment import MAX_PLIES, tensor_space
from infoset_bots.adapters.local_batch import Ending, LocalBatch
from infoset_bots.adapters.play import Play
from infoset_bots.adapters.shared_batch import SharedBatch
from infoset_games.game import Game
from infoset_games.policies import Policy

Observations = dict[str, NDArray[Any]]
Seeds = SupportsIndex | Sequence[SupportsIndex | None] | NDArray[np.integer[Any]] | None


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
        seat: SupportsIndex | Sequence[SupportsIndex] | NDArray[np.integer[Any]] = 0,
        opponents: Policy | None = None,
        encoding: Encoding | None = None,
        max_plies: int = MAX_PLIES,
        seeds: Iterable[int] | None = None,
        workers: int = 1,
    ) -> None:
        """`seat` is the one that learns, or one for each play. `opponents` play all others; None draws from what is legal.

        `seeds` names every play: whenever one begins, it takes the next, so that any of them can be played again alone.
        Without, the plays of a place follow each other in the streams that `reset` has opened.

        `workers` is how many processes share the plays. What is shown does not depend on it; `close` ends those of more than
        one. Raises EncodingError, and ValueError naming an argument that cannot be.
        """
        game = read_game(game)
        num_envs = read_whole("num_envs", num_envs, 1)
        workers = read_whole("workers", workers, 1, num_envs)
        max_plies = read_whole("max_plies", max_plies, 1)
        policy = read_opponents(opponents, game)
        seats = self._seats_of(game, num_envs, seat)
        self._seeds = read_seeds(seeds)
        self.game = game
        self.encoding = read_encoding(encoding, game)
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
        made = (self.encoding, seats, policy, max_plies)
        self._batch: LocalBatch | SharedBatch
        if workers == 1:
            self._batch = LocalBatch(*made)
        else:
            self._batch = SharedBatch(*made, workers, is_seeded=seeds is not None)
        self._has_begun = False

    @property
    def plays(self) -> list[Play]:
        """The plays of this moment, secrets included; none before the first `reset`. Copies, where workers have them."""
        return self._batch.plays

    def reset(
        self,
        *,
        seed: Seeds = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins all plays: with `seed`, `seed + 1`, ..., or with a seed for each; without, their streams go on.

        `options` may hold `deal`, the set-up to begin with. Raises RuntimeError when `seeds` has
        no more, and after `close`; ValueError for other options, and for a seed or a set-up that cannot be, and nothing changes then.
        """
        self._check_open()
        deal = read_deal(self.game, options)
        self._batch.begin(self._begin_with(seed), deal)
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
        said = _array_of(actions)
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
        return [read_whole("seeds", seed, 0) for seed in found]

    @staticmethod
    def _seats_of(game: Game, num_envs: int, seat: Any) -> list[int]:
        told = read_places("seat", seat, num_envs)
        return [read_whole(name, one, 0, game.seats - 1) for name, one in told]

    def _begin_with(self, seed: Seeds) -> list[int | None]:
        if self._seeds is not None and seed is None:
            return [*self._next_seeds(self._seeds, self.num_envs)]
        if seed is None:
            return [None] * self.num_envs
        if not is_row(seed):
            first = read_whole("seed", seed, 0)
            return [first + place for place in range(self.num_envs)]
        told = read_places("seed", seed, self.num_envs)
        return [None if one is None else read_whole(name, one, 0) for name, one in told]

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


def draw_legal(masks: ArrayLike, rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for every row of masks, each equally likely.

    Raises ValueError for a row without any, for masks that are no rows, and for an `rng` that is no Generator.
    """
    if not isinstance(rng, np.random.Generator):
        example = "np.random.default_rng(1)"
        raise ValueError(f"rng: expected a Generator, such as {example}, got {rng!r}")  # noqa: TRY004 (one error for bad input)
    rows = _rows_of(masks)
    width = rows.shape[1]
    marks = np.zeros((len(rows), -(-width // 8) * 8), np.bool_)
    marks[:, :width] = rows
    found = drawn_from(marks.tobytes(), marks.shape[1], rng.random(len(rows)).tolist())
    return np.frombuffer(found, "<i8").astype(np.int64)


def _rows_of(masks: ArrayLike) -> NDArray[Any]:
    rows = _array_of(masks)
    if rows.ndim != 2 or rows.dtype.kind not in "biuf":
        example = 'observations["action_mask"]'
        raise ValueError(
            f"masks: expected a row for each play, such as {example},"
            f" got {rows.dtype} in the shape {rows.shape}"
        )
    return rows


def _array_of(value: Any) -> NDArray[Any]:
    """As NumPy reads it; an empty one for rows of different lengths."""
    try:
        return np.asarray(value)
    except ValueError:
        return np.empty(0, object)
