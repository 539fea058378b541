"""Finished matches: who played what when, newest first; and one told again from its record, to one pair of eyes.

Everything told comes from a `Match` that takes the recorded steps, through the words of live play: what a
replay shows is what somebody with the same eyes was shown, or could have been.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any, Final, Literal

import orjson

from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.notices import Ended, TimedOut, Told
from infoset_games.record import Record, plain_lines
from infoset_games.steps import Step
from infoset_games.views import PUBLIC, View, shown_items, shown_observation
from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import WATCH
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import ForbiddenError, GameUnknownError
from infoset_server.config import RoomLimits
from infoset_server.matches.match_messages import MatchMessages
from infoset_server.matches.match_records import HeadSeat, MatchHead
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import read_settings
from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)

REPLAY: Final = "replay"  # kind of documents
LISTS: Final = ("players", "users", "places", "assisted", "kinds", "bots")  # by seat, or of seats
UPSET: Final = 200  # points
UNTOLD: Final = ("is_listed", "classroom", "is_routine", "origin", "kinds", "bots")  # as they stand
SAMPLED: Final = 20  # one of so many routine matches is not taken for one


@dataclass(frozen=True)
class Finished:
    """A finished match. `at_ms` is the wall clock time of its end; `moves` counts changes of state.

    `is_listed`: may everybody find it, or only its players? Where it was played in the room of a `classroom`,
    everybody is that class. `is_routine`: nobody will look for it, one match between programs of many. `kinds` and
    `bots` are by seat, and empty in what earlier versions noted: `human` or `bot`, and the name of a program that the
    server runs or "".
    """

    replay: str
    game: str
    rules: str
    players: tuple[str, ...]
    users: tuple[str, ...]
    places: tuple[int, ...]
    reason: str
    at_ms: int
    moves: int
    is_listed: bool = True
    assisted: tuple[int, ...] = ()  # seats that had an assistant
    classroom: str | None = None
    is_routine: bool = False
    origin: str | None = None  # the match that it goes on from
    kinds: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()

    def item(self) -> dict[str, Any]:
        """As an item of `replay_list`."""
        values = asdict(self)
        for name in UNTOLD:
            del values[name]
        names = ("players", "users", "places", "assisted")
        item = values | {name: list(values[name]) for name in names}
        if self.kinds:
            seats = zip(self.kinds, self.bots, strict=True)
            item["kinds"] = ["house" if bot else kind for kind, bot in seats]
        if not self.assisted:
            del item["assisted"]
        return item if self.origin is None else item | {"from": self.origin}


class FinishedMatches:
    """At most `most` finished matches; the oldest go first. Each is noted as a document.

    Routine matches have half of the places at most, or a ladder of bots would turn over the list in minutes.
    """

    def __init__(self, notes: Notes, most: int) -> None:
        self._notes = notes
        self._most = most
        self._by_id: dict[str, Finished] = {}  # oldest first
        self._routine: dict[str, None] = {}  # of those, oldest first
        self._by_user: dict[str, dict[str, None]] = {}  # oldest first

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes in what was noted before a restart. What cannot be read is left out, and named in the log."""
        found = []
        for key, body in documents.items():
            try:
                found.append(read_finished(body))
            except (ValueError, TypeError, KeyError) as problem:
                logger.warning("replay %s is not listed: %s", key, problem)
        for finished in sorted(found, key=lambda one: (one.at_ms, one.replay)):
            self._take_in(finished)
        self._shorten()

    def add(self, live: MatchRunner, at_ms: int, classroom: str | None) -> None:
        """A match has ended, in the room of a class if one is named. One that was noted before a restart already stays as it was.

        One that goes on elsewhere is not over.
        """
        if not live.commit_gate.is_kept or live.result is None or live.id in self._by_id:
            return
        self.note(describe(live, at_ms, classroom))

    def note(self, finished: Finished) -> None:
        """A match has ended, here or on another server."""
        self._put(finished)
        self._shorten()

    def keep_in_class(self, match_id: str, classroom: str) -> None:
        """A match that was noted as everybody's, by an earlier version, is a class's."""
        finished = self._by_id.get(match_id)
        if finished is not None and finished.classroom is None:
            self._put(replace(finished, classroom=classroom))

    def drop(self, match_id: str) -> None:
        """A match cannot be seen again any more."""
        if match_id in self._by_id:
            self._take_out(match_id)

    def _put(self, finished: Finished) -> None:
        self._take_in(finished)
        self._notes.put(REPLAY, finished.replay, asdict(finished))

    def find(self, match_id: str) -> Finished | None:
        """The match, if it is in the list."""
        return self._by_id.get(match_id)

    def behind(self, before: str | None) -> Iterator[Finished]:
        """The matches that ended before the one named, or all, newest first."""
        is_behind = before is None
        for one in reversed(self._by_id.values()):
            if is_behind:
                yield one
            else:
                is_behind = one.replay == before

    def of(self, user: str) -> Iterator[Finished]:
        """The matches that a user played, newest first."""
        for match_id in reversed(self._by_user.get(user, {})):
            yield self._by_id[match_id]

    def _take_in(self, finished: Finished) -> None:
        self._by_id[finished.replay] = finished
        for user in finished.users:
            self._by_user.setdefault(user, {})[finished.replay] = None
        if finished.is_routine:
            self._routine[finished.replay] = None

    def _shorten(self) -> None:
        while len(self._by_id) > self._most:
            has_many = len(self._routine) > self._most // 2
            self._take_out(next(iter(self._routine if has_many else self._by_id)))

    def _take_out(self, match_id: str) -> None:
        for user in set(self._by_id.pop(match_id).users):
            mine = self._by_user[user]
            del mine[match_id]
            if not mine:
                del self._by_user[user]
        self._routine.pop(match_id, None)
        self._notes.drop(REPLAY, match_id)


