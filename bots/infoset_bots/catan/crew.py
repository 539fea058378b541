"""Processes that share a search: each values some of the moves in some of the worlds. Starts and ends them.

The thesis' program shares root moves among half of its cores. Here the answer is the same as alone:
no value depends on where it is computed, and they are put together by world and move.
"""

import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import IO, Any, Final

from infoset_bots import ctrl_c
from infoset_bots.catan.deciding import Crew, Inquiry, Values
from infoset_bots.catan.settings import Settings
from infoset_bots.catan.weights import Weights
from infoset_bots.search.decision import OutOfTime, never
from infoset_games.core import Json

MOST_PROCESSES: Final = 64
LOOK_S: Final = 0.01  # from one look at the time to the next
END_S: Final = 5.0

Piece = tuple[int, int]  # a world, and which share of the moves


@dataclass(frozen=True)
class Rules:
    """What a process is told once: the options of the game and the score map, as plain values."""

    options: Mapping[str, Json]
    weights: Mapping[str, Any]


@dataclass(frozen=True)
class Job:
    """What a process is told of one search, and its pieces of the work. Later ones have greater numbers."""

    number: int
    observation: Json
    seat: int
    seed: int
    depth: int
    settings: Mapping[str, Any]
    moves: Sequence[int]
    shares: int
    pieces: Sequence[Piece]

    def moves_of(self, share: int) -> Sequence[int]:
        """Every `shares`-th move."""
        return self.moves[share :: self.shares]


@dataclass(frozen=True)
class Stop:
    """Tells a process that nobody waits for this job any more."""

    number: int


@dataclass(frozen=True)
class Done:
    """A piece of a job that is done; `piece` is None where a process has ended instead."""

    job: int
    piece: Piece | None
    values: Values | None = None


class Worker:
    """One process, and the thread that waits for what it says."""

    def __init__(self, rules: Rules, news: "queue.Queue[Done]") -> None:
        with ctrl_c.held_back():
            self._process = subprocess.Popen(
                [sys.executable, "-m", "infoset_bots.catan.crew_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to: IO[bytes] = self._process.stdin
        self._listener = threading.Thread(
            target=listen, args=(self._process.stdout, news), daemon=True
        )
        self._listener.start()
        self.send(rules)

    def send(self, message: Rules | Job | Stop) -> None:
        """Tells the process something. If it is gone, the listener has news of that."""
        try:
            pickle.dump(message, self._to)
            self._to.flush()
        except BrokenPipeError:
            return

    def kill(self) -> None:
        """Ends the process, whatever it is doing."""
        self._process.kill()

    def stop(self) -> None:
        """Ends the process and frees what belongs to it."""
        self.kill()
        self._process.wait(END_S)
        self._listener.join(END_S)
        assert self._process.stdout is not None
        self._process.stdout.close()
        try:
            self._to.close()
        except BrokenPipeError:
            return


def listen(stream: IO[bytes], news: "queue.Queue[Done]") -> None:
    """Passes on what a process says until it ends."""
    try:
        while True:
            news.put(pickle.load(stream))
    except (EOFError, pickle.UnpicklingError):
        news.put(Done(0, None))


class Workers(Crew):
    """`processes` of them, started when first needed; to be closed."""

    def __init__(self, processes: int, options: Mapping[str, Json], weights: Weights) -> None:
        self._processes = processes
        self._rules = Rules(dict(options), asdict(weights))
        self._news: queue.Queue[Done] = queue.Queue()
        self._job = 0  # the number of the last one
        self.workers: list[Worker] = []  # none until they are needed

    def values(
        self,
        inquiry: Inquiry,
        numbers: Sequence[int],
        depth: int,
        moves: Sequence[int],
        out_of_time: OutOfTime,
    ) -> dict[int, Values | None]:
        shares = min(self._processes, len(moves))
        pieces = [(number, share) for number in numbers for share in range(shares)]
        self._start()
        self._job += 1
        for at, worker in enumerate(self.workers):
            mine = pieces[at :: self._processes]
            worker.send(make_job(self._job, inquiry, depth, moves, shares, mine))
        done, is_late = self._collect(len(pieces), out_of_time)
        if not is_late:
            for number, share in pieces:  # what was lost with a process
                if (number, share) not in done:
                    done[number, share] = inquiry.values(number, depth, moves[share::shares], never)
        return {
            number: join(done, number, shares, len(moves))
            for number in numbers
            if all((number, share) in done for share in range(shares))
        }

    def _start(self) -> None:
        if not self.workers:
            self._news = queue.Queue()
            self.workers = [Worker(self._rules, self._news) for _ in range(self._processes)]

    def _collect(
        self, wanted: int, out_of_time: OutOfTime
    ) -> tuple[dict[Piece, Values | None], bool]:
        """The pieces as they come, until all are there, a process has ended or time is up; and whether it is."""
        done: dict[Piece, Values | None] = {}
        while len(done) < wanted:
            try:
                news = self._news.get(timeout=LOOK_S)
            except queue.Empty:
                news = None
            if news is not None and news.piece is None:
                self.close()
                return done, False
            if news is not None and news.piece is not None and news.job == self._job:
                done[news.piece] = news.values
            if len(done) < wanted and out_of_time():
                for worker in self.workers:
                    worker.send(Stop(self._job))
                return done, True
        return done, False

    def close(self) -> None:
        """Ends all processes. They start again when needed."""
        for worker in self.workers:
            worker.stop()
        self.workers = []


def make_job(
    number: int,
    inquiry: Inquiry,
    depth: int,
    moves: Sequence[int],
    shares: int,
    pieces: Sequence[Piece],
) -> Job:
    question = inquiry.question
    return Job(
        number,
        question.game.write_observation(question.observation),
        question.seat,
        inquiry.seed,
        depth,
        plain_settings(inquiry.settings),
        list(moves),
        shares,
        pieces,
    )


def plain_settings(settings: Settings) -> dict[str, Any]:
    """The settings as arguments of their class."""
    return {
        "depth": int(settings.depth),
        "epsilon": int(settings.epsilon),
        "wishful": settings.wishful,
        "max_nodes": int(settings.max_nodes),
        "malice": settings.malice,
        "moves": int(settings.moves),
    }


def join(
    done: Mapping[Piece, Values | None], number: int, shares: int, count: int
) -> Values | None:
    """The values of all moves in one world; None if a tree of any share is too large."""
    row = [0.0] * count
    for share in range(shares):
        values = done[number, share]
        if values is None:
            return None
        row[share::shares] = values
    return row
