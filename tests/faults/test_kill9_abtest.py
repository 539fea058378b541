"""A-B tests played by real workers: killed like the server, they lose nothing and count nothing twice."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.faults.servers import eventually, running_server
from tests.forked import Forked
from tests.ports import lasting_port

from infoset.address import read_address
from infoset_bots.lab.abtests.playing import plan_of
from infoset_bots.lab.abtests.server import AbServer
from infoset_bots.lab.arena.abtest import AbTest
from infoset_bots.lab.arena.jobs import play_jobs
from infoset_bots.lab.arena.schedule import Schedule
from infoset_bots.lab.pools.here import HerePool

BOT: Final = """
import infoset


class Bot(infoset.Bot):
    def decide(self, turn):
        return turn.random_answer(self.rng)
"""
BLOCKS: Final = 120
WITHIN_S: Final = 300.0
MINI: Final = ("--game", "crossfire", "--option", "preset=mini")


def infoset(*words: str) -> list[str]:
    return [sys.executable, "-m", "infoset", *words]


@contextlib.contextmanager
def worker(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker on this machine, in a group of its own."""
    process = subprocess.Popen(
        infoset("ab", *words, "worker", "--processes", "1"), start_new_session=True
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[Any] | Forked) -> None:
    """Ends a process and all that it has started, at once."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def test_after_kills_of_server_and_worker_the_result_is_the_one_without(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT, encoding="utf-8")
    data = tmp_path / "data"
    port = lasting_port()
    settings = {"port": port, "beacon_port": 0, "abtests.lease_s": 2}
    to = ("--url", f"infoset://127.0.0.1:{port}", "--data", str(data))
    address = read_address(to[1])
    with running_server(data, settings) as first:
        server = AbServer(address, (data / "admin.token").read_text(encoding="utf-8").strip())
        submit = ["submit", f"new={bot}", "old=random", *MINI, "--max-blocks", str(BLOCKS)]
        bounds = ["--bounds", "0", "0.001"]  # so near that nothing is decided before the last block
        subprocess.run(infoset("ab", *to, *submit, *bounds), check=True)
        bot.write_text("raise SystemExit('edited after it was submitted')\n", encoding="utf-8")
        test = server.ask("ab-tests")["rows"][0]["test"]
        with worker(*to) as early:
            eventually(lambda: blocks(server, test) >= 2, "the first blocks", WITHIN_S)
            kill(early)
        with worker(*to) as later:
            had = blocks(server, test)
            eventually(lambda: blocks(server, test) > had, "blocks of another worker", WITHIN_S)
            os.killpg(later.pid, signal.SIGSTOP)  # a worker may be faster than whoever looks
            kept = blocks(server, test)
            server.ask("ab-priority", test=test, priority=1)  # answered when all that was is stored
            kill(first.process)
            os.killpg(later.pid, signal.SIGCONT)
            with running_server(data, settings):
                assert blocks(server, test) >= kept
                eventually(lambda: figures(server, test)["state"] != "open", "its end", WITHIN_S)
                told = figures(server, test)
    assert (told["state"], told["blocks"]) == ("undecided", BLOCKS)
    assert told["conduct"]["a"]["exceptions"] == 0
    bot.write_text(BOT, encoding="utf-8")
    assert (told["mean"], told["llr"]) == played_alone(data, told, bot)


def blocks(server: AbServer, test: str) -> int:
    return int(figures(server, test)["blocks"])


def figures(server: AbServer, test: str) -> dict[str, Any]:
    found: dict[str, Any] = server.ask("ab-show", test=test, json=True)["rows"][0]
    return found


def played_alone(data: Path, told: dict[str, Any], bot: Path) -> tuple[float, float]:
    """Mean and llr of the same deals, played here without a server."""
    order = {
        "game": told["game"],
        "rules": told["rules"],
        "options": told["options"],
        "pace": told["pace"],
        "max_blocks": told["max_blocks"],
        "seed": seed_of(data, told["test"]),
        "a": {"label": "new", "spec": "{files}/bot.py"},
        "b": {"label": "old", "spec": "random"},
    }
    plan = plan_of(order, {"a": bot.parent})
    schedule = Schedule(plan, plan.make_game().seats)
    assert plan.ab is not None
    alone = AbTest(type(plan.ab)(0.0, 0.001), "new", "old", schedule.block)
    for batch in play_jobs(HerePool(), plan, schedule.jobs()):
        alone.add(one.record for one in batch)
    report = alone.report()
    return round(report.mean, 4), round(report.llr, 3)


def seed_of(data: Path, test: str) -> str:
    """The seed of a test's deals, which the server tells to workers alone, from its store."""
    with contextlib.closing(sqlite3.connect(data / "infoset.sqlite")) as store:
        (body,) = store.execute(
            "select body from documents where kind = 'ab_test' and key = ?", (test,)
        ).fetchone()
    return str(json.loads(body)["seed"])
