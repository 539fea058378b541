"""Programs that the server itself runs, house bots and uploads, as ladders see them: a name and its version now."""

import hashlib
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Final, Protocol

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.contests.ladder.entries import HOUSE
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.uploads.service import HostedBots

MAX_FILES: Final = 2_000  # of a bot's folder that are looked at; by name
DIGITS: Final = 10  # of a fingerprint
PACKAGE: Final = "infoset"


@dataclass(frozen=True, slots=True)
class OfferedBot:
    """A program that can be put on a seat as house bot `bot`. `version` changes when the program does."""

    bot: str
    name: str
    version: str
    owner: str
    owner_name: str | None = None


class BotSource(Protocol):
    """Where ladders get programs from."""

    def bots(self, game: str) -> Iterable[OfferedBot]:
        """Those that play `game` now."""
        ...


class HouseBots:
    """The house bots, listed and dropped in."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting = hosting
        self._prints: dict[str, tuple[str, str]] = {}  # by name: what it looked like, its version

    def bots(self, game: str) -> Iterable[OfferedBot]:
        """As BotSource."""
        for name, entry in self._hosting.for_game(game).items():
            yield OfferedBot(name, name, self._version(entry), f"{HOUSE}{name}")

    def _version(self, entry: BotEntry) -> str:
        """The fingerprint; files are read again only where one looks different."""
        looks = "\n".join(_looks(entry))
        known = self._prints.get(entry.name)
        if known is None or known[0] != looks:
            known = looks, fingerprint(entry)
            self._prints[entry.name] = known
        return known[1]


def fingerprint(entry: BotEntry) -> str:
    """Digits that are different for another program: for the command, and for every file beside a manifest.

    A bot that comes with the server is what its command and the installed package say.
    """
    whole = hashlib.sha256(repr(entry.argv()[1:]).encode())
    if entry.folder is None:
        whole.update(version_of(PACKAGE).encode())
    for path in _files(entry):
        try:
            content = path.read_bytes()
        except OSError:
            continue  # gone meanwhile: the next look sees another folder
        whole.update(f"{path}\n{len(content)}\n".encode())
        whole.update(content)
    return whole.hexdigest()[:DIGITS]


def _looks(entry: BotEntry) -> Iterator[str]:
    yield repr(entry.argv())
    for path in _files(entry):
        try:
            found = path.stat()
        except OSError:
            continue
        yield f"{path} {found.st_size} {found.st_mtime_ns}"


def _files(entry: BotEntry) -> list[Path]:
    """The files that make the bot: its folder, or in the bots folder the file that its command names."""
    if entry.folder is None:
        return []
    named = [Path(word) for word in entry.argv() if _is_file(Path(word), entry.folder)]
    if named or not (entry.folder / "bot.toml").is_file():
        return sorted(named)
    return sorted(path for path in entry.folder.rglob("*") if _is_regular(path))[:MAX_FILES]


def _is_file(path: Path, folder: Path) -> bool:
    """Is it a dropped file, which is run from the folder it lies in?"""
    return path.is_absolute() and path.parent == folder.resolve() and _is_regular(path)


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


class UploadedSource:
    """As BotSource."""

    def __init__(self, hosted: HostedBots, people: ClientRegistry) -> None:
        self._hosted = hosted
        self._people = people

    def bots(self, game: str) -> Iterable[OfferedBot]:
        """As BotSource. A new version takes the place of the one before when its check is passed."""
        for entry in self._hosted.current(game):
            name, _, version = entry.name.partition("@")
            owner = self._people.find(entry.owner)
            owner_name = None if owner is None else owner.name
            yield OfferedBot(entry.name, name, version, entry.owner, owner_name)
