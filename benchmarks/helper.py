"""What a helper adds: four seats that search at once at a server with one worker, alone and with another machine's.

    python -m benchmarks.helper [--rounds 5]

Prints how many times as many playouts are done while a helper (`cluster.roles=think`) lends its one worker, by rounds
without and with it in turn. Both workers and the loop that sends the jobs are processes of this machine: where it has
no three processors to spare, they are in each other's way, and two is out of reach.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.compute import Client, open_server, start_match
from tests.server.bus.nats_server import running

WORKER: Final = ("compute.workers=1", "compute.nice=0")
PLAYS: Final = 600  # in each of so many worlds:
WORLDS: Final = 64
ASKED: Final = 2  # requests of each seat


@contextmanager
def helping(bus: str) -> Iterator[None]:
    """A helper, ready when this begins, and gone when it ends."""
    settings = ("cluster.roles=think", f"cluster.bus={bus}", "cluster.node=helper", *WORKER)
    command = [sys.executable, "-m", "infoset", "serve"]
    command += [word for setting in settings for word in ("--set", setting)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as helper:
        assert helper.stdout is not None
        if not helper.stdout.readline().startswith(b"thinking for"):
            raise RuntimeError("no helper")
        yield
        helper.terminate()


async def think_s(clients: list[Client], match_id: str) -> float:
    """How long it takes until all seats have their answers."""
    begun_s = time.perf_counter()
    for _ in range(ASKED):
        rollouts = (
            client.ask("rollout", match_id=match_id, k=WORLDS, n=PLAYS, policy="random")
            for client in clients
        )
        await asyncio.gather(*rollouts)
    return time.perf_counter() - begun_s


async def measure(bus: str, rounds: int) -> list[float]:
    """How many times as fast it goes with a helper, round by round."""
    gains = []
    settings = (*WORKER, "cluster.roles=play", f"cluster.bus={bus}", "cluster.node=main")
    async with open_server(*settings, "compute.max_request_ms=600000") as port:
        clients, match_id = await start_match(port)
        await think_s(clients, match_id)
        for _ in range(rounds):
            alone_s = await think_s(clients, match_id)
            with helping(bus):
                await think_s(clients, match_id)  # until its worker is awake
                gains.append(alone_s / await think_s(clients, match_id))
    return gains


def main() -> None:
    parser = argparse.ArgumentParser(description="What a helper adds.")
    parser.add_argument("--rounds", type=int, default=5)
    with TemporaryDirectory() as folder, running(Path(folder)) as nats:
        gains = asyncio.run(measure(nats.url, parser.parse_args().rounds))
    seen = " ".join(f"{gain:.2f}" for gain in sorted(gains))
    print(f"with a helper of one worker: {statistics.median(gains):.2f} times as fast ({seen})")


if __name__ == "__main__":
    main()
