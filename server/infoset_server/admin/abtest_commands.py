"""Commands about A-B tests, of their owners and of workers; done by `AbTests`. An organiser's are those they submitted."""

import base64
import binascii
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final

from pydantic import Field

from infoset_games.contests.sequential import AbSettings, check_settings
from infoset_protocol.messages.scalars import SLUG_PATTERN
from infoset_server.accounts.users import ORGANISE, ConsoleError
from infoset_server.admin.commands import Arguments, Command, Operator, Result, Stakes
from infoset_server.admin.ownership import NotYoursError, is_known, require_power
from infoset_server.common.text import counted
from infoset_server.contests.abtests.abtest import AbTest
from infoset_server.contests.abtests.definition import (
    HIGHEST,
    MAX_BLOCKS,
    MAX_LOG,
    AbTestError,
    Block,
    Digest,
    Log,
    Pace,
    Side,
    Terms,
    checked_game,
    unknown_test,
)
from infoset_server.contests.abtests.queue import AbTests, Worker
from infoset_server.contests.abtests.view import details, order, rows, summary

MAX_PIECE: Final = 44_000  # characters: a request must stay below `frames.max_body_bytes`
MOST_TAKEN: Final = 256  # blocks at a time
MOST_REPORTED: Final = 16  # blocks, and logs, in one request

Name = Annotated[str, Field(min_length=1, max_length=64)]
Effect = Annotated[float, Field(ge=-10, le=10, allow_inf_nan=False)]
Priority = Annotated[int, Field(ge=-HIGHEST, le=HIGHEST)]


class NewTest(Arguments):
    a: Side
    b: Side | None = None
    against: str | None = Field(default=None, pattern=SLUG_PATTERN)
    game: str = Field(min_length=1, max_length=32)
    options: dict[str, Any] = Field(default={}, max_length=64)
    game_files: dict[Annotated[str, Field(max_length=256)], Digest] = Field(
        default={}, max_length=256
    )
    title: str = Field(default="", max_length=64)
    null: Effect = 0.0
    alternative: Effect = 0.1
    alpha: float = 0.05
    beta: float = 0.05
    max_blocks: int = Field(default=3_000, ge=1, le=MAX_BLOCKS)
    pace: Pace = Pace()
    priority: Priority = 0
    private: bool = False


class OneTest(Arguments):
    test: Name


class Shown(OneTest):
    json_: bool = Field(default=False, alias="json")
    log: bool = False


class NewPriority(OneTest):
    priority: Priority


class NewRelease(Arguments):
    name: str = Field(pattern=SLUG_PATTERN)
    game: str = Field(min_length=1, max_length=32)
    side: Side


class Piece(Arguments):
    digest: Digest
    size: int = Field(ge=1, le=1 << 30)
    offset: int = Field(ge=0, le=1 << 30)
    data: str = Field(max_length=MAX_PIECE)


class OneProgram(Arguments):
    program: Digest
    test: Name


class Working(Arguments):
    worker: str = Field(min_length=1, max_length=128)
    for_all: bool = False


class Taking(Working):
    package: str = Field(max_length=64)
    most: int = Field(ge=1, le=MOST_TAKEN)
    test: Name | None = None


class Unfit(Working):
    test: Name
    why: str = Field(max_length=MAX_LOG)


class Report(Working):
    test: Name
    blocks: list[Block] = Field(min_length=1, max_length=MOST_REPORTED)
    logs: list[Log] = Field(default=[], max_length=MOST_REPORTED)


