"""Whose is what: the one rule behind every command of the console.

What is not theirs does not exist for an organiser: the answer is the one for a thing that nobody has. Nobody but an
administrator decides about a match in which they take part, themselves, as somebody's assistant or by a bot of theirs.
An administrator decides about everything.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import TEACHING, ConsoleError, User
from infoset_server.admin.commands import Moderation, Operator, Stakes
from infoset_server.common.ids import UserId
from infoset_server.common.request_errors import NotFoundError
from infoset_server.matches.match_records import HeadSeat, MatchHead
from infoset_server.matches.runner import MatchRunner
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.room import Room


class NotYoursError(ConsoleError):
    """The whole server is an administrator's business. Of what has an owner, `require_power` says it otherwise."""

    def __init__(self) -> None:
        super().__init__("this is somebody else's; an administrator can do it")


class InvolvedError(ConsoleError):
    """The operator would decide about a match of their own."""

    def __init__(self) -> None:
        super().__init__(
            "you, or a bot of yours, take part in the match; an administrator can do it"
        )


def is_known(operator: Operator, stakes: Stakes) -> bool:
    """Whether the thing exists for the operator."""
    if operator.is_admin:
        return True
    return operator.user is not None and operator.user.id in stakes.deciders


def require_power(operator: Operator, stakes: Stakes, unknown: Exception) -> None:
    """Raises `unknown`, which is said of what nobody has, or InvolvedError, unless the operator decides."""
    if not is_known(operator, stakes):
        raise unknown
    if operator.is_admin:
        return
    if operator.user is not None and operator.user.id in stakes.parties:
        raise InvolvedError


def stakes_of_user(user: User) -> Stakes:
    """Everybody decides about themselves, a teacher about pupils, an owner about bots."""
    deciders = {user.id}
    if user.owner is not None and (user.is_bot or user.classroom is not None):
        deciders.add(user.owner)
    # A user who has come to organise something has outgrown the one who made the account.
    return Stakes(frozenset({user.id} if user.role in TEACHING else deciders))


def stakes_of_class(one: Classroom) -> Stakes:
    """A class is its teacher's; one without is the administrators'."""
    return Stakes(frozenset(() if one.teacher is None else (one.teacher,)))


def is_theirs(operator: Operator, user: User) -> bool:
    """Whether the user is the operator, or a pupil or bot of theirs; for an administrator, everybody is."""
    return is_known(operator, stakes_of_user(user))


def is_teacher(operator: Operator, one: Classroom) -> bool:
    """Whether the class is the operator's business."""
    return is_known(operator, stakes_of_class(one))


@dataclass(frozen=True)
class Ownership:
    """Finds what an operator names, among what exists for them. `organisation` is missing where nothing is played."""

    accounts: Accounts
    organisation: Moderation | None = None

    def user(self, operator: Operator, text: str) -> User:
        """A user to look at. Raises UnknownError."""
        return self.accounts.register.named(text, lambda user: is_theirs(operator, user))

    def user_to_change(self, operator: Operator, text: str) -> User:
        """As `user`. Raises InvolvedError for a pupil who plays against the operator."""
        user = self.user(operator, text)
        self.require_no_rival(operator, user)
        return user

    def require_no_rival(self, operator: Operator, user: User) -> None:
        """Raises InvolvedError where the operator takes part in a match that the user, a person, plays now."""
        if self.organisation is None or user.is_bot or user is operator.user:
            return
        stakes = replace(stakes_of_user(user), parties=self.organisation.rivals(user.id))
        require_power(operator, stakes, AssertionError("it was found"))

    def classroom(self, operator: Operator, text: str) -> Classroom:
        """A class. Raises UnknownError."""
        return self.accounts.classrooms.named(text, lambda one: is_teacher(operator, one))

    def require_room(self, operator: Operator, text: str | None) -> None:
        """Raises NotFoundError or InvolvedError unless the operator decides about a room.

        None is the whole server; for that it raises NotYoursError.
        """
        assert self.organisation is not None, "rooms are there where matches are"
        if text is not None:
            stakes = self.organisation.stakes_of_room(text)
            require_power(operator, stakes, NotFoundError(f"room {text}"))
        elif not operator.is_admin:
            raise NotYoursError

    async def require_match(self, operator: Operator, text: str) -> None:
        """As `require_room` for a match, that is being played or is over."""
        assert self.organisation is not None, "somebody runs the matches"
        stakes = await self.organisation.stakes_of_match(text)
        require_power(operator, stakes, NotFoundError(f"match {text}"))


class Contests(Protocol):
    """What is known of competitions and assistants."""

    def organiser_of_match(self, match_id: str) -> UserId | None:
        """Whose tournament a match is, or was, one of."""
        ...

    def organiser_of_table(self, room: Room) -> UserId | None:
        """For whose tournament a room was opened."""
        ...

    def assistants_in(self, live: MatchRunner) -> Iterable[User]:
        """Who helps in a match."""
        ...


@dataclass(frozen=True)
class Interests:
    """The interests of users in what is played."""

    people: ClientRegistry
    hosting: Hosting
    contests: Contests

    def of_room(self, room: Room) -> Stakes:
        """A room is of whoever opened it, or whose tournament has a table there."""
        deciders = self._deciders(room.owner, self.contests.organiser_of_table(room))
        live = room.match
        parties = self.parties(live) if live is not None and room.is_playing else frozenset()
        return Stakes(deciders, parties)

    def of_live(self, room: Room, live: MatchRunner | FarMatch) -> Stakes:
        """A match is of those whose its room is."""
        organiser = self.contests.organiser_of_match(live.id)
        return Stakes(self._deciders(room.owner, organiser), self.parties(live))

    def of_head(self, head: MatchHead) -> Stakes:
        """A match that is over."""
        host = self.people.find(head.room.host)
        organiser = self.contests.organiser_of_match(head.match_id)
        parties = frozenset(self._keeper_of_seat(seat) for seat in head.seats)
        return Stakes(self._deciders(host, organiser), parties)

    def parties(self, live: MatchRunner | FarMatch) -> frozenset[UserId]:
        """Who takes part: players and assistants, or whose bots those are."""
        users = [match_seat.user for match_seat in live.match_seats]
        if isinstance(live, MatchRunner):  # elsewhere nobody assists
            users += self.contests.assistants_in(live)
        return frozenset(map(self.hosting.keeper_of, users))

    def _keeper_of_seat(self, seat: HeadSeat) -> UserId:
        user = self.people.find(seat.user)
        return self.hosting.keeper_of(
            user or User(UserId(seat.user), seat.name, house_bot=seat.house_bot)
        )

    @staticmethod
    def _deciders(host: User | None, organiser: UserId | None) -> frozenset[UserId]:
        hosts = frozenset() if host is None else stakes_of_user(host).deciders
        return hosts if organiser is None else hosts | {organiser}
