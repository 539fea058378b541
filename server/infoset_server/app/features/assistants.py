"""Programs beside players."""

from collections.abc import Iterable

from infoset_server.accounts.clients import Client, User
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import Restored
from infoset_server.assistants.assistant import ASSISTANT
from infoset_server.assistants.service import AssistantService
from infoset_server.assistants.track import track_kind
from infoset_server.common.ids import MatchId
from infoset_server.handlers.assistants import AssistantHandlers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.room import Room
from infoset_server.storage.notes import ASSISTANTS


class AssistantFeature(Feature):
    """Invitations, and what assistants see, draw, propose and do."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.assisting = AssistantService(
            core.config.assist,
            core.people,
            core.lobby,
            core.play,
            core.notes_of(ASSISTANTS),
            self._dismiss,
            core.hosting.keeper_of,
        )

    def _dismiss(self, client: Client, match_id: MatchId) -> None:
        for service in self.core.services.all:
            service.dismiss(client, match_id)

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        core = self.core
        return AssistantHandlers(
            self.assisting,
            core.lobby,
            core.playing.find_known,
            core.playing.find,
            core.durability.when_stored,
        ).handlers()

    async def restore_details(self, restored: Restored) -> None:
        """As Service."""
        for live in restored.matches:
            documents = await restored.store.documents(track_kind(live.id))
            self.assisting.restore_track(live, documents)

    async def begin(self, restored: Restored) -> None:
        """As Service."""
        if not restored.elsewhere:
            self.assisting.restore(await restored.store.documents(ASSISTANT))

    def client_left(self, client: Client) -> None:
        """As Service."""
        self.assisting.closed(client)

    def is_assistant(self, client: Client) -> bool:
        """As Service."""
        return self.assisting.is_assistant(client)

    def assists(self, user: User, room: Room, live: MatchRunner | None) -> bool:
        """As Service."""
        return self.assisting.assists(user, room, live)

    def assistants_in(self, live: MatchRunner) -> Iterable[User]:
        """As Service."""
        return self.assisting.helpers(live)

    def tidy(self) -> None:
        """As Service."""
        self.assisting.sweep()

    async def close(self) -> None:
        """As Service."""
        self.assisting.close()
