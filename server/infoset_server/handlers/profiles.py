"""Answers `show_profile`: what somebody's matches and ratings tell of them, as far as it is the viewer's business.

A private match is told to those alone whose it is: the user, and who answers for them. So the answer to anybody else
is the same with it and without.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.accounts.following import may_follow
from infoset_server.accounts.users import WATCH, UnknownError, may_meet
from infoset_server.common.request_errors import NotFoundError
from infoset_server.handlers.finished_access import FinishedAccess
from infoset_server.handlers.requests import RequestHandler
from infoset_server.handlers.space import Space
from infoset_server.matches.profiles import counts, results_of

Item = dict[str, Any]
Standings = Callable[[User, User], Iterable[Item]]


class ProfileHandlers:
    """Nothing here changes anything."""

    def __init__(
        self, people: ClientRegistry, access: FinishedAccess, standings_of: Standings
    ) -> None:
        """`standings_of(user, viewer)` tells how a user stands on the ladders that the viewer may know of."""
        self._people = people
        self._access = access
        self._standings_of = standings_of

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("show_profile", self.show, WATCH)]

    def show(self, client: Client, request: wire.ShowProfile) -> Item:
        """The profile. Raises NotFoundError."""
        viewer = client.user
        user = viewer if request.user is None else find_person(self._people, viewer, request.user)
        sees_all = self._access.owns(viewer, user.id)
        matches = [
            one
            for one in self._access.finished.of(user.id)
            if sees_all or (one.is_listed and self._access.may_find(viewer, one))
        ]
        counted = [one for one in matches if counts(one)]
        info: Item = {"type": "profile", "user": user.id, "name": user.name, "kind": kind_of(user)}
        info |= {"guest": True} if user.is_guest else {"since_ms": user.created_ms}
        if sees_all:
            info["all"] = True
        if may_follow(viewer, user):
            info["followable"] = True
        if user.id in viewer.follows:
            info["followed"] = True
        if counted:
            info["from_ms"] = counted[-1].at_ms
        space = Space(client.line)
        info["games"] = space.fill(results_of(counted, user.id))
        info["ratings"] = space.fill(self._standings_of(user, viewer), without("points"))
        info["recent"] = space.fill(one.item() for one in islice(matches, request.recent))
        return info


def without(name: str) -> Callable[[Item], Item]:
    """Empties the list of this name."""
    return lambda item: item | {name: []}


def kind_of(user: User) -> str:
    """As in `Profile`."""
    return "program" if user.is_bot else "person"


def find_person(people: ClientRegistry, viewer: User, text: str) -> User:
    """The user of this id, or the only one of this name. Raises NotFoundError, for house bots and whom the viewer may
    not meet as for whom nobody knows.
    """

    def may_see(user: User) -> bool:
        return user.house_bot is None and may_meet(user, viewer)

    user = people.find(text)
    if user is not None and may_see(user):
        return user
    try:
        return people.accounts.register.named(text, may_see)
    except UnknownError:
        raise NotFoundError(f"one user called {text}") from None
