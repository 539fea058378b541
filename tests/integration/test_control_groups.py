"""Real control groups: the kernel alone, without the monitor, holds an uploaded bot to its memory and processes.

They need a folder of version 2 that is ours: INFOSET_TEST_CGROUP names it, or root makes one.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.integration.attacks import CROWDED, LIMITS
from tests.integration.harness import open_server
from tests.integration.uploads import account, bot, logs_of, open_hosting, upload

from infoset_server.programs.sandbox import monitor as warden
from infoset_server.programs.sandbox.cgroups import lacking
from infoset_server.uploads.versions import VersionState

MOUNTS = Path("/proc/self/mounts")


@pytest.fixture
def group() -> Iterator[Path]:
    """A folder of control groups for the sandboxes of one server."""
    named = os.environ.get("INFOSET_TEST_CGROUP")
    why = None if named else lacking(MOUNTS.read_text())
    if why is not None:
        pytest.skip(f"LOUD: control groups are tried against a look-alike only: {why}")
    if named:
        yield Path(named)
        return
    if os.geteuid() != 0:
        pytest.skip("LOUD: not root: name a folder of control groups in INFOSET_TEST_CGROUP")
    mounts = (line.split() for line in MOUNTS.read_text().splitlines())
    folder = next(Path(line[1]) for line in mounts if line[2] == "cgroup2")
    made = folder / f"infoset-test-{os.getpid()}"
    made.mkdir()
    yield made
    with suppress(OSError):
        made.rmdir()


async def test_the_kernel_ends_who_has_too_much_and_refuses_more_processes(
    tmp_path: Path, group: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warden, "INTERVAL_S", 3_600.0)  # it never looks
    async with open_server(tmp_path, **LIMITS, hosted__cgroup=group) as server:
        await open_hosting(server)
        olga = account(server)
        version = await upload(server, olga, bot("greedy", "attacker.py", "fill_files_and_memory"))
        assert version.state is VersionState.FAILED
        assert "used more than the 128 MB of memory it may have" in version.words
        await upload(server, olga, bot("crowd", "attacker.py", "fork_bomb"))
        said = re.escape(CROWDED)
        await server.until(lambda: bool(re.search(said, logs_of(server, olga, "crowd"))))
    assert not any(name.startswith("cage-") for name in os.listdir(group))
