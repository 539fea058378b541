"""What `infoset doctor` says about uploaded bots on this machine (entry point `infoset.checks`)."""

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from infoset_server.config import HostedSettings
from infoset_server.hosted.errors import NoIsolationError
from infoset_server.hosted.groups import lacking
from infoset_server.hosted.probing import open_cages

MOUNTS: Final = Path("/proc/self/mounts")


def check() -> str:
    """One line. To have no isolation is no fault: then uploads are refused, and all else works."""
    try:
        found = f"uploaded bots can be shut in here, by {asyncio.run(look())}"
    except NoIsolationError as problem:
        return f"a server here will refuse uploaded bots: {problem}"
    missing = lacking(MOUNTS.read_text())
    if missing is None:
        return f"{found}; with hosted.cgroup the kernel counts their memory and processes, too"
    return f"{found}; only the warden counts their memory and processes: {missing}"


async def look() -> str:
    """What shuts programs in here. Raises NoIsolationError."""
    with tempfile.TemporaryDirectory() as folder:
        cages = await open_cages(HostedSettings(), Path(folder))
        await cages.close()
        return cages.name
