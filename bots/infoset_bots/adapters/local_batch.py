"""The plays of a batch in this process, with what is shown of them as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from infoset_bots.adapters.encoding import Encoding
from infoset_bots.adapters.play import Play
from infoset_bots.adapters.seat_batch import SeatBatch
from infoset_bots.adapters.vectors import dtype_of
from infoset_games.core import Json, Result
from infoset_games.policies import Policy

Seeds = list[int | None]


@dataclass(frozen=True)
class Ending:
    """What was shown last of a play that is over."""

    place: int
    tensor: NDArray[Any]
    result: Result | None  # None for one that was cut


@dataclass(frozen=True)
class Stepped:
    """What a step has brought: the rewards of all plays, and those that are over, by the rules or cut."""

    rewards: NDArray[np.float64]
    ended: list[int]
    cut: list[int]
    endings: list[Ending]


class LocalBatch:
    """A play for each of `seats`. Where one is over, another begins in `begin_again`."""

    def __init__(
        self, encoding: Encoding, seats: list[int], opponents: Policy, max_plies: int
    ) -> None:
        self.encoding = encoding
        self.dtype = dtype_of(encoding)
        self.batch = SeatBatch(encoding, seats, opponents, max_plies)

    @property
    def plays(self) -> list[Play]:
        """The plays of this moment; none before the first `begin`."""
        return list(self.batch.plays)

    def begin(self, seeds: Seeds, deal: Json) -> None:
        """New plays everywhere, see `SeatBatch.begin`."""
        self.batch.begin(seeds, deal)

    def step(self, numbers: list[int]) -> Stepped:
        """One number in every place. Raises IllegalActionError or ValueError; nothing changes then."""
        batch = self.batch
        batch.check(numbers)
        batch.step(numbers)
        over = [*batch.ended, *batch.cut]
        rewards = np.zeros(batch.size)
        if batch.ended:  # before there are none
            rewards[batch.ended] = batch.returns
        return Stepped(rewards, batch.ended, batch.cut, [self._ending(at) for at in over])

    def begin_again(self, places: list[int], seeds: Sequence[int] | None) -> None:
        """New plays in some places, with a seed for each, or in the streams of the places."""
        for at, place in enumerate(places):
            self.batch.begin_again(place, None if seeds is None else seeds[at])

    def tensors(self) -> NDArray[Any]:
        """What the seats know, a row for each play."""
        return self._as_rows(self.batch.rows)

    def masks(self) -> NDArray[np.int8]:
        """1 for each number that may be said, a row for each play."""
        shape = (self.batch.size, self.encoding.actions)
        return np.frombuffer(self.batch.mask(), np.int8).reshape(shape)

    def close(self) -> None:
        """There is nothing to release."""

    def _ending(self, place: int) -> Ending:
        tensor = self._as_rows([self.batch.rows[place]])[0]
        return Ending(place, tensor, self.batch.plays[place].state.result())

    def _as_rows(self, rows: list[Sequence[float]]) -> NDArray[Any]:
        if isinstance(rows[0], bytes):
            cells = np.frombuffer(b"".join(rows), np.uint8)  # type: ignore[arg-type]  # all are
            return cells.reshape(len(rows), -1).astype(self.dtype)
        return np.array(rows, self.dtype)
