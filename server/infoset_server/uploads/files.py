"""Where the files of uploaded bots lie: archives as they came, what was built of them, logs. Knows no processes.

hosted/bots/ID/NUMBER/archive     as it was uploaded
hosted/bots/ID/NUMBER/source/     unpacked; until it is built
hosted/bots/ID/NUMBER/bot/        what runs
hosted/bots/ID/NUMBER/making/     what will, while it is built
hosted/bots/ID/NUMBER/cache       what its build leaves to the next, while it comes
hosted/bots/ID/cache/OWNER        what the last build that left something did
hosted/bots/ID/logs/NUMBER-NAME.log
"""

import logging
import secrets
import shutil
import threading
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from infoset_server.programs.bot_process import BotLog
from infoset_server.programs.sandbox.limits import MB
from infoset_server.uploads.versions import UploadedBot, Version

logger = logging.getLogger(__name__)

PRIVATE: Final = 0o700
MAKING: Final = "making"
LOGS: Final = "logs"
CACHE: Final = "cache"


class UploadFiles:
    """The folder `hosted` of a server's data folder; only its owner can look into it."""

    def __init__(self, folder: Path, log_bytes: int) -> None:
        """Makes nothing yet."""
        self.folder = folder
        self._log_bytes = log_bytes

    def open(self, known: Mapping[str, Collection[int]]) -> None:
        """Makes what is missing, and drops others than `known`, as `drop_others`. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(PRIVATE)
        self.bots.mkdir(exist_ok=True)
        self.drop_others(known)

    def drop_others(self, known: Mapping[str, Collection[int]]) -> None:
        """Removes what belongs to no version in `known`: their numbers by the id of the bot. Raises OSError."""
        for path in self.bots.iterdir() if self.bots.is_dir() else ():
            if path.name in known:
                self._drop_other_versions(path, {str(number) for number in known[path.name]})
            else:
                shutil.rmtree(path, ignore_errors=True)

    def _drop_other_versions(self, folder: Path, known: Collection[str]) -> None:
        for place in folder.iterdir():
            if place.name not in (LOGS, CACHE, *known):
                shutil.rmtree(place, ignore_errors=True)
        for log in (folder / LOGS).glob("*-*"):
            if log.name.partition("-")[0] not in known:
                log.unlink(missing_ok=True)

    @property
    def bots(self) -> Path:
        """One folder for each bot."""
        return self.folder / "bots"

    def incoming(self, name: str) -> Path:
        """A folder for something that is on its way in, or out."""
        return self.bots / f".incoming-{name}"

    def place(self, bot: UploadedBot, version: Version) -> Path:
        """The folder of a version."""
        return self.bots / bot.id / str(version.number)

    def archive(self, bot: UploadedBot, version: Version) -> Path:
        """The upload as it came."""
        return self.place(bot, version) / "archive"

    def source(self, bot: UploadedBot, version: Version) -> Path:
        """The upload, unpacked; until it is built."""
        return self.place(bot, version) / "source"

    def built(self, bot: UploadedBot, version: Version) -> Path:
        """What runs."""
        return self.place(bot, version) / "bot"

    def cache(self, bot: UploadedBot) -> Path:
        """What builds leave to later ones of the same owner: whoever takes a bot over does not trust those before."""
        return self.bots / bot.id / CACHE / bot.owner

    def drop_cache(self, bot: UploadedBot) -> None:
        """Its next build starts from nothing."""
        self._let_go(self.bots / bot.id / CACHE)

    def trim_caches(self, most_mb: int) -> None:
        """Drops caches until all bots together have so many megabytes, those first that no build has used for longest."""
        found = []
        for path in self.bots.glob(f"*/{CACHE}/*"):
            with suppress(FileNotFoundError):  # a bot may be removed meanwhile
                found.append((path.stat(), path))
        rest = sum(status.st_size for status, _ in found)
        for status, path in sorted(found, key=lambda one: one[0].st_mtime_ns):
            if rest <= most_mb * MB:
                return
            path.unlink(missing_ok=True)
            rest -= status.st_size
            logger.info("what builds leave has more than %d MB: %s was dropped", most_mb, path)

    def keep(self, bot: UploadedBot, version: Version, unpacked: Path, archive: bytes) -> None:
        """Takes in an upload that was unpacked on this shelf. Raises OSError."""
        place = self.place(bot, version)
        place.mkdir(parents=True, exist_ok=True)
        (place / "archive").write_bytes(archive)
        unpacked.rename(self.source(bot, version))

    def log(self, bot: UploadedBot, version: Version, name: str) -> BotLog:
        """A log of this version: `build`, `check`, or the number of a process."""
        path = self.bots / bot.id / LOGS / f"{version.number}-{name}.log"
        return BotLog(path, self._log_bytes)

    def read_logs(self, bot: UploadedBot, version: Version) -> dict[str, str]:
        """All logs of a version by name."""
        folder = self.bots / bot.id / LOGS
        start = f"{version.number}-"
        found = sorted(path for path in folder.glob(f"{start}*.log"))
        return {path.stem.removeprefix(start): BotLog(path).read() for path in found}

    def drop(self, bot: UploadedBot, version: Version) -> None:
        """Removes a version with its logs."""
        self._let_go(self.place(bot, version))
        for path in (self.bots / bot.id / LOGS).glob(f"{version.number}-*"):
            path.unlink(missing_ok=True)

    def drop_all(self, bot: UploadedBot) -> None:
        """Removes a bot."""
        self._let_go(self.bots / bot.id)

    def _let_go(self, place: Path) -> None:
        """The folder is gone at once; its files go in a thread, as there may be thousands."""
        gone = self.incoming(secrets.token_hex(8))
        try:
            place.rename(gone)
        except OSError:  # it was never made
            return
        threading.Thread(target=shutil.rmtree, args=(gone, True), name="shelf").start()
