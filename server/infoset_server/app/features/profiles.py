"""What matches and ratings tell of somebody."""

from collections.abc import Iterable

from infoset_server.app.feature import Feature
from infoset_server.app.features.replays import finished_access
from infoset_server.handlers.profiles import ProfileHandlers
from infoset_server.handlers.requests import RequestHandler


class ProfileFeature(Feature):
    """`show_profile`."""

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        core = self.core
        return ProfileHandlers(
            core.people, finished_access(core), core.services.standings_of
        ).handlers()
