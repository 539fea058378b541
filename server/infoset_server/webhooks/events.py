"""What messages say: what everybody may know of a result, and nothing more. The models are the documented schema."""

from datetime import UTC, datetime
from typing import Any, Final, Literal

import orjson
from pydantic import BaseModel, Field

from infoset_server.contests.contest import ContestMatch
from infoset_server.matches.replays import Finished
from infoset_server.matches.report import Outcome

FINISHED: Final = "match.finished"
TEST: Final = "webhook.test"


class SeatResult(BaseModel):
    """Who sat on a seat, and how they did."""

    seat: int = Field(description="from 0")
    name: str = Field(description="at the time of the match")
    user: str = Field(description="id of the account or guest, or of the program for this match")
    place: int = Field(description="from 1; those who tied have the same")
    score: float = Field(description="what the game counts")
    assisted: bool | None = Field(default=None, description="true: a program helped")
    entry: str | None = Field(default=None, description="id of the entry on the ladder")
    version: str | None = Field(default=None, description="of the entry on the ladder")
    entrant: int | None = Field(default=None, description="number in the tournament, from 1")


class LadderResult(BaseModel):
    """Of a match on a ladder."""

    ladder: str = Field(description="name")
    title: str
    result: int = Field(description="number of the result on the ladder, from 1")
    rated: bool = Field(description="do ratings follow from it?")
    page: str


class TournamentResult(BaseModel):
    """Of a match in a tournament."""

    tournament: str = Field(description="id")
    title: str
    table: str = Field(description="name of the table, as R2.1")
    round: int = Field(description="from 1")
    page: str


class MatchResult(BaseModel):
    """The result of a match."""

    match: str = Field(description="id of the match")
    game: str
    rules: str = Field(description="version of the rules")
    reason: str = Field(description="why it ended, as `match_over` has it")
    moves: int = Field(description="changes of state")
    seats: list[SeatResult]
    replay: str = Field(description="where it can be seen again by those who may")
    ladder: LadderResult | None = None
    tournament: TournamentResult | None = None


class MatchFinished(BaseModel):
    """A match has ended with a result."""

    type: Literal["match.finished"] = FINISHED
    timestamp: str = Field(description="when it ended, as 2026-11-22T18:04:05.250Z")
    data: MatchResult


class Tested(BaseModel):
    """For whom a test was sent."""

    webhook: str = Field(description="id of the webhook")


class WebhookTest(BaseModel):
    """The organiser wants to see whether messages arrive. Nothing has happened."""

    type: Literal["webhook.test"] = TEST
    timestamp: str
    data: Tested


def finished_event(
    finished: Finished, outcome: Outcome, place: ContestMatch | None, site: str
) -> str:
    """The text of a message about a match that is over, and perhaps one of a competition."""
    result = MatchResult(
        match=finished.replay,
        game=finished.game,
        rules=finished.rules,
        reason=finished.reason,
        moves=finished.moves,
        seats=[seat_of(finished, outcome, place, seat) for seat in range(len(finished.players))],
        replay=f"{site}/#/replay/{finished.replay}",
    )
    if place is not None:
        told = (place.contest.name, place.contest.title, f"{site}{place.contest.page}")
        name, title, page = told
        if place.contest.kind == "ladder":
            result.ladder = LadderResult(
                ladder=name, title=title, result=place.number, rated=place.counts, page=page
            )
        else:
            result.tournament = TournamentResult(
                tournament=name, title=title, table=place.table, round=place.round, page=page
            )
    return as_text(MatchFinished(timestamp=time_text(finished.at_ms), data=result))


def seat_of(
    finished: Finished, outcome: Outcome, place: ContestMatch | None, seat: int
) -> SeatResult:
    """The line of a seat."""
    found = SeatResult(
        seat=seat,
        name=finished.players[seat],
        user=finished.users[seat],
        place=outcome.places[seat],
        score=outcome.scores[seat],
        assisted=True if seat in finished.assisted else None,
    )
    if place is not None and place.seats:
        there = place.seats[seat]
        found.entry, found.version, found.entrant = there.entry, there.version, there.entrant
    return found


def tested_event(webhook: str, at_ms: int) -> str:
    """The text of a test."""
    return as_text(WebhookTest(timestamp=time_text(at_ms), data=Tested(webhook=webhook)))


def as_text(event: BaseModel) -> str:
    """JSON without what is missing."""
    plain: dict[str, Any] = event.model_dump(exclude_none=True)
    return orjson.dumps(plain).decode()


def time_text(at_ms: int) -> str:
    """A time in UTC, by RFC 3339 with milliseconds."""
    moment = datetime.fromtimestamp(at_ms / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
