"""What a ladder is, as its organiser writes it: one TOML file. Checks it; runs nothing, stores nothing.

The name of the file, without `.toml`, is the name of the ladder. Every field is described here; docs/ladder.md
shows them. What decides what a result means (`conditions`) cannot change once there are results.
"""

import re
import tomllib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError, model_validator

from infoset_protocol.messages import ClockSpec, CreateRoom
from infoset_protocol.messages.scalars import SLUG_PATTERN
from infoset_server.common.request_errors import BadOptionError, GameUnknownError
from infoset_server.config import RoomLimits
from infoset_server.config.section import Count, Seconds, Section
from infoset_server.config.toml_text import parse_toml
from infoset_server.contests.ladder.pairing import Wishes
from infoset_server.contests.ladder.rules import (
    HealthRules,
    LadderClock,
    PaceRules,
    PairingRules,
    PeopleRules,
    Points,
    RatingRules,
    Share,
)
from infoset_server.contests.ladder.season_rules import (
    DAY_MS,
    BatchRules,
    DivisionRules,
    SeasonRules,
    to_ms,
)
from infoset_server.contests.ladder.tables import MIDDLE, SCALE
from infoset_server.matches.settings import RoomSettings, read_settings

SUFFIX: Final = ".toml"
SIDES: Final = 2  # of a series
FREE: Final = (
    frozenset(  # may change at any time: they say who plays and how many, not what is played
        {
            *("title", "open_to", "hosted", "uploads", "classroom", "ends", "watch", "max_entries"),
            *(
                "max_entries_each",
                "max_entries_per_address",
                "unplayed_hours",
                "matches",
                "pairing",
                "pace",
                "people",
                "health",
                "refit_s",
            ),
            *(
                "deadline",
                "trial",
                "seasons",
                "divisions",
                "batches",
            ),
        }
    )
)

Slug = Annotated[str, Field(pattern=SLUG_PATTERN)]


class LadderFileError(ValueError):
    """A ladder's file cannot be used; the message names the file, the field and what was expected."""


class TableMix(Section):
    """One kind of table among those of a ladder."""

    share: Share = Field(default=1.0, description="How often, relative to the other kinds.")
    options: dict[str, Any] = Field(
        default={}, max_length=64, description="Options of the game, on top of the ladder's."
    )


class Anchor(Section):
    """An entry whose rating is given: all others are measured from it."""

    name: str = Field(min_length=1, max_length=64, description="Name of the entry.")
    version: str | None = Field(default=None, max_length=64, description="Absent = every version.")
    rating: Points = Field(description="Its rating, for ever.")


