"""A series of matches in a room: who plays it, where it stands, what its next match is played under."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from infoset_games.contests.series import Series
from infoset_games.core import Json
from infoset_server.matches.report import Outcome

TIE = 0.5


@dataclass(frozen=True)
class RoomSeries:
    """`players` are those on seats 0 and 1 in its first match, by side; None for nobody.

    `options` are those of the room's game; a match on the map of the one before has others.
    """

    score: Series
    players: tuple[str | None, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """Is nothing more played?"""
        return self.score.is_over

    def after(self, outcome: Outcome) -> "RoomSeries":
        """The series after a match; one without a result does not count."""
        if outcome.is_void:
            return self
        places = outcome.places
        points = TIE if places[0] == places[1] else float(places[0] < places[1])
        return replace(self, score=self.score.after(points))

    def with_seats(self, sitting: Sequence[str | None]) -> "RoomSeries":
        """The series if these sit there between two matches: who is missing has given it up."""
        if self.is_over:
            return self
        for seat, player in enumerate(sitting):
            side = self.score.side_on(seat)
            if player != self.players[side]:
                return replace(self, score=self.score.given_up(side))
        return self

    def next_options(self, last: Outcome) -> dict[str, Json]:
        """The options of the next match."""
        options = dict(self.options)
        if self.score.repeats_map:
            options |= last.same_map
        return options

    def info(self) -> dict[str, Any]:
        """The series as `SeriesInfo` values."""
        # Seats change after every match but the last.
        is_played_out = self.is_over and self.score.given_up_by is None
        is_swapped = self.score.is_swapped is not is_played_out
        points = list(self.score.points)
        info: dict[str, Any] = {
            "best_of": self.score.best_of,
            "played": len(self.score.results),
            "points": points[::-1] if is_swapped else points,
            "over": self.is_over,
        }
        winner = self.score.leader
        if self.is_over and winner is not None:
            info["winner"] = 1 - winner if is_swapped else winner
        return info

    def to_plain(self) -> dict[str, Any]:
        """The series to be kept."""
        return {
            "best_of": self.score.best_of,
            "results": list(self.score.results),
            "given_up_by": self.score.given_up_by,
            "players": list(self.players),
            "options": dict(self.options),
        }


def read_series(value: Mapping[str, Any]) -> RoomSeries:
    """The inverse of `to_plain`. Raises ValueError, TypeError or KeyError for anything else."""
    score = Series(value["best_of"], tuple(value["results"]), value["given_up_by"])
    return RoomSeries(score, tuple(value["players"]), dict(value["options"]))
