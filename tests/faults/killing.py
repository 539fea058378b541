"""Many matches, a server that is killed again and again, and a look into the store afterwards. No tests here.

python -m tests.faults.killing --matches 200 --kills 50
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from tests.faults.durable_players import Acknowledged, Message, Player
from tests.forked import Forked, may_fork
from tests.ports import lasting_port

from infoset_games.match import Match
from infoset_games.registry import make_game
from infoset_games.spaces import ActionSpace
from infoset_games.steps import ACT, RecordError
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import RoomLimits, load_config
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import open_records
from infoset_server.matches.settings import read_settings

SEATS: Final = 4  # of the game that is killed most
LONGEST_S: Final = 10.0  # without any act: a broken server may leave players waiting for ever
LOOK_S: Final = 0.02  # between two looks at how far the players are
START_S: Final = 120.0  # on a crowded machine
SETTINGS: Final = (
    "connections.max_per_address=4096",
    "rates.msgs_per_s=1000000",
    "connections.hellos_per_user_per_min=1000000",
)


@dataclass
class Outcome:
    """What came of it. All lists must be empty for a server that keeps its promises."""

    matches: int = 0
    acknowledged: int = 0
    kills: int = 0
    slowest_start_s: float = 0.0
    refusals: Counter[str] = field(default_factory=Counter)  # by code: asked to come again later
    timeouts: int = 0  # that players were told of
    slowest_ms: int = 0  # what an act has taken at most, by the server's clock
    sent_away: int = 0  # how often players were told to come back
    wrongs: list[str] = field(default_factory=list)  # answers that must not happen
    lost: list[Acknowledged] = field(default_factory=list)  # acknowledged, but not in the log
    unfinished: list[str] = field(default_factory=list)


class EndedTooSoonError(AssertionError):
    """A server has ended before it took connections."""


class Killing:
    """A server in a child process on one port and one folder, over many lives. None outlives this process for long."""

    def __init__(self, folder: Path, command: list[str], settings: tuple[str, ...]) -> None:
        self.port = lasting_port()
        self.log = folder / "server.log"
        self.command = command  # that runs the server, from its next start on
        self._arguments = ["--attended", "--port", str(self.port), "--data", str(folder / "data")]
        for setting in settings:
            self._arguments += ["--set", setting]
        self.listening = 0  # the process that has said so last
        self._former_bytes = 0  # that earlier lives have logged
        self._process: asyncio.subprocess.Process | Forked | None = None

    @property
    def pid(self) -> int:
        """Of the server, which runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """Of the server; None while it runs."""
        assert self._process is not None
        return self._process.returncode

    @property
    def logged(self) -> str:
        """What it has logged since it was started last."""
        return self.log.read_bytes()[self._former_bytes :].decode(errors="replace")

    @property
    def is_up(self) -> bool:
        """Does it run, and has it said that it listens? Only from then on it ends in order when it is told to."""
        return self.listening == self.pid and self.exit_code is None

    async def start(self) -> float:
        """Starts the server; returns how long it took to be ready, in seconds. Raises EndedTooSoonError."""
        began = time.monotonic()
        self._former_bytes = self.log.stat().st_size if self.log.exists() else 0
        async with asyncio.timeout(START_S):
            line = await self._begin([*self.command, *self._arguments])
        logged = self.log.read_text(encoding="utf-8")[-2000:]
        if not line:
            raise EndedTooSoonError(logged)
        assert line.startswith("listening on"), logged
        self.listening = self.pid
        return time.monotonic() - began

    async def _begin(self, command: list[str]) -> str:
        """Starts a process; what it says first."""
        if may_fork(command):
            self._process = Forked(command, self.log)
            return await asyncio.to_thread(self._process.stdout.readline)
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,  # ends with this process
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode()

    async def wait(self) -> None:
        """Returns when the server has ended, however long that takes."""
        match self._process:
            case Forked() as forked:
                await forked.ended()
            case process:
                assert process is not None
                await process.wait()

    async def ended(self) -> None:
        """Returns when the server has ended by itself, or as it was told."""
        async with asyncio.timeout(START_S):
            await self.wait()

    async def kill(self) -> None:
        """As a power switch would, if the machine went on."""
        assert self._process is not None
        for kill in (os.kill, os.killpg):  # one that was just forked leads no group yet
            with suppress(ProcessLookupError):
                kill(self._process.pid, signal.SIGKILL)
        await self.wait()


