"""Who takes part in a tournament: finds the accounts and bots that its file names."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.users import User, may_meet
from infoset_server.common.ids import UserId
from infoset_server.contests.tournaments.definition import EntrantTable, TournamentError


@dataclass(frozen=True)
class Entrant:
    """An account's user, or a bot that runs on this server, and its name in the tables.

    `rating` is that on the tournament's ladder at the time of entering, if there was one. `berserk`: they have said
    that they play their next match berserk.
    """

    name: str
    user: UserId | None = None
    bot: str | None = None
    rating: float | None = None
    berserk: bool = False


class Finder:
    """Finds entrants for one operator. Everything raises TournamentError or AccountError, naming who it is."""

    def __init__(
        self,
        accounts: Accounts,
        plays: Callable[[str], bool],
        may_enter: Callable[[User], bool],
        owner_of: Callable[[str], UserId | None],
    ) -> None:
        """`plays` says whether a bot of this server plays the game, `may_enter` whether a user is the
        operator's to enter. `owner_of` finds who has uploaded a bot, if anybody has.
        """
        self._owner_of = owner_of
        self._accounts = accounts
        self._plays = plays
        self._may_enter = may_enter

    def find(self, asked: EntrantTable) -> Iterator[Entrant]:
        """The entrants of one entry of a file."""
        if asked.bot is not None:
            yield self.bot(asked.bot, asked.name)
        elif asked.user is not None:
            yield self.user(asked.user, asked.name)
        else:
            assert asked.classroom is not None, "a checked entry names one of the three"
            yield from self.pupils(asked.classroom)

    def bot(self, bot: str, name: str | None = None) -> Entrant:
        """A bot that runs on this server."""
        self.require_bot(bot)
        return Entrant(name or bot, bot=bot)

    def require_bot(self, bot: str) -> None:
        """Raises TournamentError unless it plays the game, and is the server's or the operator's."""
        if not self._plays(bot) or not self._may_use(bot):
            raise TournamentError(f"bot: expected one that plays this game here, got {bot}")

    def _may_use(self, bot: str) -> bool:
        owner = self._owner_of(bot)
        if owner is None:
            return True
        user = self._accounts.register.find(owner)
        return user is not None and self._may_enter(user)

    def user(self, text: str, name: str | None = None) -> Entrant:
        """An account."""
        user = self._accounts.register.named(text, self._may_enter)
        if user.is_guest:
            raise TournamentError(f"{user.name} is a guest; only accounts take part in tournaments")
        return Entrant(name or user.name, user=user.id)

    def pupils(self, text: str) -> Iterator[Entrant]:
        """Everybody in a class, by name."""
        register = self._accounts.register
        one = self.class_of(text)
        members = [user for user in register.members(one.id) if self._may_enter(user)]
        if not members:
            raise TournamentError(f"classroom: you may enter nobody in {text}")
        for user in sorted(members, key=lambda user: user.name):
            yield Entrant(user.name, user=user.id)

    def class_of(self, text: str) -> Classroom:
        """A class that is the operator's: they may enter its teacher, or one of its pupils."""

        def is_theirs(one: Classroom) -> bool:
            teacher = None if one.teacher is None else self._accounts.register.find(one.teacher)
            members = self._accounts.register.members(one.id)
            return any(
                self._may_enter(user) for user in [*members, *([teacher] if teacher else [])]
            )

        return self._accounts.classrooms.named(text, is_theirs)

    def check(self, entrants: Iterable[Entrant], added: Iterable[Entrant]) -> None:
        """Raises TournamentError where two have one name or account, or may not be in one room.

        `entrants` were checked before; what is `added` to them is not.
        """
        new = list(added)
        found = [*entrants, *new]
        require_different("name", [one.name for one in found])
        require_different("user", [one.user for one in found if one.user is not None])
        everybody = self._users(found)
        for one in self._users(new):
            stranger = next((other for other in everybody if not may_meet(one, other)), None)
            if stranger is not None:
                raise TournamentError(
                    f"{one.name} and {stranger.name} may not meet: a class plays among itself"
                )

    def _users(self, entrants: Iterable[Entrant]) -> list[User]:
        """The accounts among them that are still there."""
        users = (self._accounts.register.find(one.user) for one in entrants if one.user is not None)
        return [user for user in users if user is not None]


def require_different(what: str, values: Sequence[str]) -> None:
    """Raises TournamentError where two are the same."""
    twice = next((value for value, count in Counter(values).items() if count > 1), None)
    if twice is not None:
        raise TournamentError(f"entrant: two have the {what} {twice}")
