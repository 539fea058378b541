"""Following people: what they do now, for those who want to know."""

from collections.abc import Iterable

from infoset_server.accounts.clients import Client, User
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.handlers.following import FollowHandlers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.rooms.following import FollowedPeople


class FollowingFeature(Feature):
    """`follow`; who comes, goes, hides or is kept away is looked at again."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        accounts = core.people.accounts
        pending = core.config.bus.max_pending
        self.followed = FollowedPeople(
            core.people, accounts.following, core.lobby, core.bus, pending
        )
        accounts.blocks.on_changed.append(self._kept_apart)

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        core = self.core
        return FollowHandlers(core.people, self.followed, core.durability.when_stored).handlers()

    def _kept_apart(self, user: User, other: User) -> None:
        self.followed.look_again(user)
        self.followed.look_again(other)

    def client_came(self, client: Client) -> None:
        """As Service."""
        self.followed.look_again(client.user)

    def client_away(self, client: Client) -> None:
        """As Service."""
        self.followed.look_again(client.user)

    def client_back(self, client: Client) -> None:
        """As Service."""
        self.followed.look_again(client.user)

    def client_left(self, client: Client) -> None:
        """As Service."""
        self.followed.tell(client, on=False)
        self.followed.look_again(client.user)

    async def close(self) -> None:
        """As Service."""
        self.followed.close()
