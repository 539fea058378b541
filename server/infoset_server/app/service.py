"""What a feature of the server is: one entry in the list of services, with the steps of a server's life it takes part in.

One of the steps comes once a minute: what has expired goes, what changes slowly is noted.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from prometheus_client.core import Metric

from infoset_games.game import Game
from infoset_protocol.codec import Prepared
from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.clients import Client, User
from infoset_server.admin.commands import Command
from infoset_server.common.ids import MatchId, UserId
from infoset_server.contests.contest import Contest, ContestMatch
from infoset_server.contests.ladder.sources import BotSource
from infoset_server.contests.tournaments.rating import Ratings
from infoset_server.handlers.requests import RequestHandler
from infoset_server.http.routes import Route
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.network.listener import Listener
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.restored_matches import RestoredMatches
from infoset_server.rooms.room import Room
from infoset_server.storage.port import Claim, MatchStore


@dataclass(frozen=True)
class Restored:
    """What was set up again from the store. `elsewhere`: keys of rooms that another living server has."""

    store: MatchStore
    matches: Sequence[MatchRunner]
    elsewhere: frozenset[str] = frozenset()


class TakeIn(Protocol):
    """Has matches go on that another server began."""

    async def __call__(self, match_ids: Sequence[str], *, leaves_near: bool = False) -> None:
        """Raises StoreError, also where a server that lives has one of them.

        With `leaves_near`, those that play nodes of this server's cluster have stay there, and these tell of them.
        """
        ...


class Service:
    """One feature. Every step is optional; what a service does not take part in stays as it is here.

    Services are called in the order of the list (`features/__init__.py`), on the event loop. None knows another: where
    one has to know something of what others do (who assists, who organises), the core asks all of them.
    """

    # What it offers.

    def handlers(self) -> Iterable[RequestHandler]:
        """The requests of clients it serves. A later service may take over a type from an earlier one."""
        return ()

    def routes(self) -> Iterable[Route]:
        """What it answers over HTTP."""
        return ()

    def commands(self) -> Iterable[Command[Any]]:
        """What the console can be asked."""
        return ()

    def metrics(self) -> Iterable[Metric]:
        """Its numbers, as they are now."""
        return ()

    def bot_sources(self) -> Iterable[BotSource]:
        """Programs of the server that may play on ladders."""
        return ()

    # The server begins.

    async def restore(self, store: MatchStore) -> None:
        """Reads what an earlier server has stored, before rooms and matches are set up again. Raises StoreError."""

    async def restore_own_matches(self, matches: RestoredMatches) -> Sequence[MatchRunner]:
        """Sets up the matches that only this feature may take, before all others. Raises StoreError."""
        return ()

    @property
    def leaves_rated(self) -> bool:
        """Are rated matches left to another server, which runs the ladders?"""
        return False

    async def restore_details(self, restored: Restored) -> None:
        """Matches are set up again, of this server or later of one that is gone: what else is stored of them follows."""

    async def begin(self, restored: Restored) -> None:
        """Rooms and matches of an earlier server are all set up. Raises StoreError."""

    def open(self, listener: Listener, take_in: TakeIn) -> None:
        """Clients can connect and matches may begin."""

    async def warm_up(self) -> None:
        """Does what takes long and need not be done before clients can connect."""

    # Clients come and go.

    def client_came(self, client: Client) -> None:
        """Somebody has logged in, or is left when another client of the same user has gone; rooms and seats are back."""

    def client_away(self, client: Client) -> None:
        """A client has lost its link and may resume."""

    def client_back(self, client: Client) -> None:
        """A session goes on."""

    def client_left(self, client: Client) -> None:
        """A client is gone for good; it has its seats and rooms still."""

    def cancel(self, client: Client, target: int | None) -> None:
        """The client takes back what it has asked for: the request of this id, or (None) all."""

    def dismiss(self, client: Client, match_id: MatchId) -> None:
        """An assistant is sent away: what it has asked for in a match ends."""

    # Matches.

    def match_put_aside(self, match_id: MatchId, told: Prepared, users: set[UserId]) -> None:
        """A stored match cannot be set up again; `users` played it and are to be `told`."""

    def match_over(self, report: MatchReport) -> None:
        """A match has ended, and everybody at it has been told; or it goes on on another server."""

    def far_match_asks(self, far: FarMatch) -> None:
        """Other seats than before are asked in a match that another server plays."""

    def far_match_begins(self, room: Room, far: FarMatch) -> None:
        """A match of a room here is to begin on another server, which has not heard of it yet."""

    def far_match_learnt(self, far: FarMatch) -> None:
        """Another server has told that it plays a match, which this one did not know."""

    @property
    def are_run_here(self) -> bool:
        """Are its competitions run here now, as far as it has any?"""
        return True

    def far_match_missed(self, match_id: MatchId, seat: int, decision: int) -> None:
        """A seat has let its time pass in a match of a ladder that another server plays. As ContestMatches."""

    def far_match_crashed(self, match_id: MatchId, bot: str, log: str, at_ms: int) -> None:
        """The program of a house bot has ended in a match of a ladder that another server plays. As ContestMatches."""

    def match_reported(self, report: MatchReport) -> None:
        """Another server tells how a match has ended that is not known here (any more) as one that is played."""

    def match_gone(self, match_id: MatchId) -> None:
        """A match of which was known only that another server has it goes on nowhere."""

    def bot_taken_over(self, bot: str, before: UserId, owner: User) -> None:
        """An uploaded bot that somebody had before is to be `owner`'s. Raises WrongStateError where that cannot be now."""

    # What is deleted.

    def counts_of_class(self, one: Classroom) -> Mapping[str, int]:
        """How much goes with a class when it is deleted, by what it is (`GOES`); matches apart."""
        return {}

    def matches_of_class(self, one: Classroom) -> Iterable[str]:
        """The ids of matches that are there for a class alone; some may be gone already."""
        return ()

    def leave_class(self, one: Classroom) -> None:
        """A class is being deleted, and is still there: what is noted here is stored together with that."""

    def has_left_class(self, classroom: str) -> bool:
        """Is nothing left of a class of this id, which is deleted? Asked again until it is, also after a restart."""
        return True

    def delete_matches(
        self, match_ids: Sequence[str], claim: Callable[[], Claim | None] | None = None
    ) -> None:
        """Nothing is to be kept of these; those that go on end. As `MatchDeletions.add`."""

    def match_deleted(self, match_id: str) -> None:
        """A match is not stored any more, and goes on nowhere."""

    # What the core asks.

    def owes_result(self, match_id: MatchId) -> bool:
        """Is the result of a match of a competition perhaps not kept, though everything noted here is stored?"""
        return False

    def owes(self, client: Client) -> bool:
        """Is an answer to something that the client has asked still to come?"""
        return False

    def compute_offer(self, game: Game) -> Mapping[str, Any] | None:
        """What players of a game are told of thinking on the server; None where it offers none."""
        return None

    def needed_users(self) -> Iterable[UserId]:
        """Users who must not be forgotten, though they may be absent."""
        return ()

    def is_assistant(self, client: Client) -> bool:
        """Does it assist somebody, so that it sits on no seat?"""
        return False

    def assists(self, user: User, room: Room, live: MatchRunner | None) -> bool:
        """Is the user an assistant in a room, or in the match that is played there?"""
        return False

    def assistants_in(self, live: MatchRunner) -> Iterable[User]:
        """Who helps in a match."""
        return ()

    def organiser_of_match(self, match_id: str) -> UserId | None:
        """Whose competition a match is, or was, one of."""
        return None

    def organiser_of_table(self, room: Room) -> UserId | None:
        """For whose competition a room was opened."""
        return None

    def ratings(self, ladder: str, game: str, classroom: str | None) -> Ratings | None:
        """How accounts and bots stand on a ladder of a game, for a competition of a class or (None) of everybody."""
        return None

    def standings_of(self, user: User, viewer: User) -> Iterable[Mapping[str, Any]]:
        """How a user stands on those ladders that the viewer may know of, as `ProfileRating` values."""
        return ()

    def contest(self, kind: str, name: str) -> Contest | None:
        """The competition of this kind and name, whoever may know of it."""
        return None

    def contest_match(self, match_id: str) -> ContestMatch | None:
        """A match that has a result in a competition."""
        return None

    # Time goes by, and the server ends.

    def tidy(self) -> None:
        """Once a minute: drops what has expired, notes what changes slowly. Must not raise."""

    async def stop(self) -> None:
        """The server is about to stop: begins nothing that takes long. Matches may go on for a while."""

    async def close(self) -> None:
        """Ends: no match is played here any more, or all go on at the next start. Programs of the server run still."""

    async def release(self) -> None:
        """Lets go of what programs of the server used: all have ended."""


