"""A cluster on this machine: PostgreSQL, NATS, three servers and a front, and a match that goes on when a server is killed.

make cluster                  three kills, then the end
make cluster STAY=1           until Ctrl-C, so that you can play at the page, and kill servers yourself
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.faults.cluster_killing import SEEK, ClusterKilling, Front, Thoughtful, more_acts
from tests.faults.killing import SEATS
from tests.server.bus.nats_server import NatsServer
from tests.server.storage.postgresql import start_cluster

MATCHES: Final = 4
KILLS: Final = 3
THINK_S: Final = 0.5
ACTS: Final = 40  # between two kills
PATIENCE_S: Final = 300.0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


async def show(there: ClusterKilling, *, stay: bool) -> None:
    """Plays, kills, and tells of it."""
    await there.start()
    front = Front([node.port for node in there.nodes])
    await front.open()
    for folder, node in zip(there.folders, there.nodes, strict=True):
        say(f"server {folder.name}: port {node.port}, process {node.pid}, log {node.log}")
    say(f"one address for all: http://127.0.0.1:{front.port}/")
    players = [
        Thoughtful(front.port, f"player-{number}", random.Random(number), SEEK)
        for number in range(MATCHES * SEATS)
    ]
    for player in players:
        player.think_s = THINK_S
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        for _ in range(KILLS):
            await more_acts(players, tasks, ACTS, PATIENCE_S)
            hall = there.hall()
            say(f"{MATCHES} matches are played; now {hall.log.parent.name}, the hall, is killed")
            began_s = time.monotonic()
            killing = asyncio.create_task(there.kill(hall))
            await more_acts(players, tasks, 1, PATIENCE_S)
            say(f"the next move was taken {time.monotonic() - began_s:.1f} s later")
            await killing
        for ended in there.ended:
            say(ended)
        say("it is started anew each time, and stands by; infoset cluster status says:")
        command = [sys.executable, "-m", "infoset", "cluster", "status"]
        for setting in (f"cluster.bus={there.bus.url}", "cluster.beat_s=0.5"):
            command += ["--set", setting]
        await (await asyncio.create_subprocess_exec(*command)).wait()
        if stay:
            say("Ctrl-C ends everything")
            await asyncio.Event().wait()
        await asyncio.wait(tasks, timeout=PATIENCE_S)
        over = sum(player.over is not None for player in players)
        wrongs = [wrong for player in players for wrong in player.wrongs]
        say(f"{over // SEATS} of {MATCHES} matches are over, {len(wrongs)} answers were wrong")
    finally:
        for task in tasks:
            task.cancel()
        front.close()
        await there.close()


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="A cluster on this machine.")
    parser.add_argument("--stay", action="store_true", help="go on until Ctrl-C")
    asked = parser.parse_args()
    database = start_cluster()
    with tempfile.TemporaryDirectory() as name:
        bus = NatsServer(Path(name))
        bus.start()
        say(f"PostgreSQL: port {database.port}; NATS: {bus.url}")
        try:
            there = ClusterKilling(Path(name), 3, database, bus, seed=1)
            with suppress(KeyboardInterrupt):
                asyncio.run(show(there, stay=asked.stay))
        finally:
            bus.stop()
            database.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
