"""The table `format` of a tournament's file: which fields each kind has, and the format that it means."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from infoset_games.contests.series import MOST_MATCHES
from infoset_games.contests.tournaments.formats import (
    Arena,
    DoubleElimination,
    Elimination,
    Finals,
    Format,
    Gauntlet,
    RoundRobin,
    Swiss,
)
from infoset_games.contests.tournaments.playoff import Playoff
from infoset_server.config.section import Section

Rounds = Annotated[int, Field(ge=1, le=256)]
Matches = Annotated[int, Field(ge=1, le=MOST_MATCHES)]


class RoundRobinTable(Section):
    """Everybody meets everybody."""

    kind: Literal["round_robin"]
    cycles: Rounds = Field(default=1, description="How often.")

    def make(self) -> Format:
        """The format."""
        return RoundRobin(self.cycles)


class SwissTable(Section):
    """So many rounds in which those of like scores meet."""

    kind: Literal["swiss"]
    rounds: Rounds | None = Field(
        default=None, description="How many; absent = as many as it takes to find one best."
    )

    def make(self) -> Format:
        """The format."""
        return Swiss(self.rounds or 0)


class SingleTable(Section):
    """An entrant who loses is out."""

    kind: Literal["single_elimination"]
    advance: Rounds = Field(
        default=1, description="How many of each table go on, at tables of three and more."
    )

    def make(self) -> Format:
        """The format."""
        return Elimination(self.advance)


class DoubleTable(Section):
    """An entrant who loses twice is out."""

    kind: Literal["double_elimination"]

    def make(self) -> Format:
        """The format."""
        return DoubleElimination()


class GauntletTable(Section):
    """The first entrants meet all others."""

    kind: Literal["gauntlet"]
    challengers: Rounds = Field(default=1, description="How many of the first entrants.")
    cycles: Rounds = Field(default=1, description="How often they meet each of the others.")

    def make(self) -> Format:
        """The format."""
        return Gauntlet(self.challengers, self.cycles)


class ArenaTable(Section):
    """Entrants play again as soon as they are free, until the time is over."""

    kind: Literal["arena"]
    minutes: Annotated[float, Field(gt=0, le=10_080)] = Field(description="How long it goes on.")
    fire: bool = Field(
        default=False,
        description="After two tables won in a row, points count double until one is not won.",
    )
    berserk: bool = Field(
        default=False,
        description="Who says so plays their next match on half the main time and without increment, "
        "for one more point if they win it.",
    )

    def make(self) -> Format:
        """The format."""
        return Arena(self.minutes, self.fire)


class FinalsTable(Section):
    """A qualification, then a bracket of its best."""

    kind: Literal["finals"]
    qualification: Annotated[RoundRobinTable | SwissTable, Field(discriminator="kind")] = Field(
        description="What is played first: a round robin or a Swiss."
    )
    cut: Literal[2, 4, 8, 16, 32] = Field(description="How many go on.")
    best_of: Matches | None = Field(
        default=None, description="Matches at each table of the bracket; absent = as everywhere."
    )
    final_best_of: Matches | None = Field(
        default=None, description="Matches of the final; absent = as in the bracket."
    )
    third_place: bool = Field(
        default=False, description="Those who lose in the semi-finals play for the third place."
    )

    def make(self) -> Format:
        """The format."""
        playoff = Playoff(self.cut, self.best_of or 0, self.final_best_of or 0, self.third_place)
        first = self.qualification
        made = RoundRobin(first.cycles) if first.kind == "round_robin" else Swiss(first.rounds or 0)
        return Finals(made, playoff)


FormatTable: TypeAlias = Annotated[
    RoundRobinTable
    | SwissTable
    | SingleTable
    | DoubleTable
    | GauntletTable
    | ArenaTable
    | FinalsTable,
    Field(discriminator="kind"),
]
