"""What `infoset doctor` says about uploaded bots on this machine (entry point `infoset.checks`)."""

import asyncio
import tempfile
from pathlib import Path

from infoset_server.config import HostedSettings
from infoset_server.hosted.bounds import Memory
from infoset_server.hosted.errors import NoIsolationError
from infoset_server.hosted.probing import open_cages

ANY: dict[str, str] = {"memory": "any"}  # to be told of, however little it is


def check() -> str:
    """A line, and one for each limit. To have no isolation is no fault: then uploads are refused, and all else works."""
    try:
        return asyncio.run(look())
    except NoIsolationError as problem:
        return f"a server here will refuse uploaded bots: {problem}"


async def look() -> str:
    """What shuts programs in here, and how well. Raises NoIsolationError."""
    with tempfile.TemporaryDirectory() as folder:
        found = await open_cages(HostedSettings.model_validate(ANY), Path(folder))
        await found.cages.close()
        what = f"uploaded bots can be shut in here, by {found.cages.name}"
        if found.bounds.memory < Memory[HostedSettings().memory.upper()]:
            what = "a server here will refuse uploaded bots until hosted.memory says otherwise"
        return "\n    ".join([f"{what}:", *found.bounds.lines()])
