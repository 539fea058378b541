"""Everything behind the links: begins with what is stored, is there for the connections, ends.

What it is made of says `parts.py`. What a request means is the desks' business (`desks.py`), who comes and goes that
of `reception.py` and `presence.py`.
"""

import asyncio
import logging
from collections.abc import Sequence

from infoset_protocol import messages as wire
from infoset_server.accounts.accounts import KINDS
from infoset_server.ages import ERA
from infoset_server.assisting.assistant import ASSISTANT
from infoset_server.assisting.track import track_kind
from infoset_server.hosted.versions import HOSTED
from infoset_server.matches.consents import CONSENT
from infoset_server.matches.replays import REPLAY
from infoset_server.matches.results import RESULT
from infoset_server.matches.slow_clocks import CLOCK
from infoset_server.organising import ORDER
from infoset_server.parts import Parts
from infoset_server.records.documents import ROOM, SEEK
from infoset_server.records.journal import StoredJournal
from infoset_server.records.opening import Records
from infoset_server.revival import Revival
from infoset_server.tournaments.documents import KINDS as TOURNAMENT_KINDS
from infoset_server.wire.connection import Connection
from infoset_server.wire.outbox import Loss

logger = logging.getLogger(__name__)


class App(Parts):
    """One per server; made and used on the event loop. It is the handler of all connections."""

    _awaiting: asyncio.TimerHandle | None = None

    # As Handler: what the connections call.

    def on_hello(self, connection: Connection, hello: wire.Hello) -> None:
        """As Handler."""
        self._reception.hello(connection, hello)

    def on_request(self, connection: Connection, message: wire.ClientMessage) -> None:
        """As Handler."""
        self._front_desk.answer(connection, message)

    def on_settled(self, connection: Connection) -> None:
        """As Handler."""
        self._reception.settled(connection)

    def on_away(self, connection: Connection) -> bool:
        """As Handler."""
        return self.presence.step_out(connection)

    def on_back(self, connection: Connection) -> None:
        """As Handler."""
        self.presence.step_in(connection)

    def on_closed(self, connection: Connection) -> None:
        """As Handler."""
        self.presence.drop_out(connection)

    def on_loss(self, connection: Connection, loss: Loss) -> None:
        """As Handler."""
        self.losses.make_good(connection, loss)

    def may_idle(self, connection: Connection) -> bool:
        """As Handler."""
        return self.presence.may_idle(connection)

    # The beginning and the end.

    async def revive(self) -> None:
        """Sets up what the store knows of an earlier run, then begins to look for what has expired.

        Call it before anybody can connect. Raises StoreError.
        """
        if self.records is not None:
            await self._restore(self.records)
        self._housekeeping.start()

    async def _restore(self, records: Records) -> None:
        store = records.store
        self.people.accounts.restore({kind: await store.documents(kind) for kind in KINDS})
        await self.hosted.restore(await store.documents(HOSTED.name))
        self.finished.restore(await store.documents(REPLAY))
        self.results.restore(await store.documents(RESULT))
        rooms, seeks = await store.documents(ROOM), await store.documents(SEEK)
        clocks = await store.documents(CLOCK)
        if self.ladders is not None:
            await self.ladders.restore()
        self.tournaments.restore({kind: await store.documents(kind) for kind in TOURNAMENT_KINDS})
        self.returning.restore(rooms, seeks)
        self._ages.restore(await store.documents(ERA))
        consents = await store.documents(CONSENT)
        revived = await self._revive_matches(records.journal)
        if self.ladders is not None:
            self.ladders.settle_meetings()
        self.tournaments.begin()
        self._clocks.restore(clocks, self.play.running.values())
        self._consents.restore(consents, self.play.running.values())
        self.organiser.restore(await store.documents(ORDER))
        for live in self.play.running.values():
            self.assisting.restore_track(live, await store.documents(track_kind(live.id)))
        self.assisting.restore(await store.documents(ASSISTANT))
        if revived:
            logger.info("%d matches go on", revived)
        loop = asyncio.get_running_loop()
        self._awaiting = loop.call_later(self.config.rooms.absence_s, self.returning.give_up)

    async def _revive_matches(self, journal: StoredJournal) -> int:
        """The matches that were running; those of ladders only where the ladders are run here."""
        revival = self._revival(journal)
        if self.ladders is None:
            return await revival.revive_all()
        if self.ladders.is_elsewhere:
            return await revival.revive_all(with_rated=False)
        return await revival.revive_all() + await revival.revive(self.ladders.awaited())

    async def _go_on_with(self, match_ids: Sequence[str]) -> None:
        """Matches that another server began go on here, with whoever is here already. Raises StoreError."""
        assert self._journal is not None, "without a store there is no other server"
        await self._revival(self._journal).revive(match_ids)
        for client in list(self.people.clients.values()):
            self.homecoming.receive(client)

    def _revival(self, journal: StoredJournal) -> Revival:
        return Revival(
            journal,
            self.lobby,
            self.people,
            self.play,
            self.config.rooms,
            self._ages,
            self.results,
        )

    def let_ladders_play(self) -> None:
        """Matches of ladders begin, now or when this server comes to run them."""
        if self.ladders is not None:
            self.ladders.start(self._go_on_with)

    async def close(self, grace_s: float) -> None:
        """Refuses new matches, lets those running end, stops the house bots."""
        self._housekeeping.close()
        if self._awaiting is not None:
            self._awaiting.cancel()
        self.away.close()
        await self.hosted.stop_working()
        await self.hall.wind_up(grace_s)
        self.tournaments.close()
        if self.ladders is not None:
            await self.ladders.close()
        self._note_clocks()
        await self.compute.close()
        await self.replays.close()
        await self._settling.close()
        self.assisting.close()
        self.results.close()
        await self.hosting.close()
        await self.hosted.close()

    async def close_records(self) -> None:
        """Writes what waits and lets go of the store. Call it last, when nobody is connected any more."""
        if self.records is not None:
            await self.records.close()
