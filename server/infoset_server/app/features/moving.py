"""Going on on another device."""

from collections.abc import Iterable

from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.handlers.moving import MovingHandlers
from infoset_server.handlers.requests import RequestHandler


class MovingFeature(Feature):
    """`hand_over`; the code is redeemed over HTTP, where a device has no session yet."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._handlers = MovingHandlers(
            core.people, core.matchmaker, core.restored_rooms.keep, core.config.rooms.absence_s
        )

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        return self._handlers.handlers()
