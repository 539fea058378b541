"""Answers `review`: who may ask for the review of which match, and how far it is."""

from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import WATCH
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import (
    AwayError,
    BusyError,
    UnsupportedError,
    WrongStateError,
)
from infoset_server.compute.reviews import Review, Reviews, review_kind
from infoset_server.handlers.finished_access import FinishedAccess
from infoset_server.handlers.playing import PlayingHandlers
from infoset_server.handlers.requests import RequestHandler, Turn, take_page
from infoset_server.handlers.waiting import WaitingRequests
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.replay_streams import MAX_ENTRIES
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.storage.errors import UnavailableError

WAIT_S: Final = 10.0  # for the next entries, before the answer says that there are none yet
GATHER_S: Final = 1.0  # for which entries are gathered into one answer, up to so
MANY: Final = 64
MOST_AT_ONCE: Final = 4  # requests of one client that wait
RETRY_MS: Final = 1_000


class ReviewHandlers:
    """A request waits for new entries; refusals are RequestErrors."""

    def __init__(
        self,
        play: MatchRegistry,
        matches: PlayingHandlers,
        access: FinishedAccess,
        reviews: Reviews | None,
    ) -> None:
        """`reviews` None: this server has switched them off."""
        self._play = play
        self._matches = matches
        self._access = access
        self._reviews = reviews
        self._waiting = WaitingRequests()

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("review", self.review, WATCH, self._find_running)]

    def _find_running(self, client: Client, request: wire.Review) -> MatchRunner | None:
        """The match, while it is played; of one that is none of the client's business nothing is said."""
        live = self._play.running.get(MatchId(request.replay))
        return live if live is not None and self._matches.may_know(client, live) else None

    def review(self, client: Client, request: wire.Review, turn: Turn) -> None:
        """Answers with the entries from `first` on, as soon as there is one."""
        if request.id is None:  # nobody would get the answer
            return
        if turn.live is not None:
            raise WrongStateError("the match is played still; it can be reviewed when it is over")
        reviews, journal = self._reviews, self._access.journal
        if reviews is None:
            raise UnsupportedError("review", "this server reviews no matches")
        if journal is None:
            raise UnsupportedError("review", "this server keeps no matches")
        if self._waiting.count(client) >= MOST_AT_ONCE:
            raise BusyError("as many of your requests for reviews wait as may", retry_ms=RETRY_MS)
        self._waiting.begin(client, request, self._serve(client, request, reviews, journal))

    def cancel(self, client: Client, target: int | None) -> None:
        """Ends the waiting of one request of a client, or of all. The review is worked out all the same."""
        self._waiting.cancel(client, target)

    async def close(self) -> None:
        """Ends everything."""
        await self._waiting.close()

    async def _serve(
        self, client: Client, request: wire.Review, reviews: Reviews, journal: StoredJournal
    ) -> None:
        try:
            review = await self._open(client, request, reviews, journal)
            await review.beyond(request.first, WAIT_S)
            await review.beyond(request.first + MANY, GATHER_S)
            if review.problem is not None:
                raise review.problem
            client.line.reply(request, part_of(client, request, review, reviews.ahead(review)))
        except UnavailableError as trouble:
            away = AwayError("the server cannot read what it keeps", trouble.retry_ms or RETRY_MS)
            client.line.refuse(request, away)
        except Exception as error:  # noqa: BLE001  # a failure stays with this one request
            client.line.refuse(request, error)

    async def _open(
        self, client: Client, request: wire.Review, reviews: Reviews, journal: StoredJournal
    ) -> Review:
        """The review of a match that the client may see all of; begins it where there is none.

        Raises RequestError, StoreError or RecordError.
        """
        replay = request.replay
        await self._access.find_over(client, journal, replay)
        await self._access.require_open_deal(journal, replay)
        known = reviews.find(replay)
        if known is not None:
            return known
        await journal.notebook.flush()
        documents = await journal.store.documents(review_kind(replay))
        known = reviews.find(replay) or reviews.take_stored(replay, documents)
        return known or reviews.order(replay, client.user.id)


def part_of(client: Client, request: wire.Review, review: Review, ahead: int) -> dict[str, Any]:
    """The answer: as many entries as fit into it."""
    entries, is_cut = take_page(iter(review.entries[request.first :]), MAX_ENTRIES, client.line)
    return {
        "type": "review_part",
        "replay": request.replay,
        "entries": entries,
        "done": review.done,
        "total": review.total,
        "ahead": ahead,
        "more": is_cut or not review.is_over,
    }