class Services:
    """All services of a server, in order: asked together."""

    def __init__(self) -> None:
        self.all: list[Service] = []

    def far_match_begins(self, room: Room, far: FarMatch) -> None:
        """As Service, of all."""
        for service in self.all:
            service.far_match_begins(room, far)

    def far_match_learnt(self, far: FarMatch) -> None:
        """As Service, of all."""
        for service in self.all:
            service.far_match_learnt(far)

    @property
    def are_run_here(self) -> bool:
        """As Service, of all."""
        return all(service.are_run_here for service in self.all)

    def far_match_missed(self, match_id: MatchId, seat: int, decision: int) -> None:
        """As Service, of all."""
        for service in self.all:
            service.far_match_missed(match_id, seat, decision)

    def far_match_crashed(self, match_id: MatchId, bot: str, log: str, at_ms: int) -> None:
        """As Service, of all."""
        for service in self.all:
            service.far_match_crashed(match_id, bot, log, at_ms)

    def match_reported(self, report: MatchReport) -> None:
        """As Service, of all."""
        for service in self.all:
            service.match_reported(report)

    def match_gone(self, match_id: MatchId) -> None:
        """As Service, of all."""
        for service in self.all:
            service.match_gone(match_id)

    def bot_taken_over(self, bot: str, before: UserId, owner: User) -> None:
        """As Service, of all."""
        for service in self.all:
            service.bot_taken_over(bot, before, owner)

    def counts_of_class(self, one: Classroom) -> dict[str, int]:
        """As Service, of all."""
        found = (service.counts_of_class(one) for service in self.all)
        return {what: count for counts in found for what, count in counts.items()}

    def matches_of_class(self, one: Classroom) -> set[str]:
        """As Service, of all."""
        return {match for service in self.all for match in service.matches_of_class(one)}

    def leave_class(self, one: Classroom) -> None:
        """As Service, of all."""
        for service in self.all:
            service.leave_class(one)

    def has_left_class(self, classroom: str) -> bool:
        """As Service, of all; each is asked."""
        left = [service.has_left_class(classroom) for service in self.all]
        return all(left)

    def delete_matches(
        self, match_ids: Sequence[str], claim: Callable[[], Claim | None] | None = None
    ) -> None:
        """As Service, of all."""
        for service in self.all:
            service.delete_matches(match_ids, claim)

    def match_deleted(self, match_id: str) -> None:
        """As Service, of all."""
        for service in self.all:
            service.match_deleted(match_id)

    def owes_result(self, match_id: MatchId) -> bool:
        """As Service, of any."""
        return any(service.owes_result(match_id) for service in self.all)

    def compute_offer(self, game: Game) -> Mapping[str, Any] | None:
        """As Service, of the first that offers any."""
        found = (service.compute_offer(game) for service in self.all)
        return next((offer for offer in found if offer is not None), None)

    def is_assistant(self, client: Client) -> bool:
        """As Service, of any."""
        return any(service.is_assistant(client) for service in self.all)

    def assists(self, user: User, room: Room, live: MatchRunner | None) -> bool:
        """As Service, of any."""
        return any(service.assists(user, room, live) for service in self.all)

    def assistants_in(self, live: MatchRunner) -> list[User]:
        """As Service, of all."""
        return [user for service in self.all for user in service.assistants_in(live)]

    def organiser_of_match(self, match_id: str) -> UserId | None:
        """As Service, of the first that knows."""
        found = (service.organiser_of_match(match_id) for service in self.all)
        return next((user for user in found if user is not None), None)

    def organiser_of_table(self, room: Room) -> UserId | None:
        """As Service, of the first that knows."""
        found = (service.organiser_of_table(room) for service in self.all)
        return next((user for user in found if user is not None), None)

    def ratings(self, ladder: str, game: str, classroom: str | None) -> Ratings | None:
        """As Service, of the first that knows."""
        found = (service.ratings(ladder, game, classroom) for service in self.all)
        return next((ratings for ratings in found if ratings is not None), None)

    def standings_of(self, user: User, viewer: User) -> list[dict[str, Any]]:
        """As Service, of all."""
        return [dict(row) for service in self.all for row in service.standings_of(user, viewer)]

    def contest(self, kind: str, name: str) -> Contest | None:
        """As Service, of the first that knows."""
        found = (service.contest(kind, name) for service in self.all)
        return next((contest for contest in found if contest is not None), None)

    def contest_match(self, match_id: str) -> ContestMatch | None:
        """As Service, of the first that knows."""
        found = (service.contest_match(match_id) for service in self.all)
        return next((match for match in found if match is not None), None)

    def needed_users(self) -> set[UserId]:
        """As Service, of all."""
        return {user for service in self.all for user in service.needed_users()}

    def commands(self) -> list[Command[Any]]:
        """As Service, of all."""
        return [command for service in self.all for command in service.commands()]

    def bot_sources(self) -> list[BotSource]:
        """As Service, of all that are there by now."""
        return [source for service in self.all for source in service.bot_sources()]


PAUSE_S: Final = 60.0


class Housekeeping:
    """Begins with `start`, ends with `close`. Made on the event loop."""

    def __init__(self, chores: Sequence[Callable[[], object]]) -> None:
        """They are done in this order; none may raise."""
        self._chores = chores
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Does them now, and again and again."""
        for chore in self._chores:
            chore()
        self._timer = self._loop.call_later(PAUSE_S, self.start)

    def close(self) -> None:
        """Does them no more."""
        if self._timer is not None:
            self._timer.cancel()
