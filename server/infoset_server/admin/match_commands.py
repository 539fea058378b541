"""Commands about rooms and matches, and which of them kept their players waiting; done by whoever runs those."""

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
from infoset_server.common.text import counted
from infoset_server.rooms.slow_matches import SlowMatches


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
            Command("end-match", OneMatch, self.end_match, ORGANISE),
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
        here = self._organisation.announce(asked.text, asked.room)
        return Result(f"told to {counted(here, 'user')}")

    async def re_run(self, operator: Operator, asked: OneMatch) -> Result:
        """Plays a match again."""
        await self._ownership.require_match(operator, asked.match)
        again = await self._organisation.re_run(asked.match)
        if again is None:
            return Result(f"match {asked.match} is aborted, and a player has left meanwhile")
        return Result(f"it is played again as {again}")

    async def end_match(self, operator: Operator, asked: OneMatch) -> Result:
        """Ends a match that is being played, without a result."""
        await self._ownership.require_match(operator, asked.match)
        await self._organisation.end(asked.match)
        return Result(f"match {asked.match} is over, without a result")

    async def export(self, operator: Operator, asked: OneMatch) -> Result:
        """The record of a match."""
        await self._ownership.require_match(operator, asked.match)
        return Result(f"match {asked.match}", file=await self._organisation.export(asked.match))


def where(asked: ModeratedPlace) -> str:
    """The place in words."""
    return "the server" if asked.room is None else f"room {asked.room}"


class Lately(Arguments):
    minutes: int = Field(default=5, ge=1, le=60)
    number: int = Field(default=20, ge=1, le=500)


class SlowCommands:
    """For whoever runs the server."""

    def __init__(self, slow_matches: SlowMatches) -> None:
        self._slow_matches = slow_matches

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [Command("slow", Lately, self.slow, is_noted=False)]

    def slow(self, operator: Operator, asked: Lately) -> Result:
        """The matches that kept their players waiting, slowest first."""
        rows = [
            {
                "match": one.match,
                "room": one.room,
                "acts": one.acts,
                "p99": in_words(one.p99_s),
                "worst": in_words(one.worst_s),
                "waiting": one.waiting,
                "playing": one.is_running,
            }
            for one in self._slow_matches.report(asked.minutes, asked.number)
        ]
        return Result("" if rows else "nobody has acted lately", rows)


def in_words(seconds: float) -> str:
    """A short time for people."""
    return f"{seconds * 1000:.2f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"
