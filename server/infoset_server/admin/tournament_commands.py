"""Commands about tournaments; done by `Tournaments`. An organiser's business are those they made."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, Literal

import orjson
from pydantic import Field

from infoset_server.accounts.users import ORGANISE, User
from infoset_server.admin.commands import Arguments, Command, Operator, Result, Stakes
from infoset_server.admin.ownership import is_known, is_theirs, require_power
from infoset_server.common.text import counted
from infoset_server.contests.tournaments.definition import (
    EntrantTable,
    TournamentError,
    TournamentFile,
    unknown_tournament,
)
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.exports import FORMS
from infoset_server.contests.tournaments.tournaments import Tournaments
from infoset_server.contests.tournaments.view import (
    View,
    bracket_text,
    crosstable_rows,
    schedule_rows,
    standings_rows,
    team_rows,
)

MOST_TEXT: Final = 60_000  # characters of a file


class NewTournament(Arguments):
    file: str = Field(max_length=MOST_TEXT)


class One(Arguments):
    tournament: str = Field(min_length=1, max_length=32)


class Look(One):
    public: bool = False


class Export(Look):
    form: Literal["json", "trf", "csv"] = "json"


class Shown(Look):
    json_: bool = Field(default=False, alias="json")


class ShownRound(Shown):
    round: int | None = Field(default=None, ge=1)


class Entry(One):
    user: str | None = Field(default=None, max_length=64)
    bot: str | None = Field(default=None, max_length=64)
    classroom: str | None = Field(default=None, max_length=64)
    name: str | None = Field(default=None, max_length=64)


class OneEntrant(One):
    entrant: str = Field(min_length=1, max_length=64)


class Loss(OneEntrant):
    table: str = Field(min_length=1, max_length=16)


class OneTable(One):
    table: str = Field(min_length=1, max_length=16)


class Ruling(OneTable):
    places: list[int] = Field(min_length=2, max_length=16)


class Correction(OneEntrant):
    points: float = Field(ge=-1_000, le=1_000, allow_inf_nan=False)
    reason: str = Field(min_length=1, max_length=200)


class Pace(One):
    tables: int | None = Field(default=None, ge=1, le=1_000)
    parallel: int | None = Field(default=None, ge=1, le=64)


class Release(One):
    round: int | None = Field(default=None, ge=1, le=10_000)


class TournamentCommands:
    """Tournaments. Raises TournamentError or AccountError where nothing is done."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        changes: list[Command[Any]] = [
            Command("tournament-create", NewTournament, self.create, ORGANISE),
            Command("tournament-open", One, self.open, ORGANISE),
            Command("tournament-enter", Entry, self.enter, ORGANISE),
            Command("tournament-start", One, self.start, ORGANISE),
            Command("tournament-pause", One, self.pause, ORGANISE),
            Command("tournament-resume", One, self.resume, ORGANISE),
            Command("tournament-pace", Pace, self.pace, ORGANISE),
            Command("tournament-forfeit", Loss, self.forfeit, ORGANISE),
            Command("tournament-withdraw", OneEntrant, self.withdraw, ORGANISE),
            Command("tournament-readmit", OneEntrant, self.readmit, ORGANISE),
            Command("tournament-rule", Ruling, self.rule, ORGANISE),
            Command("tournament-replay", OneTable, self.replay, ORGANISE),
            Command("tournament-adjust", Correction, self.adjust, ORGANISE),
            Command("tournament-release", Release, self.release, ORGANISE),
            Command("tournament-remove", One, self.remove, ORGANISE),
        ]
        looks: list[Command[Any]] = [
            Command("tournaments", Arguments, self.list_all, ORGANISE, is_noted=False),
            Command("tournament-standings", Shown, self.standings, ORGANISE, is_noted=False),
            Command("tournament-teams", Shown, self.teams, ORGANISE, is_noted=False),
            Command("tournament-schedule", ShownRound, self.schedule, ORGANISE, is_noted=False),
            Command("tournament-bracket", Shown, self.bracket, ORGANISE, is_noted=False),
            Command("tournament-crosstable", Shown, self.crosstable, ORGANISE, is_noted=False),
            Command("tournament-export", Export, self.export, ORGANISE, is_noted=False),
        ]
        return changes + looks

    # Changes.

    def create(self, operator: Operator, asked: NewTournament) -> Result:
        """A new tournament from its file."""
        one = self._tournaments.create(asked.file, operator.user, entry_rule(operator))
        unknown = ", ".join(one.unknown_apart())
        return Result(
            f"{one.id} has {counted(len(one.entrants), 'entrant')}; `open` shows it, `start` begins"
            + (f"; apart, team: nobody is called {unknown} yet" if unknown else "")
        )

    def open(self, operator: Operator, asked: One) -> Result:
        """Everybody may know of a tournament, and it may start by itself."""
        director = self._found(operator, asked)
        page = f"/tournaments/{self._tournaments.address(director.tournament)}.json"
        return self._change(
            operator, asked, lambda one: one.tournament.open(), f"is open, see {page}"
        )

    def enter(self, operator: Operator, asked: Entry) -> Result:
        """More entrants of a tournament."""
        director = self._found(operator, asked)
        try:
            entry = EntrantTable(
                user=asked.user, bot=asked.bot, classroom=asked.classroom, name=asked.name
            )
        except ValueError:
            raise TournamentError("expected exactly one of user, bot, classroom") from None
        added = self._tournaments.enter(director.tournament, entry, entry_rule(operator))
        return Result(f"{added} more; {counted(len(director.tournament.entrants), 'entrant')}")

    def start(self, operator: Operator, asked: One) -> Result:
        """A tournament begins."""
        now_ms = self._tournaments.now_ms()
        file = self._found(operator, asked).tournament.file
        return self._change(
            operator, asked, lambda one: one.tournament.start(now_ms), f"has begun; {pace_of(file)}"
        )

    def pause(self, operator: Operator, asked: One) -> Result:
        """A tournament calls no more tables; its matches go on."""
        return self._change(operator, asked, lambda one: one.tournament.pause(), "is paused")

    def resume(self, operator: Operator, asked: One) -> Result:
        """A tournament that was paused goes on."""
        return self._change(operator, asked, lambda one: one.tournament.resume(), "goes on")

    def pace(self, operator: Operator, asked: Pace) -> Result:
        """How many matches of a tournament are played at once, from now on."""
        director = self._found(operator, asked)
        director.tournament.set_pace(asked.tables, asked.parallel)
        director.changed()
        return Result(f"{asked.tournament}: {pace_of(director.tournament.file)}")

    def forfeit(self, operator: Operator, asked: Loss) -> Result:
        """An entrant has lost at a table of a tournament."""

        def change(director: Director) -> None:
            one = director.tournament
            one.forfeit(self._table(operator, asked), one.find_entrant(asked.entrant))

        return self._change(operator, asked, change, f"{asked.entrant} has lost at {asked.table}")

    def withdraw(self, operator: Operator, asked: OneEntrant) -> Result:
        """An entrant leaves a tournament."""

        def change(director: Director) -> None:
            entrant = director.tournament.find_entrant(asked.entrant)
            self._require_power(operator, director, director.at_tables_of(entrant) - {entrant})
            director.tournament.withdraw(entrant)

        return self._change(operator, asked, change, f"{asked.entrant} has left")

    def readmit(self, operator: Operator, asked: OneEntrant) -> Result:
        """An entrant who has left a tournament takes part again."""
        one = self._found(operator, asked).tournament
        tables = one.reopening(one.find_entrant(asked.entrant))

        def change(director: Director) -> None:
            entrant = one.find_entrant(asked.entrant)
            others = {other for number in tables for other in one.sitting(number).entrants}
            self._require_power(operator, director, others - {entrant})
            director.readmit(entrant)

        back = f"{asked.entrant} is back; lost by leaving and played after all: {counted(len(tables), 'table')}"
        done = self._change(operator, asked, change, back)
        waits = "; it is paused: `resume` it when all are back" if one.state == "paused" else ""
        return Result(f"{done.message}{waits}")

    def rule(self, operator: Operator, asked: Ruling) -> Result:
        """The organiser says how a table of a tournament ended."""

        def change(director: Director) -> None:
            one = director.tournament
            one.rule(self._table(operator, asked), tuple(asked.places))

        return self._change(operator, asked, change, f"{asked.table} is ruled")

    def replay(self, operator: Operator, asked: OneTable) -> Result:
        """A table of a tournament is played again."""

        def change(director: Director) -> None:
            director.tournament.play_again(self._table(operator, asked))

        return self._change(operator, asked, change, f"{asked.table} is played again")

    def adjust(self, operator: Operator, asked: Correction) -> Result:
        """Gives an entrant points, or takes them."""
        points = Fraction(str(asked.points))

        def change(director: Director) -> None:
            one = director.tournament
            self._require_power(operator, director, range(len(one.entrants)))
            one.adjust(one.find_entrant(asked.entrant), points, asked.reason)

        return self._change(operator, asked, change, f"{asked.entrant}: {asked.points:+g}")

    def release(self, operator: Operator, asked: Release) -> Result:
        """Results of a tournament may be known."""
        what = "all results" if asked.round is None else f"results up to round {asked.round}"
        return self._change(
            operator, asked, lambda one: one.tournament.release(asked.round), f"{what} released"
        )

    def remove(self, operator: Operator, asked: One) -> Result:
        """Deletes a tournament."""
        director = self._found(operator, asked)
        self._require_power(operator, director, director.at_tables())
        self._tournaments.remove(director.tournament)
        return Result(f"{asked.tournament} is deleted")

    # Looks.

    def list_all(self, operator: Operator, asked: Arguments) -> Result:
        """The tournaments there are."""
        rows = [
            View.of_organiser(director).summary()
            for director in self._tournaments.directors()
            if is_known(operator, stakes_of(director))
        ]
        return Result(counted(len(rows), "tournament"), rows)

    def standings(self, operator: Operator, asked: Shown) -> Result:
        """Who is ahead in a tournament."""
        view = self._view(operator, asked)
        return told(asked, heading(view), standings_rows(view))

    def teams(self, operator: Operator, asked: Shown) -> Result:
        """How the teams of a tournament stand."""
        view = self._view(operator, asked)
        one = view.tournament
        if not one.file.team or not one.course.entrants:
            raise TournamentError(
                "there are standings of teams where the file has some, and it has begun"
            )
        return told(asked, heading(view), team_rows(view))

    def schedule(self, operator: Operator, asked: ShownRound) -> Result:
        """The tables of a tournament."""
        view = self._view(operator, asked)
        return told(asked, heading(view), schedule_rows(view, asked.round))

    def bracket(self, operator: Operator, asked: Shown) -> Result:
        """The bracket of a knock-out of two."""
        view = self._view(operator, asked)
        bracket = view.bracket() if view.tournament.course.entrants else None
        if bracket is None:
            raise TournamentError("there is a bracket where a knock-out of two has begun")
        if asked.json_:
            return Result(file=as_text({"bracket": list(view.pairings(bracket))}))
        return Result(heading(view), file=bracket_text(view))

    def crosstable(self, operator: Operator, asked: Shown) -> Result:
        """Who made how many points against whom."""
        view = self._view(operator, asked)
        return told(asked, heading(view), crosstable_rows(view))

    def export(self, operator: Operator, asked: Export) -> Result:
        """Everything of a tournament as JSON, or its results in another form."""
        view = self._view(operator, asked)
        write = FORMS.get(asked.form)
        return Result(file=as_text(view.document()) if write is None else write(view))

    # Inside.

    def _found(self, operator: Operator, asked: One) -> Director:
        director = self._tournaments.director(asked.tournament)
        self._require_power(operator, director)
        return director

    def _table(self, operator: Operator, asked: OneTable | Loss) -> int:
        """The number of a table that the operator decides about: none of their own."""
        director = self._found(operator, asked)
        number = director.tournament.find_table(asked.table)
        self._require_power(operator, director, director.tournament.sitting(number).entrants)
        return number

    @staticmethod
    def _require_power(operator: Operator, director: Director, about: Iterable[int] = ()) -> None:
        """Raises as `require_power` where the operator may not decide about these entrants."""
        stakes = stakes_of(director, about)
        require_power(operator, stakes, unknown_tournament(director.tournament.id))

    def _view(self, operator: Operator, asked: Look) -> View:
        director = self._found(operator, asked)
        return View.of_all(director) if asked.public else View.of_organiser(director)

    def _change(
        self, operator: Operator, asked: One, change: Callable[[Director], None], done: str
    ) -> Result:
        director = self._found(operator, asked)
        change(director)
        director.changed()
        return Result(f"{asked.tournament}: {done}")


