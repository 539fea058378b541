"""The power goes: whatever was acknowledged before is on the disk, and what is there is whole.

A server plays under `strace`. From what it wrote and synchronised the files are rebuilt as a power cut would
have left them, at many moments: each time a client had just heard an `act_ok`.
"""

import asyncio
import os
import random
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from tests.faults.disk import Call, Disk, nothing, read_calls, some, strace, why_not
from tests.faults.durable_players import Acknowledged
from tests.faults.killing import SETTINGS, Killing, Outcome, compare, seat_players

from infoset_games.steps import ACT, Step
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import load_config
from infoset_server.matches.records import KEY_NAME, open_records
from infoset_server.storage.errors import StoreError, UnknownMatchError

SERVER: Final = (sys.executable, "-m", "infoset", "serve")
UNSYNCED: Final = (sys.executable, "-m", "tests.faults.unsynced_server", "serve")
FILES: Final = ("infoset.sqlite", "infoset.sqlite-wal", "infoset.sqlite-journal")
MATCHES: Final = 5
ENOUGH: Final = 250  # acts
CUTS: Final = 25
PATIENCE_S: Final = 60.0
PLAIN: Final = ("store.ballast_mb=0", "times.shutdown_grace_s=0")


@dataclass
class Played:
    """What a server did to its files, what it promised, and what stands in its log in the end."""

    calls: list[Call]
    acknowledged: list[Acknowledged]
    logs: dict[str, list[Step]]
    key: Path


@dataclass
class Damage:
    """What was wrong after some cut."""

    lost: list[Acknowledged] = field(default_factory=list)
    other: list[str] = field(default_factory=list)  # not what the server had written
    unsure: int = 0  # writes that cuts could have lost


@pytest.fixture(autouse=True)
def _recorder() -> None:
    reason = why_not()
    if reason is not None:
        pytest.skip(f"NOT TESTED: {reason}")


async def play(folder: Path, command: Sequence[str], *settings: str) -> Played:
    """Plays for a while under strace, then stops the server the polite way."""
    data, log = folder / "data", folder / "calls"
    data.mkdir()
    traced = [*strace(log, [data / name for name in FILES]), *command]
    server = Killing(folder, traced, (*SETTINGS, *PLAIN, *settings))
    await server.start()
    players = seat_players(server.port, MATCHES, 3, {"kind": "none"})
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        async with asyncio.timeout(PATIENCE_S):
            while sum(len(player.acknowledged) for player in players) < ENOUGH:
                _, running = await asyncio.wait(tasks, timeout=0.05)
                assert running, [player.wrongs for player in players]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for child in children(server.pid):
            os.kill(child, signal.SIGTERM)
        await server.ended()
    outcome = Outcome()
    await compare(players, {"data_dir": data}, outcome)
    assert not outcome.wrongs
    assert not outcome.lost
    acknowledged = [act for player in players for act in player.acknowledged]
    logs = await read_logs(data, {act.match_id for act in acknowledged})
    return Played(read_calls(log), acknowledged, logs, data / KEY_NAME)


def children(pid: int) -> list[int]:
    """The processes started by a process (Linux)."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


async def read_logs(data: Path, matches: set[str]) -> dict[str, list[Step]]:
    """What a server that starts there finds of these matches."""
    config = load_config(None, {"data_dir": data, "store.ballast_mb": 0})
    records = await open_records(config, wall_clock_ms)
    found = {}
    try:
        for match_id in sorted(matches):
            try:
                found[match_id] = (await records.journal.look_up(match_id))[2]
            except UnknownMatchError:
                found[match_id] = []
    finally:
        await records.close()
    return found


def moments(played: Played, rng: random.Random) -> Iterator[tuple[float, Disk]]:
    """Moments at which somebody had just been promised something, and the disk then."""
    disk, done = Disk(), 0
    for act in sorted(rng.sample(played.acknowledged, CUTS), key=lambda act: act.at_s):
        while done < len(played.calls) and played.calls[done].ended_s <= act.at_s:
            disk.take(played.calls[done])
            done += 1
        yield act.at_s, disk


async def cut(played: Played, folder: Path) -> Damage:
    """Cuts the power at those moments, and looks what a server would find each time."""
    rng, damage = random.Random(9), Damage()
    for number, (at_s, disk) in enumerate(moments(played, rng)):
        promised = [act for act in played.acknowledged if act.at_s <= at_s]
        damage.unsure += disk.unsure()
        for survives in (nothing, some(rng)):
            left = folder / f"cut-{number}-{survives.__name__}"
            await look(played, disk, survives, left, promised, damage)
            shutil.rmtree(left)
    return damage


async def look(
    played: Played,
    disk: Disk,
    survives: Callable[[], bool],
    left: Path,
    promised: list[Acknowledged],
    damage: Damage,
) -> None:
    """What a server finds that starts after the cut."""
    disk.cut(left, survives)
    shutil.copy(played.key, left)
    try:
        found = await read_logs(left, set(played.logs))
    except StoreError as error:  # damaged, or not even to be opened
        damage.other.append(str(error))
        return
    for match_id, steps in found.items():
        if steps != played.logs[match_id][: len(steps)]:
            damage.other.append(f"match {match_id} has another story")
    acts = {
        (match_id, step.seat, step.decision)
        for match_id, steps in found.items()
        for step in steps
        if step.kind == ACT
    }
    damage.lost += [act for act in promised if (act.match_id, act.seat, act.decision) not in acts]


async def test_what_was_acknowledged_survives_a_power_cut(tmp_path: Path) -> None:
    damage = await cut(await play(tmp_path, SERVER), tmp_path)
    assert damage.other == []
    assert damage.lost == []
    assert damage.unsure > 0  # there was something to lose


async def test_without_full_synchronisation_the_last_moments_are_lost_and_the_rest_is_whole(
    tmp_path: Path,
) -> None:
    damage = await cut(await play(tmp_path, SERVER, "store.synchronous=normal"), tmp_path)
    assert damage.other == []
    assert damage.lost


async def test_a_server_that_never_waits_for_the_disk_is_found_out(tmp_path: Path) -> None:
    damage = await cut(await play(tmp_path, UNSYNCED), tmp_path)
    assert damage.lost or damage.other
