"""Which uploads are taken: what an owner may, what the server has room for, what an archive must be, piece by piece. Builds nothing."""

import asyncio
import hashlib
import io
import logging
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from infoset_server.accounts.users import User
from infoset_server.common.ids import UserId, fresh_id
from infoset_server.config import HostedSettings
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.sandbox.environment import Mount
from infoset_server.programs.sandbox.limits import run_limits
from infoset_server.programs.upload_source import NotAllowedError, UnknownBotError, UploadError
from infoset_server.uploads.archives import Archives
from infoset_server.uploads.files import UploadFiles
from infoset_server.uploads.unpacking import (
    bounds_of,
    check_games,
    check_name,
    check_tools,
    read_upload,
    unpack,
    unwrap,
)
from infoset_server.uploads.versions import (
    UploadedBot,
    Version,
    VersionRegister,
    VersionState,
    may_upload,
    read_hosted,
)

logger = logging.getLogger(__name__)

UNPACKED_AT_ONCE: Final = 2  # others have work for threads, too


class Admission:
    """Takes archives in as versions of bots, or says why not. `on_admitted` is called with each new version."""

    def __init__(
        self,
        settings: HostedSettings,
        register: VersionRegister,
        files: UploadFiles,
        archives: Archives,
        hosting: Hosting,
        now_ms: Callable[[], int],
        *,
        toolchains: Callable[[], Iterable[Mount]],
        on_admitted: Callable[[UploadedBot, Version], None],
    ) -> None:
        self._settings = settings
        self._register = register
        self._files = files
        self._archives = archives
        self._hosting = hosting
        self._now_ms = now_ms
        self._toolchains = toolchains
        self._on_admitted = on_admitted
        self._unpacking = asyncio.Semaphore(UNPACKED_AT_ONCE)
        self._coming: Counter[UserId] = Counter()  # uploads that are no versions yet, by owner

    def check(self, owner: User, size: int, waiting: int) -> None:
        """Raises UploadError or NotAllowedError where so many bytes would not be taken while so many versions wait.

        Uploads that are being unpacked wait, too.
        """
        if not may_upload(owner, self._settings.uploads):
            raise NotAllowedError("you may not upload bots here")
        limits = self._settings.upload
        if size > limits.max_bytes:
            raise UploadError(f"the archive has {size} bytes; {limits.max_bytes} are allowed")
        if waiting + self._coming.total() >= limits.max_waiting:
            raise UploadError(f"{limits.max_waiting} uploads wait already; come back later")
        mine = [one for bot in self._register.of(owner.id) for one in bot.versions]
        unfinished = sum(not version.is_finished for version in mine) + self._coming[owner.id]
        if unfinished >= limits.max_waiting_per_owner:
            raise UploadError(f"{limits.max_waiting_per_owner} of your uploads wait already")

    def require_place(self, owner: User) -> None:
        """Raises NotAllowedError or UploadError where an owner may not have one more bot."""
        if not may_upload(owner, self._settings.uploads):
            raise NotAllowedError("you may not have uploaded bots here")
        most = self._settings.upload.max_bots_per_owner
        if len(self._register.of(owner.id)) >= most:
            raise UploadError(f"at most {most} bots of one owner; remove one")

    async def take(self, owner: User, archive: bytes, name: str | None, is_fresh: bool) -> str:
        """Makes an archive the next version of a bot; returns its title. Raises UploadError, and nothing has changed.

        What is ready already is taken again only where it `is_fresh` (as of Version).
        """
        self._coming[owner.id] += 1
        try:
            async with self._unpacking:
                return await self._take(owner, archive, name, is_fresh)
        finally:
            self._coming[owner.id] -= 1
            self._coming += Counter()  # without those who have none

    async def _take(self, owner: User, archive: bytes, name: str | None, is_fresh: bool) -> str:
        """As `take`, when it is this one's turn."""
        folder = self._files.incoming(secrets.token_hex(8))
        bounds = bounds_of(self._settings.upload)
        try:
            await asyncio.to_thread(unpack, io.BytesIO(archive), folder, bounds)
            await asyncio.to_thread(unwrap, folder)
            entry = await asyncio.to_thread(read_upload, folder, name)
            self._check_entry(entry)
            return self._keep(owner, entry, folder, archive, is_fresh)
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    def _check_entry(self, entry: BotEntry) -> None:
        """Raises UploadError where this server cannot run what the manifest says."""
        check_name(entry.name, self._hosting.names())
        check_games(entry)
        check_tools(entry, self._toolchains())
        run_limits(self._settings.run, entry.resources)

    def _keep(
        self, owner: User, entry: BotEntry, folder: Path, archive: bytes, is_fresh: bool
    ) -> str:
        """A new version of what the manifest says. Raises UploadError; then nothing has changed."""
        bot = self._bot_for(owner, entry.name)
        digest = hashlib.sha256(archive).hexdigest()
        for version in () if is_fresh else bot.versions:
            if version.digest == digest and version.state is VersionState.READY:
                raise UploadError(f"this is {bot.title(version)} already")
        manifest = entry.model_dump(mode="json", exclude_defaults=True, exclude={"name", "folder"})
        number = bot.last_number + 1
        version = Version(number, digest, len(archive), manifest, self._now_ms())
        version.is_fresh = is_fresh
        read_hosted(bot, version)
        bot.last_number = number
        try:
            self._files.keep(bot, version, folder, archive)
        except OSError as error:
            self._files.drop(bot, version)
            raise UploadError(f"the server cannot keep it: {error.strerror}") from None
        self._archives.keep(version, archive)
        bot.versions.append(version)
        if self._register.get(bot.name) is None:
            self._register.add(bot)
        self._on_admitted(bot, version)
        logger.info("%s (%s) has uploaded %s", owner.name, owner.id, bot.title(version))
        return bot.title(version)

    def _bot_for(self, owner: User, name: str) -> UploadedBot:
        """The owner's bot of this name, or a new one. Raises UploadError."""
        known = self._register.get(name)
        if known is not None:
            if known.owner != owner.id:
                raise UploadError(f"{name} is somebody else's; choose another name")
            return known
        limits = self._settings.upload
        if len(self._register) >= limits.max_bots:
            raise UploadError(f"this server keeps {limits.max_bots} uploaded bots at most")
        self.require_place(owner)
        last_number = self._register.last_number(name)
        return UploadedBot(fresh_id("hb"), name, owner.id, last_number=last_number)


