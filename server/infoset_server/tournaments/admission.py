"""Who may know of a tournament, and who may enter it himself. Changes nothing."""

from collections.abc import Callable

from infoset_server.accounts.roles import Role
from infoset_server.accounts.users import User, may_meet
from infoset_server.ids import UserId
from infoset_server.tournaments.tournament import Tournament


class Gate:
    """What follows for users from a tournament's file and from who is in it now. Good until somebody comes or goes.

    `entries` are the numbers of each user's entrants: himself, and bots that he has uploaded.
    """

    def __init__(
        self,
        one: Tournament,
        find: Callable[[UserId], User | None],
        owner_of: Callable[[str], UserId | None],
    ) -> None:
        """`find` finds the user of an id, `owner_of` whose a bot is that was uploaded here."""
        self._one = one
        self._state = one.state
        found = (find(entrant.user) for entrant in one.entrants if entrant.user is not None)
        self._users = [user for user in found if user is not None]
        self._classes = {user.classroom for user in self._users}
        self.entries: dict[UserId, list[int]] = {}
        for number, entrant in enumerate(one.entrants):
            whose = entrant.user
            if entrant.bot is not None:
                whose = owner_of(entrant.bot)
            if whose is not None:
                self.entries.setdefault(whose, []).append(number)

    @property
    def is_private(self) -> bool:
        """Is it a class's, so that only those may see it who were told where?"""
        return self._one.file.classroom is not None or bool(self._classes - {None})

    @property
    def address(self) -> str:
        """The name of its page: that of a class has a key in it."""
        return f"{self._one.id}.{self._one.key}" if self.is_private else self._one.id

    def may_know(self, user: User) -> bool:
        """May a user know of it? A draft is known at its organiser's console only."""
        if self._state == "draft":
            return False
        is_staff = user.role is Role.MANAGER or user.id == self._one.owner
        return not self.is_private or is_staff or user.id in self.entries or self._may_join(user)

    def obstacle(self, user: User, kind: str) -> str | None:
        """Why a user may not enter it himself as `human`, `bot` or `hosted`, whatever its state; None if he may."""
        if user.is_guest:
            return "only accounts take part in tournaments"
        if kind not in self._one.file.open_to:
            return f"it is not open to {kind}; its organiser enters who takes part"
        return None if self._may_join(user) else "it is for a class; a class plays among itself"

    def _may_join(self, user: User) -> bool:
        """Is it for nobody else, and may the user meet all who are in it?"""
        wanted = self._one.file.classroom
        if wanted is not None and wanted != user.classroom and user.id != self._one.owner:
            return False
        return self._classes <= {user.classroom} or all(
            may_meet(user, other) for other in self._users
        )