class AbTestCommands:
    """What owners of tests can ask. Raises AbTestError where nothing is done."""

    def __init__(self, tests: AbTests) -> None:
        self._tests = tests

    def commands(self) -> list[Command[Any]]:
        """All of them."""
        return [
            Command("ab-submit", NewTest, self.submit, ORGANISE),
            Command("ab-stop", OneTest, self.stop, ORGANISE),
            Command("ab-priority", NewPriority, self.set_priority, ORGANISE),
            Command("ab-release", NewRelease, self.release, ORGANISE),
            Command("ab-tests", Arguments, self.list_all, ORGANISE, is_noted=False),
            Command("ab-show", Shown, self.show, ORGANISE, is_noted=False),
        ]

    def submit(self, operator: Operator, asked: NewTest) -> Result:
        """Puts a test of two programs into the queue."""
        require_rank(operator, asked.priority)
        one = self._tests.submit(self._terms(operator, asked), operator.user, asked.priority)
        return Result(f"test {one.stored.id}", [summary(self._tests, one)])

    def stop(self, operator: Operator, asked: OneTest) -> Result:
        """Plays a test no further."""
        self._tests.stop(self._found(operator, asked))
        return Result(f"{asked.test} is stopped")

    def set_priority(self, operator: Operator, asked: NewPriority) -> Result:
        """Lets a test be played before others, or after them; before all takes an administrator."""
        one = self._found(operator, asked)
        require_rank(operator, asked.priority)
        self._tests.set_priority(one, asked.priority)
        return Result(f"{asked.test} has the priority {asked.priority}")

    def release(self, operator: Operator, asked: NewRelease) -> Result:
        """Keeps a program as the newest of its name, for the next ones to be tested against."""
        game = checked_game(asked.game, {}).name
        found = self._tests.release(asked.name, game, asked.side, operator.user)
        return Result(f"{found.side.label} is the newest release of {found.name}")

    def list_all(self, operator: Operator, asked: Arguments) -> Result:
        """The tests there are, in the order of the queue."""
        found = [
            summary(self._tests, one) for one in self._tests if is_known(operator, stakes_of(one))
        ]
        return Result(counted(len(found), "test"), found)

    def show(self, operator: Operator, asked: Shown) -> Result:
        """Where a test stands; or what its programs wrote when they failed."""
        one = self._found(operator, asked)
        stored = one.stored
        if asked.log:
            told = [f"== match {log.match}, {log.side}\n{log.text}" for log in stored.logs]
            return Result("" if told else "nothing was written", file="\n".join(told))
        if asked.json_:
            return Result(rows=[details(self._tests, one)])
        terms = stored.terms
        return Result(
            f"{terms.title or stored.id}: {terms.a.label} against {terms.b.label}, {terms.game}",
            rows(self._tests, one),
        )

    def _terms(self, operator: Operator, asked: NewTest) -> Terms:
        game = checked_game(asked.game, asked.options)
        if (asked.b is None) == (asked.against is None):
            raise AbTestError("b: expected a program, or else against: the name of a release")
        b = asked.b
        if b is None:
            assert asked.against is not None
            found = self._tests.find_release(asked.against, operator.user)
            if found.game != game.name:
                raise AbTestError(f"against: {asked.against} plays {found.game}, not {game.name}")
            b = found.side
        if b.label == asked.a.label:
            raise AbTestError(f"b: expected another label than {b.label}, which a has")
        if asked.pace.move_ms is not None and asked.pace.bank_ms is not None:
            raise AbTestError("pace: expected at most one of move_ms and bank_ms")
        settings = AbSettings(asked.null, asked.alternative, asked.alpha, asked.beta)
        try:
            check_settings(settings)
        except ValueError as problem:
            raise AbTestError(str(problem)) from None
        return Terms(
            asked.title,
            game.name,
            game.rules,
            self._tests.package,
            dict(game.options()),
            asked.a,
            b,
            settings,
            asked.max_blocks,
            asked.pace,
            asked.private,
            asked.game_files,
        )

    def _found(self, operator: Operator, asked: OneTest) -> AbTest:
        return found_for(self._tests, operator, asked.test)


