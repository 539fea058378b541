"""What is tried with a client: cases as data, by level of conformance."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal

from infoset.conformance.chapters import Chapter
from infoset.conformance.weather import FAIR, Weather
from infoset_games.clocks import Clock
from infoset_games.terms import UNTIMED

Transport = Literal["tcp json", "tcp msgpack", "ws json", "ws msgpack"]
Role = Literal["player", "watcher", "assistant"]

LEVELS: Final = {
    0: "play",
    1: "core",
    2: "msgpack",
    3: "ws",
    4: "resume",
    5: "compute",
    6: "assist",
    7: "watch",
    8: "delta",
}
ABOUT: Final[Mapping[int, tuple[Transport, ...]]] = {  # levels that are about transports
    2: ("tcp msgpack", "ws msgpack"),
    3: ("ws json", "ws msgpack"),
}
WHOLE: Final = "whole"  # the case that others of its level are compared with,
COMPARED: Final = {  # where the choices of a client must not depend on what is tried
    4: "the same match without a cut",
    8: "the same match with whole observations",
}


class Trouble(StrEnum):
    """What the server does to the client in the middle of a match, besides the weather."""

    BUSY = "busy"  # refuses an act for now, with `retry_ms`
    LATER = "later"  # the same with an error code that nobody knows
    ILLEGAL = "illegal"  # refuses an act as illegal, though it was not
    CLOSED = "closed"  # closes a decision before the answer can arrive
    STRANGE_REPLY = "strange_reply"  # answers an act with a message of an unknown type
    DROP = "drop"  # hangs up while a question is open, and has forgotten the session
    RESTART = "restart"  # the same after `bye` 4503
    CUT = "cut"  # hangs up in the middle of a frame; the session can be resumed
    LOSE_ACT = "lose_act"  # hangs up when an act has come, before it is read
    LOSE_REPLY = "lose_reply"  # hangs up when an act was taken, before it is answered
    REPLACED = "replaced"  # ends the match with `bye` 4409: there is no way back
    NO_BUDGET = "no_budget"  # refuses compute for now
    CROWDED = "crowded"  # answers compute late and in another order
    GAP = "gap"  # says what has changed since a question that never came
    LAG = "lag"  # leaves out events and sends the whole view again


@dataclass(frozen=True, slots=True)
class Case:
    """One match with one client.

    `every` is how many decisions lie between two troubles. `move_ms` is what the client is told about
    its time; None = nothing, and `patience` of the run bounds it. `where` is the chapter that says
    what is expected.
    """

    level: int
    name: str
    game: str
    about: str
    where: Chapter
    transport: Transport = "tcp json"
    role: Role = "player"
    weather: Weather = FAIR
    trouble: Trouble | None = None
    every: int = 7
    clock: Clock = UNTIMED
    number: int = 0  # of several alike
    plies: int = 20_000  # after so many the match ends without a result


FAST: Final = Clock("per_move", move_ms=2_000, first_ms=8_000, grace_ms=300)
BANK: Final = Clock("bank", main_ms=600_000, inc_ms=1_000, first_ms=5_000)

_WEATHERS: Final = (
    Case(
        0,
        "fields",
        "",
        "objects have fields nobody knows",
        Chapter.UNKNOWN,
        weather=Weather(fields=True),
    ),
    Case(
        0,
        "news",
        "",
        "messages of unknown types come in between",
        Chapter.UNKNOWN,
        weather=Weather(news=True),
    ),
    Case(
        0,
        "novelties",
        "",
        "unknown kinds of events and values of enumerations",
        Chapter.UNKNOWN,
        weather=Weather(novelties=True),
    ),
    Case(
        0,
        "pieces",
        "",
        "every byte arrives by itself",
        Chapter.READING,
        weather=Weather(pieces=True),
    ),
    Case(
        0,
        "keep_alives",
        "",
        "an empty line stands before every message",
        Chapter.READING,
        weather=Weather(keep_alives=True),
    ),
    Case(
        0,
        "big",
        "",
        "questions fill the largest frame that `hello.max_frame` allows",
        Chapter.FRAMES,
        weather=Weather(big=True),
    ),
    Case(
        0,
        "late",
        "",
        "the reply to `seek` comes after the match has begun",
        Chapter.ORDER,
        weather=Weather(late=True),
    ),
    Case(0, "fast_clock", "", "two seconds for each decision", Chapter.CLOCKS, clock=FAST),
    Case(0, "bank_clock", "", "a bank of time for the whole match", Chapter.CLOCKS, clock=BANK),
)

_CORE: Final = (
    Case(
        1,
        "shuffled",
        "",
        "keys come in any order",
        Chapter.DATA_MODEL,
        weather=Weather(shuffled=True),
    ),
    Case(
        1,
        "floats",
        "",
        "integers come as floats: 3.0",
        Chapter.DATA_MODEL,
        weather=Weather(wide=True),
    ),
    Case(
        1,
        "busy",
        "",
        "acts are refused for now, with `retry_ms`",
        Chapter.ERROR_CODES,
        trouble=Trouble.BUSY,
    ),
    Case(
        1,
        "unknown_code",
        "",
        "acts are refused with an unknown code and `retry_ms`",
        Chapter.UNKNOWN,
        trouble=Trouble.LATER,
    ),
    Case(
        1,
        "illegal",
        "",
        "an act is refused as illegal; another one is expected",
        Chapter.NOT_ANSWERING,
        trouble=Trouble.ILLEGAL,
        every=11,
    ),
    Case(
        1,
        "closed",
        "",
        "decisions are closed before the answer arrives",
        Chapter.NOT_ANSWERING,
        trouble=Trouble.CLOSED,
    ),
    Case(
        1,
        "strange_reply",
        "",
        "an act is answered by a type nobody knows",
        Chapter.UNKNOWN,
        trouble=Trouble.STRANGE_REPLY,
    ),
    Case(
        1,
        "login_again",
        "",
        "the connection ends and the session is gone; the seat is not",
        Chapter.LOGGING_IN_ANEW,
        trouble=Trouble.DROP,
        every=15,
    ),
    Case(
        1,
        "restart",
        "",
        "the server says `bye` 4503 and is back at once",
        Chapter.CLOSE_CODES,
        trouble=Trouble.RESTART,
        every=15,
    ),
    Case(
        1,
        "replaced",
        "",
        "the server says `bye` 4409: another connection has taken over",
        Chapter.CLOSE_CODES,
        trouble=Trouble.REPLACED,
        every=3,
    ),
)

_STORM: Final = Weather(True, True, True, True, True, True, True, True)
_MSGPACK: Final = (
    Case(2, "plain", "", "a match in msgpack", Chapter.MSGPACK),
    Case(
        2,
        "wide",
        "",
        "every integer and header in the widest form",
        Chapter.MSGPACK,
        weather=Weather(wide=True),
    ),
    Case(
        2,
        "storm",
        "",
        "everything a server may do, byte by byte",
        Chapter.MSGPACK,
        weather=_STORM,
    ),
)
_SOCKET: Final = (
    Case(
        3,
        "plain",
        "",
        "a match over WebSocket, messages in fragments with pings between them",
        Chapter.ONE_PORT,
    ),
    Case(3, "storm", "", "everything a server may do", Chapter.UNKNOWN, weather=_STORM),
    Case(
        3,
        "restart",
        "",
        "close code 4503: come back",
        Chapter.CLOSE_CODES,
        trouble=Trouble.RESTART,
        every=15,
    ),
    Case(
        3,
        "replaced",
        "",
        "close code 4409: stay away",
        Chapter.CLOSE_CODES,
        trouble=Trouble.REPLACED,
        every=3,
    ),
)
_RESUME: Final = (
    Case(
        4,
        "cut",
        "",
        "the connection is cut in the middle of messages",
        Chapter.RESUMING,
        trouble=Trouble.CUT,
    ),
    Case(
        4,
        "lost_act",
        "",
        "acts are lost on their way",
        Chapter.RESUMING,
        trouble=Trouble.LOSE_ACT,
    ),
    Case(
        4,
        "lost_reply",
        "",
        "acts are taken but the word of it is lost",
        Chapter.RESUMING,
        trouble=Trouble.LOSE_REPLY,
    ),
)
_COMPUTE: Final = (
    Case(5, "thinking", "", "compute is answered", Chapter.PLAYOUTS),
    Case(
        5,
        "no_budget",
        "",
        "compute is refused: the budget is used up",
        Chapter.COMPUTE_TROUBLE,
        trouble=Trouble.NO_BUDGET,
        every=2,
    ),
    Case(
        5,
        "crowded",
        "",
        "answers come late, in another order, with progress before them",
        Chapter.ORDER,
        trouble=Trouble.CROWDED,
        every=1,
    ),
    Case(
        5,
        "closed",
        "",
        "decisions are closed while the server computes",
        Chapter.COMPUTE_STATES,
        trouble=Trouble.CLOSED,
        every=4,
    ),
)
_ASSIST: Final = (
    Case(
        6,
        "advice",
        "",
        "beside a player, with the rights to draw and to suggest",
        Chapter.ASSISTING,
        role="assistant",
    ),
    Case(
        6,
        "storm",
        "",
        "the same in hostile weather",
        Chapter.UNKNOWN,
        role="assistant",
        weather=_STORM,
    ),
)
_WATCH: Final = (
    Case(7, "public", "", "looks on until the end", Chapter.WATCHING, role="watcher"),
    Case(
        7,
        "lagged",
        "",
        "events are left out, a snapshot follows",
        Chapter.READING_SLOWLY,
        role="watcher",
        trouble=Trouble.LAG,
    ),
    Case(
        7,
        "storm",
        "",
        "the same in hostile weather",
        Chapter.UNKNOWN,
        role="watcher",
        weather=_STORM,
    ),
)
_DELTA: Final = (
    Case(8, "match", "", "questions say what has changed", Chapter.DIFFERENCES),
    Case(8, "storm", "", "the same in hostile weather", Chapter.UNKNOWN, weather=_STORM),
    Case(
        8,
        "gap",
        "",
        "a difference is from a question that never came",
        Chapter.DIFFERENCES,
        trouble=Trouble.GAP,
    ),
    Case(
        8,
        "cut",
        "",
        "the connection is cut in the middle of messages",
        Chapter.RESUMING,
        trouble=Trouble.CUT,
    ),
    Case(
        8,
        "login_again",
        "",
        "the connection ends and the session is gone",
        Chapter.LOGGING_IN_ANEW,
        trouble=Trouble.DROP,
        every=15,
    ),
)

_BY_LEVEL: Final[dict[int, tuple[Case, ...]]] = {
    0: _WEATHERS,
    1: _CORE,
    2: tuple(replace(case, transport="tcp msgpack") for case in _MSGPACK),
    3: tuple(
        replace(case, transport=transport)
        for transport in ("ws json", "ws msgpack")
        for case in _SOCKET
        if transport == "ws json" or case.name == "plain"
    ),
    4: _RESUME,
    5: _COMPUTE,
    6: _ASSIST,
    7: _WATCH,
    8: _DELTA,
}


def make_cases(
    levels: Iterable[int], games: Sequence[str], plain: int, transport: Transport | None = None
) -> list[Case]:
    """The cases of these levels, for each game; `plain` undisturbed matches of each at level 0.

    With a `transport` everything goes over that alone. Raises ValueError for a level that is about another one.
    """
    for level in levels:
        if transport is not None and transport not in ABOUT.get(level, (transport,)):
            raise ValueError(
                f"level {level} `{LEVELS[level]}` is about {' and '.join(ABOUT[level])}, not {transport}"
            )
    return [
        replace(case, game=game)
        for level in sorted(set(levels))
        for game in games
        for case in _over(transport, (*_undisturbed(level, plain), *_BY_LEVEL.get(level, ())))
    ]


def _undisturbed(level: int, plain: int) -> Iterable[Case]:
    if level == 0:
        for number in range(plain):
            yield Case(0, "match", "", "an undisturbed match", Chapter.DECIDING, number=number)


def _over(transport: Transport | None, cases: Iterable[Case]) -> Iterator[Case]:
    """The cases as they are, or each of them once over one transport."""
    names = set()
    for case in cases:
        if transport is None:
            yield case
        elif (case.name, case.number) not in names:
            names.add((case.name, case.number))
            yield replace(case, transport=transport)
