"""A match told again from its record, to one pair of eyes. Pure: takes no time, asks nobody's permission.

Everything comes from a `Match` that takes the recorded steps, through the words of live play: what a
replay shows is what somebody with the same eyes was shown, or could have been.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from infoset_games.luck import seed_commitment
from infoset_games.match import Match
from infoset_games.notices import Ended, TimedOut, Told
from infoset_games.record import Record, plain_lines
from infoset_games.steps import Step
from infoset_games.views import PUBLIC, View, shown_items, shown_observation
from infoset_protocol import messages as wire
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import GameUnknownError
from infoset_server.config import RoomLimits
from infoset_server.matches.match_messages import MatchMessages
from infoset_server.matches.match_records import HeadSeat, MatchHead
from infoset_server.matches.settings import read_settings

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
        terms=settings.terms,
        deal=head.deal,
        players=tuple(
            {"name": seat.name, "kind": seat.kind, "user": seat.user} for seat in head.seats
        ),
        steps=tuple(steps),
        seed_commit=seed_commitment(head.seed),
        seed=head.seed,
        about={"match_id": head.match_id, "at_ms": head.created_at},
    )


def seat_info(number: int, seat: HeadSeat) -> dict[str, Any]:
    """A seat as `SeatInfo` values."""
    return {"seat": number, "kind": seat.kind, "user": seat.user, "name": seat.name}


def telling(
    request: wire.Replay, record: Record, players: list[dict[str, Any]], view: View
) -> Telling:
    """What was asked for."""
    assert request.form != "assist", "that is told otherwise"
    return Telling(
        match_id=MatchId(request.replay),
        record=record,
        players=players,
        view=view,
        form=request.form,
        first=request.first,
        last=request.last,
    )
