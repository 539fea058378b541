"""Who takes part in a tournament: finds the accounts and bots that its file names. Seats nobody."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.users import User, may_meet
from infoset_server.ids import UserId
from infoset_server.tournaments.definition import EntrantTable
from infoset_server.tournaments.errors import TournamentError


@dataclass(frozen=True)
class Entrant:
    """An account's user, or a bot that runs on this server, and its name in the tables."""

    name: str
    user: UserId | None = None
    bot: str | None = None


class Finder:
    """Finds entrants for one operator. Everything raises TournamentError or AccountError, naming who it is."""

    def __init__(
        self,
        accounts: Accounts,
        plays: Callable[[str], bool],
        may_enter: Callable[[User], bool],
    ) -> None:
        """`plays` says whether a bot of this server plays the game, `may_enter` whether a user is the
        operator's to enter.
        """
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
        """Raises TournamentError unless it plays the game."""
        if not self._plays(bot):
            raise TournamentError(f"bot: expected one that plays this game here, got {bot}")

    def user(self, text: str, name: str | None = None) -> Entrant:
        """An account."""
        user = self._accounts.register.named(text, self._may_enter)
        if user.is_guest:
            raise TournamentError(f"{user.name} is a guest; only accounts take part in tournaments")
        return Entrant(name or user.name, user=user.id)

    def pupils(self, text: str) -> Iterator[Entrant]:
        """Everybody in a class, by name."""
        register = self._accounts.register
        one = self._accounts.classrooms.named(text)
        members = [user for user in register.members(one.id) if self._may_enter(user)]
        if not members:
            raise TournamentError(f"classroom: nobody in {text} is yours to enter")
        for user in sorted(members, key=lambda user: user.name):
            yield Entrant(user.name, user=user.id)

    def check(self, entrants: Iterable[Entrant]) -> None:
        """Raises TournamentError where two have one name or account, or may not be in one room."""
        found = list(entrants)
        require_different("name", [one.name for one in found])
        require_different("user", [one.user for one in found if one.user is not None])
        users = [self._accounts.register.find(one.user) for one in found if one.user is not None]
        for one, other in combinations([user for user in users if user is not None], 2):
            if not may_meet(one, other):
                raise TournamentError(
                    f"{one.name} and {other.name} may not meet: a class plays among itself"
                )


def require_different(what: str, values: Sequence[str]) -> None:
    """Raises TournamentError where two are the same."""
    twice = next((value for value in values if values.count(value) > 1), None)
    if twice is not None:
        raise TournamentError(f"entrant: two have the {what} {twice}")
