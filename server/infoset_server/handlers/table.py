"""Which desk serves which request, and which scope it needs. Serves none."""

from dataclasses import dataclass
from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import CHAT, COMPUTE, PLAY, WATCH
from infoset_server.handlers.assistants import AssistantHandlers
from infoset_server.handlers.blocks import BlockHandlers
from infoset_server.handlers.compute import ComputeHandlers
from infoset_server.handlers.dispatcher import Serve
from infoset_server.handlers.ladders import LadderHandlers
from infoset_server.handlers.playing import PlayingHandlers
from infoset_server.handlers.replays import ReplayHandlers
from infoset_server.handlers.rooms import RoomHandlers
from infoset_server.handlers.tournaments import TournamentHandlers

NEEDED: Final = {  # the scope of each request that needs one; `act` needs a seat, which needs it
    "seek": PLAY,
    "create_room": PLAY,
    "join": PLAY,
    "add_bot": PLAY,
    "start": PLAY,
    "block": PLAY,
    "chat": CHAT,
    "watch": WATCH,
    "consent": PLAY,
    "replays": WATCH,
    "replay": WATCH,
    "determinize": COMPUTE,
    "simulate": COMPUTE,
    "rollout": COMPUTE,
    "assist_invite": PLAY,
    "assist_join": PLAY,
    "ladder_register": PLAY,
    "ladder_queue": PLAY,
    "tournament_enter": PLAY,
}


@dataclass(frozen=True)
class HandlerTable:
    """All handlers of a server; without `ladders` nothing is rated."""

    rooms: RoomHandlers
    blocks: BlockHandlers
    matches: PlayingHandlers
    replays: ReplayHandlers
    compute: ComputeHandlers
    assistants: AssistantHandlers
    tournaments: TournamentHandlers
    ladders: LadderHandlers | None

    def by_type(self) -> dict[str, Serve]:
        """What serves each type of request; what is not in it is not offered."""
        return {
            **self._of_rooms(),
            **self._of_matches(),
            **self._of_assistants(),
            "replays": self.replays.list_replays,
            "replay": self.replays.replay,
            "determinize": self.compute.determinize,
            "simulate": self.compute.simulate,
            "rollout": self.compute.rollout,
            "release": self.compute.release,
            "block": self.blocks.block,
            "cancel": self._cancel,
            "tournaments": self.tournaments.list_tournaments,
            "tournament_enter": self.tournaments.enter,
            "tournament_leave": self.tournaments.leave,
            **({} if self.ladders is None else of_ladders(self.ladders)),
        }

    def _of_rooms(self) -> dict[str, Serve]:
        rooms = self.rooms
        return {
            "describe": rooms.describe,
            "seek": rooms.seek,
            "unseek": rooms.unseek,
            "watch_lobby": rooms.watch_lobby,
            "create_room": rooms.create_room,
            "join": rooms.join,
            "leave": rooms.leave,
            "sit": rooms.sit,
            "ready": rooms.ready,
            "configure": rooms.configure,
            "add_bot": rooms.add_bot,
            "kick": rooms.kick,
            "start": rooms.start,
        }

    def _of_matches(self) -> dict[str, Serve]:
        matches = self.matches
        return {
            "chat": matches.chat,
            "act": matches.act,
            "sync": matches.sync,
            "resign": matches.resign,
            "watch": matches.watch,
            "unwatch": matches.unwatch,
            "consent": matches.consent,
        }

    def _of_assistants(self) -> dict[str, Serve]:
        assistants = self.assistants
        return {
            "assist_invite": assistants.invite,
            "assist_join": assistants.join,
            "assist_grant": assistants.grant,
            "assist_revoke": assistants.revoke,
            "overlay": assistants.overlay,
            "suggest": assistants.suggest,
            "accept": assistants.accept,
            "stage": assistants.stage,
            "commit": assistants.commit,
            "assist_log": assistants.log,
        }

    def _cancel(self, client: Client, request: wire.Cancel) -> dict[str, Any]:
        """Ends what takes long."""
        self.replays.streams.cancel(client, request.target)
        return self.compute.cancel(client, request)


def of_ladders(ladders: LadderHandlers) -> dict[str, Serve]:
    """Requests about ladders, and seeks, which may be for one."""
    return {
        "ladders": ladders.list_ladders,
        "ladder_register": ladders.register,
        "ladder_queue": ladders.queue,
        "standings": ladders.standings,
        "seek": ladders.seek,
        "unseek": ladders.unseek,
    }
