"""Commands about ladders; done by whoever runs those. An organiser's business are those of their classes."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Literal

from pydantic import Field

from infoset_protocol.messages.scalars import SLUG_PATTERN
from infoset_server.accounts.classrooms import Classrooms
from infoset_server.accounts.users import ORGANISE, ConsoleError
from infoset_server.admin.commands import (
    Announced,
    Arguments,
    Command,
    Operator,
    Result,
    Stakes,
    goes,
)
from infoset_server.admin.ownership import is_known, is_teacher, require_power, stakes_of_class
from infoset_server.common.ids import UserId
from infoset_server.common.request_errors import NotFoundError, WrongStateError
from infoset_server.common.text import counted
from infoset_server.contests.ladder.annulling import annul, find_results, reinstate
from infoset_server.contests.ladder.changing import consequences, differing, fields_of
from infoset_server.contests.ladder.classes import ClassLadder, ClassLadders
from infoset_server.contests.ladder.definition import SUFFIX, LadderFileError
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.season_rules import Days
from infoset_server.contests.ladder.service import Ladders
from infoset_server.storage.errors import StoreError

STATES = Literal["open", "paused", "frozen", "closing", "closed"]


class OneLadder(Arguments):
    ladder: str = Field(min_length=1, max_length=32)


class NewState(OneLadder):
    state: STATES


class NewClassLadder(OneLadder):
    ladder: str = Field(min_length=1, max_length=32, pattern=SLUG_PATTERN)
    classroom: str = Field(min_length=1, max_length=64)
    game: str = Field(min_length=1, max_length=32)
    title: str = Field(default="", max_length=64)
    options: dict[str, Any] = Field(default={}, max_length=64)
    hosted: list[str] = Field(default=[], max_length=32)
    copies: int = Field(default=1, ge=1, le=4)
    move_ms: int | None = Field(default=None, ge=100, le=3_600_000)
    talk: Literal["off", "people", "all"] = "people"
    seasons: Literal["off", "carried", "fresh"] = "off"
    season_days: Days | None = None
    uploads: bool = False


class ChangedLadder(OneLadder, Announced):
    """What is not given stays as it is."""

    title: str | None = Field(default=None, max_length=64)
    hosted: list[str] | None = Field(default=None, max_length=32)
    uploads: bool | None = None
    copies: int | None = Field(default=None, ge=1, le=4)
    matches: int | None = Field(default=None, ge=1)
    per_hour: int | None = Field(default=None, ge=1)
    entry_per_hour: int | None = Field(default=None, ge=1)
    seasons: Literal["off", "carried", "fresh"] | None = None
    season_days: Days | Literal[0] | None = None
    game: str | None = Field(default=None, min_length=1, max_length=32)
    options: dict[str, Any] | None = Field(default=None, max_length=64)
    move_ms: int | None = Field(default=None, ge=100, le=3_600_000)
    talk: Literal["off", "people", "all"] | None = None

    def wanted(self) -> dict[str, Any]:
        """What is asked for, by name."""
        return self.model_dump(exclude_none=True, exclude={"ladder", "preview"})


class RemovedLadder(OneLadder, Announced):
    pass


class OneEntry(OneLadder):
    entry: str = Field(min_length=1, max_length=64)


class NewBatch(OneEntry):
    against: list[str] = Field(default=[], max_length=16)
    matches: int = Field(ge=1, le=100_000)


class OneBatch(OneLadder):
    batch: str = Field(min_length=1, max_length=40)


class Results(OneLadder):
    entry: str | None = Field(default=None, min_length=1, max_length=64)
    number: int = Field(default=50, ge=1, le=1_000)


class OneResult(OneLadder):
    match: str = Field(min_length=1, max_length=64)


class Annulled(OneResult):
    reason: str = Field(min_length=1, max_length=200)


class Benched(OneEntry):
    reason: str = Field(default="by the organiser", min_length=1, max_length=200)


class LadderCommands:
    """Ladders and their entries. Raises RequestError or ConsoleError where nothing is done."""

    def __init__(
        self, ladders: Ladders, class_ladders: ClassLadders, classrooms: Classrooms
    ) -> None:
        self._ladders = ladders
        self._class_ladders = class_ladders
        self._classrooms = classrooms

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [
            Command("ladders", Arguments, self.list_ladders, ORGANISE, is_noted=False),
            Command("load-ladders", Arguments, self.load),
            Command("class-ladder", NewClassLadder, self.create, ORGANISE),
            Command("change-ladder", ChangedLadder, self.change, ORGANISE),
            Command("ladder-file", OneLadder, self.file, ORGANISE, is_noted=False),
            Command("ladder", NewState, self.set_state, ORGANISE),
            Command("remove-ladder", RemovedLadder, self.remove, ORGANISE),
            Command("entries", OneLadder, self.entries, ORGANISE, is_noted=False),
            Command("entry-log", OneEntry, self.log, ORGANISE, is_noted=False),
            Command("bench", Benched, self.bench, ORGANISE),
            Command("end-season", OneLadder, self.end_season, ORGANISE),
            Command("seasons", OneLadder, self.seasons, ORGANISE, is_noted=False),
            Command("batch", NewBatch, self.ask_batch, ORGANISE),
            Command("batches", OneLadder, self.batches, ORGANISE, is_noted=False),
            Command("cancel-batch", OneBatch, self.cancel_batch, ORGANISE),
            Command("unbench", OneEntry, self.unbench, ORGANISE),
            Command("ladder-results", Results, self.results, ORGANISE, is_noted=False),
            Command("annul", Annulled, self.annul, ORGANISE),
            Command("reinstate", OneResult, self.reinstate, ORGANISE),
        ]

    def list_ladders(self, operator: Operator, asked: Arguments) -> Result:
        """Every ladder, or those of the operator's classes."""
        rows = [
            {
                "ladder": ladder.name,
                "class": self._class_of(ladder),
                "state": ladder.state.value,
                "game": ladder.file.game,
                "entries": len(ladder.standings.rows()),
                "results": len(ladder.results),
                "running": len(ladder.meetings),
            }
            for ladder in self._ladders.ladders.values()
            if is_known(operator, self._stakes(ladder))
        ]
        return Result("" if rows else "there is no ladder: see docs/ladder.md", rows)

    def load(self, operator: Operator, asked: Arguments) -> Result:
        """Takes in files of ladders that are new."""
        try:
            found = self._ladders.load()
        except LadderFileError as problem:
            raise ConsoleError(str(problem)) from None
        known = self._ladders.ladders
        new = [f"{name}{waiting(known[name])}" for name in found]
        return Result(f"new: {', '.join(new) or 'none'}")

    def create(self, operator: Operator, asked: NewClassLadder) -> Result:
        """A ladder of a class, which plays among itself."""
        room = self._classrooms.named(asked.classroom, lambda one: is_teacher(operator, one))
        wanted = ClassLadder(
            asked.ladder,
            asked.game,
            asked.title,
            asked.options,
            tuple(asked.hosted),
            asked.copies,
            asked.move_ms,
            asked.talk,
            asked.seasons,
            asked.season_days,
            asked.uploads,
        )
        try:
            ladder = self._class_ladders.create(room, wanted)
        except LadderFileError as problem:
            raise ConsoleError(str(problem)) from None
        self._ladders.pair_soon()
        return Result(f"ladder {ladder.name} is open to {room.name}{waiting(ladder)}")

    def change(self, operator: Operator, asked: ChangedLadder) -> Result:
        """Changes the ladder of a class while it is played; entries and results stay."""
        ladder = self._to_change(operator, asked)
        wanted = differing(ladder.file, asked.wanted())
        try:
            file = self._class_ladders.plan_change(ladder, wanted)
        except LadderFileError as problem:
            raise ConsoleError(str(problem)) from None
        found = consequences(ladder, file, self._ladders.wall_ms())
        follows = "".join(f"; {one}" for one in found)
        if asked.preview:
            rows = [one.to_plain() for one in found]
            return Result(f"ladder {ladder.name}{follows}" if found else "", rows)
        if not wanted:
            return Result(f"ladder {ladder.name} is so already")
        self._ladders.change(ladder, file)
        return Result(
            f"ladder {ladder.name} has changed: {', '.join(wanted)}{follows}{waiting(ladder)}"
        )

    def file(self, operator: Operator, asked: OneLadder) -> Result:
        """What the ladder of a class is now, by the names under which it can be changed."""
        fields = fields_of(self._found(operator, asked).file)
        return Result("", [{"field": name, "value": value} for name, value in fields.items()])

    def set_state(self, operator: Operator, asked: NewState) -> Result:
        """Opens, pauses, freezes or closes a ladder."""
        ladder = self._to_change(operator, asked)
        ladder.set_state(LadderState(asked.state))
        self._ladders.pair_soon()
        return Result(f"ladder {ladder.name} is {ladder.state.value}{waiting(ladder)}")

    async def remove(self, operator: Operator, asked: RemovedLadder) -> Result:
        """Deletes a closed ladder of a class with all its results and matches."""
        ladder = self._to_change(operator, asked)
        if ladder.file.classroom is None:
            raise ConsoleError(f"ladder {ladder.name} is no class's: expected one that is")
        if self._ladders.has_file(ladder):
            raise ConsoleError(
                f"ladder {ladder.name} has a file, {ladder.name}{SUFFIX}, which would make it again: expected one without"
            )
        if ladder.state is not LadderState.CLOSED:
            raise ConsoleError(
                f"ladder {ladder.name} is {ladder.state.value}: expected one that is closed for ever"
            )
        counts = {
            "entries": len(ladder.entries),
            "results": len(ladder.results),
            "seasons": len(ladder.seasons.past),
        }
        try:
            counts["matches"] = await self._ladders.count_matches(ladder)
            if asked.preview:
                return Result(f"ladder {ladder.name} goes for ever, with {goes(counts)}", [counts])
            await self._ladders.remove(ladder)
        except StoreError as problem:
            raise WrongStateError(f"nothing is deleted: {problem}") from None
        return Result(f"ladder {ladder.name} is deleted with {goes(counts)}")

    def entries(self, operator: Operator, asked: OneLadder) -> Result:
        """Who plays on a ladder, and how it is doing."""
        ladder = self._found(operator, asked)
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
            for row in ladder.standings.rows()
        ]
        return Result("" if rows else "nobody yet", rows)

    def log(self, operator: Operator, asked: OneEntry) -> Result:
        """What is noted for the owner of an entry; to administrators with the end of its program's newest log."""
        entry = entry_of(self._found(operator, asked), asked.entry)
        is_shown = operator.is_admin and entry.alerts  # logs are an owner's, and no teacher's
        written = entry.alerts[-1]["log"] if is_shown else ""
        lines = [*entry.log, *(f"| {line}" for line in written.splitlines())]
        return Result("" if lines else "nothing", [{"line": line} for line in lines])

    def end_season(self, operator: Operator, asked: OneLadder) -> Result:
        """Ends the season that is on, as soon as what is played is over and in the table."""
        ladder = self._to_change(operator, asked)
        number = ladder.seasons.current.number
        ladder.end_season()
        return Result(
            f"season {number} of {ladder.name} ends when what is played is over: {counted(len(ladder.meetings), 'match', 'matches')}"
        )

    def seasons(self, operator: Operator, asked: OneLadder) -> Result:
        """The seasons of a ladder, with who was first."""
        ladder = self._found(operator, asked)
        rows: list[dict[str, Any]] = [
            {
                "season": past.number,
                "began_ms": past.began_ms,
                "ended_ms": past.ended_ms,
                "results": past.last - past.first,
                "first": past.rows[0].name if past.rows else "",
            }
            for _, past in sorted(ladder.seasons.past.items())
        ]
        current = ladder.seasons.current
        if ladder.file.seasons is not None:
            played = len(ladder.results) - current.first
            times = {"began_ms": current.began_ms, "ended_ms": ladder.seasons.ends_ms}
            rows.append({"season": current.number, **times, "results": played, "first": "is on"})
        return Result("" if rows else f"{ladder.name} has no seasons", rows)

    def ask_batch(self, operator: Operator, asked: NewBatch) -> Result:
        """So many matches of an entry, against others or whomever the ladder chooses."""
        ladder = self._to_change(operator, asked)
        entry = entry_of(ladder, asked.entry)
        against = [entry_of(ladder, one) for one in asked.against]
        batch = ladder.ask_batch(entry, against, asked.matches, "", self._ladders.wall_ms())
        self._ladders.pair_soon()
        rated = "count" if batch.is_rated else "do not count"
        return Result(
            f"batch {batch.id}: {entry.title} plays {counted(batch.matches, 'match', 'matches')}, which {rated}"
        )

    def batches(self, operator: Operator, asked: OneLadder) -> Result:
        """Matches that were asked for, and how far they have come."""
        ladder = self._found(operator, asked)
        rows = [
            {
                "batch": batch.id,
                "entry": title_of(ladder, batch.entry),
                "against": ", ".join(title_of(ladder, one) for one in batch.against) or "anybody",
                "played": f"{ladder.batches.played(batch)} of {batch.matches}",
                "state": ladder.batches.state(batch),
                "asked_ms": batch.asked_ms,
            }
            for batch in ladder.batches
        ]
        return Result("" if rows else "none", rows)

    def cancel_batch(self, operator: Operator, asked: OneBatch) -> Result:
        """Begins no more matches of a batch."""
        ladder = self._to_change(operator, asked)
        batch = ladder.batches.find(asked.batch)
        ladder.batches.cancel(batch)
        played = ladder.batches.played(batch)
        return Result(
            f"batch {batch.id} is cancelled after {played} of {counted(batch.matches, 'match', 'matches')}"
        )

    def bench(self, operator: Operator, asked: Benched) -> Result:
        """Takes an entry out of play; what it plays, it plays to the end."""
        ladder = self._to_change(operator, asked)
        entry = entry_of(ladder, asked.entry)
        if entry.state is EntryState.BENCHED:
            raise ConsoleError(f"{entry.title} is benched already: {entry.why}")
        ladder.roster.bench(entry, asked.reason)
        return Result(f"{entry.title} is benched")

    def unbench(self, operator: Operator, asked: OneEntry) -> Result:
        """Lets an entry play again."""
        ladder = self._to_change(operator, asked)
        entry = entry_of(ladder, asked.entry)
        ladder.roster.unbench(entry)
        return Result(f"{entry.title} may play again")

    def results(self, operator: Operator, asked: Results) -> Result:
        """The newest results of a ladder or of one entry, newest first; which are annulled, and why."""
        ladder = self._found(operator, asked)
        entry = None if asked.entry is None else entry_of(ladder, asked.entry).id
        found = (one for one in reversed(ladder.results) if entry in (None, *one.entries))
        rows = [result_row(ladder, one) for one in islice(found, asked.number)]
        return Result("" if rows else "none yet", rows)

    def annul(self, operator: Operator, asked: Annulled) -> Result:
        """The result of a match, or of its whole series, does not count; it is shown as annulled, with the reason."""
        ladder = self._to_judge(operator, asked)
        found = annul(ladder, asked.match, asked.reason, self._ladders.wall_ms())
        self._ladders.recounted(ladder)
        return Result(f"{told_of(ladder, found)} annulled{benched_by(ladder, found)}")

    def reinstate(self, operator: Operator, asked: OneResult) -> Result:
        """What was annulled counts again."""
        ladder = self._to_judge(operator, asked)
        found = reinstate(ladder, asked.match)
        self._ladders.recounted(ladder)
        return Result(f"{told_of(ladder, found)} counted again")

    def _to_judge(self, operator: Operator, asked: OneResult) -> Ladder:
        """As `_to_change`. Raises InvolvedError where the operator, or a bot of theirs, took part in the match."""
        ladder = self._to_change(operator, asked)
        played = {
            UserId(ladder.entries[entry].responsible)
            for one in find_results(ladder, asked.match)
            for entry in one.entries
            if entry in ladder.entries
        }
        stakes = replace(self._stakes(ladder), parties=frozenset(played))
        require_power(operator, stakes, AssertionError("it was found"))
        return ladder

    def _to_change(self, operator: Operator, asked: OneLadder) -> Ladder:
        """As `_found`, and ladders are run here. Raises WrongStateError besides."""
        ladder = self._found(operator, asked)
        self._ladders.require_ours()
        return ladder

    def _found(self, operator: Operator, asked: OneLadder) -> Ladder:
        """A ladder that is the operator's business. Raises NotFoundError."""
        ladder = self._ladders.find(asked.ladder)
        require_power(operator, self._stakes(ladder), NotFoundError(f"ladder {asked.ladder}"))
        return ladder

    def _class_of(self, ladder: Ladder) -> str:
        """The name of its class; "" of a public ladder, the id of a class that is gone."""
        classroom = ladder.file.classroom or ""
        return next((one.name for one in self._classrooms if one.id == classroom), classroom)

    def _stakes(self, ladder: Ladder) -> Stakes:
        """That of a class is its teacher's; the others are the administrators'."""
        mine = (one for one in self._classrooms if one.id == ladder.file.classroom)
        return next((stakes_of_class(one) for one in mine), Stakes(frozenset()))


