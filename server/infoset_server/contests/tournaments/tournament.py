"""One tournament: what it is, who takes part, how far it has come, and what is noted of it. Starts no match."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Final, Literal

from infoset_games.contests.tournaments.course import Adjustment, Course
from infoset_games.contests.tournaments.formats import Format, Moment
from infoset_games.contests.tournaments.performance import performances
from infoset_games.contests.tournaments.sitting import Played, Sitting, Terms
from infoset_games.contests.tournaments.standings import Row, standings
from infoset_games.contests.tournaments.table import Draw
from infoset_games.contests.tournaments.teams import Team, TeamRow, team_standings
from infoset_server.common.ids import MatchId, UserId
from infoset_server.contests.tournaments.definition import TournamentError, TournamentFile
from infoset_server.contests.tournaments.entrants import Entrant

State = Literal["draft", "open", "running", "paused", "over"]

EVERYTHING: Final = 1 << 30  # the last round that is released, where nothing is hidden
MOST_VOIDS: Final = 3  # matches without a result at one table, before it counts as tied


@dataclass
class Match:
    """A match that is being played at a table. `begun_ms` since 1970; `berserk` are entrants who play it so.

    It is to end where it takes too long (`is_late`), which counts as tied, or `is_discarded`: its table is played again.
    """

    id: MatchId
    seating: tuple[int, ...]
    begun_ms: int
    berserk: tuple[int, ...] = ()
    is_late: bool = False
    is_discarded: bool = False


@dataclass
class TableState:
    """What is kept of a table besides its sitting: the match being played, and matches that had no result."""

    match: Match | None = None
    voids: list[MatchId] = field(default_factory=list)


class Tournament:
    """Changes only when the whole change is allowed. Raises TournamentError; then nothing has changed."""

    def __init__(
        self,
        file: TournamentFile,
        seats: int,
        owner: UserId | None,
        entrants: Iterable[Entrant] = (),
        key: str = "",
    ) -> None:
        """`owner` is the organiser; None where an administrator without an account made it. `key` stands in
        the address of its page where that is not for everybody.
        """
        self.file = file
        self.key = key
        self.owner = owner
        self.entrants = list(entrants)
        self.state: State = "draft"
        self.released = 0  # the last round whose results may be known, where they are hidden
        self.started_ms = 0  # since 1970
        self.format: Format = file.make_format()
        self.terms: Terms = file.make_terms(seats)
        self.course = Course(0, self.terms)
        self.tables: dict[int, TableState] = {}

    @property
    def has_begun(self) -> bool:
        """Are entrants settled, so that who leaves has lost?"""
        return self.state not in ("draft", "open")

    @property
    def id(self) -> str:
        """Its name in commands."""
        return self.file.id

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.file.title or self.file.id

    @property
    def seats(self) -> int:
        """Of each match."""
        return self.terms.seats

    # Before it starts.

    def open(self) -> None:
        """Everybody may know of it, and it may start by itself."""
        self._require("draft")
        self.state = "open"

    @property
    def admits(self) -> bool:
        """May those enter who are let in, before the start or, where its file says so, late?"""
        if self.state in ("running", "paused"):
            late_rounds = self.file.late_rounds
            return late_rounds > 0 and self.format.takes_late(self.course, late_rounds)
        return self.state == "open"

    def enter(self, added: Iterable[Entrant]) -> None:
        """More entrants, behind the others. Those who come late have no points from what they have missed."""
        if not self.admits:
            self._require("draft", "open")
        self.entrants = [*self.entrants, *added]
        if self.has_begun:
            self.course = replace(
                self.course, entrants=len(self.entrants), apart=self.pairs_apart()
            )

    def start(self, now_ms: int) -> None:
        """It begins: nobody enters any more. `now_ms` since 1970."""
        self._require("draft", "open")
        self.check_format(len(self.entrants))
        self.course = Course(len(self.entrants), self.terms, apart=self.pairs_apart())
        self.state = "running"
        self.started_ms = now_ms

    def pairs_apart(self) -> frozenset[tuple[int, int]]:
        """Who shall not meet, by number; of those of `unknown_apart` nobody."""
        numbers = {one.name: number for number, one in enumerate(self.entrants)}
        return frozenset(
            pair
            for group in self.file.groups_apart
            for pair in combinations(
                sorted({numbers[name] for name in group if name in numbers}), 2
            )
        )

    def unknown_apart(self) -> list[str]:
        """The names in `apart` and in teams that nobody has, who may still come."""
        known = {one.name for one in self.entrants}
        groups = (*self.file.apart, *(team.members for team in self.file.team))
        return sorted({name for group in groups for name in group if name not in known})

    def room_for(self, limit: int) -> int:
        """How many entrants there may be, by its file and format, where the server allows `limit`."""
        highest = min(limit, self.file.most or limit)
        return next((most for most in range(highest, 1, -1) if self._suits(most)), 0)

    def _suits(self, entrants: int) -> bool:
        try:
            self.check_format(entrants)
        except TournamentError:
            return False
        return True

    def check_format(self, entrants: int) -> None:
        """Raises TournamentError where the format is not for so many."""
        try:
            self.format.check(entrants, self.seats)
        except ValueError as problem:
            raise TournamentError(str(problem)) from None

    # While it runs.

    @property
    def is_running(self) -> bool:
        """Are tables drawn and called?"""
        return self.state == "running"

    def pause(self) -> None:
        """No table is called; what is being played goes on."""
        self._require("running")
        self.state = "paused"

    def set_pace(self, tables: int | None, parallel: int | None) -> None:
        """So many matches at once from now on, and of those of each bot of this server; None leaves it as it is."""
        self._require("draft", "open", "running", "paused")
        changes = {"tables": tables, "parallel": parallel}
        given = {name: value for name, value in changes.items() if value is not None}
        if not given:
            raise TournamentError("expected tables, parallel or both")
        self.file = self.file.model_copy(update=given)

    def resume(self) -> None:
        """It goes on, also where it was over and a table is to be played again."""
        self._require("paused")
        self.state = "running"

    def finish(self) -> None:
        """Nothing is left to be played."""
        self.state = "over"

    def moment(self, now_ms: int, busy: Iterable[int]) -> Moment:
        """Now, for the format; `busy` are entrants who are at a table."""
        taken = set(busy)
        free = [one for one in self.course.staying if one not in taken]
        return Moment((now_ms - self.started_ms) / 1000, free)

    def draw(self, draws: list[Draw]) -> range:
        """More tables; their numbers."""
        first = len(self.course.sittings)
        self.course = self.course.draw(draws)
        return range(first, len(self.course.sittings))

    def table(self, number: int) -> TableState:
        """What is kept of a table."""
        return self.tables.setdefault(number, TableState())

    def sitting(self, number: int) -> Sitting:
        """How far a table has come."""
        return self.course.sittings[number]

    def began(self, number: int, match: Match) -> None:
        """A match is being played at a table. An entrant who plays it berserk has said so for this one only."""
        self.table(number).match = match
        self._set_berserk(match.berserk, is_on=False)

    def is_to_end(self, number: int) -> bool:
        """Is a match being played at this table that shall not go on?"""
        match = self.table(number).match
        if match is None:
            return False
        return match.is_late or match.is_discarded or self.sitting(number).is_decided

    def ended(self, number: int, match: MatchId, places: tuple[int, ...] | None) -> bool:
        """A match has ended with these places by seat, or None: without a result. Was that news?

        After some matches without a result the next is taken as tied, lest the table never ends. Who played berserk
        in one without a result does so in the next.
        """
        table, sitting = self.table(number), self.sitting(number)
        current = table.match
        if current is None or current.id != match:
            return False
        table.match = None
        if sitting.is_decided:  # the organiser was faster
            return True
        if current.is_discarded or (places is None and not current.is_late):
            table.voids.append(match)
            if len(table.voids) <= MOST_VOIDS:
                self._set_berserk(current.berserk, is_on=True)
                return True
        found = places or (1,) * len(current.seating)
        self._set(number, sitting.after(Played(match, current.seating, found, current.berserk)))
        return True

    def miss(self, number: int, absent: Iterable[int]) -> list[int]:
        """Entrants who did not come to a table; returns those who were absent too often, and are out now."""
        sitting = self.sitting(number)
        for entrant in absent:
            sitting = sitting.without(entrant)
        self._set(number, sitting)
        counts = self.course.absences()
        out = [
            one
            for one in absent
            if counts[one] >= self.file.max_absences and one not in self.course.withdrawn
        ]
        for entrant in out:
            self.course = self.course.without(entrant)
        return out

    def go_berserk(self, entrant: int, *, is_on: bool) -> None:
        """An entrant plays the next match that begins for them berserk, or does not after all. Twice changes nothing."""
        if not self.file.has_berserk:
            raise TournamentError(f"{self.id} has no berserk: its file does not say so")
        self._require("open", "running", "paused")
        self._set_berserk((entrant,), is_on=is_on)

    # What only the organiser does.

    def forfeit(self, number: int, entrant: int) -> None:
        """An entrant has lost at a table that is not decided."""
        self._require("running", "paused")
        sitting = self._undecided(number)
        if entrant not in sitting.entrants:
            raise TournamentError(f"{self.name_of(entrant)} is not at table {sitting.draw.name}")
        self._set(number, sitting.without(entrant))

    def withdraw(self, entrant: int) -> None:
        """An entrant leaves: before the start as if never entered, later losing all that is not decided."""
        self._require("draft", "open", "running", "paused")
        if not self.has_begun:
            del self.entrants[entrant]
            return
        if entrant in self.course.withdrawn:
            raise TournamentError(f"{self.name_of(entrant)} has left already")
        self.course = self.course.without(entrant)

    def reopening(self, entrant: int) -> list[int]:
        """The tables that an entrant who has left would play after all: lost for nothing but that, nothing played."""
        return [
            number
            for number, sitting in enumerate(self.course.sittings)
            if entrant in sitting.left and self._is_untouched(number, sitting)
        ]

    def readmit(self, entrant: int) -> None:
        """An entrant who has left takes part again: from now on, and at the tables of `reopening`.

        What was over is paused then: others may be to come back, too, before more is drawn.
        """
        self._require("running", "paused", "over")
        if entrant not in self.course.withdrawn:
            raise TournamentError(f"{self.name_of(entrant)} has not left")
        self.course = self.course.with_back(entrant, self.reopening(entrant))
        if self.state == "over":
            self.state = "paused"

    def rule(self, number: int, places: tuple[int, ...]) -> None:
        """The organiser says how a table ended: places of its entrants, in their order."""
        self._require_revisable(number)
        try:
            self._set(number, self.sitting(number).ruled(places))
        except ValueError as problem:
            raise TournamentError(str(problem)) from None

    def play_again(self, number: int) -> None:
        """Nothing that happened at a table counts; it is played again."""
        self._require_revisable(number)
        sitting = self.sitting(number)
        if sitting.is_bye:
            raise TournamentError(f"table {sitting.draw.name} is a bye")
        table = self.table(number)
        table.voids.clear()
        if table.match is not None:
            table.match.is_discarded = True
        self.course = self.course.anew(number)
        if self.state == "over":
            self.state = "running"

    def adjust(self, entrant: int, points: Fraction, reason: str) -> None:
        """Gives points, or takes them."""
        self._require("running", "paused", "over")
        if self.format.places(self.course) is not None:
            raise TournamentError(
                "a knock-out has no scores, and those of a qualification stand when it is over; `rule` or "
                "`replay` a table instead"
            )
        self.course = self.course.adjusted(Adjustment(entrant, points, reason))

    def release(self, last_round: int | None) -> None:
        """Results up to a round, or (None) all, may be known."""
        self._require("running", "paused", "over")
        if not self.file.is_hidden:
            raise TournamentError("nothing is hidden: the file says results = shown")
        reached = EVERYTHING if last_round is None else last_round
        if reached < self.released:
            raise TournamentError(f"round: expected at least {self.released}: it has been released")
        self.released = reached

    # What is known of it.

    @property
    def visible_round(self) -> int:
        """The last round whose results everybody may know."""
        return self.released if self.file.is_hidden else EVERYTHING

    def standings(self, course: Course) -> list[Row]:
        """The table of a course."""
        fmt = self.format
        return standings(
            fmt.scored(course), self.file.order_by(), fmt.scores(course), fmt.places(course)
        )

    def performances(self, course: Course) -> dict[int, float]:
        """What everybody was worth against those whose ratings are known."""
        ratings = {
            number: one.rating
            for number, one in enumerate(self.entrants)
            if one.rating is not None and number < course.entrants
        }
        return performances(course, ratings)

    def teams(self, course: Course) -> list[TeamRow]:
        """The standings of the teams, of whose members those count who have entered."""
        numbers = {one.name: number for number, one in enumerate(self.entrants)}
        found = []
        for team in self.file.team:
            members = tuple(numbers[name] for name in team.members if name in numbers)
            found.append(Team(team.name, members, team.counting or len(team.members)))
        scores = self.format.scores(course)
        return team_standings(found, course.scores() if scores is None else scores)

    def name_of(self, entrant: int) -> str:
        """An entrant's name."""
        return self.entrants[entrant].name

    def has_played(self, match_id: str) -> bool:
        """Does a match that is over count, or had it no result?"""
        return any(
            match_id in (match.match for match in sitting.played)
            for sitting in self.course.sittings
        ) or any(match_id in table.voids for table in self.tables.values())

    def match_ids(self) -> Iterator[str]:
        """Every match that is played or was, also without a result."""
        for sitting in self.course.sittings:
            yield from (match.match for match in sitting.played)
        for table in self.tables.values():
            yield from table.voids
            if table.match is not None:
                yield table.match.id

    def find_entrant(self, text: str) -> int:
        """The entrant of this name, user id, or number from 1."""
        for number, one in enumerate(self.entrants):
            if text in (one.name, one.user):
                return number
        if text.isdecimal() and 1 <= int(text) <= len(self.entrants):
            return int(text) - 1
        raise TournamentError(f"entrant: expected a name or number of {self.id}, got {text}")

    def find_table(self, name: str) -> int:
        """The table of this name."""
        for number, sitting in enumerate(self.course.sittings):
            if sitting.draw.name == name.upper():
                return number
        raise TournamentError(f"table: expected the name of one that is drawn, got {name}")

    # Inside.

    def _set_berserk(self, entrants: Iterable[int], *, is_on: bool) -> None:
        for entrant in entrants:
            self.entrants[entrant] = replace(self.entrants[entrant], berserk=is_on)

    def _set(self, number: int, sitting: Sitting) -> None:
        self.course = self.course.with_sitting(number, sitting)

    def _is_untouched(self, number: int, sitting: Sitting) -> bool:
        """Has nothing been played or ruled at a table, and does nothing follow from it?"""
        state = self.tables.get(number)
        is_played = bool(sitting.played) or (state is not None and state.match is not None)
        if is_played or sitting.ruling is not None:
            return False
        return not sitting.is_decided or self.format.later_table(self.course, number) is None

    def _undecided(self, number: int) -> Sitting:
        sitting = self.sitting(number)
        if sitting.is_decided:
            raise TournamentError(f"table {sitting.draw.name} is decided")
        return sitting

    def _require(self, *states: State) -> None:
        if self.state not in states:
            expected = " or ".join(states)
            raise TournamentError(
                f"{self.id} is {self.state}; that is possible while it is {expected}"
            )

    def _require_revisable(self, number: int) -> None:
        """Raises TournamentError where later tables follow from this one."""
        self._require("running", "paused", "over")
        sitting = self.sitting(number)
        later = self.format.later_table(self.course, number) if sitting.is_decided else None
        if later is not None:
            raise TournamentError(f"table {later} follows from {sitting.draw.name} already")
