"""What the players of a room agreed on: game and options, terms of the match, who may watch. Checked values only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from infoset_games.clocks import Clock, ClockKind
from infoset_games.game import Game, OptionError
from infoset_games.match import OnAbsence, OnTimeout, Terms
from infoset_games.registry import RulesVersionError, UnknownGameError, known_games, make_game
from infoset_protocol.messages import ClockSpec, CreateRoom, RoomChanges, shown
from infoset_server.config import DefaultClock, RoomLimits
from infoset_server.ids import fresh_id
from infoset_server.requests import BadOptionError, GameUnknownError

MIN_CLOCK_MS: Final = 50  # below this, scheduling of the machine decides games
MAX_CLOCK_MS: Final = 7 * 86_400_000
CLOCK_FIELDS: Final[dict[ClockKind, tuple[str, ...]]] = {  # what each kind of control is made of
    "none": (),
    "per_move": ("move_ms", "first_ms", "grace_ms"),
    "bank": ("main_ms", "inc_ms", "first_ms", "grace_ms"),
}


@dataclass(frozen=True)
class RoomSettings:
    """The settings of a room, all valid together. `asked` is the request they were made from."""

    asked: CreateRoom
    game: Game
    terms: Terms
    title: str
    code: str | None  # of an unlisted room
    compute: bool  # may players think on the server?

    @property
    def watch(self) -> str:
        """`public` or `off`."""
        return self.asked.watch or "public"


def read_settings(asked: CreateRoom, limits: RoomLimits, code: str | None = None) -> RoomSettings:
    """Checks a `create_room`. Raises GameUnknownError or BadOptionError naming the field.

    Strict reading has refused unknown words already, so none of the enums is `other` here.
    """
    game = find_game(asked.game, asked.options or {}, asked.rules)
    if asked.seats is not None and asked.seats != game.seats:
        raise BadOptionError("seats", f"{game.seats} for {asked.game} with these options")
    if asked.rated:
        raise BadOptionError("rated", "false: this server runs no ladder")
    if asked.assist not in (None, "off"):
        raise BadOptionError("assist", "'off': this server offers no assistants")
    if asked.watch == "delayed":
        raise BadOptionError("watch", "'off' or 'public': this server does not delay spectators")
    terms = Terms(
        clock=read_clock(asked.clock, limits.clock),
        on_timeout=cast(OnTimeout, asked.on_timeout or "fallback"),
        max_timeouts=3 if asked.max_timeouts is None else asked.max_timeouts,
        absent=cast(OnAbsence, asked.absent or "takeover"),
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
        asked.compute and limits.compute,
    )


def change_settings(
    settings: RoomSettings, changes: RoomChanges, limits: RoomLimits
) -> RoomSettings:
    """The settings after `configure`. Raises GameUnknownError or BadOptionError naming the field."""
    given = {name: getattr(changes, name) for name in changes.model_fields_set}
    return read_settings(settings.asked.model_copy(update=given), limits, settings.code)


def find_game(name: str, options: Mapping[str, Any], rules: str | None = None) -> Game:
    """The game under these options. Raises GameUnknownError or BadOptionError."""
    try:
        return make_game(name, dict(options), rules)
    except UnknownGameError:
        raise GameUnknownError(f"no game {name!r}", list(known_games())) from None
    except RulesVersionError as error:
        raise GameUnknownError(str(error), [error.installed]) from None
    except OptionError as error:
        raise BadOptionError(f"options.{shown(error.path)}", error.expected) from None


def read_clock(spec: ClockSpec | None, default: DefaultClock) -> Clock:
    """The time control asked for, or the server's. Raises BadOptionError naming the field."""
    asked = default if spec is None else spec
    kind = cast(ClockKind, asked.kind)
    values = {name: getattr(asked, name) or 0 for name in CLOCK_FIELDS[kind]}
    needed = {"per_move": "move_ms", "bank": "main_ms"}.get(kind)
    if needed is not None and values[needed] < MIN_CLOCK_MS:
        raise BadOptionError(f"clock.{needed}", f"at least {MIN_CLOCK_MS} for kind {kind}")
    for name, value in values.items():
        if value > MAX_CLOCK_MS:
            raise BadOptionError(f"clock.{name}", f"at most {MAX_CLOCK_MS}")
    return Clock(kind, **values)


def write_clock(clock: Clock) -> dict[str, Any]:
    """The time control as `ClockSpec` values."""
    values = {name: getattr(clock, name) for name in CLOCK_FIELDS[clock.kind]}
    return {"kind": clock.kind} | {name: value for name, value in values.items() if value}
