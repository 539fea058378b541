"""Kept with each account: whom they follow, and whether they show themselves to those who follow them."""

from infoset_server.accounts.register import Register
from infoset_server.accounts.users import AccountError, User, are_apart, may_meet


class Following:
    """Whom accounts follow, both ways."""

    def __init__(self, register: Register, most: int) -> None:
        """`most` is how many one account may follow."""
        self.most = most
        self._register = register

    def of(self, user: User) -> list[User]:
        """Whom a user follows, the latest last; without those whom the server has forgotten."""
        found = (self._register.find(followed) for followed in user.follows)
        return [one for one in found if one is not None]

    def followers_of(self, user: User) -> list[User]:
        """Who follows a user, and may: those who are kept away do not."""
        known = [one for one in self._register if user.id in one.follows and may_see(one, user)]
        return sorted(known, key=lambda one: one.name)

    def add(self, user: User, other: User) -> None:
        """Follows `other`. Raises AccountError where there are as many as there may be."""
        if other.id in user.follows:
            return
        known = [one.id for one in self.of(user)]
        if len(known) >= self.most:
            raise AccountError(f"you follow {self.most} people; there may be no more")
        user.follows = [*known, other.id]
        self._register.note(user)

    def remove(self, user: User, other_id: str) -> None:
        """Follows somebody no longer."""
        if other_id in user.follows:
            user.follows = [one for one in user.follows if one != other_id]
            self._register.note(user)

    def show(self, user: User, *, on: bool) -> None:
        """Lets followers see what the user does, or nobody any more."""
        if user.is_shown != on:
            user.is_shown = on
            self._register.note(user)


def is_followable(user: User) -> bool:
    """Is it a person with an account? A guest is nobody whom one could find again, and a program does nothing of itself."""
    return not (user.is_guest or user.is_bot or user.house_bot is not None)


def may_see(follower: User, user: User) -> bool:
    """May somebody who follows a user see what they do? Not where the user hides, or one keeps the other away."""
    return user.is_shown and may_meet(follower, user) and not are_apart(follower, user)


def may_follow(user: User, other: User) -> bool:
    """May a user begin to follow another?"""
    both = is_followable(user) and is_followable(other)
    return both and user is not other and may_see(user, other)
