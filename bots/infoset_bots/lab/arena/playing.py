"""Plays jobs of a plan in this process: loads the bots once, sets a table for each match."""

import asyncio
import contextlib
import hashlib
import io
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from infoset.turn import Match, Player
from infoset_bots.lab.arena.alarm import Alarm
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.players import ClassPlayer, find_player
from infoset_bots.lab.arena.programs import ProgramSeat, write_clock
from infoset_bots.lab.arena.record import Record
from infoset_bots.lab.arena.schedule import Job
from infoset_bots.lab.arena.seats import ClassSeat, Seat
from infoset_bots.lab.arena.table import Table, Watch
from infoset_bots.lab.arena.thinking import Thinking
from infoset_games import match as rules
from infoset_games.clocks import Clock
from infoset_games.game import Game
from infoset_games.luck import seed_commitment
from infoset_games.record import Record as Replay
from infoset_games.record import write_record

MAX_TAIL: Final = 8000  # characters of what a match wrote to stderr that are kept
MAX_NAME: Final = 64  # of a player, as the protocol has it


@dataclass(frozen=True)
class Played:
    """A match that is over: its result, and the end of what its bots wrote to stderr.

    `lines` are its replay, as docs/replays.md has it, where that is to be kept. `said` is what was said with
    language models, a JSON object a line.
    """

    record: Record
    tail: str = ""
    lines: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


class Arena:
    """The bots of a plan, loaded, and the tables they play at. Use as a context manager."""

    def __init__(
        self, plan: Plan, watch: Watch | None = None, *, is_capturing: bool = True
    ) -> None:
        """Loads everything. Raises what loading raises: InfosetError and the errors of the registry."""
        self._plan = plan
        self._game = plan.make_game()
        self._players = {
            label: find_player(plan.find(label).spec, plan.game) for label in plan.labels
        }
        self._watch = watch
        self._is_capturing = is_capturing
        self._alarm = Alarm()
        self._loop = asyncio.new_event_loop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._loop.close()

    def play(self, job: Job) -> Played:
        """Plays one match. Whatever is printed meanwhile is kept, and its end returned."""
        if not self._is_capturing:
            return self._play(job, Tail())
        with captured_output() as tail:
            return self._play(job, tail)

    def _play(self, job: Job, tail: "Tail") -> Played:
        table = self._table(job)
        with self._alarm:
            record = table.play()
        lines = tuple(write_record(replay_of(table.match, job))) if self._plan.keep else ()
        return Played(record, tail.text(), lines, table.said())

    def _table(self, job: Job) -> Table:
        seats = [self._sit(job, seat) for seat in range(len(job.seats))]
        patience_s = self._plan.patience_s or None
        return Table(self._game, self._plan.terms(), job, seats, patience_s, self._watch)

    def _sit(self, job: Job, seat: int) -> Seat:
        label = job.seats[seat]
        seed = bot_seed(job.seed, seat, label)
        match = local_match(self._game, f"m{job.number}", seat, job.seats, self._plan.clock)
        thinking = Thinking(self._game, match.match_id, seat, f"{seed}\x1fthinking")
        match = replace(match, compute=thinking.offer())
        player = self._players[label]
        if isinstance(player, ClassPlayer):
            return ClassSeat(match, player.make, seed, self._alarm, thinking=thinking)
        argv = player.argv_for(program_seed(job.seed, seat, label), seat)
        return ProgramSeat(match, argv, player.mode, self._loop, thinking=thinking)


def local_match(game: Game, match_id: str, seat: int, names: Sequence[str], clock: Clock) -> Match:
    """A match of bots in this process as the bot on a seat sees it."""
    return Match(
        match_id=match_id,
        game=game.name,
        rules=game.rules,
        seat=seat,
        players=tuple(
            Player(number, name[:MAX_NAME], is_bot=True) for number, name in enumerate(names)
        ),
        options=game.options(),
        consts=game.consts(),
        clock=write_clock(clock),
        engine=game,
    )


def replay_of(match: rules.Match, job: Job) -> Replay:
    """A match that is over, as it can be played again."""
    return Replay(
        match.game,
        match.terms,
        match.deal,
        tuple({"name": label, "kind": "bot"} for label in job.seats),
        tuple(match.steps),
        seed_commitment(match.seed),
        match.seed,
        {"match_id": f"m{job.number}"},
    )


def bot_seed(seed: str, seat: int, label: str) -> str:
    """What opens a bot's own random numbers: the same in every run, and for no other bot or seat."""
    return "\x1f".join((seed, "bot", str(seat), label))


def program_seed(seed: str, seat: int, label: str) -> int:
    """The number that stands for {seed} in a program's command, below 2^31."""
    digest = hashlib.sha256(bot_seed(seed, seat, label).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


class Tail(io.TextIOBase):
    """A text stream that keeps the end of what is written to it."""

    def __init__(self, most: int = MAX_TAIL) -> None:
        super().__init__()
        self._most = most
        self._kept = ""

    def write(self, text: str, /) -> int:
        """Keeps the text; forgets what came long before."""
        self._kept = (self._kept + text)[-self._most :]
        return len(text)

    def text(self) -> str:
        """What is kept."""
        return self._kept


@contextlib.contextmanager
def captured_output() -> Iterator[Tail]:
    """Collects stdout, stderr and the log of a block: prints of bots, stderr of programs, tracebacks."""
    tail = Tail()
    handler = logging.StreamHandler(tail)
    handler.setFormatter(logging.Formatter("%(message)s"))
    root = logging.getLogger()
    level = root.level
    handlers = list(root.handlers)
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    try:
        with contextlib.redirect_stdout(tail), contextlib.redirect_stderr(tail):
            yield tail
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
