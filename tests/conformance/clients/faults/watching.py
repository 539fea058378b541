"""Faults of level 7, `watch`: what spectators must not, and must endure."""

from tests.conformance.clients.bot import Message
from tests.conformance.clients.faults.fault import Faults
from tests.conformance.clients.good import Spectator

fault = Faults(7)


@fault("public", "a watcher sent `act`")
class Meddler(Spectator):
    """Plays where it only looks on."""

    def on_snapshot(self, message: Message) -> None:
        head = {"type": "act", "match_id": message["match_id"]}
        self.request({**head, "decision": 1, "index": 0})


@fault("public", "it stopped watching before the end")
class Bored(Spectator):
    """Leaves after the first event."""

    def on_events(self, message: Message) -> None:
        self.request({"type": "unwatch", "match_id": message["match_id"]})


@fault("lagged", "the program ended with exit code 1 during the match")
class NeverMisses(Spectator):
    """Relies on hearing of every version."""

    ver = -1

    def on_events(self, message: Message) -> None:
        assert self.ver in (-1, message["ver"] - 1)
        self.ver = int(message["ver"])
