"""Commands about rooms and matches; done by whoever runs those."""

from typing import Any

from pydantic import Field

from infoset_server.accounts.users import ORGANISE
from infoset_server.admin.commands import (
    Arguments,
    Command,
    Moderation,
    Operator,
    Result,
)
from infoset_server.admin.ownership import Ownership


class ModeratedPlace(Arguments):
    room: str | None = Field(default=None, max_length=64)


class Announcement(ModeratedPlace):
    text: str = Field(min_length=1, max_length=500)


class OneMatch(Arguments):
    match: str = Field(min_length=1, max_length=64)


class MatchCommands:
    """Rooms and matches. Raises RequestError or ConsoleError where nothing is done."""

    def __init__(self, organisation: Moderation, ownership: Ownership) -> None:
        self._organisation = organisation
        self._ownership = ownership

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [
            Command("open", ModeratedPlace, self.open, ORGANISE),
            Command("close", ModeratedPlace, self.close, ORGANISE),
            Command("freeze", ModeratedPlace, self.freeze, ORGANISE),
            Command("announce", Announcement, self.announce, ORGANISE),
            Command("re-run", OneMatch, self.re_run, ORGANISE),
            Command("export", OneMatch, self.export, ORGANISE),
        ]

    def open(self, operator: Operator, asked: ModeratedPlace) -> Result:
        """Matches may begin, and frozen ones go on."""
        self._ownership.require_room(operator, asked.room)
        self._organisation.open(asked.room)
        return Result(f"{where(asked)} is open")

    def close(self, operator: Operator, asked: ModeratedPlace) -> Result:
        """No new match begins."""
        self._ownership.require_room(operator, asked.room)
        self._organisation.close(asked.room)
        return Result(f"{where(asked)} is closed: no new match begins")

    def freeze(self, operator: Operator, asked: ModeratedPlace) -> Result:
        """Matches being played stand still."""
        self._ownership.require_room(operator, asked.room)
        self._organisation.freeze(asked.room)
        return Result(f"{where(asked)} is frozen: clocks stand still")

    def announce(self, operator: Operator, asked: Announcement) -> Result:
        """Shows a text to everybody."""
        self._ownership.require_room(operator, asked.room)
        return Result(f"told to {self._organisation.announce(asked.text, asked.room)}")

    async def re_run(self, operator: Operator, asked: OneMatch) -> Result:
        """Plays a match again."""
        await self._ownership.require_match(operator, asked.match)
        again = await self._organisation.re_run(asked.match)
        if again is None:
            return Result(f"match {asked.match} is aborted, and a player has left meanwhile")
        return Result(f"it is played again as {again}")

    async def export(self, operator: Operator, asked: OneMatch) -> Result:
        """The record of a match."""
        await self._ownership.require_match(operator, asked.match)
        return Result(f"match {asked.match}", file=await self._organisation.export(asked.match))


def where(asked: ModeratedPlace) -> str:
    """The place in words."""
    return "the server" if asked.room is None else f"room {asked.room}"