class AbWorkCommands:
    """What programs ask: workers, and whoever sends a program."""

    def __init__(self, tests: AbTests, stored: Callable[[], Awaitable[None]]) -> None:
        """`stored` returns when everything noted so far is on the disk."""
        self._tests = tests
        self._stored = stored

    def commands(self) -> list[Command[Any]]:
        """All of them."""
        return [
            Command("ab-piece", Piece, self.piece, ORGANISE, is_noted=False),
            Command("ab-program", OneProgram, self.program, ORGANISE, is_noted=False),
            Command("ab-take", Taking, self.take, ORGANISE, is_noted=False),
            Command("ab-report", Report, self.report, ORGANISE, is_noted=False),
            Command("ab-renew", Working, self.renew, ORGANISE, is_noted=False),
            Command("ab-refuse", Unfit, self.refuse, ORGANISE, is_noted=False),
            Command("ab-leave", Working, self.leave, ORGANISE, is_noted=False),
        ]

    def piece(self, operator: Operator, asked: Piece) -> Result:
        """Takes in a piece of a program's archive; says how many bytes there are now."""
        try:
            body = base64.b64decode(asked.data, validate=True)
        except binascii.Error:
            raise AbTestError("data: expected base64") from None
        try:
            have = self._tests.programs.add(asked.digest, asked.size, asked.offset, body)
        except OSError as problem:
            raise ConsoleError(f"the program cannot be kept: {problem.strerror}") from None
        return Result(rows=[{"have": have}])

    def program(self, operator: Operator, asked: OneProgram) -> Result:
        """The archive of a program of a test, as base64."""
        terms = self._played(operator, asked.test).stored.terms
        if asked.program not in (terms.a.program, terms.b.program):
            raise AbTestError(f"program: the test has none of the hash {asked.program}")
        return Result(file=base64.b64encode(self._tests.programs.read(asked.program)).decode())

    def take(self, operator: Operator, asked: Taking) -> Result:
        """Blocks to play, of the test whose turn it is; none where there is no work."""
        if asked.package != self._tests.package:
            raise AbTestError(
                f"package: expected infoset {self._tests.package}, {asked.package} is installed"
            )
        found = self._tests.take(worker_of(operator, asked), asked.test, asked.most)
        told = [] if found is None else [order(found)]
        return Result(rows=[{"orders": told, "lease_s": self._tests.limits.lease_s}])

    async def report(self, operator: Operator, asked: Report) -> Result:
        """What was played; each block counts once. Answered when that is stored."""
        worker = worker_of(operator, asked)
        one = self._tests.find(asked.test)
        counted = self._tests.report(worker, one, asked.blocks, asked.logs)
        await self._stored()
        return Result(rows=[{"counted": counted, "open": one.is_open}])

    def renew(self, operator: Operator, asked: Working) -> Result:
        """A worker is still there."""
        self._tests.renew(worker_of(operator, asked))
        return Result()

    def refuse(self, operator: Operator, asked: Unfit) -> Result:
        """A worker cannot play a test, and is offered it no more."""
        one = self._tests.find(asked.test)
        self._tests.refuse(worker_of(operator, asked), one, asked.why)
        return Result()

    def leave(self, operator: Operator, asked: Working) -> Result:
        """A worker goes; what it has not played, others do."""
        self._tests.leave(worker_of(operator, asked))
        return Result()

    def _played(self, operator: Operator, name: str) -> AbTest:
        """A test that the operator may play. Raises AbTestError."""
        return found_for(self._tests, operator, name)


def found_for(tests: AbTests, operator: Operator, name: str) -> AbTest:
    """A test that is the operator's. Raises AbTestError."""
    one = tests.find(name)
    require_power(operator, stakes_of(one), unknown_test(name))
    return one


def stakes_of(one: AbTest) -> Stakes:
    """A test is of whoever submitted it; the server's own are the administrators'."""
    owner = one.stored.owner
    return Stakes(frozenset(() if owner is None else (owner,)))


def require_rank(operator: Operator, priority: int) -> None:
    """Raises NotYoursError for who would go before everybody else and may not."""
    if priority > 0 and not operator.is_admin:
        raise NotYoursError


def worker_of(operator: Operator, asked: Working) -> Worker:
    """Who plays. Raises NotYoursError for a worker that would play for everybody and may not."""
    if asked.for_all and not operator.is_admin:
        raise NotYoursError
    user = operator.user
    # The name is told apart by whose it is: nobody renews or gives back what somebody else's worker plays.
    owner = "" if user is None else user.id
    return Worker(f"{owner}/{asked.worker}", None if user is None else user.id, asked.for_all)
