"""The command that tells which matches kept their players waiting."""

from typing import Any

from pydantic import Field

from infoset_server.admin.commands import Arguments, Command, Operator, Result
from infoset_server.rooms.slow_matches import SlowMatches


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
