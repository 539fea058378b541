"""Answers `replays` and `replay`: who may see which match again. The telling itself is matches/replays.py's."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from infoset_games.record import Record
from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import PLAY, WATCH
from infoset_server.assistants.track import TrackTelling, track_kind
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import (
    BadOptionError,
    ForbiddenError,
    NotFoundError,
    UnsupportedError,
)
from infoset_server.contests.ladder.meetings import is_deal_secret
from infoset_server.handlers.finished_access import FinishedAccess
from infoset_server.handlers.playing import MAY_WATCH, PlayingHandlers, seat_by_right
from infoset_server.handlers.requests import RequestHandler, Turn, take_page
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.match_records import MatchHead
from infoset_server.matches.remarks import Publishing, RemarkTelling, published_kind
from infoset_server.matches.replay_streams import ReplayStreams, Story
from infoset_server.matches.replays import (
    Telling,
    read_stored,
    require_right,
    seat_info,
    telling,
)
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.talk import TalkTelling, talk_kind
from infoset_server.matches.views import ALL, View, read_view
from infoset_server.rooms.match_registry import MatchRegistry

FindStory = Callable[[Client, StoredJournal, wire.Replay], Awaitable[Story]]


@dataclass(frozen=True)
class ReplayHandlers:
    """Refusals are RequestErrors; nothing here changes anything."""

    play: MatchRegistry
    matches: PlayingHandlers
    access: FinishedAccess
    streams: ReplayStreams
    publishing: Publishing
    now_ms: Callable[[], int]

    def handlers(self) -> list[RequestHandler]:
        """What is served here. `replay` of the own running match needs a seat in it, and no scope."""
        return [
            RequestHandler("replays", self.list_replays, WATCH),
            RequestHandler("replay", self.replay, find=self._find_running),
            RequestHandler("publish", self.publish, PLAY),
        ]

    def list_replays(self, client: Client, request: wire.Replays) -> dict[str, Any]:
        """A page of the finished matches that the client may find."""
        if request.before is not None:
            first = self.access.finished.find(request.before)
            if first is None or not self.access.may_find(client.user, first):
                raise NotFoundError(f"replay {request.before}")
        found = (
            one.item()
            for one in self.access.finished.behind(request.before)
            if request.game in (None, one.game) and request.user in (None, *one.users)
            if self.access.may_find(client.user, one)
        )
        items, is_more = take_page(found, request.count, client.line)
        page: dict[str, Any] = {"type": "replay_list", "items": items}
        return page | {"cursor": items[-1]["replay"]} if is_more else page

    def _find_running(self, client: Client, request: wire.Replay) -> MatchRunner | None:
        """The match, while it is being played; of one that is none of the client's business nothing is said.

        Raises ForbiddenError.
        """
        match_id = MatchId(request.replay)
        live = self.play.running.get(match_id)
        match_seats = live.match_seats if live is not None else ()
        require_right(client, match_id, match_seats, self.now_ms())
        if live is None or match_id in client.seats or self.matches.may_know(client, live):
            return live
        return None

    def replay(self, client: Client, request: wire.Replay, turn: Turn) -> None:
        """Tells a match again; the parts follow by themselves."""
        if request.id is None:  # nobody would get the answer
            return
        if request.last is not None and request.last < request.first:
            raise BadOptionError("last", f"at least first, which is {request.first}")
        live = turn.live
        if request.form in ("assist", "remarks", "talk"):
            self._open_beside(client, request, live is not None)
        elif live is not None:
            running = self._tell_running(client, live, request)
            self.streams.open(client, request, partial(as_it_is, running))
        elif self.access.journal is None:
            raise UnsupportedError("replay", "this server keeps no matches")
        else:
            self.streams.open(
                client, request, partial(self._find, client, self.access.journal, request)
            )

    # What is kept beside the match: what a seat's assistants said, what its player remarked, what was said at the table.

    def _open_beside(self, client: Client, request: wire.Replay, is_running: bool) -> None:
        if is_running:
            raise ForbiddenError(
                f"the form {request.form} is told when the match is over", MAY_WATCH
            )
        if self.access.journal is None:
            raise UnsupportedError("replay", "this server keeps no matches")
        finds: dict[str, FindStory] = {
            "assist": self._find_track,
            "remarks": self._find_remarks,
            "talk": self._find_talk,
        }
        find = finds[request.form]
        self.streams.open(client, request, partial(find, client, self.access.journal, request))

    async def _find_track(
        self, client: Client, journal: StoredJournal, request: wire.Replay
    ) -> TrackTelling:
        """The record of one seat's assistants: for its player, and for those who answer for it. Raises RequestError."""
        head, _ = await self.access.find_over(client, journal, request.replay)
        seat = seat_of_view(request, head)
        if not self.access.owns(client.user, head.seats[seat].user):
            raise NotFoundError(f"what assistants said in {request.replay} on a seat of yours")
        await journal.notebook.flush()  # the end of the match may be newer than what is stored
        documents = await journal.store.documents(track_kind(request.replay))
        return TrackTelling(documents, seat, request.first, request.last)

    async def _find_remarks(
        self, client: Client, journal: StoredJournal, request: wire.Replay
    ) -> RemarkTelling:
        """What the player of a seat remarked: for them, for who answers for them, and for all once it is published."""
        head, steps = await self.access.find_over(client, journal, request.replay)
        seat = seat_of_view(request, head)
        await journal.notebook.flush()
        if not self.access.owns(client.user, head.seats[seat].user):
            published = await journal.store.documents(published_kind(request.replay))
            if str(seat) not in published or await is_deal_secret(journal.store, request.replay):
                raise NotFoundError(f"remarks on {request.replay} of a seat of yours, or published")
        remarks = await journal.remarks(request.replay)
        record = read_stored(head, steps, self.access.rooms)
        return RemarkTelling(record, remarks, seat, request.first, request.last)

    async def _find_talk(
        self, client: Client, journal: StoredJournal, request: wire.Replay
    ) -> TalkTelling:
        """What was said at the table, but for the words of those whom the viewer keeps away. Raises RequestError."""
        head, _ = await self.access.find_over(client, journal, request.replay)
        await self.access.require_open_deal(journal, request.replay)
        await journal.notebook.flush()
        documents = await journal.store.documents(talk_kind(request.replay))
        has_played = any(self.access.owns(client.user, seat.user) for seat in head.seats)
        silent = {
            number for number, seat in enumerate(head.seats) if seat.user in client.user.blocked
        }
        return TalkTelling(documents, silent, has_played, request.first, request.last)

    def publish(self, client: Client, request: wire.Publish) -> None:
        """Lets others read what was remarked on the client's seats, or nobody any longer; answers when that is stored."""
        one = self.access.finished.find(request.replay)
        if one is None or not self.access.may_find(client.user, one):
            raise NotFoundError(f"replay {request.replay}")
        mine = [seat for seat, user in enumerate(one.users) if self.access.owns(client.user, user)]
        if not mine:
            raise NotFoundError(f"a seat of yours in {request.replay}")
        answer = partial(client.line.reply, request, {"type": "ok"})
        self.publishing.publish(request.replay, mine, answer, on=request.on)

    # Running matches.

    def _tell_running(self, client: Client, live: MatchRunner, request: wire.Replay) -> Telling:
        """What the client may know of a running match now. Raises RequestError."""
        if request.form == "actions":
            raise ForbiddenError("the record is open when the match is over", MAY_WATCH)
        # A program of the server has its seat by no right of its user: that is one of the match.
        seat = client.seats.get(live.id, seat_by_right(client, live))
        view: View
        if seat is None:
            view = self.matches.admit(client, live, self.play.room_of(live), request.view)
            steps = live.spectators.shown_steps(live.commit_gate.steps)
        else:
            view = read_view(request.view, live.match.game.seats)
            if view != seat:
                raise ForbiddenError(f"you play in this match: ask for seat:{seat}", MAY_WATCH)
            steps = live.commit_gate.steps
        match = live.match
        record = Record(match.game, match.terms, match.deal, (), tuple(steps), "", match.seed)
        return telling(
            request, record, [match_seat.identity() for match_seat in live.match_seats], view
        )

    # Finished ones.

    async def _find(self, client: Client, journal: StoredJournal, request: wire.Replay) -> Telling:
        """A finished match, from the store. Raises RequestError, StoreError or RecordError."""
        head, record = await self.access.find_record(client, journal, request.replay)
        view = read_view(request.view, record.game.seats)
        if request.form == "actions" and view != ALL:
            raise BadOptionError("view", "all, for the form `actions`")
        return telling(
            request,
            record,
            self._players(request.replay, head),
            view,
        )

    def _players(self, replay: str, head: MatchHead) -> list[dict[str, Any]]:
        """The seats as `SeatInfo` values."""
        finished = self.access.finished.find(replay)
        assisted = () if finished is None else finished.assisted
        return [
            seat_info(number, seat) | ({"assisted": True} if number in assisted else {})
            for number, seat in enumerate(head.seats)
        ]


def seat_of_view(request: wire.Replay, head: MatchHead) -> int:
    """The seat that is asked for. Raises BadOptionError where it is none."""
    view = read_view(request.view, len(head.seats))
    if not isinstance(view, int):
        raise BadOptionError("view", f"seat:N, for the form `{request.form}`")
    return view


async def as_it_is(running: Telling) -> Telling:
    """Nothing has to be looked for."""
    return running
