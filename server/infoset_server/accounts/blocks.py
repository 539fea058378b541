"""Who keeps whom away. Who is brought together is decided elsewhere, by `are_apart`."""

from infoset_server.accounts.errors import AccountError
from infoset_server.accounts.register import Register
from infoset_server.accounts.users import User


class Blocks:
    """Kept with each user: those he does not want to meet."""

    def __init__(self, register: Register, most: int) -> None:
        """`most` is how many one user may keep away."""
        self._register = register
        self._most = most

    def of(self, user: User) -> list[User]:
        """Whom a user keeps away, the latest last; without those whom the server has forgotten."""
        found = (self._register.find(blocked) for blocked in user.blocked)
        return [one for one in found if one is not None]

    def add(self, user: User, other: User) -> None:
        """Keeps `other` away from `user`. Raises AccountError where there are as many as there may be."""
        if other.id in user.blocked:
            return
        known = [one.id for one in self.of(user)]
        if len(known) >= self._most:
            raise AccountError(f"you keep {self._most} users away; there may be no more")
        user.blocked = [*known, other.id]
        self._register.note(user)

    def remove(self, user: User, other: User) -> None:
        """`other` may come near again."""
        if other.id in user.blocked:
            user.blocked = [one for one in user.blocked if one != other.id]
            self._register.note(user)
