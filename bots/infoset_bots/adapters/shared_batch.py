"""The plays of a batch spread over processes, which write what they show into memory that all of them see."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from infoset_bots import ctrl_c
from infoset_bots.adapters.encoding import Encoding
from infoset_bots.adapters.local_batch import Ending, LocalBatch, Seeds, Stepped
from infoset_bots.adapters.play import Play
from infoset_bots.adapters.seat_batch import SeatBatch
from infoset_bots.adapters.vectors import dtype_of
from infoset_games.core import IllegalActionError, Json
from infoset_games.policies import Policy

STOP_S: Final = 5.0


@dataclass(frozen=True)
class Memory:
    """Two arrays, a row for each play, that several processes see: `cells` of the kind `dtype`, and `marks`."""

    rows: int
    dtype: type[np.float32] | type[np.float64]
    cells: Any  # shared bytes
    marks: Any

    def tensors(self) -> NDArray[Any]:
        return np.frombuffer(self.cells, self.dtype).reshape(self.rows, -1)

    def masks(self) -> NDArray[np.int8]:
        return np.frombuffer(self.marks, np.int8).reshape(self.rows, -1)


@dataclass(frozen=True)
class Share:
    """What one process is to do: the plays from place `first` on, one for each of `seats`."""

    encoding: Encoding
    seats: list[int]
    opponents: Policy
    max_plies: int
    first: int
    is_seeded: (
        bool  # seeds of plays that begin again are told; else they go on at once in their streams
    )
    memory: Memory


class Worker:
    """A share of the plays, in the process that has them. Every method is asked for from the other one."""

    def __init__(self, share: Share) -> None:
        self._share = share
        self._batch = LocalBatch(share.encoding, share.seats, share.opponents, share.max_plies)
        places = slice(share.first, share.first + len(share.seats))
        self._tensors = share.memory.tensors()[places]
        self._masks = share.memory.masks()[places]

    def begin(self, seeds: Seeds, deal: Json) -> None:
        self._batch.begin(seeds, deal)
        self._show()

    def step(self, numbers: list[int]) -> Stepped:
        stepped = self._batch.step(numbers)
        if not self._share.is_seeded:
            self._batch.begin_again([*stepped.ended, *stepped.cut], None)
        self._show()
        return stepped

    def begin_again(self, places: list[int], seeds: Sequence[int]) -> None:
        if places:
            self._batch.begin_again(places, seeds)
            self._show()

    def told(self) -> SeatBatch:
        """The plays with their streams, as they are."""
        return self._batch.batch

    def take_over(self, batch: SeatBatch) -> None:
        self._batch.batch = batch
        if batch.plays:
            self._show()

    def _show(self) -> None:
        self._tensors[:] = self._batch.tensors()
        self._masks[:] = self._batch.masks()


def serve(line: Any, share: Share) -> None:
    """Answers what is asked on `line`, a Connection, until the other end is closed: (answer, error)."""
    ctrl_c.ignore()  # it is the parent's business
    worker = Worker(share)
    with contextlib.suppress(EOFError, OSError):
        while True:
            method, arguments = line.recv()
            try:
                answer = getattr(worker, method)(*arguments)
            except Exception as error:  # noqa: BLE001 (whatever rules and policies may raise)
                line.send((None, error))
            else:
                line.send((answer, None))


class SharedBatch:
    """As `LocalBatch`, in several processes. Close it in the end.

    Raises RuntimeError when a process has ended; the batch is closed then.
    """

    def __init__(
        self,
        encoding: Encoding,
        seats: list[int],
        opponents: Policy,
        max_plies: int,
        workers: int,
        *,
        is_seeded: bool,
    ) -> None:
        """Every worker has about as many plays. `is_seeded`: `begin_again` is told a seed for each play."""
        context = get_context("spawn")
        dtype = dtype_of(encoding)
        size = len(seats)
        self.memory = Memory(
            size,
            dtype,
            context.RawArray("b", size * encoding.cells * np.dtype(dtype).itemsize),
            context.RawArray("b", size * encoding.actions),
        )
        self.whole = Share(encoding, seats, opponents, max_plies, 0, is_seeded, self.memory)
        self._bounds = [size * at // workers for at in range(workers + 1)]
        self._lines: list[Any] = []
        self._processes: list[SpawnProcess] = []
        for first, end in zip(self._bounds, self._bounds[1:], strict=False):
            line, theirs = context.Pipe()
            share = replace(self.whole, seats=seats[first:end], first=first)
            process = context.Process(target=serve, args=(theirs, share), daemon=True)
            ctrl_c.start(process)
            theirs.close()
            self._lines.append(line)
            self._processes.append(process)

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: the copy has processes of its own."""
        whole = self.whole
        made = (whole.encoding, whole.seats, whole.opponents, whole.max_plies)
        return resumed, (made, whole.is_seeded, self._ask_all("told"))

    @property
    def plays(self) -> list[Play]:
        """Copies of the plays of this moment; none before the first `begin`."""
        return [play for batch in self._ask_all("told") for play in batch.plays]

    def begin(self, seeds: Seeds, deal: Json) -> None:
        self._ask([("begin", (part, deal)) for part in self._split(seeds)])

    def step(self, numbers: list[int]) -> Stepped:
        self._check(numbers)
        answers = self._ask([("step", (part,)) for part in self._split(numbers)])
        ended: list[int] = []
        cut: list[int] = []
        endings: dict[int, Ending] = {}
        for first, stepped in zip(self._bounds, answers, strict=False):
            ended += [first + at for at in stepped.ended]
            cut += [first + at for at in stepped.cut]
            for one in stepped.endings:
                endings[first + one.place] = replace(one, place=first + one.place)
        rewards = np.concatenate([one.rewards for one in answers])
        return Stepped(rewards, ended, cut, [endings[place] for place in (*ended, *cut)])

    def begin_again(self, places: list[int], seeds: Sequence[int] | None) -> None:
        if seeds is None:
            return  # the processes have done so
        questions: list[tuple[str, tuple[Any, ...]]] = []
        for first, end in zip(self._bounds, self._bounds[1:], strict=False):
            here = [at for at, place in enumerate(places) if first <= place < end]
            of_places, of_seeds = [places[at] - first for at in here], [seeds[at] for at in here]
            questions.append(("begin_again", (of_places, of_seeds)))
        self._ask(questions)

    def tensors(self) -> NDArray[Any]:
        return self.memory.tensors().copy()

    def masks(self) -> NDArray[np.int8]:
        return self.memory.masks().copy()

    def close(self) -> None:
        """Ends the processes."""
        for line in self._lines:
            line.close()
        for process in self._processes:
            process.join(STOP_S)
            if process.is_alive():
                process.kill()
                process.join()
        self._lines, self._processes = [], []

    def take_over(self, batches: list[SeatBatch]) -> None:
        """Goes on with these, one for each process."""
        self._ask([("take_over", (batch,)) for batch in batches])

    def _check(self, numbers: list[int]) -> None:
        masks = self.memory.masks()
        if len(numbers) != len(masks):
            raise ValueError(f"actions: expected {len(masks)}, got {len(numbers)}")
        said = np.array(numbers)
        is_number = (said >= 0) & (said < masks.shape[1])
        is_legal = is_number & (masks[np.arange(len(said)), np.where(is_number, said, 0)] == 1)
        if not is_legal.all():
            place = int(is_legal.argmin())
            legal = np.flatnonzero(masks[place]).tolist()
            raise IllegalActionError(f"place {place}: expected one of {legal}")

    def _split(self, by_place: list[Any]) -> list[list[Any]]:
        bounds = zip(self._bounds, self._bounds[1:], strict=False)
        return [by_place[first:end] for first, end in bounds]

    def _ask_all(self, method: str) -> list[Any]:
        return self._ask([(method, ())] * len(self._lines))

    def _ask(self, questions: list[tuple[str, tuple[Any, ...]]]) -> list[Any]:
        """The answers of all processes, which think at the same time."""
        if not self._lines:
            raise RuntimeError("the environment is closed")
        try:
            for line, question in zip(self._lines, questions, strict=True):
                line.send(question)
            answers = [line.recv() for line in self._lines]
        except (EOFError, OSError) as error:
            self.close()
            raise RuntimeError("a process of the batch has ended") from error
        except BaseException:  # answers that nobody has taken would be those to the next question
            self.close()
            raise
        for _, failure in answers:
            if failure is not None:
                raise failure
        return [answer for answer, _ in answers]


def resumed(
    made: tuple[Encoding, list[int], Policy, int], is_seeded: bool, batches: list[SeatBatch]
) -> SharedBatch:
    """A batch with processes of its own, which go on with these."""
    batch = SharedBatch(*made, len(batches), is_seeded=is_seeded)
    batch.take_over(batches)
    return batch
