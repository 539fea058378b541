"""Faults of level 5, `compute`: thinking on the server."""

from typing import ClassVar

from tests.conformance.clients.bot import Bot, Message
from tests.conformance.clients.faults.fault import Faults
from tests.conformance.clients.good import Thinker

fault = Faults(5)


@fault("thinking", "without the feature `compute`")
class NoFeature(Thinker):
    """Did not ask for the feature."""

    features: ClassVar = []

    def on_error(self, message: Message, request: Message | None) -> None:
        self.decide(0)


@fault("thinking", "without `id`")
class NoNumber(Thinker):
    """Sends no number, so there is no answer."""

    def think(self, request: Message) -> None:
        self.link.send(request)


@fault("thinking", "it asked for no worlds and no playouts")
class Thoughtless(Bot):
    """Claims to think on the server and does not."""

    features: ClassVar = ["compute"]


@fault("no_budget", "the program ended with exit code 1 during the match")
class CannotAfford(Thinker):
    """Ends where the budget does."""

    def on_error(self, message: Message, request: Message | None) -> None:
        raise SystemExit(1)


@fault("crowded", " again; expected one answer to a decision")
class TakesProgress(Thinker):
    """Takes the first word for the answer."""

    def on_progress(self, message: Message) -> None:
        self.decide(0)

    def on_rollouts(self, message: Message) -> None:
        self.decide(0)