def entry_of(ladder: Ladder, text: str) -> Entry:
    """The entry that `text` means: by id, or by name where there is one of it. Raises ConsoleError."""
    found = [one for one in ladder.entries.values() if text in (one.id, one.name, one.title)]
    current = [one for one in found if one.state is not EntryState.RETIRED] or found
    if len(current) != 1:
        raise ConsoleError(
            f"{text}: expected the id or name of one entry, this is of {len(current)}"
        )
    return current[0]


def title_of(ladder: Ladder, entry_id: str) -> str:
    """Name and version of an entry; its id where it is gone."""
    entry = ladder.entries.get(entry_id)
    return entry_id if entry is None else entry.title


def result_row(ladder: Ladder, result: RawResult) -> dict[str, Any]:
    """A result as a row of a table."""
    annulment = ladder.annulments.of(result.match_id)
    state = "annulled" if annulment is not None else "counts" if result.counts else "uncounted"
    seats = sorted(zip(result.places, result.entries, strict=True))
    return {
        "match": result.match_id,
        "ended_ms": result.at_ms,
        "outcome": ", ".join(f"{place}. {title_of(ladder, entry)}" for place, entry in seats),
        "state": state,
        "why": result.reason if annulment is None else annulment.reason,
    }


def told_of(ladder: Ladder, found: Sequence[RawResult]) -> str:
    """Which results these are, for people."""
    if len(found) == 1:
        return f"{ladder.name}: match {found[0].match_id} is"
    return f"{ladder.name}: the {len(found)} matches of a series are"


def benched_by(ladder: Ladder, found: Sequence[RawResult]) -> str:
    """Who is benched and was faulty in these, for people: only the organiser knows whether that is to stay."""
    faulty = {
        entry
        for one in found
        for entry, fault in zip(one.entries, one.faults, strict=True)
        if fault
    }
    benched = [
        one.title
        for one in ladder.entries.values()
        if one.id in faulty and one.state is EntryState.BENCHED
    ]
    return "".join(f"; {title} is still benched: see unbench" for title in benched)


def waiting(ladder: Ladder) -> str:
    """What is missing before anything is played on a ladder that shall be."""
    missing = ladder.lacks() if ladder.state.plays else []
    return f"; nothing is played yet: {'; '.join(missing)}" if missing else ""
