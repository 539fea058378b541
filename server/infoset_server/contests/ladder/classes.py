"""Ladders that organisers make for their own classes: what they may ask for, and how many.

Such a ladder has no file: the store alone keeps it, and its teacher changes it (`changing.py`). Everything that is not asked for here is as in a file that
does not say it; whoever runs the server can make other ladders for a class with a file.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from infoset_server.accounts.classrooms import Classroom
from infoset_server.config import LadderLimits
from infoset_server.contests.ladder.changing import changed_file
from infoset_server.contests.ladder.definition import (
    SUFFIX,
    LadderFile,
    LadderFileError,
    check_ladder,
)
from infoset_server.contests.ladder.ladder import Ladder, LadderState
from infoset_server.contests.ladder.service import Ladders


@dataclass(frozen=True, slots=True)
class ClassLadder:
    """What is asked for."""

    name: str
    game: str
    title: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    hosted: tuple[str, ...] = ()
    copies: int = 1  # seats of one table that each of them may take
    move_ms: int | None = None
    talk: str = "people"
    seasons: str = "off"  # or what ratings rest on
    season_days: float | None = None  # absent: its teacher ends them
    uploads: bool = False  # do bots that its members uploaded play, too?


class ClassLadders:
    """Makes ladders of classes, within limits."""

    def __init__(self, ladders: Ladders, limits: LadderLimits) -> None:
        self._ladders = ladders
        self._limits = limits

    def create(self, room: Classroom, asked: ClassLadder) -> Ladder:
        """A new ladder, open to its class and to nobody else.

        Raises LadderFileError, which names the field, or WrongStateError.
        """
        self._require_space(room)
        file = check_ladder(self._fields(room, asked), asked.name)
        self._require_named(file, asked.hosted)
        return self._ladders.create(asked.name, file)

    def plan_change(self, ladder: Ladder, wanted: Mapping[str, Any]) -> LadderFile:
        """The file of a ladder with what is `wanted`, by the names of `fields_of`.

        Raises LadderFileError, which names the field, or WrongStateError.
        """
        if self._ladders.has_file(ladder):
            raise LadderFileError(
                f"ladder {ladder.name} has a file, {ladder.name}{SUFFIX}: expected a change of that by whoever runs the "
                "server; it is read when the server starts"
            )
        limits = self._limits
        for name, most in (
            ("move_ms", limits.class_move_ms),
            ("matches", limits.class_matches),
            ("per_hour", limits.class_per_hour),
            ("entry_per_hour", limits.class_per_hour),
        ):
            if wanted.get(name, 0) > most:
                raise LadderFileError(f"{name}: expected at most {most}")
        file = changed_file(ladder, wanted)
        self._require_named(file, wanted.get("hosted", ()))
        return file

    def _require_space(self, room: Classroom) -> None:
        everywhere = [one for one in self._ladders.ladders.values() if one.file.classroom]
        if len(everywhere) >= self._limits.max_in_classes:
            raise LadderFileError(
                f"there are {len(everywhere)} ladders of classes, as many as may be"
            )
        mine = [
            one
            for one in everywhere
            if one.file.classroom == room.id and one.state is not LadderState.CLOSED
        ]
        if len(mine) >= self._limits.max_per_class:
            names = ", ".join(one.name for one in mine)
            raise LadderFileError(
                f"{room.name} has {len(mine)} ladders, as many as it may: close one of {names}"
            )

    def _fields(self, room: Classroom, asked: ClassLadder) -> dict[str, Any]:
        limits = self._limits
        fields: dict[str, Any] = {
            "title": asked.title,
            "game": asked.game,
            "options": dict(asked.options),
            "hosted": list(asked.hosted),
            "uploads": asked.uploads,
            "pairing": {"copies": asked.copies},
            "classroom": room.id,
            "talk": asked.talk,
            "matches": limits.class_matches,
            "pace": {"per_hour": limits.class_per_hour},
            "max_entries": limits.class_entries,
        }
        if asked.move_ms is not None:
            if asked.move_ms > limits.class_move_ms:
                raise LadderFileError(f"move_ms: expected at most {limits.class_move_ms}")
            fields["clock"] = {"kind": "per_move", "move_ms": asked.move_ms}
        if asked.seasons != "off":
            fields["seasons"] = {"ratings": asked.seasons, "days": asked.season_days}
        elif asked.season_days is not None:
            raise LadderFileError("season_days: expected seasons carried or fresh beside it")
        return fields

    def _require_named(self, file: LadderFile, names: Iterable[str]) -> None:
        """Bots of other owners are not theirs to use."""
        offered = self._ladders.offered(file.game)
        known = {bot.name for bot in offered if bot.may_be_named(file.classroom)}
        for name in names:
            if name not in known:
                raise LadderFileError(
                    f"hosted: {name} is no bot of this server that plays {file.game}, nor one that the teacher of the "
                    f"class has uploaded; there are {', '.join(sorted(known)) or 'none'}"
                )
