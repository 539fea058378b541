"""Answers `follow`: whom somebody follows, who follows them, and whether they show themselves."""

from collections.abc import Callable
from functools import partial
from typing import Any

from infoset_protocol import messages as wire
from infoset_protocol.messages.people import MAX_FOLLOWED
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.accounts.following import is_followable, may_see
from infoset_server.accounts.users import PLAY, may_meet
from infoset_server.common.request_errors import (
    BadOptionError,
    BusyError,
    ForbiddenError,
    NotFoundError,
)
from infoset_server.handlers.requests import RequestHandler
from infoset_server.handlers.space import Space
from infoset_server.rooms.following import FollowedPeople


class FollowHandlers:
    """Refusals are RequestErrors; a refused request changes nothing. Whom a user follows is told to the two of them alone."""

    def __init__(
        self,
        people: ClientRegistry,
        followed: FollowedPeople,
        when_stored: Callable[[Callable[[], None]], None],
    ) -> None:
        """`when_stored(call)` calls when everything noted is stored."""
        self._people = people
        self._following = people.accounts.following
        self._followed = followed
        self._when_stored = when_stored

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("follow", self.follow, PLAY)]

    def follow(self, client: Client, request: wire.Follow) -> None:
        """Does what is asked, and tells the lists once it is stored."""
        user = client.user
        self._check(user, request)
        if request.user is not None:
            self._change(user, request.user, on=request.on)
        if request.shown is not None:
            self._following.show(user, on=request.shown)
            self._followed.look_again(user)
        if request.tell is not None:
            self._followed.tell(client, on=request.tell)
        self._followed.renew(user)
        self._when_stored(partial(self._answer, client, request))

    def _check(self, user: User, request: wire.Follow) -> None:
        """Raises RequestError where something asked for cannot be done, before anything is."""
        if request.user is None and request.shown is None:
            return
        if not is_followable(user):
            raise ForbiddenError("following is for people who have an account")
        if request.user is not None and request.on and request.user not in user.follows:
            require_followable(self._people, user, request.user)
            if len(self._following.of(user)) >= self._following.most:
                raise BusyError(f"you follow {self._following.most} people; there may be no more")

    def _change(self, user: User, wanted: str, *, on: bool) -> None:
        other = self._people.find(wanted)
        if not on:
            self._following.remove(user, wanted)
        elif other is not None:
            self._following.add(user, other)

    def _answer(self, client: Client, request: wire.Follow) -> None:
        user = client.user
        space = Space(client.line)
        followed, followers = self._followed.all_of(user), self._following.followers_of(user)
        items = space.fill(followed[:MAX_FOLLOWED])
        named = [{"user": one.id, "name": one.name} for one in followers[:MAX_FOLLOWED]]
        shown = space.fill(named)
        answer: dict[str, Any] = {"type": "follow_list", "items": items, "followers": shown}
        answer["shown"] = user.is_shown
        is_cut = len(items) + len(shown) < len(followed) + len(followers)
        client.line.reply(request, answer | {"more": True} if is_cut else answer)


def require_followable(people: ClientRegistry, user: User, wanted: str) -> None:
    """Raises NotFoundError for whom the user may not meet as for whom nobody knows; ForbiddenError where somebody has no
    account or does not want to be followed, which a block looks like, too; BadOptionError for oneself.
    """
    other = people.find(wanted)
    if other is user:
        raise BadOptionError("user", "somebody else")
    if other is None or other.house_bot is not None or not may_meet(user, other):
        raise NotFoundError(f"user {wanted}")
    if not is_followable(other):
        raise ForbiddenError("only people who have an account can be followed")
    if not may_see(user, other):
        raise ForbiddenError(f"{other.name} does not want to be followed")
