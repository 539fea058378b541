"""What is tried with a client: cases as data, by level of conformance. Plays nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Literal

from infoset.conformance.weather import FAIR, Weather
from infoset_games.clocks import Clock
from infoset_games.match import UNTIMED

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
    where: str
    transport: Transport = "tcp json"
    role: Role = "player"
    weather: Weather = FAIR
    trouble: Trouble | None = None
    every: int = 7
    clock: Clock = UNTIMED
    number: int = 0  # of several alike
    plies: int = 20_000  # after so many the match ends without a result


PLAYING: Final = "protocol/spec/05-playing.md"
SESSIONS: Final = "protocol/spec/03-sessions.md"
FRAMING: Final = "protocol/spec/01-transports-and-framing.md"
VERSIONS: Final = "protocol/spec/02-envelope-and-versions.md"
ERRORS: Final = "protocol/spec/07-errors-and-close-codes.md"
UNKNOWN: Final = f"{VERSIONS}, What to do with what you do not know"

FAST: Final = Clock("per_move", move_ms=2_000, first_ms=8_000, grace_ms=300)
BANK: Final = Clock("bank", main_ms=600_000, inc_ms=1_000, first_ms=5_000)

_WEATHERS: Final = (
    Case(
        0, "fields", "", "objects have fields nobody knows", UNKNOWN, weather=Weather(fields=True)
    ),
    Case(
        0,
        "news",
        "",
        "messages of unknown types come in between",
        UNKNOWN,
        weather=Weather(news=True),
    ),
    Case(
        0,
        "novelties",
        "",
        "unknown kinds of events and values of enumerations",
        UNKNOWN,
        weather=Weather(novelties=True),
    ),
    Case(
        0,
        "pieces",
        "",
        "every byte arrives by itself",
        f"{FRAMING}, Reading a stream",
        weather=Weather(pieces=True),
    ),
    Case(
        0,
        "keep_alives",
        "",
        "an empty line stands before every message",
        f"{FRAMING}, Reading a stream",
        weather=Weather(keep_alives=True),
    ),
    Case(
        0,
        "big",
        "",
        "questions fill the largest frame that `hello.max_frame` allows",
        "protocol/spec/08-limits-and-flow-control.md, Frames",
        weather=Weather(big=True),
    ),
    Case(
        0,
        "late",
        "",
        "the reply to `seek` comes after the match has begun",
        f"{VERSIONS}, Order",
        weather=Weather(late=True),
    ),
    Case(0, "fast_clock", "", "two seconds for each decision", f"{PLAYING}, Clocks", clock=FAST),
    Case(
        0, "bank_clock", "", "a bank of time for the whole match", f"{PLAYING}, Clocks", clock=BANK
    ),
)

_CORE: Final = (
    Case(
        1,
        "shuffled",
        "",
        "keys come in any order",
        f"{FRAMING}, The data model",
        weather=Weather(shuffled=True),
    ),
    Case(
        1,
        "floats",
        "",
        "integers come as floats: 3.0",
        f"{FRAMING}, The data model",
        weather=Weather(wide=True),
    ),
    Case(
        1,
        "busy",
        "",
        "acts are refused for now, with `retry_ms`",
        f"{ERRORS}, Error codes",
        trouble=Trouble.BUSY,
    ),
    Case(
        1,
        "unknown_code",
        "",
        "acts are refused with an unknown code and `retry_ms`",
        UNKNOWN,
        trouble=Trouble.LATER,
    ),
    Case(
        1,
        "illegal",
        "",
        "an act is refused as illegal; another one is expected",
        f"{PLAYING}, When you do not answer",
        trouble=Trouble.ILLEGAL,
        every=11,
    ),
    Case(
        1,
        "closed",
        "",
        "decisions are closed before the answer arrives",
        f"{PLAYING}, When you do not answer",
        trouble=Trouble.CLOSED,
    ),
    Case(
        1,
        "strange_reply",
        "",
        "an act is answered by a type nobody knows",
        UNKNOWN,
        trouble=Trouble.STRANGE_REPLY,
    ),
    Case(
        1,
        "login_again",
        "",
        "the connection ends and the session is gone; the seat is not",
        f"{SESSIONS}, Logging in anew",
        trouble=Trouble.DROP,
        every=15,
    ),
    Case(
        1,
        "restart",
        "",
        "the server says `bye` 4503 and is back at once",
        f"{ERRORS}, Close codes",
        trouble=Trouble.RESTART,
        every=15,
    ),
    Case(
        1,
        "replaced",
        "",
        "the server says `bye` 4409: another connection has taken over",
        f"{ERRORS}, Close codes",
        trouble=Trouble.REPLACED,
        every=3,
    ),
)

_STORM: Final = Weather(True, True, True, True, True, True, True, True)
_MSGPACK: Final = (
    Case(2, "plain", "", "a match in msgpack", f"{FRAMING}, Msgpack"),
    Case(
        2,
        "wide",
        "",
        "every integer and header in the widest form",
        f"{FRAMING}, Msgpack",
        weather=Weather(wide=True),
    ),
    Case(
        2,
        "storm",
        "",
        "everything a server may do, byte by byte",
        f"{FRAMING}, Msgpack",
        weather=_STORM,
    ),
)
_SOCKET: Final = (
    Case(
        3,
        "plain",
        "",
        "a match over WebSocket, messages in fragments with pings between them",
        f"{FRAMING}, One port",
    ),
    Case(3, "storm", "", "everything a server may do", UNKNOWN, weather=_STORM),
    Case(
        3,
        "restart",
        "",
        "close code 4503: come back",
        f"{ERRORS}, Close codes",
        trouble=Trouble.RESTART,
        every=15,
    ),
    Case(
        3,
        "replaced",
        "",
        "close code 4409: stay away",
        f"{ERRORS}, Close codes",
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
        f"{SESSIONS}, Going on as if nothing had happened",
        trouble=Trouble.CUT,
    ),
    Case(
        4,
        "lost_act",
        "",
        "acts are lost on their way",
        f"{SESSIONS}, Going on as if nothing had happened",
        trouble=Trouble.LOSE_ACT,
    ),
    Case(
        4,
        "lost_reply",
        "",
        "acts are taken but the word of it is lost",
        f"{SESSIONS}, Going on as if nothing had happened",
        trouble=Trouble.LOSE_REPLY,
    ),
)
_COMPUTE_CHAPTER: Final = "protocol/spec/10-compute.md"
_COMPUTE: Final = (
    Case(5, "thinking", "", "compute is answered", f"{_COMPUTE_CHAPTER}, Playouts"),
    Case(
        5,
        "no_budget",
        "",
        "compute is refused: the budget is used up",
        f"{_COMPUTE_CHAPTER}, What can go wrong",
        trouble=Trouble.NO_BUDGET,
        every=2,
    ),
    Case(
        5,
        "crowded",
        "",
        "answers come late, in another order, with progress before them",
        f"{VERSIONS}, Order",
        trouble=Trouble.CROWDED,
        every=1,
    ),
    Case(
        5,
        "closed",
        "",
        "decisions are closed while the server computes",
        f"{_COMPUTE_CHAPTER}, States of a request",
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
        "protocol/spec/11-assistants.md",
        role="assistant",
    ),
    Case(6, "storm", "", "the same in hostile weather", UNKNOWN, role="assistant", weather=_STORM),
)
_WATCH: Final = (
    Case(7, "public", "", "looks on until the end", "protocol/spec/06-watching.md", role="watcher"),
    Case(
        7,
        "lagged",
        "",
        "events are left out, a snapshot follows",
        "protocol/spec/08-limits-and-flow-control.md, What the server does when you read slowly",
        role="watcher",
        trouble=Trouble.LAG,
    ),
    Case(7, "storm", "", "the same in hostile weather", UNKNOWN, role="watcher", weather=_STORM),
)
_DIFFERING: Final = f"{PLAYING}, Differences"
_DELTA: Final = (
    Case(8, "match", "", "questions say what has changed", _DIFFERING),
    Case(8, "storm", "", "the same in hostile weather", UNKNOWN, weather=_STORM),
    Case(
        8,
        "gap",
        "",
        "a difference is from a question that never came",
        _DIFFERING,
        trouble=Trouble.GAP,
    ),
    Case(
        8,
        "cut",
        "",
        "the connection is cut in the middle of messages",
        f"{SESSIONS}, Going on as if nothing had happened",
        trouble=Trouble.CUT,
    ),
    Case(
        8,
        "login_again",
        "",
        "the connection ends and the session is gone",
        f"{SESSIONS}, Logging in anew",
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

    `transport` replaces plain TCP JSON where a level does not ask for another.
    """
    return [
        _over(transport, replace(case, game=game))
        for level in sorted(set(levels))
        for game in games
        for case in (*_undisturbed(level, plain), *_BY_LEVEL.get(level, ()))
    ]


def _undisturbed(level: int, plain: int) -> Iterable[Case]:
    if level == 0:
        for number in range(plain):
            yield Case(
                0, "match", "", "an undisturbed match", f"{PLAYING}, Decisions", number=number
            )


def _over(transport: Transport | None, case: Case) -> Case:
    if transport is None or case.level in (2, 3):
        return case
    return replace(case, transport=transport)
