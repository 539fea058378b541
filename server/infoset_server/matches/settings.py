"""What the players of a room agreed on: game and options, terms of the match, who may watch. Checked values only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, cast

from infoset_games.clocks import Clock, ClockKind, LagQuota
from infoset_games.contests.series import SIDES
from infoset_games.game import Game, OptionError
from infoset_games.registry import RulesVersionError, UnknownGameError, make_game
from infoset_games.tables import Pace, Practice, Tables, tables_of
from infoset_games.terms import UNTIMED, OnAbsence, OnTimeout, Terms
from infoset_protocol.messages import ClockSpec, CreateRoom, RoomChanges, StartFrom, shown
from infoset_server.common.ids import fresh_id
from infoset_server.common.request_errors import BadOptionError, GameUnknownError
from infoset_server.config import DefaultClock, RoomLimits

MARK: Final = "#"
HOT_SEAT: Final = "hotseat"  # one person, a connection for every seat
MIN_CLOCK_MS: Final = 50  # below this, scheduling of the machine decides games
MAX_CLOCK_MS: Final = 7 * 86_400_000
MAX_DELAY_VERSIONS: Final = 10_000
MAX_DELAY_MS: Final = 86_400_000
MAX_MOVE_DAYS: Final = 28
CLOCK_FIELDS: Final[dict[ClockKind, tuple[str, ...]]] = {  # what each kind of control is made of
    "none": (),
    "per_move": ("move_ms", "first_ms", "grace_ms"),
    "bank": ("main_ms", "inc_ms", "delay_ms", "first_ms", "grace_ms"),
    "correspondence": ("move_days",),
}
# The part that a kind of control cannot do without, and the least of it.
NEEDED: Final[dict[ClockKind, tuple[str, int]]] = {
    "per_move": ("move_ms", MIN_CLOCK_MS),
    "bank": ("main_ms", MIN_CLOCK_MS),
    "correspondence": ("move_days", 1),
}

Lasting = Literal[  # what becomes of a room
    "meeting",  # it goes when nobody is in it
    "brief",  # made for seeks: it goes with its match
    "table",  # made for a match of a tournament: the same, and who sits there is settled
    "demo",  # it stays
]


def practice_name(title: str | None) -> str | None:
    """The word after the mark, "" if there is none; None where the title is no test room's."""
    if title is None or not title.startswith(MARK):
        return None
    return (title[len(MARK) :].split() or [""])[0]


def find_practice(name: str, tables: Tables) -> Practice:
    """The test room of that name. One that neither the game nor everybody knows names a house bot."""
    name = name or tables.usual_practice
    known = tables.practices()
    if name in known:
        return known[name]
    return Practice() if name == HOT_SEAT else Practice(bot=name)


def require_bot(practice: Practice, offers: Iterable[str], tables: Tables) -> None:
    """Raises BadOptionError naming the title where the house bot of a test room is not on offer."""
    names = list(offers)
    if practice.bot and practice.bot not in names:
        known = dict.fromkeys([*tables.practices(), HOT_SEAT, *names])
        raise BadOptionError("title", f"{MARK} and one of {', '.join(known)}")


@dataclass(frozen=True)
class Delay:
    """How far spectators are behind: so many versions, or so long. One of the two is 0."""

    versions: int = 0
    ms: int = 0


@dataclass(frozen=True)
class RoomSettings:
    """The settings of a room, all valid together. `asked` is the request they were made from."""

    asked: CreateRoom
    game: Game
    terms: Terms
    title: str
    code: str | None  # of an unlisted room
    compute: bool  # may players think on the server?
    delay: Delay | None = None  # of spectators
    practice: Practice | None = None  # of a test room

    @property
    def watch(self) -> str:
        """`public`, `delayed` or `off`."""
        return self.asked.watch or "public"

    @property
    def assist(self) -> str:
        """What assistants may do: `off`, `advice`, `confirm` or `auto`."""
        return self.asked.assist or "off"

    @property
    def talk(self) -> str:
        """Who talks while a match is played: `off`, `people` or `all`, which is programs on a seat, too."""
        return self.asked.talk or "people"

    @property
    def allows_undo(self) -> bool:
        """Can steps that showed nothing be taken back?"""
        return self.asked.undo is not False and not self.is_rated

    @property
    def best_of(self) -> int | None:
        """Of how many matches a series has; None where every match is for itself."""
        return self.asked.best_of

    @property
    def start_from(self) -> StartFrom | None:
        """At which position of a finished match matches begin, if not with a deal."""
        return self.asked.start_from

    @property
    def is_rated(self) -> bool:
        """Do matches count for a ladder?"""
        return bool(self.asked.rated)


