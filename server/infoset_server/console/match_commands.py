"""Commands about rooms and matches; done by whoever runs those."""

from typing import Any

from pydantic import Field

from infoset_server.accounts.roles import ORGANISE
from infoset_server.console.commands import (
    Arguments,
    Command,
    NotYoursError,
    Operator,
    Result,
)
from infoset_server.console.organisation import Organisation


class Place(Arguments):
    room: str | None = Field(default=None, max_length=64)


class Announcement(Place):
    text: str = Field(min_length=1, max_length=500)


class OneMatch(Arguments):
    match: str = Field(min_length=1, max_length=64)


class Lately(Arguments):
    minutes: int = Field(default=5, ge=1, le=60)
    number: int = Field(default=20, ge=1, le=500)


class MatchCommands:
    """Rooms and matches. Raises RequestError where nothing is done."""

    def __init__(self, organisation: Organisation) -> None:
        self._organisation = organisation

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [
            Command("open", Place, self.open, ORGANISE),
            Command("close", Place, self.close, ORGANISE),
            Command("freeze", Place, self.freeze, ORGANISE),
            Command("announce", Announcement, self.announce, ORGANISE),
            Command("re-run", OneMatch, self.re_run, ORGANISE),
            Command("export", OneMatch, self.export, ORGANISE),
            Command("slow", Lately, self.slow, is_noted=False),
        ]

    def open(self, operator: Operator, asked: Place) -> Result:
        """Matches may begin, and frozen ones go on."""
        check_place(operator, asked)
        self._organisation.open(asked.room)
        return Result(f"{where(asked)} is open")

    def close(self, operator: Operator, asked: Place) -> Result:
        """No new match begins."""
        check_place(operator, asked)
        self._organisation.close(asked.room)
        return Result(f"{where(asked)} is closed: no new match begins")

    def freeze(self, operator: Operator, asked: Place) -> Result:
        """Matches being played stand still."""
        check_place(operator, asked)
        self._organisation.freeze(asked.room)
        return Result(f"{where(asked)} is frozen: clocks stand still")

    def announce(self, operator: Operator, asked: Announcement) -> Result:
        """Shows a text to everybody."""
        check_place(operator, asked)
        return Result(f"told to {self._organisation.announce(asked.text, asked.room)}")

    async def re_run(self, operator: Operator, asked: OneMatch) -> Result:
        """Plays a match again."""
        return Result(f"it is played again as {await self._organisation.re_run(asked.match)}")

    async def export(self, operator: Operator, asked: OneMatch) -> Result:
        """The record of a match."""
        return Result(f"match {asked.match}", file=await self._organisation.export(asked.match))

    def slow(self, operator: Operator, asked: Lately) -> Result:
        """The matches that kept their players waiting."""
        rows = self._organisation.slow(asked.minutes, asked.number)
        return Result("" if rows else "nobody has acted lately", rows)


def check_place(operator: Operator, asked: Place) -> None:
    """Raises NotYoursError where an organiser would do something to the whole server."""
    if asked.room is None and not operator.is_admin:
        raise NotYoursError


def where(asked: Place) -> str:
    """The place in words."""
    return "the server" if asked.room is None else f"room {asked.room}"
