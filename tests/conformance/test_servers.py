"""The published dialogues, held with running servers by the command: one alone, and a cluster's front over a real NATS."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.faults.servers import UNHURRIED, eventually, running_server
from tests.integration.test_cluster import ready, settings
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster

from infoset.address import read_address
from infoset.conformance.dialogues import DialogueError, find_dialogues, hold
from infoset.conformance.testee import find_vectors
from infoset_server.matches.records import KEY_NAME

pytestmark = pytest.mark.timeout(300)
LEVELS = "1-8"
ALONE, HALL, EVEN = "alone", "hall", "even"


@pytest.fixture
def front(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """The port at which clients of a server alone, or of a cluster, come in."""
    with ExitStack() as stack:
        if request.param == ALONE:
            yield stack.enter_context(running_server(tmp_path, UNHURRIED)).port
            return
        nats = stack.enter_context(running(tmp_path))
        shared = UNHURRIED | settings(nats, "h", "play,edge")
        if request.param == EVEN:
            database: Cluster = request.getfixturevalue("cluster")
            shared |= {"store.url": database.new_database(), "store.lease_s": 60}
            shared |= {"cluster.place": "even"}
        hall = stack.enter_context(running_server(tmp_path / "hall", shared))
        if request.param == EVEN:
            (tmp_path / "node").mkdir()
            (tmp_path / "node" / KEY_NAME).write_bytes((tmp_path / "hall" / KEY_NAME).read_bytes())
            node = shared | {"cluster.node": "n"}
            stack.enter_context(running_server(tmp_path / "node", node))
        edge = stack.enter_context(
            running_server(tmp_path / "edge", UNHURRIED | settings(nats, "e", "edge"))
        )
        eventually(lambda: ready(edge) == 200, "the edge has a hall")
        assert hall.is_running
        yield edge.port


@pytest.mark.parametrize("front", [ALONE, HALL, EVEN], indirect=True)
def test_a_server_and_the_front_of_a_cluster_conform_at_every_level(front: int) -> None:
    told = conformance(front)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "conforms at level 1 `core`, 2 `msgpack`" in told.stdout
    for level in ("1 core", "2 msgpack", "3 ws", "5 compute", "6 assist", "8 delta"):
        (row,) = (line for line in told.stdout.splitlines() if line.startswith(level))
        passed, of = row.split()[2:4]
        assert passed == of != "0", row


def conformance(port: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "infoset", "conformance", "--level", LEVELS]
    command += ["--patience", "60", "--server", f"127.0.0.1:{port}"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


async def test_a_server_that_says_something_else_is_found_out() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b'{"type":"welcome","re":1,"proto":2}\n')
        await reader.read()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        address = read_address(f"127.0.0.1:{port}")
        first = find_dialogues(find_vectors(), address, [1])[0]
        with pytest.raises(DialogueError, match=r"line 3: .*proto.*expected 1, got 2"):
            await hold(first, "", 60.0)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--server", "nowhere://x"], "--server: "),
        (["--server", "127.0.0.1", "--", "bot"], "--server: expected no program"),
        (["--server", "127.0.0.1", "--level", "7"], "--level: expected one with dialogues"),
    ],
)
def test_what_cannot_be_asked_of_a_server_is_said(more: list[str], said: str) -> None:
    command = [sys.executable, "-m", "infoset", "conformance", *more]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode != 0, said in told.stderr) == (True, True), told.stderr
    assert "Traceback" not in told.stderr
