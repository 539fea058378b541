"""A-B tests as JSON over HTTP, for the page and for anybody's programs. Those that are private are not there."""

from typing import Any, Final

from pydantic import BaseModel, Field
from websockets.http11 import Response

from infoset_server.contests.abtests.queue import AbTests
from infoset_server.contests.abtests.view import details, summary
from infoset_server.http.documents import Refusal
from infoset_server.http.endpoints import PageError, Status
from infoset_server.http.routes import EVERYBODY, Call, Route
from infoset_server.network.http import as_json

MOST: Final = 200  # tests of the list


class AbTestSummary(BaseModel):
    """A test of two programs, and where it stands."""

    test: str
    title: str
    game: str
    state: str = Field(description="open, passed, failed, undecided, broken or stopped")
    a: str = Field(description="the program that may be better")
    b: str = Field(description="the one that it is compared with")
    owner: str
    priority: int
    blocks: int = Field(description="deals whose matches count, each with all its seatings")
    matches: int
    llr: float = Field(description="the evidence, read as a log-likelihood ratio")
    mean: float = Field(description="rank points of a less those of b, from -1 to 1")
    games_per_hour: int
    workers: int
    created_ms: int


class AbTestList(BaseModel):
    """All A-B tests that are not private."""

    tests: list[AbTestSummary]


class AbTestConduct(BaseModel):
    """What went wrong with a program."""

    crashes: int
    exceptions: int
    illegal: int
    misses: int = Field(description="time losses")
    decisions: int
    fallbacks: int = Field(description="decisions that were made for it")


class AbTestSides(BaseModel):
    """The same of both programs."""

    a: AbTestConduct
    b: AbTestConduct


class AbTestDocument(AbTestSummary):
    """A test with all its figures."""

    options: dict[str, Any]
    rules: str
    package: str = Field(description="version of infoset")
    programs: dict[str, str] = Field(description="SHA-256 of what is played; empty: built in")
    bounds: list[float]
    alpha: float
    beta: float
    lower: float = Field(description="the test fails where llr comes to it")
    upper: float = Field(description="the test passes where llr comes to it")
    max_blocks: int
    block_size: int
    spoilt: int = Field(description="blocks that do not count, by no program's fault")
    low: float = Field(description="of an interval that holds the mean with 95 %, at any time")
    high: float
    pace: dict[str, Any]
    conduct: AbTestSides
    course: list[list[float]] = Field(description="pairs of blocks and llr")
    ended_ms: int
    why: str


class AbTestPages:
    """The queue as everybody may see it."""

    def __init__(self, tests: AbTests) -> None:
        self._tests = tests

    def routes(self) -> list[Route]:
        """What is answered here."""
        return [
            Route(
                "GET",
                "/abtests",
                EVERYBODY,
                "The A-B tests: first those that are open, in the order of the queue.",
                self.index,
                {Status.OK: AbTestList},
            ),
            Route(
                "GET",
                "/abtests/{test}",
                EVERYBODY,
                "An A-B test: where it stands, and how it went.",
                self.one,
                {Status.OK: AbTestDocument, Status.NOT_FOUND: Refusal},
            ),
        ]

    def index(self, call: Call) -> Response:
        """The list."""
        shown = [
            summary(self._tests, one) for one in self._tests if not one.stored.terms.is_private
        ]
        return as_json(Status.OK, {"tests": shown[:MOST]})

    def one(self, call: Call) -> Response:
        """One test. Raises PageError where there is none for everybody."""
        name = call.names["test"]
        found = next((one for one in self._tests if one.stored.id == name), None)
        if found is None or found.stored.terms.is_private:
            raise PageError(Status.NOT_FOUND, "no such test")
        document: dict[str, Any] = details(self._tests, found)
        return as_json(Status.OK, document)
