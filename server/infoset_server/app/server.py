"""Everything behind the links: begins with what is stored, is there for the connections, ends.

What it is made of says `parts.py`. What a request means is the handlers' business (`handlers.py`), who comes and goes that
of `login.py` and `presence.py`.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final

from infoset_protocol import messages as wire
from infoset_protocol.errors import CloseCode
from infoset_server.accounts.accounts import KINDS
from infoset_server.accounts.users import USERS
from infoset_server.admin.moderation import ORDER
from infoset_server.app.composition import Parts
from infoset_server.assistants.assistant import ASSISTANT
from infoset_server.assistants.track import track_kind
from infoset_server.contests.tournaments.documents import KINDS as TOURNAMENT_KINDS
from infoset_server.matches.consents import CONSENT
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import Records
from infoset_server.matches.replays import REPLAY
from infoset_server.matches.results import RESULT
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.slow_clocks import CLOCK
from infoset_server.network.connection import Connection
from infoset_server.network.outbox import Loss
from infoset_server.rooms.documents import ROOM, SEEK, node_of
from infoset_server.rooms.restored_matches import RestoredMatches
from infoset_server.storage.errors import UnavailableError
from infoset_server.storage.node import Node
from infoset_server.storage.port import MatchStore
from infoset_server.storage.restart_clock import ERA
from infoset_server.uploads.versions import HOSTED

logger = logging.getLogger(__name__)

RETRY_MS: Final = 1_000  # when to come back to a server that may have been replaced


class App(Parts):
    """One per server; made and used on the event loop. It is the handler of all connections."""

    _awaiting: asyncio.TimerHandle | None = None

    # As Handler: what the connections call.

    def on_hello(self, connection: Connection, hello: wire.Hello) -> None:
        """As Handler."""
        node = self._shared_node
        if node is None or node.is_held:
            self._session_login.hello(connection, hello)
        else:  # somebody else may have the matches that this client plays
            connection.close(CloseCode.RESTARTING, "the store does not answer", retry_ms=RETRY_MS)

    def on_request(
        self, connection: Connection, message: wire.ClientMessage, arrived_s: float
    ) -> None:
        """As Handler."""
        self._dispatcher.answer(connection, message, arrived_s)

    def on_settled(self, connection: Connection) -> None:
        """As Handler."""
        self._session_login.settled(connection)

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
        if self.ladders is not None:
            await self.ladders.restore()
        self.tournaments.restore({kind: await store.documents(kind) for kind in TOURNAMENT_KINDS})
        elsewhere = await self._restore_rooms(store, records.node)
        self._restart_clock.restore(await store.documents(ERA))
        revived = await self._revive_matches(records.journal)
        if self.ladders is not None:
            self.ladders.settle_meetings()
        self.tournaments.begin()
        await self._restore_details(store, revived)
        kept = {*self.play.running, *self.play.left}
        self._clocks.forget(await store.documents(CLOCK), kept)
        self._consents.forget(await store.documents(CONSENT), kept)
        orders = await store.documents(ORDER)
        ours = {key: orders[key] for key in orders if key.removeprefix("room:") not in elsewhere}
        self.organiser.restore(ours)
        if not elsewhere:
            self.assisting.restore(await store.documents(ASSISTANT))
        if revived:
            logger.info("%d matches go on", len(revived))
        self._await_members()

    async def _restore_rooms(self, store: MatchStore, node: Node) -> set[str]:
        """The rooms and seeks of this server, and of those that are gone; returns the rooms of those that live."""
        rooms, seeks = await store.documents(ROOM), await store.documents(SEEK)
        nodes = {node_of(body) for body in (*rooms.values(), *seeks.values())} - {""}
        living = await node.known(nodes)
        elsewhere = {key for key, body in rooms.items() if node_of(body) in living}
        self.restored_rooms.restore(
            {key: body for key, body in rooms.items() if key not in elsewhere},
            {key: body for key, body in seeks.items() if node_of(body) not in living},
        )
        if nodes - {node.name}:
            self.lobby.note_all()
        return elsewhere

    def _await_members(self) -> None:
        """From now on those who were in rooms have so long to come back."""
        if self._awaiting is not None:
            self._awaiting.cancel()
        loop = asyncio.get_running_loop()
        self._awaiting = loop.call_later(self.config.rooms.absence_s, self.restored_rooms.give_up)

    async def _revive_matches(self, journal: StoredJournal) -> list[MatchRunner]:
        """The matches that were running; those of ladders only where the ladders are run here."""
        restored_matches = self._restored_matches(journal)
        if self.ladders is None:
            return await restored_matches.revive_all()
        if not self.ladders.is_elsewhere:
            try:
                awaited = await restored_matches.revive(self.ladders.awaited())
            except UnavailableError as problem:  # whoever had the ladders has not ended yet
                logger.warning("the ladders are not taken yet: %s", problem)
                await self.ladders.step_back()
            else:
                return awaited + await restored_matches.revive_all()
        return await restored_matches.revive_all(with_rated=False)

    async def _restore_details(self, store: MatchStore, revived: Sequence[MatchRunner]) -> None:
        """What is kept of matches besides their steps: used time, consent, assistants."""
        self._clocks.restore(await store.documents(CLOCK), revived)
        self._consents.restore(await store.documents(CONSENT), revived)
        for live in revived:
            self.assisting.restore_track(live, await store.documents(track_kind(live.id)))

    async def _go_on_with(self, match_ids: Sequence[str]) -> None:
        """Matches that another server began go on here, with whoever is here already. Raises StoreError."""
        assert self._journal is not None, "without a store there is no other server"
        await self._receive_matches(await self._restored_matches(self._journal).revive(match_ids))

    async def _receive_matches(self, revived: Sequence[MatchRunner]) -> None:
        assert self.records is not None, "without a store there is no other server"
        await self._restore_details(self.records.store, revived)
        for client in list(self.people.clients.values()):
            self.resumption.receive(client)

    async def _take_over(self, node: str) -> None:
        """Goes on with what a server has left that is gone. Raises StoreError."""
        records = self.records
        assert records is not None, "without a store there is no other server"
        if not await records.journal.unfinished(node):
            return
        store = records.store
        self.people.accounts.learn(await store.documents(USERS.name))
        self.restored_rooms.restore(
            owned_by(node, await store.documents(ROOM)), owned_by(node, await store.documents(SEEK))
        )
        self.lobby.note_all()
        runs_ladders = self.ladders is not None and not self.ladders.is_elsewhere
        restored_matches = self._restored_matches(records.journal)
        revived = await restored_matches.revive_all(of=node, with_rated=runs_ladders)
        await self._receive_matches(revived)
        self._await_members()
        if revived:
            logger.warning("node %s is gone: %d of its matches go on here", node, len(revived))

    def _restored_matches(self, journal: StoredJournal) -> RestoredMatches:
        return RestoredMatches(
            journal,
            self.lobby,
            self.people,
            self.play,
            self.config.rooms,
            self._restart_clock,
            self.results,
        )

    def let_ladders_play(self) -> None:
        """Matches of ladders begin, now or when this server comes to run them; so with those of servers that go."""
        if self.ladders is not None:
            self.ladders.start(self._go_on_with)
        if self._node is not None:
            self._node.keep(self._take_over)

    async def close(self, grace_s: float) -> None:
        """Refuses new matches, lets those running end, stops the house bots."""
        self._housekeeping.close()
        if self._awaiting is not None:
            self._awaiting.cancel()
        self.away.close()
        await self.hosted.stop_working()
        await self.matchmaker.wind_up(grace_s)
        self.tournaments.close()
        if self.ladders is not None:
            await self.ladders.close()
        self._note_clocks()
        await self.compute.close()
        await self.replays.close()
        await self._durability.close()
        self.assisting.close()
        self.results.close()
        await self.hosting.close()
        await self.hosted.close()

    async def close_records(self) -> None:
        """Writes what waits and lets go of the store. Call it last, when nobody is connected any more."""
        if self.records is not None:
            await self.records.close()


def owned_by(node: str, documents: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those of rooms or seeks that belong to a node."""
    return {key: body for key, body in documents.items() if node_of(body) == node}
