"""Commands about ladders; done by whoever runs those."""

from typing import Any, Literal

from pydantic import Field

from infoset_server.console.commands import Arguments, Command, ConsoleError, Operator, Result
from infoset_server.ladder.definition import LadderFileError
from infoset_server.ladder.entries import Entry, EntryState
from infoset_server.ladder.ladder import Ladder, LadderState
from infoset_server.ladder.service import Ladders

STATES = Literal["open", "paused", "frozen", "closing", "closed"]


class OneLadder(Arguments):
    ladder: str = Field(min_length=1, max_length=32)


class NewState(OneLadder):
    state: STATES


class OneEntry(OneLadder):
    entry: str = Field(min_length=1, max_length=64)


class Benched(OneEntry):
    reason: str = Field(default="by the organiser", min_length=1, max_length=200)


class LadderCommands:
    """Ladders and their entries. Raises RequestError or ConsoleError where nothing is done."""

    def __init__(self, ladders: Ladders) -> None:
        self._ladders = ladders

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [
            Command("ladders", Arguments, self.list_ladders, is_noted=False),
            Command("load-ladders", Arguments, self.load),
            Command("ladder", NewState, self.set_state),
            Command("entries", OneLadder, self.entries, is_noted=False),
            Command("entry-log", OneEntry, self.log, is_noted=False),
            Command("bench", Benched, self.bench),
            Command("unbench", OneEntry, self.unbench),
        ]

    def list_ladders(self, operator: Operator, asked: Arguments) -> Result:
        """Every ladder."""
        rows = [
            {
                "ladder": ladder.name,
                "state": ladder.state.value,
                "game": ladder.file.game,
                "entries": len(ladder.rows()),
                "results": len(ladder.results),
                "running": len(ladder.meetings),
            }
            for ladder in self._ladders.ladders.values()
        ]
        return Result("" if rows else "there is no ladder: see `infoset ladder create`", rows)

    def load(self, operator: Operator, asked: Arguments) -> Result:
        """Takes in files of ladders that are new."""
        try:
            found = self._ladders.load()
        except LadderFileError as problem:
            raise ConsoleError(str(problem)) from None
        return Result(f"new: {', '.join(found) or 'none'}")

    def set_state(self, operator: Operator, asked: NewState) -> Result:
        """Opens, pauses, freezes, closes."""
        ladder = self._ladders.find(asked.ladder)
        ladder.set_state(LadderState(asked.state))
        self._ladders.pair_soon()
        return Result(f"ladder {ladder.name} is {ladder.state.value}")

    def entries(self, operator: Operator, asked: OneLadder) -> Result:
        """Who plays on a ladder, and how it is doing."""
        ladder = self._ladders.find(asked.ladder)
        rows = [
            {
                "entry": row.entry,
                "name": ladder.entries[row.entry].title,
                "state": ladder.entries[row.entry].state.value,
                "rating": round(row.rating),
                "games": row.games,
                "running": ladder.entries[row.entry].running,
                "faults": row.faults,
                "why": ladder.entries[row.entry].why,
            }
            for row in ladder.rows()
        ]
        return Result("" if rows else "nobody yet", rows)

    def log(self, operator: Operator, asked: OneEntry) -> Result:
        """What is noted for the owner of an entry."""
        entry = self._entry(asked)
        return Result("" if entry.log else "nothing", [{"line": line} for line in entry.log])

    def bench(self, operator: Operator, asked: Benched) -> Result:
        """Takes an entry out of play; what it plays, it plays to the end."""
        ladder, entry = self._ladders.find(asked.ladder), self._entry(asked)
        if entry.state is EntryState.BENCHED:
            raise ConsoleError(f"{entry.title} is benched already: {entry.why}")
        ladder.bench(entry, asked.reason)
        return Result(f"{entry.title} is benched")

    def unbench(self, operator: Operator, asked: OneEntry) -> Result:
        """Lets an entry play again."""
        ladder, entry = self._ladders.find(asked.ladder), self._entry(asked)
        ladder.unbench(entry)
        return Result(f"{entry.title} may play again")

    def _entry(self, asked: OneEntry) -> Entry:
        """By id, or by name where there is one of it. Raises ConsoleError, NotFoundError."""
        ladder: Ladder = self._ladders.find(asked.ladder)
        found = [
            entry
            for entry in ladder.entries.values()
            if asked.entry in (entry.id, entry.name, entry.title)
        ]
        current = [one for one in found if one.state is not EntryState.RETIRED] or found
        if len(current) != 1:
            raise ConsoleError(
                f"{asked.entry}: expected the id or name of one entry, this is of {len(current)}"
            )
        return current[0]