def read_settings(
    asked: CreateRoom, limits: RoomLimits, code: str | None = None, *, may_rate: bool = False
) -> RoomSettings:
    """Checks a `create_room`. Raises GameUnknownError or BadOptionError naming the field.

    `may_rate`: it is a ladder that asks, or asked when the match began; nobody else's matches count.
    Strict reading has refused unknown words already, so none of the enums is `other` here.
    """
    practice = read_practice(asked)
    read_start(asked, practice)
    game = find_game(asked.game, options_of(asked, practice), asked.rules)
    if asked.seats is not None and asked.seats != game.seats:
        raise BadOptionError("seats", f"{game.seats} for {asked.game} with these options")
    if asked.rated and not may_rate:
        raise BadOptionError("rated", "false: rated matches come from ladders")
    if asked.rated and asked.undo:
        raise BadOptionError("undo", "false in a rated match")
    if asked.assist not in (None, "off") and not limits.assist:
        raise BadOptionError("assist", "'off': this server admits no assistants")
    if asked.best_of is not None and game.seats != SIDES:
        raise BadOptionError("best_of", f"nothing for a match of {game.seats} seats")
    is_timed = practice is None and asked.start_from is None
    pace = read_pace(asked, game, limits, is_timed=is_timed)
    terms = Terms(
        clock=pace.clock if asked.clock is None else read_clock(asked.clock, limits.clock),
        on_timeout=cast(OnTimeout, asked.on_timeout or pace.on_timeout),
        max_timeouts=pace.max_timeouts if asked.max_timeouts is None else asked.max_timeouts,
        absent=cast(OnAbsence, asked.absent or pace.absent),
        lag=LagQuota(limits.lag.start_ms, limits.lag.gain_ms, limits.lag.max_ms),
    )
    if terms.max_timeouts < 1:
        raise BadOptionError("max_timeouts", "at least 1")
    if asked.unlisted and code is None:
        code = fresh_id("c")
    return RoomSettings(
        asked,
        game,
        terms,
        asked.title or asked.game,
        code if asked.unlisted else None,
        asked.compute and limits.compute and game.worlds,
        read_delay(asked, limits),
        practice,
    )


def read_practice(asked: CreateRoom) -> Practice | None:
    """The test room that the title asks for, if it does."""
    name = practice_name(asked.title)
    return None if name is None else find_practice(name, tables_of(asked.game))


def read_start(asked: CreateRoom, practice: Practice | None) -> None:
    """Checks a room whose matches begin at a position of another. Raises BadOptionError."""
    start = asked.start_from
    if start is None:
        return
    if practice is not None:
        raise BadOptionError(
            "title", f"none with {MARK} in front, where matches begin at a position"
        )
    if asked.rated:
        raise BadOptionError("rated", "false, where matches begin at a position")
    if asked.best_of is not None:
        raise BadOptionError("best_of", "nothing, where matches begin at a position")
    if start.closed and not (asked.unlisted and asked.watch == "off"):
        raise BadOptionError(
            "watch", "'off', and unlisted: not everybody may see where it starts from"
        )


def options_of(asked: CreateRoom, practice: Practice | None) -> dict[str, Any]:
    """The options asked for; what a test room needs outweighs them."""
    required = None if practice is None else practice.options
    return {**(asked.options or {}), **(required or {})}


