"""What is answered over HTTP as JSON, as models. They describe it: answers are written without them, and may grow."""

from typing import Any

from pydantic import BaseModel, Field

from infoset_protocol.messages import LadderInfo, StandingRow


class Refusal(BaseModel):
    """Why a request is refused."""

    error: str = Field(description="the reason, for people")
    retry_ms: int | None = Field(default=None, ge=0, description="when to ask again, if that helps")


# Of the server.


class Verdict(BaseModel):
    """How the server is."""

    status: str = Field(description="`ok`, or what is wrong")
    server: str = Field(description="name of the server")


# Of accounts, and of the console.


class Enrolment(BaseModel):
    """What a code of a card is exchanged for."""

    code: str = Field(description="as it stands on the card")
    pub: str | None = Field(default=None, description="public key that shall log in from now on")


class Enrolled(BaseModel):
    """A device that may log in."""

    user: str
    name: str
    token: str | None = Field(default=None, description="where no key was given")


class Move(BaseModel):
    """What the code of a session is exchanged for."""

    code: str = Field(description="as the other device shows it", max_length=64)
    secret: str = Field(
        description="what this device makes up, with which a guest logs in from now on",
        min_length=16,
        max_length=128,
    )


class Moved(BaseModel):
    """Who goes on on this device: a guest by name and secret, somebody with an account by the token."""

    user: str
    name: str
    token: str | None = Field(default=None, description="of an account; a guest has none")


class Ticket(BaseModel):
    """What logs in once."""

    ticket: str
    valid_ms: int


class Outcome(BaseModel):
    """What comes of a command; what is empty is left out."""

    message: str | None = None
    rows: list[dict[str, Any]] | None = Field(default=None, description="of a table, alike")
    file: str | None = None
    secret: str | None = Field(default=None, description="told this once")


# Of ladders.


class LadderList(BaseModel):
    """All ladders that whoever asks may see."""

    ladders: list[LadderInfo]


class LadderRow(StandingRow):
    """One entry in the table."""

    margin: float = Field(description="half an interval in which the rating lies 95 times of 100")
    above_next: float | None = Field(
        default=None, description="chance to be stronger than the next row"
    )
    next_margin: float | None = Field(
        default=None, description="half an interval of the difference to the next row"
    )
    fit: float | None = Field(
        default=None,
        description="chance that results against single opponents are as far from what ratings say, or "
        "farther, if ratings say all",
    )
    misfit: bool = Field(
        default=False, description="results do not follow from ratings: some opponents suit it"
    )


class LadderTable(LadderInfo):
    """A ladder and its table."""

    as_of_ms: int = Field(description="when it was calculated, in ms since 1970")
    total: int = Field(description="rows of the whole table")
    results: int
    running: int = Field(description="meetings that are being played")
    lacks: list[str] = Field(description="what is missing before anything is played, for people")
    void: int = Field(description="results that do not count")
    annulled: int = Field(
        description="results that an organiser has annulled, which do not count either"
    )
    seat_points: dict[str, list[float]] = Field(
        description="advantage of seats in rating points, by size of the table"
    )
    rows: list[LadderRow] = Field(description="best first")
    classroom: str | None = Field(default=None, description="the name of the class whose it is")
    may_enter: bool = Field(default=True, description="false for the teacher, who looks on")


class EntryName(BaseModel):
    """Which entry."""

    entry: str
    name: str
    version: str


class Difference(BaseModel):
    """How far apart two entries are."""

    points: int = Field(description="by so much the row is rated higher than the column")
    margin: int = Field(description="half an interval of that, of two sigmas")
    odd: float | None = Field(
        default=None,
        description="by so many sigmas the row does better against the column than their ratings say",
    )


class Crosstable(BaseModel):
    """The best entries against each other."""

    ladder: str
    entries: list[EntryName]
    cells: list[list[tuple[int, int, int] | None]] = Field(
        description="by row and column how often ahead, level, behind; null against itself"
    )
    differences: list[list[Difference | None]] = Field(
        description="by row and column; null against itself, and where it is not known"
    )


class RatingPoint(BaseModel):
    """The rating of an entry at one time."""

    outcomes: int = Field(description="results that had been counted")
    at_ms: int
    rank: int
    rating: float
    rd: float
    games: int


class RatingLine(EntryName):
    """How the rating of an entry went."""

    points: list[RatingPoint]


class RatingHistory(BaseModel):
    """How the ratings of the best entries went."""

    ladder: str
    lines: list[RatingLine]


class LadderResult(BaseModel):
    """How a match ended; all lists by seat."""

    match_id: str
    at_ms: int
    entries: list[str]
    names: list[str]
    places: list[int]
    scores: list[float]
    reason: str
    annulled: str | None = Field(
        default=None, description="why an organiser has annulled it, so that it does not count"
    )