async def run(
    folder: Path,
    matches: int,
    kills: int,
    seed: int,
    command: list[str],
    acts: tuple[int, int] = (5, 30),
    patience_s: float = 60.0,
    game: str = "colonizers",
) -> Outcome:
    """Plays `matches` at once while the server is killed `kills` times, then compares with the store.

    It lives for so many acknowledged `acts` of each match: however fast it is, it dies in the middle.
    A player who has not heard the end of their match `patience_s` after the last time is a wrong.
    """
    rng = random.Random(seed)
    server = Killing(folder, command, SETTINGS)
    outcome = Outcome()
    outcome.slowest_start_s = await server.start()
    players = seat_players(server.port, matches, seed, {"kind": "none"}, game)
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        while outcome.kills < kills and not all(task.done() for task in tasks):
            await until_acknowledged(players, tasks, matches * rng.randint(*acts))
            await server.kill()
            outcome.kills += 1
            outcome.slowest_start_s = max(outcome.slowest_start_s, await server.start())
        await asyncio.wait(tasks, timeout=patience_s)
        outcome.wrongs += [f"{one.name}: still plays" for one in players if one.over is None]
        done = [task for task in tasks if task.done()]
        await asyncio.gather(*done)  # a player's own fault shows
    finally:
        for task in tasks:
            task.cancel()
        await server.kill()
    await compare(players, {"data_dir": folder / "data"}, outcome)
    return outcome


def seat_players(
    port: int, matches: int, seed: int, clock: Message, game: str = "colonizers"
) -> list[Player]:
    """Players for so many matches, who have not begun yet."""
    seek = {"type": "seek", "game": game, "fill_ms": 3_600_000, "clock": clock}
    return [
        Player(port, f"player-{number}", random.Random(f"{seed}/{number}"), seek)
        for number in range(matches * make_game(game).seats)
    ]


async def until_acknowledged(
    players: Sequence[Player], tasks: list[asyncio.Task[None]], more: int
) -> None:
    """Until so many more acts are acknowledged, everything is over, or nothing goes on any more."""
    deadline = time.monotonic() + LONGEST_S
    count = sum(len(player.acknowledged) for player in players)
    enough = more + count
    while count < enough:
        _, running = await asyncio.wait(tasks, timeout=LOOK_S)
        before, count = count, sum(len(player.acknowledged) for player in players)
        if count > before:
            deadline = time.monotonic() + LONGEST_S
        if not running or time.monotonic() > deadline:
            return


async def compare(players: Sequence[Player], settings: Mapping[str, Any], outcome: Outcome) -> None:
    """Holds what the players were told against the logs of the store that `settings` name."""
    records = await open_records(load_config(None, settings), wall_clock_ms)
    try:
        await hold_against(records.journal, players, outcome)
    finally:
        await records.close()


class Witness(Protocol):
    """Whoever has played, as Player."""

    acknowledged: list[Acknowledged]
    refused: list[Acknowledged]
    wrongs: list[str]
    refusals: Counter[str]
    timeouts: int
    sent_away: int


async def hold_against(
    journal: StoredJournal, players: Sequence[Witness], outcome: Outcome
) -> None:
    """Holds what the players were told against the logs, each of which must be a legal, whole match."""
    acknowledged = [act for player in players for act in player.acknowledged]
    outcome.acknowledged = len(acknowledged)
    outcome.timeouts = sum(player.timeouts for player in players)
    outcome.sent_away = sum(player.sent_away for player in players)
    for player in players:
        outcome.wrongs += player.wrongs
        outcome.refusals += player.refusals
    refused = {
        (act.match_id, act.seat, act.decision) for player in players for act in player.refused
    }
    promised = {(act.match_id, act.seat, act.decision): act for act in acknowledged}
    for match_id in sorted({act.match_id for act in acknowledged}):
        head, _, steps = await journal.look_up(match_id)
        agreed = read_settings(head.asked, RoomLimits(), may_rate=True)
        match = Match(agreed.game, agreed.terms, head.seed, head.deal)
        outcome.matches += 1
        for step in steps:
            outcome.slowest_ms = max(outcome.slowest_ms, step.elapsed_ms)
            if step.kind == ACT and (match_id, step.seat, step.decision) in refused:
                outcome.wrongs.append(f"{match_id}: {step} was taken, and refused as too late")
            act = promised.get((match_id, step.seat, step.decision))
            if step.kind == ACT and act is not None:
                asked = match.open.get(step.seat)
                if asked is not None and is_choice(asked.space, act.index, step.action):
                    del promised[match_id, step.seat, step.decision]
            try:
                match.redo(step, 0)
            except RecordError as error:
                outcome.wrongs.append(f"the record of match {match_id}: {error}")
                break
        if match.over is None:
            outcome.unfinished.append(match_id)
    outcome.lost = list(promised.values())


def is_choice(space: ActionSpace, index: int, action: int) -> bool:
    """Whether this is the action that stands there."""
    return index < space.size and space.item(index) == action


def main() -> int:
    """The command; status 1 where anything was lost."""
    parser = argparse.ArgumentParser(description="Kill a server while matches are played.")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    command = [sys.executable, "-m", "infoset", "serve"]
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(run(Path(folder), asked.matches, asked.kills, asked.seed, command))
    sys.stdout.write(f"{outcome}\n")
    return 1 if outcome.wrongs or outcome.lost or outcome.unfinished else 0


if __name__ == "__main__":
    sys.exit(main())
