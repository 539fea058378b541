"""What a tournament is, as its organiser writes it: one TOML file. Checks it; runs nothing, stores nothing."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from infoset_games.contests.series import MOST_MATCHES, SIDES
from infoset_games.contests.tournaments.formats import Format
from infoset_games.contests.tournaments.scoring import usual_scale
from infoset_games.contests.tournaments.sitting import Terms
from infoset_games.contests.tournaments.tie_breaks import TIE_BREAKS
from infoset_protocol.messages import ClockSpec, CreateRoom
from infoset_protocol.messages.scalars import SLUG_PATTERN
from infoset_server.accounts.users import ConsoleError
from infoset_server.common.request_errors import BadOptionError, GameUnknownError
from infoset_server.config import DefaultClock, RoomLimits
from infoset_server.config.section import Seconds, Section
from infoset_server.config.toml_text import parse_toml
from infoset_server.contests.tournaments.format_tables import FormatTable
from infoset_server.contests.tournaments.rating import RatingTable
from infoset_server.matches.settings import RoomSettings, read_settings

Slug = Annotated[str, Field(pattern=SLUG_PATTERN)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Points = Annotated[float, Field(ge=0, le=1_000, allow_inf_nan=False)]


class TournamentError(ConsoleError):
    """A tournament's file cannot be used, or what is asked for is not possible now; nothing has changed."""


def unknown_tournament(name: str) -> TournamentError:
    """There is none of this name, or whoever asks may not know."""
    return TournamentError(f"there is no tournament {name}")


class EntrantTable(Section):
    """Who takes part: an account, a bot of this server, or everybody in a class. The first are the best seeds."""

    user: Name | None = Field(
        default=None, description="Name or id of an account, a person's or a bot's."
    )
    bot: Name | None = Field(default=None, description="Name of a bot that runs on this server.")
    classroom: Name | None = Field(
        default=None, description="Name or id of a class: all its pupils."
    )
    name: Name | None = Field(default=None, description="Name in the tables; absent = its own.")

    @model_validator(mode="after")
    def _is_one(self) -> "EntrantTable":
        """Raises ValueError, which becomes a ValidationError."""
        if sum(one is not None for one in (self.user, self.bot, self.classroom)) != 1:
            raise ValueError("expected exactly one of user, bot, classroom")
        if self.classroom is not None and self.name is not None:
            raise ValueError("name: expected none beside classroom")
        return self


class TeamTable(Section):
    """A team: its members play for themselves, and their scores add up."""

    name: Name = Field(description="Its name, which no other team has.")
    members: Annotated[tuple[Name, ...], Field(min_length=1, max_length=64)] = Field(
        description="Names in the tables, that of the first board first; who is not entered yet may come."
    )
    counting: int | None = Field(
        default=None,
        ge=1,
        le=64,
        description="So many of their scores count, the best; absent = all.",
    )