PATIENCE_S: Final = 120.0  # without a piece for this long, an upload is given up


@dataclass(eq=False)
class Parcel:
    """One upload. `digest` is the SHA-256 that the whole must have, in hexadecimal digits; None where its sender could not
    tell. `is_fresh` as of Version.
    """

    id: str
    owner: UserId
    name: str | None
    size: int
    digest: str | None
    touched_s: float
    is_fresh: bool = False
    body: bytearray = field(default_factory=bytearray)


class Intake:
    """The uploads under way: many small ones or a few large ones. They are that until they are `taken_in`."""

    def __init__(self, max_bytes: int, clock_s: Callable[[], float]) -> None:
        """`max_bytes` may all of them have together."""
        self._max_bytes = max_bytes
        self._clock_s = clock_s
        self._parcels: dict[str, Parcel] = {}
        self._whole: dict[str, int] = {}  # bytes of those that have come, until they are taken in

    def begin(
        self,
        owner: UserId,
        name: str | None,
        size: int,
        digest: str | None,
        *,
        is_fresh: bool = False,
    ) -> Parcel:
        """A new upload; an owner has one at a time, the one before is given up. Raises UploadError."""
        now_s = self._clock_s()
        self._parcels = {
            one.id: one
            for one in self._parcels.values()
            if one.owner != owner and now_s - one.touched_s < PATIENCE_S
        }
        sizes = [*self._whole.values(), *(one.size for one in self._parcels.values())]
        if sum(sizes) + size > self._max_bytes:
            count = len(sizes)
            raise UploadError(f"{count} uploads are under way, large ones; come back later")
        parcel = Parcel(secrets.token_urlsafe(12), owner, name, size, digest, now_s, is_fresh)
        self._parcels[parcel.id] = parcel
        return parcel

    def add(self, owner: UserId, upload: str, offset: int, piece: bytes) -> int:
        """The next piece; returns how many bytes are there now. The same one may come twice.

        Raises UnknownBotError for an upload that is not under way, UploadError for a piece out of place.
        """
        parcel = self._find(owner, upload)
        have = len(parcel.body)
        if offset > have or offset + len(piece) > parcel.size:
            raise UploadError(f"offset: expected {have}, and {parcel.size} bytes in all")
        parcel.body[offset : offset + len(piece)] = piece
        parcel.touched_s = self._clock_s()
        return len(parcel.body)

    def finish(self, owner: UserId, upload: str) -> Parcel:
        """The whole upload, once; then say `taken_in`. Raises as `add`, and UploadError where something is missing or changed."""
        parcel = self._find(owner, upload)
        if len(parcel.body) < parcel.size:
            raise UploadError(f"{parcel.size - len(parcel.body)} bytes are missing")
        del self._parcels[upload]
        if parcel.digest not in (None, hashlib.sha256(parcel.body).hexdigest()):
            raise UploadError("sha256: what came is not what was sent; upload again")
        self._whole[parcel.id] = parcel.size
        return parcel

    def taken_in(self, parcel: Parcel) -> None:
        """A whole upload, or its refusal, is the business of others now."""
        del self._whole[parcel.id]

    def _find(self, owner: UserId, upload: str) -> Parcel:
        parcel = self._parcels.get(upload)
        if parcel is None or parcel.owner != owner:
            raise UnknownBotError("this upload is not under way; begin again")
        return parcel