def stakes_of(director: Director, about: Iterable[int] = ()) -> Stakes:
    """A tournament belongs to the user who made it. Users who play as one of the entrants it is `about` take part."""
    owner = director.tournament.owner
    deciders = frozenset(() if owner is None else (owner,))
    return Stakes(deciders, director.parties(about))


def entry_rule(operator: Operator) -> Callable[[User], bool]:
    """Whom the operator may enter: an organiser only their own pupils and bots, and themselves."""
    return lambda user: is_theirs(operator, user)


def pace_of(file: TournamentFile) -> str:
    """How many matches are played at once."""
    return (
        f"{counted(file.tables, 'table')} at once, and of those {file.parallel} of each bot of this server; "
        "`pace` changes that"
    )


def heading(view: View) -> str:
    """What stands above a table."""
    one = view.tournament
    hidden = "" if view.is_whole else f", results up to round {view.last_round}"
    return f"{one.title}: {view.summary()['state']}, {len(one.entrants)} entrants{hidden}"


def told(asked: Shown, message: str, rows: list[dict[str, Any]]) -> Result:
    """Rows as a table, or as JSON if that is asked for."""
    return Result(file=as_text(rows)) if asked.json_ else Result(message, rows)


def as_text(value: object) -> str:
    """JSON that people can read, too."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS).decode()
