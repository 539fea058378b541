"""What an A-B test is, what comes back from its workers, and how both are stored."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

from pydantic import ConfigDict, Field, with_config

from infoset_games.contests.sequential import AbSettings
from infoset_games.game import Game, OptionError
from infoset_games.registry import UnknownGameError, make_game
from infoset_server.accounts.users import ConsoleError
from infoset_server.common.ids import UserId
from infoset_server.storage.notes import DocumentKind

SIDES: Final = ("a", "b")
MAX_LOG: Final = 3_000  # characters of what one match wrote
MAX_BLOCKS: Final = 100_000
HIGHEST: Final = 10  # of priorities, and of those below zero

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Label = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^\S(.*\S)?$")]
Millis = Annotated[int, Field(ge=0, le=86_400_000)]
Whole = Annotated[int, Field(ge=0, le=1_000_000_000)]
STRICT: Final = ConfigDict(extra="forbid")


class AbTestError(ConsoleError):
    """A test cannot be what was asked, or not now; nothing has changed."""


def unknown_test(name: str) -> AbTestError:
    """There is none of this name, or whoever asks may not know."""
    return AbTestError(f"there is no test {name}")


class AbState(StrEnum):
    """What became of a test so far."""

    OPEN = "open"
    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"
    BROKEN = "broken"  # a program did not really play
    STOPPED = "stopped"


@with_config(STRICT)
@dataclass(frozen=True)
class Side:
    """A program as a worker starts it. `spec` names it as `infoset arena` does; `{files}` in it is the folder into
    which the worker puts what was submitted, whose hash `program` is (None: it comes with the package).
    """

    label: Label
    spec: Annotated[str, Field(min_length=1, max_length=1_000)]
    program: Digest | None = None


@with_config(STRICT)
@dataclass(frozen=True)
class Pace:
    """The time control of the matches of a test: at most one of `move_ms` and `bank_ms`."""

    move_ms: Millis | None = None
    bank_ms: Millis | None = None
    inc_ms: Millis = 0
    first_ms: Millis = 3_000
    on_timeout: Literal["fallback", "random", "forfeit"] = "fallback"
    patience_s: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 60.0


@dataclass(frozen=True)
class Terms:
    """What is tested, checked. `rules` and `package` are the versions with which it is played, `game_files` the
    hashes of the files of a plug-in's rules as whoever submitted it had them, by name.
    """

    title: str
    game: str
    rules: str
    package: str
    options: dict[str, Any]
    a: Side
    b: Side
    settings: AbSettings
    max_blocks: int
    pace: Pace
    is_private: bool
    game_files: dict[str, Digest] = field(default_factory=dict)


@with_config(STRICT)
@dataclass(frozen=True)
class Conduct:
    """What went wrong with a program in a block, and in how many decisions of all the fallback was played."""

    crashes: Whole = 0
    exceptions: Whole = 0
    illegal: Whole = 0
    misses: Whole = 0
    decisions: Whole = 0
    fallbacks: Whole = 0

    def plus(self, other: "Conduct") -> "Conduct":
        """Both together."""
        mine, more = vars(self), vars(other)
        return Conduct(**{name: mine[name] + more[name] for name in mine})

    @property
    def is_absent(self) -> bool:
        """Was most of it played for the program? Then the result is not the program's."""
        return 2 * self.fallbacks > self.decisions


@with_config(STRICT)
@dataclass(frozen=True)
class Block:
    """The matches of one deal. `scores` are A's of each, or None where one could not be played, by no bot's fault."""

    number: Annotated[int, Field(ge=0, lt=MAX_BLOCKS)]
    scores: (
        Annotated[
            list[Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]], Field(max_length=1_000)
        ]
        | None
    )
    a: Conduct = Conduct()
    b: Conduct = Conduct()


@with_config(STRICT)
@dataclass(frozen=True)
class Log:
    """The end of what a match left on standard error in which something went wrong with a `side`."""

    match: Whole
    side: Literal["a", "b"]
    text: Annotated[str, Field(max_length=MAX_LOG)]


@dataclass(frozen=True)
class Figures:
    """Where a test stands. `course` are pairs of blocks and llr, on the way; a match counts in `matches` when its
    block is in.
    """

    llr: float
    lower: float
    upper: float
    blocks: int
    spoilt: int
    matches: int
    mean: float
    low: float
    high: float
    a: Conduct
    b: Conduct
    course: list[tuple[int, float]]


@dataclass
class StoredTest:
    """A test without its blocks. `figures` are its last ones, once it is over. Times since 1970."""

    id: str
    terms: Terms
    owner: UserId | None
    owner_name: str
    seed: str
    created_ms: int
    priority: int = 0
    state: AbState = AbState.OPEN
    ended_ms: int = 0
    why: str = ""
    figures: Figures | None = None
    logs: list[Log] = field(default_factory=list)


@dataclass(frozen=True)
class Release:
    """A program under a name that stays: what the next one is tested against. `number` counts from 1."""

    name: str
    owner: UserId | None
    game: str
    number: int
    side: Side
    at_ms: int


TEST: Final = DocumentKind("ab_test", StoredTest)
RELEASE: Final = DocumentKind("ab_release", Release)
BLOCK: Final = "ab_block"  # of each test a kind: ab_block:ID


def blocks_of(test: str) -> DocumentKind[Block]:
    """The documents of a test's blocks."""
    return DocumentKind(f"{BLOCK}:{test}", Block)


def checked_game(name: str, options: dict[str, Any]) -> Game:
    """The game of a test. Raises AbTestError."""
    try:
        return make_game(name, options)
    except (UnknownGameError, OptionError) as error:
        raise AbTestError(f"game: {error}") from None
