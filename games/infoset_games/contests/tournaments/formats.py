"""The formats of tournaments by name: what each plays next, when it is over, and who comes where."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final

from infoset_games.contests.series import SIDES
from infoset_games.contests.tournaments.arena import arena_wave, fiery_scores
from infoset_games.contests.tournaments.course import Course, Facts
from infoset_games.contests.tournaments.gauntlet import gauntlet
from infoset_games.contests.tournaments.groups import group_round
from infoset_games.contests.tournaments.knockout import (
    SeededBracket,
    bracket_of,
    knockout_draws,
    later_table,
    schedule_of,
)
from infoset_games.contests.tournaments.playoff import (
    THIRD,
    Playoff,
    check_playoff,
    is_qualifying,
    playoff_draws,
    playoff_places,
    qualifying,
    seeded_bracket,
    seeds_of,
    tables_after,
)
from infoset_games.contests.tournaments.round_robin import round_robin
from infoset_games.contests.tournaments.standings import Row, standings
from infoset_games.contests.tournaments.swiss import check_field, swiss_round
from infoset_games.contests.tournaments.table import Draw
from infoset_games.contests.tournaments.table_knockout import (
    FINAL,
    check_table_knockout,
    table_knockout_draws,
    table_knockout_places,
)

MOST_ROUNDS: Final = 256
MOST_MINUTES: Final = 7 * 24 * 60


@dataclass(frozen=True)
class Moment:
    """What a format must know besides the course: the time since the start, and who is free to play."""

    elapsed_s: float
    free: Collection[int]


class Format(ABC):
    """What a tournament plays. Immutable: everything that changes is in the course and the moment."""

    name: ClassVar[str]
    tie_breaks: ClassVar[tuple[str, ...]]  # where nothing else is said
    is_drawn_ahead: ClassVar[bool] = False  # are all tables known before the first result?

    @abstractmethod
    def check(self, entrants: int, seats: int) -> None:
        """Raises ValueError naming what does not go together."""

    @abstractmethod
    def draws(self, course: Course, moment: Moment) -> list[Draw]:
        """The tables that are to be drawn now; none while others must be decided first."""

    @abstractmethod
    def is_over(self, course: Course, moment: Moment) -> bool:
        """Is nothing left to be drawn or played?"""

    def scores(self, course: Course) -> list[Fraction]:
        """The scores by which the standings are ordered."""
        return course.scores()

    def places(self, course: Course) -> Mapping[int, int] | None:
        """The places where they do not follow from scores: of all who are out of a knock-out."""
        return None

    def scored(self, course: Course) -> Course:
        """The part of a course that scores and tie-breaks are of."""
        return course

    def bracket(self, course: Course) -> SeededBracket | None:
        """The bracket of a knock-out of two, as far as it is played."""
        return None

    def later_table(self, course: Course, number: int) -> str | None:
        """A table that follows from the one of this number, so that its result must stand."""
        return None

    def ordered_by(self, tie_breaks: tuple[str, ...]) -> "Format":
        """The same, where other tie-breaks decide who goes on."""
        return self

    def takes_late(self, course: Course, most_missed: int) -> bool:
        """May somebody still enter who has missed so many rounds at most?"""
        return False


class DrawnAhead(Format):
    """A format whose tables are all known before the first result."""

    is_drawn_ahead: ClassVar[bool] = True

    @abstractmethod
    def everything(self, entrants: int, seats: int) -> list[Draw]:
        """All tables. Raises ValueError naming what does not go together."""

    def check(self, entrants: int, seats: int) -> None:
        """As Format."""
        self.everything(entrants, seats)

    def draws(self, course: Course, moment: Moment) -> list[Draw]:
        """Everything, at the start."""
        return [] if course.sittings else self.everything(course.entrants, course.terms.seats)

    def is_over(self, course: Course, moment: Moment) -> bool:
        """When all is decided."""
        return bool(course.sittings) and course.is_settled


@dataclass(frozen=True)
class RoundRobin(DrawnAhead):
    """Everybody meets everybody, `cycles` times."""

    name: ClassVar[str] = "round_robin"
    tie_breaks: ClassVar[tuple[str, ...]] = ("head_to_head", "sonneborn_berger", "wins")
    cycles: int = 1

    def everything(self, entrants: int, seats: int) -> list[Draw]:
        """As DrawnAhead."""
        return round_robin(entrants, seats, self.cycles)


@dataclass(frozen=True)
class Gauntlet(DrawnAhead):
    """The first `challengers` entrants meet all others, `cycles` times."""

    name: ClassVar[str] = "gauntlet"
    tie_breaks: ClassVar[tuple[str, ...]] = ("wins", "match_points")
    challengers: int = 1
    cycles: int = 1

    def everything(self, entrants: int, seats: int) -> list[Draw]:
        """As DrawnAhead."""
        return gauntlet(entrants, seats, self.challengers, self.cycles)


@dataclass(frozen=True)
class Swiss(Format):
    """So many rounds in which those of like scores meet; 0 rounds stand for as many as it takes to find one best."""

    name: ClassVar[str] = "swiss"
    tie_breaks: ClassVar[tuple[str, ...]] = ("buchholz_cut", "buchholz", "sonneborn_berger")
    rounds: int = 0

    def check(self, entrants: int, seats: int) -> None:
        """As Format."""
        check_field(entrants, seats)
        if not 0 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"rounds: expected 0..{MOST_ROUNDS}, got {self.rounds}")

    def rounds_for(self, entrants: int, seats: int) -> int:
        """How many rounds are played."""
        if self.rounds:
            return self.rounds
        rounds, reached = 0, 1
        while reached < entrants:
            rounds, reached = rounds + 1, reached * seats
        return rounds if seats == SIDES else rounds + 1

    def draws(self, course: Course, moment: Moment) -> list[Draw]:
        """The next round when the last is decided."""
        seats = course.terms.seats
        players = course.staying
        is_last = course.last_round >= self.rounds_for(course.entrants, seats)
        if is_last or not course.is_settled or len(players) < seats:
            return []
        draw = swiss_round if seats == SIDES else group_round
        return draw(Facts.of(course), players, course.last_round + 1)

    def is_over(self, course: Course, moment: Moment) -> bool:
        """After the last round, or when nobody is left to play."""
        return course.is_settled and not self.is_going_on(course)

    def takes_late(self, course: Course, most_missed: int) -> bool:
        """As Format: for a round that is not drawn yet."""
        return course.last_round <= most_missed and self.is_going_on(course)

    def is_going_on(self, course: Course) -> bool:
        """Does another round follow?"""
        seats = course.terms.seats
        is_last = course.last_round >= self.rounds_for(course.entrants, seats)
        return not is_last and len(course.staying) >= seats


@dataclass(frozen=True)
class Elimination(Format):
    """An entrant who loses is out. At tables of three and more, `advance` of each go on."""

    name: ClassVar[str] = "single_elimination"
    tie_breaks: ClassVar[tuple[str, ...]] = ()
    advance: int = 1

    def check(self, entrants: int, seats: int) -> None:
        """As Format."""
        if seats == SIDES:
            schedule_of(entrants, is_double=False)
        check_table_knockout(entrants, seats, self.advance)

    def draws(self, course: Course, moment: Moment) -> list[Draw]:
        """What is known of the bracket and not drawn yet."""
        if course.terms.seats == SIDES:
            return knockout_draws(course, is_double=False)
        return table_knockout_draws(course, self.advance)

    def is_over(self, course: Course, moment: Moment) -> bool:
        """When the final is decided."""
        final = course.by_name().get(FINAL)
        return final is not None and final.is_decided

    def places(self, course: Course) -> Mapping[int, int] | None:
        """As Format."""
        if course.terms.seats == SIDES:
            return bracket_of(course, is_double=False).places()
        return table_knockout_places(course)

    def bracket(self, course: Course) -> SeededBracket | None:
        """As Format."""
        if course.terms.seats != SIDES:
            return None
        return SeededBracket(bracket_of(course, is_double=False), course.everybody)

    def later_table(self, course: Course, number: int) -> str | None:
        """As Format."""
        return later_table(course, number)


@dataclass(frozen=True)
class DoubleElimination(Format):
    """An entrant who loses twice is out. For two seats."""

    name: ClassVar[str] = "double_elimination"
    tie_breaks: ClassVar[tuple[str, ...]] = ()

    def check(self, entrants: int, seats: int) -> None:
        """As Format."""
        if seats != SIDES:
            raise ValueError(f"format: expected another than {self.name} for {seats} seats")
        schedule_of(entrants, is_double=True)

    def draws(self, course: Course, moment: Moment) -> list[Draw]:
        """What is known of the bracket and not drawn yet."""
        return knockout_draws(course, is_double=True)

    def is_over(self, course: Course, moment: Moment) -> bool:
        """When no pairing is left."""
        return course.is_settled and bracket_of(course, is_double=True).is_over

    def places(self, course: Course) -> Mapping[int, int] | None:
        """As Format."""
        return bracket_of(course, is_double=True).places()

    def bracket(self, course: Course) -> SeededBracket | None:
        """As Format."""
        return SeededBracket(bracket_of(course, is_double=True), course.everybody)

    def later_table(self, course: Course, number: int) -> str | None:
        """As Format."""
        return later_table(course, number)


@dataclass(frozen=True)
class Arena(Format):
    """Entrants play again as soon as they are free, for so many minutes. With `fire`, winning in a row counts double."""

    name: ClassVar[str] = "arena"
    tie_breaks: ClassVar[tuple[str, ...]] = ("wins", "match_points")
    minutes: float = 60.0
    fire: bool = False

    def check(self, entrants: int, seats: int) -> None:
        """As Format."""
        check_field(entrants, seats)
        if not 0 < self.minutes <= MOST_MINUTES:
            expected = f"more than 0 and at most {MOST_MINUTES}"
            raise ValueError(f"minutes: expected {expected}, got {self.minutes}")

    def draws(self, course: Course, moment: Moment) -> list[Draw]:
        """Tables for those who are free, until the time is over."""
        if self.is_late(moment):
            return []
        return arena_wave(course, moment.free, course.last_round + 1)

    def is_over(self, course: Course, moment: Moment) -> bool:
        """When the time is over and what was begun is played."""
        is_empty = len(course.staying) < course.terms.seats
        return course.is_settled and (is_empty or self.is_late(moment))

    def takes_late(self, course: Course, most_missed: int) -> bool:
        """As Format: an arena has no rounds to miss."""
        return most_missed > 0

    def is_late(self, moment: Moment) -> bool:
        """Is the time over?"""
        return moment.elapsed_s >= self.minutes * 60

    def scores(self, course: Course) -> list[Fraction]:
        """As Format."""
        return fiery_scores(course) if self.fire else course.scores()


@dataclass(frozen=True)
class Finals(Format):
    """A qualification, and then a bracket of its best, where who loses is out. For two seats.

    `order` are the tie-breaks of the qualification; none stands for the usual ones.
    """

    name: ClassVar[str] = "finals"
    tie_breaks: ClassVar[tuple[str, ...]] = ("head_to_head", "buchholz_cut", "buchholz", "wins")
    qualification: RoundRobin | Swiss
    playoff: Playoff
    order: tuple[str, ...] = ()

    def check(self, entrants: int, seats: int) -> None:
        """As Format."""
        if seats != SIDES:
            raise ValueError(f"format: expected another than {self.name} for {seats} seats")
        check_playoff(self.playoff, entrants)
        self.qualification.check(entrants, seats)

    def draws(self, course: Course, moment: Moment) -> list[Draw]:
        """Those of the qualification, then what is known of the bracket."""
        first = qualifying(course)
        if not (tables_after(course) or self.qualification.is_over(first, moment)):
            return self.qualification.draws(first, moment)
        return playoff_draws(course, self.seeds(course), self.playoff)

    def is_over(self, course: Course, moment: Moment) -> bool:
        """When the final is decided, and who is third."""
        last = (FINAL, THIRD) if self.playoff.third_place else (FINAL,)
        tables = course.by_name()
        return all(name in tables and tables[name].is_decided for name in last)

    def scores(self, course: Course) -> list[Fraction]:
        """As Format: those of the qualification."""
        return qualifying(course).scores()

    def scored(self, course: Course) -> Course:
        """As Format."""
        return qualifying(course)

    def places(self, course: Course) -> Mapping[int, int] | None:
        """As Format, once the cut is made."""
        if not tables_after(course):
            return None
        return playoff_places(course, self.rows(course), self.seeds(course))

    def bracket(self, course: Course) -> SeededBracket | None:
        """As Format, once the cut is made."""
        if not tables_after(course):
            return None
        return seeded_bracket(course, self.seeds(course), self.playoff)

    def later_table(self, course: Course, number: int) -> str | None:
        """As Format: the whole bracket follows from each table of the qualification."""
        if is_qualifying(course.sittings[number].draw):
            return next((one.draw.name for one in tables_after(course)), None)
        return later_table(course, number)

    def ordered_by(self, tie_breaks: tuple[str, ...]) -> "Finals":
        """As Format."""
        return replace(self, order=tie_breaks)

    def takes_late(self, course: Course, most_missed: int) -> bool:
        """As Format: before the cut."""
        first = qualifying(course)
        return not tables_after(course) and self.qualification.takes_late(first, most_missed)

    def rows(self, course: Course) -> list[Row]:
        """The standings of the qualification."""
        return standings(qualifying(course), self.order or self.tie_breaks)

    def seeds(self, course: Course) -> list[int]:
        """Who plays in the bracket, best seed first."""
        return seeds_of(course, self.rows(course), self.playoff.cut)


FORMATS: Final[tuple[type[Format], ...]] = (
    RoundRobin,
    Swiss,
    Elimination,
    DoubleElimination,
    Gauntlet,
    Arena,
    Finals,
)