class TournamentFile(Section):
    """One tournament."""

    id: Slug = Field(description="Its name in commands and addresses.")
    title: str = Field(
        default="",
        max_length=48,
        pattern="^([^#].*)?$",
        description="Title for people; absent = its id.",
    )
    game: Slug = Field(description="Name of the game.")
    rules: str | None = Field(
        default=None, max_length=64, description="Rules version; absent = the one installed."
    )
    options: dict[str, Any] = Field(default={}, max_length=64, description="Options of the game.")
    format: FormatTable = Field(description="What is played.")
    clock: DefaultClock = Field(default_factory=DefaultClock, description="Time control.")
    on_timeout: Literal["fallback", "random", "forfeit"] = Field(
        default="fallback", description="What a missed deadline does."
    )
    max_timeouts: int = Field(
        default=3, ge=1, le=1_000, description="Misses in a row after which the seat is forfeited."
    )
    compute: bool = Field(default=False, description="Players may think on the server.")
    assist: Literal["off", "advice", "confirm", "auto"] = Field(
        default="off", description="What assistants may do."
    )
    watch: Literal["public", "delayed", "off"] | None = Field(
        default=None,
        description="Who may watch its matches; absent = `public`, or `off` if results are hidden.",
    )
    talk: Literal["off", "people", "all"] = Field(
        default="people",
        description="Who may talk at a table: nobody, people, or programs on a seat, too.",
    )
    best_of: int = Field(
        default=1,
        ge=1,
        le=MOST_MATCHES,
        description="Matches at each table; seats change after each.",
    )
    points: tuple[Points, ...] = Field(
        default=(),
        max_length=16,
        description="What each place is worth; absent = 1 and 0 for two, "
        "otherwise one point for each player left behind.",
    )
    bye: Points | None = Field(
        default=None,
        description="What a bye is worth; absent = a win for two seats, otherwise the mean.",
    )
    tie_breaks: tuple[str, ...] | None = Field(
        default=None, max_length=8, description="What decides between equal scores, in this order."
    )
    results: Literal["shown", "hidden"] = Field(
        default="shown",
        description="With `hidden`, nobody but the organiser sees results before they are released.",
    )
    ready: bool = Field(
        default=True,
        description="People must say that they are ready; otherwise it is enough to be here.",
    )
    absence_s: Seconds = Field(
        default=300.0,
        description="Who is not at the table so long after it was called has lost there.",
    )
    max_absences: int = Field(
        default=2, ge=1, le=256, description="Who was absent so often is out of the tournament."
    )
    match_limit_s: Seconds | None = Field(
        default=None,
        description="A match that takes longer ends, tied; absent = clocks alone decide.",
    )
    stand_in: Name | None = Field(
        default=None,
        description="Bot of this server on the seat of who is absent from a table of three and "
        "more; absent = any that plays the game.",
    )
    tables: int = Field(default=4, ge=1, le=1_000, description="Matches at once.")
    parallel: int = Field(
        default=1, ge=1, le=64, description="Of those, matches of one bot that runs on this server."
    )
    late_rounds: int = Field(
        default=0,
        ge=0,
        le=256,
        description="Who has missed so many rounds at most may still enter, in a Swiss; any number but 0 lets them "
        "into an arena until it ends.",
    )
    apart: tuple[Annotated[tuple[Name, ...], Field(min_length=2, max_length=64)], ...] = Field(
        default=(),
        max_length=64,
        description="Groups of entrants, by their names in the tables, who do not meet in a Swiss as long as that "
        "can be avoided, and never in an arena.",
    )
    rating: RatingTable | None = Field(
        default=None, description="Ratings of a ladder, for performances and conditions."
    )
    team: tuple[TeamTable, ...] = Field(
        default=(),
        max_length=64,
        description="Teams. Their members are kept apart as those of `apart` are, where rounds are drawn.",
    )
    start: datetime | None = Field(
        default=None, description="When it starts by itself once it is open, with a time zone."
    )
    open_to: tuple[Literal["human", "bot", "hosted"], ...] = Field(
        default=(),
        max_length=3,
        description="Who may enter by themselves until it starts: accounts of people, programs of "
        "accounts, `hosted` = bots that were uploaded here, by their owners; absent = nobody.",
    )
    classroom: Name | None = Field(
        default=None,
        description="Name or id of the class for which it is: nobody else sees or enters it; "
        "absent = everybody.",
    )
    most: int | None = Field(
        default=None,
        ge=2,
        le=256,
        description="Entrants at most; absent = as many as the server and the format allow.",
    )
    entrant: tuple[EntrantTable, ...] = Field(
        default=(), max_length=256, description="Who takes part, best seed first."
    )

    @model_validator(mode="after")
    def _fits_together(self) -> "TournamentFile":
        """Raises ValueError, which becomes a ValidationError."""
        if self.results == "hidden" and self.watch not in (None, "off"):
            raise ValueError("watch: expected off where results are hidden")
        if self.clock.kind == "none" and self.match_limit_s is None:
            raise ValueError("clock: expected a time control, or match_limit_s beside it")
        if self.has_berserk and self.clock.kind != "bank":
            raise ValueError(
                "format.berserk: expected false where the clock has no main time to halve"
            )
        if self.late_rounds and not self._has_rounds_to_draw:
            raise ValueError("late_rounds: expected 0 where no Swiss and no arena is played")
        if self.apart and not self._has_rounds_to_draw:
            raise ValueError("apart: expected none where no Swiss and no arena is played")
        if self.start is not None and self.start.tzinfo is None:
            raise ValueError("start: expected a time zone, as in 2026-12-24T18:00:00Z")
        self._check_teams()
        for name in self.tie_breaks or ():
            if name not in TIE_BREAKS:
                raise ValueError(f"tie_breaks: expected some of {', '.join(TIE_BREAKS)}")
        return self

    def _check_teams(self) -> None:
        """Raises ValueError where two teams have one name or member."""
        for what, names in (
            ("name", [team.name for team in self.team]),
            ("members", [name for team in self.team for name in team.members]),
        ):
            twice = next((name for name, count in Counter(names).items() if count > 1), None)
            if twice is not None:
                raise ValueError(f"team: {what}: expected {twice} only once")

    @property
    def groups_apart(self) -> tuple[tuple[str, ...], ...]:
        """Groups of entrants who shall not meet where rounds are drawn: those of `apart`, and the teams."""
        teams = tuple(team.members for team in self.team) if self._has_rounds_to_draw else ()
        return (*self.apart, *teams)

    @property
    def _has_rounds_to_draw(self) -> bool:
        played = self.format.qualification if self.format.kind == "finals" else self.format
        return played.kind in ("swiss", "arena")

    @property
    def has_berserk(self) -> bool:
        """May entrants go berserk?"""
        return self.format.kind == "arena" and self.format.berserk

    @property
    def is_hidden(self) -> bool:
        """Are results told only when they are released?"""
        return self.results == "hidden"

    def start_ms(self) -> int | None:
        """When it starts by itself, since 1970."""
        return None if self.start is None else int(self.start.timestamp() * 1000)

    def make_format(self) -> Format:
        """What is played."""
        made = self.format.make()
        return made if self.tie_breaks is None else made.ordered_by(self.tie_breaks)

    def make_terms(self, seats: int) -> Terms:
        """How each table is played. Raises TournamentError."""
        scale = tuple(exact(one) for one in self.points) or usual_scale(seats)
        mean = sum(scale, Fraction(0)) / len(scale)
        usual_bye = scale[0] if seats == SIDES else mean
        bye = usual_bye if self.bye is None else exact(self.bye)
        try:
            return Terms(seats, scale, self.best_of, bye)
        except ValueError as problem:
            raise TournamentError(str(problem)) from None

    def order_by(self) -> tuple[str, ...]:
        """The tie-breaks in their order."""
        return self.make_format().tie_breaks if self.tie_breaks is None else self.tie_breaks

    def room(self, title: str) -> CreateRoom:
        """The request for the room of a table."""
        clock = ClockSpec.model_validate(self.clock.model_dump())
        return CreateRoom(
            game=self.game,
            rules=self.rules,
            options=self.options,
            title=title,
            clock=clock,
            on_timeout=self.on_timeout,
            max_timeouts=self.max_timeouts,
            absent="forfeit",
            compute=self.compute,
            assist=self.assist,
            watch=self.watch or ("off" if self.is_hidden else "public"),
            talk=self.talk,
            unlisted=self.is_hidden,
            undo=False,
        )

    def to_plain(self) -> dict[str, Any]:
        """Everything as plain values."""
        return self.model_dump(mode="json", exclude_defaults=True)


def exact(points: float) -> Fraction:
    """Points as people write them: 0.1 is a tenth."""
    return Fraction(str(points))


def read_tournament(text: str) -> TournamentFile:
    """A tournament's file. Raises TournamentError naming the field and what was expected."""
    try:
        return check_tournament(parse_toml(text))
    except tomllib.TOMLDecodeError as problem:
        raise TournamentError(f"the file is no TOML: {problem}") from None


def check_tournament(values: Mapping[str, Any]) -> TournamentFile:
    """The tournament of plain values. Raises TournamentError."""
    try:
        return TournamentFile.model_validate(values)
    except ValidationError as error:
        raise TournamentError(explain(error)) from None


def table_settings(file: TournamentFile, title: str, limits: RoomLimits) -> RoomSettings:
    """The settings of a table's room. Raises TournamentError."""
    try:
        return read_settings(file.room(title), limits)
    except (BadOptionError, GameUnknownError) as problem:
        raise TournamentError(problem.msg) from None


def explain(error: ValidationError) -> str:
    """The first thing that is wrong, and where."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    said = first["msg"].removeprefix("Value error, ")
    return f"{path}: {said}" if path else said
