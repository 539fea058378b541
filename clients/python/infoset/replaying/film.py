"""A match as a row of frames through one pair of eyes, each what a spectator was told next. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from infoset.errors import CommandError
from infoset_games.match import Match
from infoset_games.notices import Ended, Notice, TimedOut, Told
from infoset_games.record import Record
from infoset_games.steps import RecordError
from infoset_games.views import ALL, PUBLIC, View, shown_items, shown_observation
from infoset_protocol.errors import ProtocolError
from infoset_protocol.messages import (
    MatchStart,
    ServerMessage,
    Unknown,
    read_server_message,
)

UNNAMED = "replay"  # the match id of a record that has none


@dataclass(frozen=True)
class Frame:
    """One version of the match: the messages that lead to it."""

    version: int
    messages: tuple[ServerMessage | Unknown, ...]


@dataclass(frozen=True)
class Film:
    """A match from its beginning, or from where it was asked for, to its end or to now."""

    start: MatchStart
    frames: tuple[Frame, ...]

    def find(self, version: int) -> int:
        """The position of the first frame of this version or a later one; the last where there is none."""
        for position, frame in enumerate(self.frames):
            if frame.version >= version:
                return position
        return len(self.frames) - 1


class Reel(Protocol):
    """A match that can be seen through several eyes."""

    @property
    def views(self) -> Sequence[View]:
        """Those it can be seen through."""
        ...

    def film(self, view: View) -> Film:
        """The match through these eyes, one of `views`."""
        ...


class OneFilm:
    """What a server tells, through the eyes it was asked for."""

    def __init__(self, view: View, film: Film) -> None:
        self._view: View = view
        self._film = film

    @property
    def views(self) -> Sequence[View]:
        return (self._view,)

    def film(self, view: View) -> Film:
        return self._film


class RecordReel:
    """A record, which tells everything."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._films: dict[View, Film] = {}

    @property
    def views(self) -> Sequence[View]:
        seats: list[View] = list(range(self.record.game.seats))
        return [PUBLIC, *seats, ALL]

    def film(self, view: View) -> Film:
        """Raises CommandError where the record cannot be played."""
        if view not in self._films:
            try:
                self._films[view] = film_record(self.record, view)
            except (RecordError, ProtocolError) as error:  # names that no server would send, say
                raise CommandError(f"the record cannot be played: {error}") from error
        return self._films[view]


def film_record(record: Record, view: View) -> Film:
    """Plays a record before these eyes. Raises RecordError."""
    messages: list[dict[str, Any]] = []
    for _, match, notices in record.play():
        if not messages:  # the opening is done: a spectator comes in
            messages += [start_of(record, view), position_of(match, view)]
        told = (message_of(notice, match, view) for notice in notices)
        messages += [message for message in told if message is not None]
    if not messages:
        raise RecordError("it has no step")
    return cut(messages, str(record.about.get("match_id", UNNAMED)))


def start_of(record: Record, view: View) -> dict[str, Any]:
    """What a spectator is told first."""
    clock = {name: value for name, value in asdict(record.terms.clock).items() if value}
    return {
        "type": "match_start",
        "game": record.game.name,
        "rules": record.game.rules,
        "role": "watcher",
        **role_of(view),
        "players": [
            {"seat": seat, "kind": player.get("kind", "human"), "name": str(player.get("name", ""))}
            for seat, player in enumerate(record.players)
        ],
        "options": record.game.options(),
        "clock": clock,
        "consts": record.game.consts(),
        "consts_hash": "",
    }


def role_of(view: View) -> dict[str, Any]:
    """A view as fields of `match_start`."""
    if isinstance(view, int):
        return {"view": "seat", "seat": view}
    return {"view": "public" if view is PUBLIC else ALL}


def position_of(match: Match, view: View) -> dict[str, Any]:
    """The position, as it is shown to whoever comes in."""
    return {"type": "snapshot", "ver": match.ver, "obs": shown_observation(match, view)}


def message_of(notice: Notice, match: Match, view: View) -> dict[str, Any] | None:
    """What a spectator is told of a notice, if anything."""
    match notice:
        case Told():
            obs = shown_observation(match, view)
            items = shown_items(notice, view)
            return {"type": "events", "ver": notice.ver, "items": items, "obs": obs}
        case TimedOut():
            return {"type": "timeout", **asdict(notice)}
        case Ended():
            result = notice.result
            return {
                "type": "match_over",
                "reason": notice.reason,
                "places": list(result.places),
                "scores": list(result.scores),
                "returns": list(result.returns),
            }
        case _:
            return None


def cut(messages: Iterable[Mapping[str, Any]], match_id: str) -> Film:
    """The film of a stream of messages without their match id. Raises CommandError for another stream."""
    start: MatchStart | None = None
    frames: list[Frame] = []
    waiting: list[ServerMessage | Unknown] = []
    for plain in messages:
        message = read_server_message({**plain, "match_id": match_id})
        if isinstance(message, MatchStart):
            start = message
        elif message.type in ("snapshot", "events"):
            frames.append(Frame(plain["ver"], (*waiting, message)))
            waiting = []
        else:
            waiting.append(message)
    if start is None or not frames:
        raise CommandError(f"match {match_id} has not begun, or not for who looks on")
    if waiting:  # the result belongs to the last version
        frames[-1] = Frame(frames[-1].version, (*frames[-1].messages, *waiting))
    return Film(start, tuple(frames))