def read_pace(asked: CreateRoom, game: Game, limits: RoomLimits, *, is_timed: bool) -> Pace:
    """The pace asked for by name, else the server's usual one. Raises BadOptionError."""
    if asked.pace is None:
        return Pace(read_clock(None, limits.clock) if is_timed else UNTIMED)
    paces = tables_of(game.name).paces(game)
    if asked.pace not in paces:
        raise BadOptionError("pace", f"one of {', '.join(paces) or 'none'}")
    return paces[asked.pace]


def with_options(settings: RoomSettings, options: Mapping[str, Any]) -> RoomSettings:
    """The same settings with other options of the game, which are known to be good."""
    asked = settings.asked.model_copy(update={"options": dict(options)})
    game = find_game(asked.game, options_of(asked, settings.practice), asked.rules)
    return replace(settings, asked=asked, game=game)


def change_settings(
    settings: RoomSettings, changes: RoomChanges, limits: RoomLimits
) -> RoomSettings:
    """The settings after `configure`. Raises GameUnknownError or BadOptionError naming the field."""
    given = {name: getattr(changes, name) for name in changes.model_fields_set}
    asked = settings.asked.model_copy(update=given)
    if practice_name(asked.title) != practice_name(settings.asked.title):
        raise BadOptionError("title", "one that does not change what the room is: see test rooms")
    changed = read_settings(asked, limits, settings.code)
    if asked.start_from is not None and changed.game.options() != settings.game.options():
        raise BadOptionError("options", "those of the match that the room starts from")
    return changed


def find_game(name: str, options: Mapping[str, Any], rules: str | None = None) -> Game:
    """The game under these options. Raises GameUnknownError or BadOptionError."""
    try:
        return make_game(name, dict(options), rules)
    except UnknownGameError as unknown:
        raise GameUnknownError(unknown.short, list(unknown.known)) from None
    except RulesVersionError as error:
        raise GameUnknownError(str(error), [error.installed]) from None
    except OptionError as error:
        raise BadOptionError(f"options.{shown(error.path)}", error.expected) from None


def read_clock(spec: ClockSpec | None, default: DefaultClock) -> Clock:
    """The time control asked for, or the server's. Raises BadOptionError naming the field."""
    asked = default if spec is None else spec
    kind = cast(ClockKind, asked.kind)
    values = {name: getattr(asked, name) or 0 for name in CLOCK_FIELDS[kind]}
    if kind in NEEDED:
        needed, least = NEEDED[kind]
        if values[needed] < least:
            raise BadOptionError(f"clock.{needed}", f"at least {least} for kind {kind}")
    for name, value in values.items():
        most = MAX_MOVE_DAYS if name == "move_days" else MAX_CLOCK_MS
        if value > most:
            raise BadOptionError(f"clock.{name}", f"at most {most}")
    return Clock(kind, **values)


def read_delay(asked: CreateRoom, limits: RoomLimits) -> Delay | None:
    """How far spectators are behind; None if they are not. Raises BadOptionError naming the field."""
    if asked.watch != "delayed":
        return None
    if asked.watch_delay is None:
        return Delay(ms=limits.watch_delay_ms)
    delay = Delay(asked.watch_delay.versions or 0, asked.watch_delay.ms or 0)
    if not delay.versions and not delay.ms:
        raise BadOptionError("watch_delay", "more than 0")
    if delay.versions > MAX_DELAY_VERSIONS:
        raise BadOptionError("watch_delay.versions", f"at most {MAX_DELAY_VERSIONS}")
    if delay.ms > MAX_DELAY_MS:
        raise BadOptionError("watch_delay.ms", f"at most {MAX_DELAY_MS}")
    return delay


def write_delay(delay: Delay) -> dict[str, int]:
    """The delay as `WatchDelay` values."""
    return {"versions": delay.versions} if delay.versions else {"ms": delay.ms}


def write_clock(clock: Clock) -> dict[str, Any]:
    """The time control as `ClockSpec` values."""
    values = {name: getattr(clock, name) for name in CLOCK_FIELDS[clock.kind]}
    return {"kind": clock.kind} | {name: value for name, value in values.items() if value}
