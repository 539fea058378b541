"""Ratings that a tournament takes from a ladder: who may enter, and what performances are reckoned from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import Field, model_validator

from infoset_server.common.ids import UserId
from infoset_server.config.section import Section
from infoset_server.contests.ladder.ladder import Ladder


@dataclass(frozen=True)
class Rated:
    """How an account, or a bot of the server, stands on a ladder."""

    rating: float
    games: int


# Of an account, or of a bot of the server under its name; None for who has no results there.
Ratings: TypeAlias = Callable[[UserId | None, str | None], Rated | None]


def no_ratings(user: UserId | None, bot: str | None) -> Rated | None:
    """Where there is no ladder, or none any more."""
    return None


class RatingTable(Section):
    """The ladder whose ratings count, and who may enter by themselves; the organiser enters whom they like."""

    ladder: str = Field(min_length=1, max_length=32, description="Name of the ladder.")
    least: float | None = Field(
        default=None, ge=-10_000, le=10_000, description="Lowest rating with which one may enter."
    )
    most: float | None = Field(
        default=None, ge=-10_000, le=10_000, description="Highest rating with which one may enter."
    )
    games: int = Field(
        default=0, ge=0, le=1_000_000, description="Games on the ladder that it takes to enter."
    )

    @model_validator(mode="after")
    def _is_range(self) -> "RatingTable":
        """Raises ValueError, which becomes a ValidationError."""
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError("least: expected at most what most is")
        return self

    def obstacle(self, rated: Rated | None) -> str | None:
        """Why somebody who stands so may not enter; None if they may."""
        games = 0 if rated is None else rated.games
        if games < self.games:
            return f"it takes {self.games} games on the ladder {self.ladder}, here are {games}"
        if rated is None:
            is_asked = self.least is not None or self.most is not None
            return f"it takes a rating on the ladder {self.ladder}" if is_asked else None
        rating = round(rated.rating)
        if self.least is not None and rating < self.least:
            return (
                f"it takes a rating of {self.least:g} on the ladder {self.ladder}, here is {rating}"
            )
        if self.most is not None and rating > self.most:
            return f"it is for ratings up to {self.most:g} on the ladder {self.ladder}, here is {rating}"
        return None


def ratings_of(ladder: Ladder) -> Ratings:
    """Those of a ladder; of several entries of one account or bot, that with the most games."""

    def find(user: UserId | None, bot: str | None) -> Rated | None:
        rows = [
            row
            for entry in ladder.entries.values()
            if entry.bot == bot
            and (bot is not None or entry.owner == user)
            and (row := ladder.standings.find(entry.id)) is not None
            and row.games
        ]
        row = max(rows, key=lambda row: row.games, default=None)
        return None if row is None else Rated(row.rating, row.games)

    return find
