"""Everything behind the links: begins with what is stored, is there for the connections, ends.

Its core is put together in `composition.py`, its features are the list in `features/`. What a request means is the
business of `handlers/`, who comes and goes that of `sessions/`.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

from infoset_protocol import messages as wire
from infoset_protocol.errors import CloseCode
from infoset_server.accounts.accounts import KINDS
from infoset_server.accounts.users import USERS
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.features import FEATURES
from infoset_server.app.service import Housekeeping, Restored
from infoset_server.bus.port import Bus
from infoset_server.common.ids import MatchId
from infoset_server.compute.workers import Workers
from infoset_server.config import ServerConfig
from infoset_server.matches.consents import CONSENT
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import Records, is_play_node
from infoset_server.matches.replays import REPLAY
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.network.line import EntryLine
from infoset_server.network.listener import Listener
from infoset_server.network.outbox import Loss
from infoset_server.rooms.documents import ROOM, SEEK, node_of
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.restored_matches import RestoredMatches
from infoset_server.storage.insisting import insist
from infoset_server.storage.node import Node
from infoset_server.storage.port import MatchStore
from infoset_server.storage.restart_clock import ERA
from infoset_server.storage.seed_box import fresh_seed

logger = logging.getLogger(__name__)

RETRY_MS: Final = 1_000  # when to come back to a server that may have been replaced

FeatureT = TypeVar("FeatureT", bound=Feature)


class App:
    """One per server; made and used on the event loop. It is the handler of all connections."""

    def __init__(
        self,
        config: ServerConfig,
        fresh_seed: Callable[[], str] = fresh_seed,
        records: Records | None = None,
        admin_token: str | None = None,
        features: Iterable[type[Feature]] = FEATURES,
        cluster_bus: Bus | None = None,
        workers: Workers | None = None,
    ) -> None:
        """As Core; `features` that this server wants become its services, in this order."""
        self.core = core = Core(config, fresh_seed, records, admin_token, cluster_bus, workers)
        for feature in features:
            if feature.is_wanted(core):
                core.services.all.append(feature(core))
        self.config = config
        self.records = records
        self.people = core.people
        self.hosting = core.hosting
        self.lobby = core.lobby
        self.play = core.play
        self.matchmaker = core.matchmaker
        self._session_login = core.session_login
        self._dispatcher = core.make_dispatcher()
        self._presence = core.presence
        self._losses = core.losses
        self._services = core.services.all
        self._awaiting: asyncio.TimerHandle | None = None
        self._restoring = asyncio.Lock()  # one match is set up once
        self._housekeeping = Housekeeping(
            [
                self.lobby.close_idle,
                self.people.accounts.drop_expired,
                core.restart_clock.check,
                *(service.tidy for service in self._services),
            ]
        )

    def feature(self, kind: type[FeatureT]) -> FeatureT:
        """The service of this class. Raises LookupError where the server has none."""
        for service in self._services:
            if isinstance(service, kind):
                return service
        raise LookupError(f"this server has no {kind.__name__}")

    # As Handler: what the connections call.

    def on_hello(self, connection: EntryLine, hello: wire.Hello) -> None:
        """As Handler."""
        node = self.core.shared_node
        if node is None or node.is_held:
            self._session_login.hello(connection, hello)
        else:  # somebody else may have the matches that this client plays
            connection.close(CloseCode.RESTARTING, "the store does not answer", retry_ms=RETRY_MS)

    def on_request(
        self, connection: EntryLine, message: wire.ClientMessage, arrived_s: float
    ) -> None:
        """As Handler."""
        self._dispatcher.answer(connection, message, arrived_s)

    def on_settled(self, connection: EntryLine) -> None:
        """As Handler."""
        self._session_login.settled(connection)

    def on_away(self, connection: EntryLine) -> bool:
        """As Handler."""
        return self._presence.step_out(connection)

    def on_back(self, connection: EntryLine) -> None:
        """As Handler."""
        self._presence.step_in(connection)

    def on_closed(self, connection: EntryLine) -> None:
        """As Handler."""
        self._presence.drop_out(connection)

    def on_loss(self, connection: EntryLine, loss: Loss) -> None:
        """As Handler."""
        self._losses.make_good(connection, loss)

    def may_idle(self, connection: EntryLine) -> bool:
        """As Handler."""
        return self._presence.may_idle(connection)

    # The beginning.

    async def revive(self) -> None:
        """Sets up what the store knows of an earlier run, then begins to look for what has expired.

        Call it before anybody can connect. Raises StoreError.
        """
        if self.records is not None:
            await self._restore(self.records)
        self._housekeeping.start()

    async def _restore(self, records: Records) -> None:
        core, store = self.core, records.store
        self.people.accounts.restore({kind: await store.documents(kind) for kind in KINDS})
        core.finished.restore(await store.documents(REPLAY))
        for service in self._services:
            await service.restore(store)
        elsewhere = await self._restore_rooms(store, records.node)
        core.restart_clock.restore(await store.documents(ERA))
        restored = Restored(store, await self._restore_matches(records.journal), elsewhere)
        await self._restore_details(restored)
        kept = {*self.play.running, *self.play.left}
        core.consents.forget(await store.documents(CONSENT), kept)
        for service in self._services:
            await service.begin(restored)
        if restored.matches:
            logger.info("%d matches go on", len(restored.matches))
        self._await_members()

    async def _restore_rooms(self, store: MatchStore, node: Node) -> frozenset[str]:
        """The rooms and seeks of this server, and of those that are gone; returns the rooms of those that live."""
        rooms, seeks = await store.documents(ROOM), await store.documents(SEEK)
        nodes = {node_of(body) for body in (*rooms.values(), *seeks.values())} - {""}
        living = await node.known(nodes)
        elsewhere = frozenset(key for key, body in rooms.items() if node_of(body) in living)
        self.core.restored_rooms.restore(
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
        give_up = self.core.restored_rooms.give_up
        self._awaiting = loop.call_later(self.config.rooms.absence_s, give_up)

    async def _restore_matches(self, journal: StoredJournal) -> list[MatchRunner]:
        """The matches that were running: first those that only a certain service may take."""
        matches = self._restored_matches(journal)
        revived: list[MatchRunner] = []
        for service in self._services:
            revived += await service.restore_own_matches(matches)
        return revived + await matches.revive_all(with_rated=not self._leaves_rated())

    def _leaves_rated(self) -> bool:
        return any(service.leaves_rated for service in self._services)

    async def _restore_details(self, restored: Restored) -> None:
        """What is kept of matches besides their steps: consent, and what services know."""
        self.core.consents.restore(await restored.store.documents(CONSENT), restored.matches)
        for service in self._services:
            await service.restore_details(restored)

    def _restored_matches(self, journal: StoredJournal) -> RestoredMatches:
        return RestoredMatches(
            journal,
            self.lobby,
            self.people,
            self.play,
            self.config.rooms,
            self.core.restart_clock,
            partial(is_play_node, self.config),
        )

    # What other servers have left.

    async def _go_on_with(self, match_ids: Sequence[str], *, leaves_near: bool = False) -> None:
        """As TakeIn: matches go on here, with whoever is here already. Raises StoreError."""
        assert self.records is not None, "without a store there is no other server"
        async with self._restoring:
            matches = self._restored_matches(self.records.journal)
            near = await matches.leave_near(match_ids) if leaves_near else {}
            wanted = [match_id for match_id in match_ids if match_id not in near]
            await self._receive_matches(self.records, await matches.revive(wanted))
        for match_id, node in near.items():
            self.play.elsewhere.ask_for(MatchId(match_id), node)

    async def _receive_matches(self, records: Records, revived: Sequence[MatchRunner]) -> None:
        restored = Restored(records.store, revived)  # they run already
        await insist("what else is kept of matches", lambda: self._restore_details(restored))
        holders, self.play.holders = self.play.holders, set()
        for client in sorted(self.people.clients.values(), key=lambda one: one not in holders):
            self.core.resumption.receive(client, has_come=False)
        for live in revived:
            self.play.elsewhere.received(live.id)

    async def _take_over(self, node: str) -> None:
        """Goes on with what a server has left that is gone. Raises StoreError."""
        async with self._restoring:
            await self._take_all_of(node)

    async def _take_all_of(self, node: str) -> None:
        records = self.records
        assert records is not None, "without a store there is no other server"
        plays = any(far.node == node for far in self.play.far.values())
        left = await records.journal.unfinished(node)
        if not plays and not left:
            return
        if not await records.journal.shut_out(node):  # it might begin what is given up here
            return
        far = self.play.elsewhere.give_up(node)
        store = records.store
        self.people.accounts.learn(await store.documents(USERS.name))
        self.core.restored_rooms.restore(
            owned_by(node, await store.documents(ROOM)), owned_by(node, await store.documents(SEEK))
        )
        self.lobby.note_all()
        matches = self._restored_matches(records.journal)
        far = await self._without_given(matches, far)
        with_rated = not self._leaves_rated()
        mine = [one.id for one in far if with_rated or not one.settings.is_rated]
        heard_of = [
            match_id for match_id, one in self.play.left.items() if with_rated and one.node == node
        ]
        revived = await matches.revive([*mine, *heard_of])  # also those that have ended unheard
        revived += await insist(  # they may be ours already, where that was not answered
            f"what {node} has left",
            lambda: matches.revive_all(among=left, with_rated=with_rated),
        )
        unbegun = await insist(  # unless the server has come back, and has them again
            f"whose the matches of {node} are", lambda: self._without_given(matches, far)
        )
        for one in unbegun:
            self.play.end_far(one, MatchReport(one.id, None))
        await self._receive_matches(records, revived)
        self._await_members()
        if revived:
            logger.warning("node %s is gone: %d of its matches go on here", node, len(revived))

    async def _without_given(
        self, matches: RestoredMatches, far: Sequence[FarMatch]
    ) -> list[FarMatch]:
        """Those that the server has not given to another that lives; where others belong is followed. Raises StoreError."""
        owners = await matches.living_owners([one.id for one in far])
        for one in far:
            if one.id in owners:
                self.play.elsewhere.follow(one, owners[one.id])
        return [one for one in far if one.id not in owners]

    # Clients can connect, and the end.

    def open(self, listener: Listener) -> None:
        """Clients can connect: matches begin, and those of servers that go are taken over."""
        for service in self._services:
            service.open(listener, self._go_on_with)
        if self.records is not None:
            self.records.node.keep(self._take_over)

    async def warm_up(self) -> None:
        """Does what takes long and need not be done before clients can connect."""
        for service in self._services:
            await service.warm_up()

    async def close(self, grace_s: float) -> None:
        """Refuses new matches, lets those running end, stops the house bots."""
        self._housekeeping.close()
        if self._awaiting is not None:
            self._awaiting.cancel()
        self.core.away.close()
        for service in self._services:
            await service.stop()
        await self.matchmaker.wind_up(grace_s)
        for service in reversed(self._services):
            await service.close()
        await self.core.durability.close()
        await self.hosting.close()
        for service in reversed(self._services):
            await service.release()

    async def close_records(self) -> None:
        """Writes what waits and lets go of the store. Call it last, when nobody is connected any more."""
        if self.records is not None:
            await self.records.close()


def owned_by(node: str, documents: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those of rooms or seeks that belong to a node."""
    return {key: body for key, body in documents.items() if node_of(body) == node}
