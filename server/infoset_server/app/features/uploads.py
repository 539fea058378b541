"""Bots that owners hand over to the server."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import TakeIn
from infoset_server.config import ServerConfig
from infoset_server.contests.ladder.sources import BotSource, UploadedSource
from infoset_server.http.routes import Route
from infoset_server.http.uploads import open_hosted
from infoset_server.network.listener import Listener
from infoset_server.storage.notes import UPLOADS
from infoset_server.storage.port import MatchStore
from infoset_server.uploads.pipeline import Trial
from infoset_server.uploads.service import HostedBots
from infoset_server.uploads.versions import FREED, HOSTED

FOLDER: Final = "hosted"  # in the data folder


class UploadFeature(Feature):
    """Takes them in, tries them, and runs them in sandboxes."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        config = core.config
        self.hosted = HostedBots(
            config.hosted,
            config.data_dir / FOLDER,
            core.people,
            core.hosting,
            Trial(core.matchmaker, config.rooms, config.hosted, core.people.server_user),
            core.notes_of(UPLOADS),
            core.documents,
            core.wall_ms,
            private=secret_paths(config),
        )
        self.hosted.on_owner.append(core.services.bot_taken_over)
        self.hosted.needed.append(self._seated)
        core.play.on_over.append(lambda room, report: self.hosted.forget_old())
        self._pages = open_hosted(
            config, self.hosted, core.people, core.clock_s, core.durability.stored
        )

    def _seated(self) -> Iterator[str]:
        """The house bots that play, here and on other servers, or are to play the next match of a series.

        Whoever goes on with a match, after a restart or elsewhere, needs them.
        """
        for match in self.core.play.played():
            for match_seat in match.match_seats:
                if match_seat.user.house_bot is not None:
                    yield match_seat.user.house_bot
        for room in self.core.lobby.rooms.values():
            if room.is_due:
                yield from (seat.bot for seat in room.seats if seat.bot is not None)

    def routes(self) -> Iterable[Route]:
        """As Service."""
        return self._pages.routes()

    def bot_sources(self) -> Iterable[BotSource]:
        """As Service."""
        return [UploadedSource(self.hosted, self.core.people)]

    async def restore(self, store: MatchStore) -> None:
        """As Service."""
        bots, freed = await store.documents(HOSTED.name), await store.documents(FREED.name)
        await self.hosted.restore(bots, freed)

    def open(self, listener: Listener, take_in: TakeIn) -> None:
        """As Service."""
        self.hosted.let_in(listener.open_door)

    async def warm_up(self) -> None:
        """As Service: looks what the machine offers to shut programs in, and tries the bots that wait."""
        await self.hosted.open()

    def tidy(self) -> None:
        """As Service."""
        self.hosted.drop_orphans()
        self.hosted.try_again()

    async def stop(self) -> None:
        """As Service."""
        await self.hosted.stop_working()

    async def close(self) -> None:
        """As Service."""
        await self._pages.close()

    async def release(self) -> None:
        """As Service."""
        await self.hosted.close()


def secret_paths(config: ServerConfig) -> list[Path]:
    """What no program of an uploaded bot may see anything of."""
    cluster = config.cluster
    keys = (config.tls.key or config.tls.certificate, cluster.bus_key or cluster.bus_certificate)
    return [config.data_dir, *(path for path in (*keys, cluster.bus_credentials) if path)]
