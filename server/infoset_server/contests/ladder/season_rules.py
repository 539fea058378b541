"""The sections of a ladder's file that say how it runs over time: seasons, divisions, batches. Checks them; knows no clock."""

from datetime import datetime
from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from infoset_server.config.section import Count, Section

DAY_MS: Final = 86_400_000

Days = Annotated[float, Field(gt=0, le=3_660, allow_inf_nan=False)]


class SeasonRules(Section):
    """When seasons begin and end. Without `days` and `ends` they end when the organiser says so."""

    begins: datetime | None = Field(
        default=None,
        description="When the first begins, with a time zone; absent = at once.",
    )
    days: Days | None = Field(default=None, description="How long each lasts.")
    ends: tuple[datetime, ...] = Field(
        default=(), max_length=200, description="When each ends, in place of `days`."
    )
    ratings: Literal["carried", "fresh"] = Field(
        default="carried",
        description="`carried`: ratings rest on the results of all seasons; `fresh`: on those of this one.",
    )
    freeze_days: Annotated[float, Field(ge=0, le=3_660, allow_inf_nan=False)] = Field(
        default=0.0,
        description="So long before the end of a season no new entries and versions are taken.",
    )

    @model_validator(mode="after")
    def _fits_together(self) -> "SeasonRules":
        """Raises ValueError, which becomes a ValidationError."""
        if self.days is not None and self.ends:
            raise ValueError("ends: expected none beside days")
        times = [*self.ends, *([] if self.begins is None else [self.begins])]
        if any(one.tzinfo is None for one in times):
            raise ValueError(
                "begins, ends: expected a time zone in each, as in 2026-12-24T18:00:00Z"
            )
        if any(earlier >= later for earlier, later in pairwise(self.ends)):
            raise ValueError("ends: expected times in ascending order")
        if self.begins is not None and self.ends and self.begins >= self.ends[0]:
            raise ValueError("begins: expected a time before the first of ends")
        if self.days is not None and self.freeze_days >= self.days:
            raise ValueError("freeze_days: expected less than days")
        return self

    def begins_ms(self) -> int:
        """When the first season may begin, since 1970."""
        return 0 if self.begins is None else to_ms(self.begins)

    def end_ms(self, began_ms: int) -> int | None:
        """The end of a season that began then; None where only the organiser ends it."""
        if self.days is not None:
            return began_ms + round(self.days * DAY_MS)
        return next((ms for ms in map(to_ms, self.ends) if ms > began_ms), None)

    def next_begin_ms(self, begin_ms: int, now_ms: int) -> int:
        """When the season began that is on now, if one was to begin at `begin_ms`.

        Seasons that nobody could play, because no server ran, are left out.
        """
        while (end_ms := self.end_ms(begin_ms)) is not None and end_ms <= now_ms:
            begin_ms = end_ms
        return begin_ms


class DivisionRules(Section):
    """Entries meet within their division. At the end of a season the best go up and the last go down."""

    sizes: tuple[Count, ...] = Field(
        min_length=1,
        max_length=32,
        description="Entries of each division from the best on; one more has all others.",
    )
    moves: Count = Field(
        default=2, description="So many go up, and as many down, between two divisions."
    )

    @model_validator(mode="after")
    def _fits_together(self) -> "DivisionRules":
        """Raises ValueError, which becomes a ValidationError."""
        if any(size < 2 for size in self.sizes):
            raise ValueError("sizes: expected at least 2 entries in each division")
        if any(size < 2 * self.moves for size in self.sizes[1:]) or self.sizes[0] < self.moves:
            raise ValueError(
                "moves: expected at most half of each size, of the first at most the whole"
            )
        return self

    @property
    def lowest(self) -> int:
        """The number of the last division, in which newcomers begin; the best is 1."""
        return len(self.sizes) + 1


class BatchRules(Section):
    """Matches that are asked for, and how many each new version plays."""

    submission: Count | None = Field(
        default=None,
        description="So many matches of each new version, in each season where ratings are fresh; then it meets only "
        "others that have not had theirs. Absent = no end.",
    )
    rated: bool = Field(
        default=False, description="Matches that somebody asked for count like others."
    )
    most: Count = Field(default=100, description="Matches of one batch that is asked for.")
    owner_per_day: Count = Field(
        default=200, description="Matches that one owner may ask for in 24 hours."
    )


def to_ms(when: datetime) -> int:
    """Since 1970."""
    return int(when.timestamp() * 1000)