def describe(live: MatchRunner, at_ms: int, classroom: str | None) -> Finished:
    """What is listed of a match that has just ended."""
    over = live.match.over
    assert over is not None, "it has ended"
    start = live.settings.start_from
    return Finished(
        replay=live.id,
        game=live.match.game.name,
        rules=live.match.game.rules,
        players=tuple(match_seat.user.name for match_seat in live.match_seats),
        users=tuple(match_seat.user.id for match_seat in live.match_seats),
        places=tuple(over.result.places),
        reason=over.reason,
        at_ms=at_ms,
        moves=live.match.ver,
        is_listed=is_listed(live),
        assisted=tuple(
            match_seat.seat for match_seat in live.match_seats if match_seat.is_assisted
        ),
        classroom=classroom,
        is_routine=is_routine(live, tuple(over.result.places)),
        origin=None if start is None else start.replay,
        kinds=tuple(match_seat.kind for match_seat in live.match_seats),
        bots=tuple(match_seat.user.house_bot or "" for match_seat in live.match_seats),
    )


def is_routine(live: MatchRunner, places: Sequence[int]) -> bool:
    """Is it a rated match of programs alone that came out as expected, and none of the samples?"""
    ratings = [match_seat.rating for match_seat in live.match_seats]
    if any(match_seat.kind != "bot" for match_seat in live.match_seats) or None in ratings:
        return False
    return not (is_upset(ratings, places) or is_sample(live.id))


def is_upset(ratings: Sequence[int | None], places: Sequence[int]) -> bool:
    """Did somebody come in ahead of another who was rated much higher?"""
    seats = [(rating or 0, place) for rating, place in zip(ratings, places, strict=True)]
    return any(
        place < other_place and other - rating >= UPSET
        for rating, place in seats
        for other, other_place in seats
    )


def is_sample(match_id: str) -> bool:
    """Is it one of those that are kept to look into? The same of each server and after each restart."""
    return int.from_bytes(sha256(match_id.encode()).digest()[:4]) % SAMPLED == 0


def is_listed(live: MatchRunner) -> bool:
    """May everybody find the match? Not that of a class, nor one in a room that did not want it."""
    is_class = any(match_seat.user.classroom is not None for match_seat in live.match_seats)
    return live.settings.watch != "off" and live.settings.code is None and not is_class


def read_finished(body: bytes) -> Finished:
    """Raises ValueError, TypeError or KeyError for what was not noted by `add`."""
    return finished_of(orjson.loads(body))


def finished_of(values: dict[str, Any]) -> Finished:
    """A finished match from its plain fields. Raises TypeError or KeyError."""
    lists: dict[str, Any] = {name: tuple(values.get(name, ())) for name in LISTS}
    return Finished(**values | lists)


Entry = dict[str, Any]
Form = Literal["actions", "events", "frames"]


