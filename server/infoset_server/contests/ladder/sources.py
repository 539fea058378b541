"""Programs that the server itself runs, house bots and uploads, as ladders see them: a name and its version now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import TEACHING, User
from infoset_server.contests.ladder.entries import HOUSE
from infoset_server.programs.hosting import Hosting
from infoset_server.uploads.service import HostedBots

VERSION_MARK: Final = "@"  # in the title of a version


@dataclass(frozen=True, slots=True)
class OfferedBot:
    """A program that can be put on a seat as house bot `bot`. `version` changes when the program does."""

    bot: str
    name: str
    version: str
    owner: str
    owner_name: str | None = None
    may_anchor: bool = True  # is it the server's, or an organiser's?
    classroom: str | None = None  # id of the class of its owner
    taught: frozenset[str] = frozenset()  # ids of the classes that its owner teaches

    @property
    def is_house(self) -> bool:
        """Does it come with the server? Others are somebody's."""
        return self.owner.startswith(HOUSE)

    def may_be_named(self, classroom: str | None) -> bool:
        """May a ladder of this class have it by its name, whoever uploads there? Those of others are theirs."""
        return self.is_house or classroom in self.taught


class BotSource(Protocol):
    """Where ladders get programs from."""

    def bots(self, game: str) -> Iterable[OfferedBot]:
        """Those that play `game` now."""
        ...

    def is_kept(self, bot: str, game: str) -> bool:
        """Can this house bot still be put on a seat, though another version is offered now?"""
        ...

    def tell_kept_out(self, kept_out: Mapping[str, Mapping[str, str]]) -> None:
        """For each ladder, which programs do not get onto it now, by `OfferedBot.bot`, and why."""
        ...


class HouseBots:
    """The house bots, listed and dropped in."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting = hosting

    def bots(self, game: str) -> Iterable[OfferedBot]:
        """As BotSource."""
        for name, entry in self._hosting.for_game(game).items():
            yield OfferedBot(entry.title, name, entry.version, f"{HOUSE}{name}")

    def is_kept(self, bot: str, game: str) -> bool:
        """As BotSource: its snapshot is kept as long as somebody needs it."""
        return VERSION_MARK in bot and self._hosting.find(bot, game) is not None

    def tell_kept_out(self, kept_out: Mapping[str, Mapping[str, str]]) -> None:
        """As BotSource: they are told in the server's log, and nowhere else."""


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
            if owner is None:
                yield OfferedBot(entry.name, name, version, entry.owner, may_anchor=False)
                continue
            may_anchor = owner.role in TEACHING
            owned = (entry.owner, owner.name, may_anchor, owner.classroom, self._taught_by(owner))
            yield OfferedBot(entry.name, name, version, *owned)

    def _taught_by(self, user: User) -> frozenset[str]:
        if user.role not in TEACHING:  # most: they are asked for again and again
            return frozenset()
        classrooms = self._people.accounts.classrooms
        return frozenset(one.id for one in classrooms if one.teacher == user.id)

    def is_kept(self, bot: str, game: str) -> bool:
        """As BotSource: the newest versions are kept."""
        entry = self._hosted.entry(bot)
        return entry is not None and entry.plays(game)

    def tell_kept_out(self, kept_out: Mapping[str, Mapping[str, str]]) -> None:
        """As BotSource: their owners see it in the list of their bots."""
        self._hosted.kept_out = kept_out