class LadderFile(Section):
    """One ladder."""

    title: str = Field(
        default="",
        max_length=64,
        pattern="^([^#].*)?$",
        description="Title for people; absent = its name. Does not begin with #.",
    )
    game: Slug = Field(description="Name of the game.")
    rules: str | None = Field(
        default=None,
        max_length=64,
        description="Rules version; absent = the one installed when it begins.",
    )
    options: dict[str, Any] = Field(default={}, max_length=64, description="Options of the game.")
    tables: tuple[TableMix, ...] = Field(
        default=(TableMix(),), min_length=1, max_length=16, description="Kinds of tables."
    )
    clock: LadderClock = Field(default_factory=LadderClock, description="Time control.")
    on_timeout: Literal["fallback", "random", "forfeit"] = Field(
        default="fallback", description="What a missed deadline does."
    )
    max_timeouts: int = Field(
        default=3, ge=1, le=1000, description="Misses in a row after which the seat is forfeited."
    )
    compute: bool = Field(default=False, description="Entries may think on the server.")
    assist: Literal["off", "advice", "confirm", "auto"] = Field(
        default="off", description="What assistants may do."
    )
    watch: Literal["public", "delayed", "off"] = Field(
        default="public", description="Who may watch its matches."
    )
    talk: Literal["off", "people", "all"] = Field(
        default="people",
        description="Who may talk at a table: nobody, people, or programs on a seat, too.",
    )
    open_to: tuple[Literal["human", "bot", "guest"], ...] = Field(
        default=("human", "bot"),
        description="Who may enter: accounts of people, programs of accounts, and with `guest` also "
        "those without an account.",
    )
    classroom: str | None = Field(
        default=None,
        max_length=64,
        description="Id of the class among which it is played; absent = nobody in a class.",
    )
    hosted: tuple[Slug, ...] | Literal["all"] = Field(
        default=(),
        description="Bots of this server that play here, by name; `all` = whichever there are. With `classroom` also "
        "those that the teacher of the class has uploaded, by name only.",
    )
    uploads: bool = Field(
        default=False,
        description="Uploaded bots of members of the class play here, too; only with `classroom`.",
    )
    best_of: int = Field(
        default=1,
        ge=1,
        le=99,
        description="Matches of a series that counts as one result; for two seats.",
    )
    same_deal: bool = Field(
        default=False,
        description="Each line-up plays one deal in every rotation of its seats. Only where all "
        "entries are hosted: whoever remembers has seen the cards.",
    )
    ends: datetime | None = Field(
        default=None, description="When it closes by itself, with a time zone."
    )
    deadline: datetime | None = Field(
        default=None,
        description="From when on no new entries and versions are taken, with a time zone.",
    )
    trial: bool = Field(
        default=False,
        description="A program plays a match that does not count, and has to pass it, before its first that does.",
    )
    seasons: SeasonRules | None = Field(default=None, description="Absent = one without end.")
    divisions: DivisionRules | None = Field(
        default=None, description="Absent = everybody may meet everybody."
    )
    batches: BatchRules = Field(default_factory=BatchRules, description="Batches of matches.")
    max_entries: Count = Field(default=1_000, description="Entries that are not retired.")
    max_entries_each: Count = Field(
        default=5,
        description="The same of one owner, programs with accounts of their own included.",
    )
    max_entries_per_address: Count = Field(
        default=200,
        description="The same of all guests from one address; five for each of forty people behind it.",
    )
    unplayed_hours: Count = Field(
        default=24,
        description="An entry without a match is forgotten when it was not there for so long.",
    )
    matches: Count = Field(default=4, description="Matches at once on the whole ladder.")
    pairing: PairingRules = Field(default_factory=PairingRules, description="Who meets whom.")
    pace: PaceRules = Field(default_factory=PaceRules, description="How often bots meet.")
    people: PeopleRules = Field(default_factory=PeopleRules, description="Pairing of people.")
    health: HealthRules = Field(default_factory=HealthRules, description="Faults.")
    rating: RatingRules = Field(default_factory=RatingRules, description="From results to ratings.")
    anchors: tuple[Anchor, ...] = Field(default=(), max_length=64, description="Fixed ratings.")
    refit_s: Seconds = Field(
        default=5.0, description="Least time between two calculations of the table."
    )

    @model_validator(mode="after")
    def _fits_together(self) -> "LadderFile":
        """Raises ValueError, which becomes a ValidationError."""
        if self.same_deal and (self.open_to or self.best_of > 1):
            raise ValueError("same_deal: expected open_to = [] and best_of = 1 beside it")
        if self.pairing.copies > 1 and (self.same_deal or self.best_of > 1):
            raise ValueError("pairing.copies: expected 1 beside same_deal or best_of")
        if self.uploads and self.classroom is None:
            raise ValueError("uploads: expected a classroom beside it, whose members upload them")
        for name, time in (("ends", self.ends), ("deadline", self.deadline)):
            if time is not None and time.tzinfo is None:
                raise ValueError(f"{name}: expected a time zone, as in 2026-12-24T18:00:00Z")
        if self.divisions is not None and self.seasons is None:
            raise ValueError("divisions: expected seasons beside it, at whose end entries move")
        if not any(table.share for table in self.tables):
            raise ValueError("tables: expected one with a share above 0")
        if self.pairing.promise + self.pairing.doubt + self.pairing.novelty <= 0:
            raise ValueError("pairing: expected promise, doubt or novelty above 0")
        return self

    def conditions(self) -> dict[str, Any]:
        """What decides what a result means, as plain values."""
        return self.model_dump(mode="json", exclude=set(FREE))

    def to_plain(self) -> dict[str, Any]:
        """Everything as plain values."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def ends_ms(self) -> int | None:
        """When it closes by itself, since 1970."""
        return None if self.ends is None else to_ms(self.ends)

    def deadline_ms(self) -> int | None:
        """From when on no new entries and versions are taken, since 1970."""
        return None if self.deadline is None else to_ms(self.deadline)

    def wishes(self) -> Wishes:
        """The pairing's rules for the tables."""
        rules = self.pairing
        return Wishes(
            rules.promise, rules.doubt, rules.novelty, rules.top, rules.own, rules.repeats
        )

    @property
    def has_hosted(self) -> bool:
        """May bots of this server play here, its own or uploaded ones?"""
        return bool(self.hosted) or self.uploads

    def anchor_of(self, name: str, version: str) -> float | None:
        """The fixed strength of an entry in logits, if it is an anchor."""
        for anchor in self.anchors:
            if anchor.name == name and anchor.version in (None, version):
                return (anchor.rating - MIDDLE) / SCALE
        return None

    @property
    def period_ms(self) -> int:
        """How long a person's strength is taken to stay the same."""
        return self.people.period_days * DAY_MS