class LadderResults(BaseModel):
    """The newest results, newest first."""

    ladder: str
    results: list[LadderResult]


class SeasonHead(BaseModel):
    """A season that is over."""

    season: int = Field(description="its number, from 1")
    began_ms: int = Field(description="since 1970")
    ended_ms: int = Field(description="since 1970")
    results: int = Field(description="matches that ended in it, those that do not count included")
    entries: int = Field(description="rows of its table")


class LadderSeasons(BaseModel):
    """The seasons of a ladder that are over, newest first."""

    ladder: str
    seasons: list[SeasonHead]


class LadderSeason(SeasonHead):
    """The table with which a season ended."""

    ladder: str
    title: str
    rows: list[StandingRow] = Field(description="best division first, in each the best first")


class SeatStatistics(BaseModel):
    """How an entry did on one seat of tables of one size."""

    seats: int
    seat: int
    games: int
    wins: int
    mean_place: float
    mean_score: float


class Opponent(EntryName):
    """How an entry did against another; `share` is the part in which it was ahead."""

    games: int
    ahead: int
    level: int
    behind: int
    share: float


class Conduct(BaseModel):
    """How an entry played."""

    decisions: int
    mean_ms: float


class EntrySeason(StandingRow):
    """How a version of an entry stood at the end of a season."""

    season: int
    ended_ms: int = Field(description="when the season ended, in ms since 1970")


class LadderEntry(LadderRow):
    """Everything of one entry."""

    ladder: str
    info: dict[str, Any] = Field(description="what its owner says of it")
    history: list[RatingPoint]
    seats: list[SeatStatistics]
    opponents: list[Opponent]
    conduct: Conduct
    results: list[LadderResult]
    seasons: list[EntrySeason] = Field(
        description="how all versions of it stood at the ends of seasons, newest first"
    )


# Of tournaments.


class TournamentHead(BaseModel):
    """Which tournament, and how far it has come."""

    tournament: str
    title: str
    game: str
    seats: int
    format: str
    state: str


class TournamentLine(TournamentHead):
    """A line of the list."""

    entrants: int


class TournamentList(BaseModel):
    """All tournaments that everybody may see."""

    tournaments: list[TournamentLine]


class Entrant(BaseModel):
    """Who takes part."""

    entrant: int
    name: str
    user: str | None = None
    bot: str | None = None
    withdrawn: bool = False
    rating: int | None = Field(default=None, description="on the ladder, when they entered")


class SeriesMatch(BaseModel):
    """A match at a table."""

    match_id: str
    seating: list[int]
    places: list[int]


class TournamentTable(BaseModel):
    """A table. What is not known yet, or may not be, is left out."""

    table: str
    round: int
    entrants: list[int]
    best_of: int | None = Field(default=None, description="matches here, where not as everywhere")
    status: str = Field(description="`drawn`, `called`, `playing`, `decided` or `bye`")
    match_id: str | None = None
    room: str | None = None
    missing: list[int] | None = Field(default=None, description="`called`: entrants it waits for")
    waits_for_places: bool | None = Field(
        default=None,
        description="`called`, true: it begins when the server can run the programs of its uploaded bots",
    )
    until_ms: int | None = None
    matches: list[SeriesMatch] | None = None
    absent: list[int] | None = None
    ruled: bool = False
    points: list[float] | None = None
    places: list[int] | None = None


class TournamentRow(BaseModel):
    """A line of the standings."""

    place: int
    entrant: int
    score: float
    tie_breaks: list[float]
    tables: int
    won: int
    tied: int
    performance: int | None = Field(
        default=None, description="rating for which the points against rated opponents are usual"
    )


class BracketSide(BaseModel):
    """An entrant, or whence they come."""

    entrant: int | None = None
    from_: str | None = Field(default=None, alias="from")


class BracketPairing(BaseModel):
    """A pairing of a knock-out."""

    table: str
    round: int
    sides: list[BracketSide]
    winner: int | None = None
    only_if_second_wins: str | None = None


class TeamBoard(BaseModel):
    """The score of a member of a team."""

    entrant: int
    score: float


class TeamRow(BaseModel):
    """A line of the standings of teams."""

    place: int
    team: str
    score: float
    boards: list[TeamBoard] = Field(description="the first board first")


class TournamentDocument(TournamentHead):
    """Everything of a tournament that may be known."""

    entrants: list[Entrant]
    options: dict[str, Any]
    best_of: int
    tie_breaks: list[str]
    tables: list[TournamentTable]
    standings: list[TournamentRow]
    released: int | None = Field(default=None, description="last round whose results are shown")
    bracket: list[BracketPairing] | None = None
    rating: dict[str, Any] | None = Field(
        default=None, description="the ladder whose ratings count, and who may enter by them"
    )
    teams: list[TeamRow] | None = None
