"""What a server that was the hall of a cluster keeps of uploaded bots while it is not, since it may be the hall again.

Of bots that are removed meanwhile it keeps nothing. What it is lent as a play node lies elsewhere (`lent.py`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from infoset_server.common.task_set import outcome_of
from infoset_server.storage.errors import StoreError
from infoset_server.uploads.files import UploadFiles
from infoset_server.uploads.versions import HOSTED, VersionRegister

logger = logging.getLogger(__name__)

LOOK_S: Final = 600.0  # between two looks at what there is in the store


class Leftovers:
    """Only for as long as nothing is taken in, built or run here: what is on its way in would go, too."""

    def __init__(self, folder: Path, hosted: Callable[[], Awaitable[Mapping[str, bytes]]]) -> None:
        """`folder` as of UploadedPrograms. `hosted` reads the documents of HOSTED from the store."""
        self._files = UploadFiles(folder, log_bytes=0)
        self._hosted = hosted

    async def tidy_always(self) -> None:
        """Now and then, until it is cancelled: it touches nothing any more once that is over."""
        while True:
            if self._files.bots.is_dir():
                await self.tidy()
            await asyncio.sleep(LOOK_S)

    async def tidy(self) -> None:
        """Removes the files of versions that the store does not name. Where it cannot be read, they stay."""
        try:
            known = VersionRegister(HOSTED.read(await self._hosted())).numbers()
            dropping = asyncio.create_task(asyncio.to_thread(self._files.drop_others, known))
            try:
                await outcome_of(dropping)
            finally:
                await asyncio.wait([dropping])  # a thread cannot be cancelled
        except (StoreError, OSError) as problem:
            logger.warning("what is left of removed bots stays for now: %s", problem)