def with_file(file: LadderFile, stored: LadderFile) -> tuple[LadderFile, list[str]]:
    """The file as far as it may change once there are results, and the fields that may not but have."""
    now, then = file.conditions(), stored.conditions()
    changed = [name for name in now if now[name] != then[name]]
    if file.rules is None and "rules" in changed:  # those installed then; which is what it says
        changed.remove("rules")
        file = file.model_copy(update={"rules": stored.rules})
    kept: dict[str, Any] = {name: getattr(stored, name) for name in changed}
    return file.model_copy(update=kept), changed


def read_ladder_file(path: Path) -> LadderFile:
    """Raises LadderFileError."""
    if re.fullmatch(SLUG_PATTERN, path.stem) is None:
        raise LadderFileError(
            f"{path}: expected a file name of a-z, 0-9 and _ that begins with a letter"
        )
    try:
        table = parse_toml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise LadderFileError(f"{path}: {problem}") from None
    return check_ladder(table, str(path))


def check_ladder(table: Mapping[str, Any], where: str) -> LadderFile:
    """The ladder of plain values. Raises LadderFileError, which begins with `where`."""
    try:
        ladder = LadderFile.model_validate(table)
    except ValidationError as error:
        raise LadderFileError(f"{where}: {_explain(error)}") from None
    try:
        found = table_settings(ladder, RoomLimits())
    except (BadOptionError, GameUnknownError) as problem:
        raise LadderFileError(f"{where}: {problem.msg}") from None
    if ladder.best_of > 1 and any(settings.game.seats != SIDES for settings in found):
        raise LadderFileError(f"{where}: best_of: expected 1 unless all tables have two seats")
    if any(settings.game.seats < SIDES for settings in found):
        raise LadderFileError(f"{where}: tables: expected two seats or more")
    return ladder


def table_settings(ladder: LadderFile, limits: RoomLimits) -> list[RoomSettings]:
    """The settings of the ladder's tables, in order. Raises BadOptionError or GameUnknownError."""
    return [read_settings(asked, limits, may_rate=True) for asked in _asked(ladder)]


def _asked(ladder: LadderFile) -> list[CreateRoom]:
    """The rooms of the ladder as somebody would ask for them."""
    fields = ("move_ms", "main_ms", "inc_ms", "delay_ms", "first_ms", "grace_ms")
    clock = ClockSpec(
        kind=ladder.clock.kind, **{name: getattr(ladder.clock, name) for name in fields}
    )
    return [
        CreateRoom(
            game=ladder.game,
            rules=ladder.rules,
            options={**ladder.options, **table.options},
            clock=clock,
            on_timeout=ladder.on_timeout,
            max_timeouts=ladder.max_timeouts,
            absent="forfeit",
            compute=ladder.compute,
            assist=ladder.assist,
            watch=ladder.watch,
            talk=ladder.talk,
            title=ladder.title or None,
            rated=True,
        )
        for table in ladder.tables
    ]


def _explain(error: ValidationError) -> str:
    """The first thing that is wrong."""
    first = error.errors(include_url=False, include_input=False)[0]
    path = ".".join(map(str, first["loc"]))
    said = first["msg"].removeprefix("Value error, ")
    return f"{path}: {said}" if path else said
