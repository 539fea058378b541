"""What is kept of uploaded bots: names, owners, versions and what became of them; who may see whose.

A version is never changed: whoever uploads again makes the next one. It is the version that plays and is
rated; the bot is only its name.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from infoset_server.accounts.users import TEACHING, Role, User
from infoset_server.common.ids import UserId
from infoset_server.programs.manifest import BotEntry, first_problem
from infoset_server.programs.upload_source import UnknownBotError
from infoset_server.storage.notes import DocumentKind

TITLE: Final = re.compile(r"([a-z][a-z0-9_]{0,31})@([1-9][0-9]{0,5})")


class VersionState(StrEnum):
    """What became of a version so far."""

    WAITING = "waiting"
    BUILDING = "building"
    CHECKING = "checking"
    READY = "ready"
    FAILED = "failed"
    BROKEN = "broken"


UNFINISHED: Final = (VersionState.WAITING, VersionState.BUILDING, VersionState.CHECKING)


@dataclass(eq=False)
class Version:
    """One version. `digest` is that of the archive, `manifest` what `bot.toml` said. Times since 1970.

    `is_kept`: its archive is in the store. `is_fresh`: nothing that earlier builds have left is used to build it.
    """

    number: int
    digest: str
    size: int
    manifest: dict[str, Any]
    created_ms: int
    state: VersionState = VersionState.WAITING
    words: str = ""  # what came of it, for its owner
    is_kept: bool = False
    is_fresh: bool = False

    @property
    def is_finished(self) -> bool:
        """Is it decided whether it may play?"""
        return self.state not in UNFINISHED


@dataclass(eq=False)
class UploadedBot:
    """A bot and its versions, oldest first. `current` is the one that plays where none is named."""

    id: str
    name: str
    owner: UserId
    versions: list[Version] = field(default_factory=list)
    current: int | None = None
    is_disabled: bool = False
    last_number: int = 0  # of all there ever were
    offered_to: UserId | None = None  # who may take it over

    @property
    def may_be_known(self) -> bool:
        """Has a version been ready, perhaps, so that its title may stand on a ladder or in a tournament?"""
        never_ready = (VersionState.WAITING, VersionState.BUILDING, VersionState.FAILED)
        are_all_here = self.last_number == len(self.versions)
        return not are_all_here or any(one.state not in never_ready for one in self.versions)

    def find(self, number: int | None = None) -> Version:
        """A version; without a number the newest. Raises UnknownBotError."""
        for version in reversed(self.versions):
            if number in (None, version.number):
                return version
        raise UnknownBotError(f"{self.name} has no version {number}")

    def title(self, version: Version) -> str:
        """How a version is called everywhere: `ferris@3`."""
        return f"{self.name}@{version.number}"


class HostedEntry(BotEntry):
    """A version as something to put on seats. `owner` answers for it."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}@[1-9][0-9]{0,5}$")]
    owner: str

    @property
    def is_uploaded(self) -> bool:
        """As BotEntry."""
        return True


@dataclass(frozen=True)
class FreedName:
    """The name of a bot that was removed, and how far its versions had come."""

    name: str
    last_number: int


HOSTED: Final = DocumentKind("hosted_bot", UploadedBot)
FREED: Final = DocumentKind("hosted_name", FreedName)  # keys: names


class VersionRegister:
    """All uploaded bots by name. A name belongs to whoever used it first, until the bot is removed.

    Whoever uses it then goes on counting, so that a title never names two programs.
    """

    def __init__(self, bots: Iterable[UploadedBot] = (), freed: Iterable[FreedName] = ()) -> None:
        self.fill(bots, freed)

    def fill(self, bots: Iterable[UploadedBot], freed: Iterable[FreedName]) -> None:
        """From now on these, and no others."""
        self._bots = {bot.name: bot for bot in bots}
        self._last_numbers = {one.name: one.last_number for one in freed}

    def __len__(self) -> int:
        return len(self._bots)

    def all(self) -> list[UploadedBot]:
        """By name."""
        return [self._bots[name] for name in sorted(self._bots)]

    def of(self, owner: UserId) -> list[UploadedBot]:
        """Those of one owner, by name."""
        return [bot for bot in self.all() if bot.owner == owner]

    def numbers(self) -> dict[str, set[int]]:
        """Those of the versions that there are, by the id of their bot."""
        return {bot.id: {one.number for one in bot.versions} for bot in self._bots.values()}

    def get(self, name: str) -> UploadedBot | None:
        """The bot of this name."""
        return self._bots.get(name)

    def has(self, bot: UploadedBot, version: Version) -> bool:
        """Has nobody removed it meanwhile?"""
        return self.get(bot.name) is bot and version in bot.versions

    def last_number(self, name: str) -> int:
        """The number of the last version that a bot of this name had, which was removed."""
        return self._last_numbers.get(name, 0)

    def add(self, bot: UploadedBot) -> None:
        """A new one."""
        assert bot.name not in self._bots, bot.name
        self._bots[bot.name] = bot

    def remove(self, bot: UploadedBot) -> FreedName | None:
        """Its name is free again; returns what has to be kept of it."""
        del self._bots[bot.name]
        if not bot.may_be_known:
            return None
        self._last_numbers[bot.name] = bot.last_number
        return FreedName(bot.name, bot.last_number)

    def by_title(self, title: str) -> tuple[UploadedBot, Version] | None:
        """The bot and version that `ferris@3` names."""
        match = TITLE.fullmatch(title)
        bot = None if match is None else self._bots.get(match[1])
        if match is None or bot is None:
            return None
        found = (version for version in bot.versions if version.number == int(match[2]))
        version = next(found, None)
        return None if version is None else (bot, version)


def read_hosted(bot: UploadedBot, version: Version) -> HostedEntry:
    """What a version's manifest says. Raises UnknownBotError where another server wrote it differently."""
    told = {"name": bot.title(version), "owner": bot.owner}
    try:
        return HostedEntry.model_validate(version.manifest | told)
    except ValidationError as error:
        raise UnknownBotError(f"{bot.title(version)}: {first_problem(error)}") from None


def may_upload(user: User, uploads: str) -> bool:
    """As the setting `hosted.uploads` says. Guests have nothing that would be theirs tomorrow."""
    if user.is_guest or user.is_bot or uploads == "off":
        return False
    return uploads == "players" or user.role in TEACHING


def may_see(user: User, bot: UploadedBot) -> bool:
    """The owner, and whoever runs the server: logs may hold what a bot knew of its hand."""
    return user.id == bot.owner or user.role is Role.MANAGER