@dataclass(frozen=True)
class Telling:
    """What is told of `record`: through which eyes, in which form, from version `first` to `last`.

    `players` are `SeatInfo` values. `last` None: to the end.
    """

    match_id: MatchId
    record: Record
    players: list[dict[str, Any]]
    view: View
    form: Form
    first: int = 0
    last: int | None = None

    def entries(self) -> Iterator[Entry | None]:
        """The entries in order. None stands for work done of which nothing is told: a place to pause.

        Raises RecordError where the record cannot be played under the rules that are installed.
        """
        return self._lines() if self.form == "actions" else self._stream()

    def _lines(self) -> Iterator[Entry | None]:
        """The record itself."""
        for version, line in plain_lines(self.record):
            if self._is_past(version):
                return
            yield line if version >= self.first else None

    def _stream(self) -> Iterator[Entry | None]:
        """The stream of a spectator who comes at version `first` and leaves after `last`."""
        record = self.record
        match = Match(record.game, record.terms, record.seed or "", record.deal)
        narrator = Narrator(MatchMessages(self.match_id, match, None), self)
        has_come = False
        for step in record.steps:
            notices = match.redo(step, 0)
            if has_come:
                for notice in notices:
                    if isinstance(notice, Told) and self._is_past(notice.ver):
                        return
                    yield narrator.entry(notice)
            elif match.ver >= self.first or match.over is not None:
                has_come = True
                yield from narrator.opening()
                if match.over is not None and not self._is_past(match.ver):
                    yield narrator.entry(match.over)
            else:
                yield None

    def _is_past(self, version: int) -> bool:
        return self.last is not None and version > self.last


class Narrator:
    """Words for what happens, as entries of a replay."""

    def __init__(self, words: MatchMessages, telling: Telling) -> None:
        self._words = words
        self._telling = telling

    def opening(self) -> Iterator[Entry]:
        """What a spectator is told first."""
        words, view = self._words, self._telling.view
        yield plain(words.start_watching(self._telling.players, view))
        yield plain(words.position(PUBLIC) | {"obs": shown_observation(words.match, view)})

    def entry(self, notice: object) -> Entry | None:
        """What is told of a notice, if anything is."""
        match notice:
            case Told():
                return plain(self._events(notice))
            case TimedOut():
                return plain(self._words.timeout(notice))
            case Ended():
                return plain(self._words.over(notice, is_kept=True))
            case _:
                return None

    def _events(self, told: Told) -> Entry:
        view = self._telling.view
        message = self._words.events(told, PUBLIC, False) | {"items": shown_items(told, view)}
        if self._telling.form == "frames":
            message["obs"] = shown_observation(self._words.match, view)
        return message


def plain(message: Entry) -> Entry:
    """The message as an entry of a replay, which names the match already."""
    return {name: value for name, value in message.items() if name != "match_id"}


def read_stored(head: MatchHead, steps: list[Step], limits: RoomLimits) -> Record:
    """The record of a stored match. Raises RequestError where its rules are not installed here."""
    settings = read_settings(head.asked, limits, head.room.code, may_rate=True)
    game = settings.game
    if game.rules != head.rules:
        raise GameUnknownError(f"the rules {head.rules} are not installed", [game.rules])
    return Record(
        game=game,
        terms=settings.terms.with_berserk(seat.berserk for seat in head.seats),
        deal=head.deal,
        players=tuple(
            {"name": seat.name, "kind": seat.kind, "user": seat.user} for seat in head.seats
        ),
        steps=tuple(steps),
        seed_commit=seed_commitment(head.seed),
        seed=head.seed,
        about=about_of(head),
    )


def about_of(head: MatchHead) -> dict[str, Any]:
    """What else a record tells of its match: where it comes from, if that is another one."""
    about = {"match_id": head.match_id, "at_ms": head.created_at}
    start = head.asked.start_from
    return about if start is None else about | {"from": start.replay, "from_ver": start.ver}


def seat_info(number: int, seat: HeadSeat) -> dict[str, Any]:
    """A seat as `SeatInfo` values."""
    info = {"seat": number, "kind": seat.kind, "user": seat.user, "name": seat.name}
    return info | {"berserk": True} if seat.berserk else info


def telling(
    request: wire.Replay, record: Record, players: list[dict[str, Any]], view: View
) -> Telling:
    """What was asked for."""
    assert request.form != "assist", "that is told otherwise"
    assert request.form != "remarks", "that, too"
    assert request.form != "talk", "and that"
    return Telling(
        match_id=MatchId(request.replay),
        record=record,
        players=players,
        view=view,
        form=request.form,
        first=request.first,
        last=request.last,
    )


def require_right(
    client: Client, match_id: MatchId, match_seats: Sequence[MatchSeat], now_ms: int
) -> None:
    """Raises ForbiddenError unless the client may watch, or plays in the running match whose seats these are.

    So an uploaded program, which may watch nothing, hears what has happened in its own match.
    """
    plays = match_id in client.seats or any(
        match_seat.user is client.user for match_seat in match_seats
    )
    if not plays and not client.may(WATCH, now_ms):
        raise ForbiddenError(f"replay needs the scope {WATCH}", {"scope": WATCH})
