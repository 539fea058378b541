"""What the direction of a tournament needs of the server: who is here, rooms, bots, the time."""

from collections.abc import Callable

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.common.ids import MatchId, UserId
from infoset_server.config import RoomLimits, TournamentLimits
from infoset_server.contests.tournaments.definition import TournamentFile
from infoset_server.contests.tournaments.entrants import Entrant
from infoset_server.contests.tournaments.rating import Ratings
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room


class TournamentServices:
    """The server as tournaments see it."""

    def __init__(
        self,
        matchmaker: Matchmaker,
        people: ClientRegistry,
        room_limits: RoomLimits,
        limits: TournamentLimits,
        now_ms: Callable[[], int],
        is_assistant: Callable[[Client], bool],
        ratings: Callable[[str, str, str | None], Ratings | None] = lambda *asked: None,
    ) -> None:
        """`now_ms` is the wall clock: what it times goes on over restarts. Assistants sit on no seat.

        `ratings` are those of a ladder of a game, for a class or (None) for everybody; None where there is none.
        """
        self.room_limits = room_limits
        self.limits = limits
        self.now_ms = now_ms
        self.people = people
        self._matchmaker = matchmaker
        self._is_assistant = is_assistant
        self._ratings = ratings
        self._at_tables: list[Callable[[], set[UserId]]] = []

    def tell_of_matches(
        self, begins: Callable[[Room, MatchRunner], None], unbegun: Callable[[Room], None]
    ) -> None:
        """Calls `begins` when a match is set up, before anything is told or stored of it, and `unbegun` where one was to
        begin on another server, and has not.
        """
        self._matchmaker.play.on_set_up.append(begins)
        self._matchmaker.play.on_unbegun.append(unbegun)

    def ask_of_tables(self, busy_users: Callable[[], set[UserId]]) -> None:
        """`busy_users` knows accounts that are at a table."""
        self._at_tables.append(busy_users)

    def busy_users(self) -> set[UserId]:
        """The accounts that are at a table of any tournament."""
        return {user for ask in self._at_tables for user in ask()}

    @property
    def is_stopping(self) -> bool:
        """Does the server stop, so that nothing new begins?"""
        return self._matchmaker.stopping

    def user(self, user_id: UserId) -> User | None:
        """The user of this id."""
        return self.people.find(user_id)

    def user_of(self, entrant: Entrant) -> User | None:
        """The user who plays in person; None for a bot, and where the account is gone."""
        return None if entrant.user is None else self.user(entrant.user)

    def is_gone(self, entrant: Entrant) -> bool:
        """Was its account deleted, or the bot that somebody has uploaded?"""
        if entrant.bot is not None:
            return self._matchmaker.hosting.uploads.is_gone(entrant.bot)
        return self.user_of(entrant) is None

    def is_here(self, entrant: Entrant) -> bool:
        """Could the entrant come to a table now? A bot can."""
        user = self.user_of(entrant)
        if user is None:
            return entrant.bot is not None
        return self.client_of(user) is not None and user.id not in self.busy_users()

    def client_of(self, user: User) -> Client | None:
        """The connection over which a user would play: the latest that is here."""
        found = [
            one for one in self.people.clients_of(user) if one.line.is_here and self.is_player(one)
        ]
        return found[-1] if found else None

    def clients_of(self, user: User) -> list[Client]:
        """All connections of a user."""
        return self.people.clients_of(user)

    def clients(self) -> list[Client]:
        """All connections."""
        return list(self.people.clients.values())

    def bots(self, game: str) -> list[str]:
        """The bots of this server that play a game, those first that usually stand in."""
        return self._matchmaker.bots_for(game)

    def plays(self, bot: str, game: str) -> bool:
        """Does a bot of this server, its own or one that was uploaded, play a game?"""
        return self._matchmaker.hosting.find(bot, game) is not None

    def owned(self, bot: str, user: User, game: str) -> str | None:
        """What to enter for a bot that a user has uploaded, if it can play a game."""
        return self._matchmaker.hosting.uploads.owned(bot, user, game)

    def owner_of(self, bot: str) -> UserId | None:
        """Whose an uploaded bot is; None for the others."""
        return self._matchmaker.hosting.uploads.owner_of(bot)

    def ratings(self, file: TournamentFile) -> Ratings | None:
        """The ratings of a tournament's ladder; None where it names none, or there is none for it."""
        if file.rating is None:
            return None
        return self._ratings(file.rating.ladder, file.game, file.classroom)

    def is_player(self, client: Client) -> bool:
        """Is it a person who sits on seats themselves?"""
        return client.takes_seats and not self._is_assistant(client)

    def open_table(self, settings: RoomSettings, host: User | None) -> Room:
        """A room for one match. Raises nothing: such rooms count for no limit."""
        return self._matchmaker.lobby.create(settings, host or self.people.server_user, "table")

    def words(self, text: str) -> Prepared:
        """A text of the server's, as people see it in front of everything else."""
        server = self.people.server_user
        return Prepared(
            {"type": "chat_msg", "user": server.id, "name": server.name, "to": "all", "text": text}
        )

    def waits_for_places(self, room: Room) -> bool:
        """Does the match of a table begin only when there are places for its programs?"""
        return self._matchmaker.waits_for_places(room)

    def dissolve(self, room: Room) -> None:
        """A table at which nothing is played after all."""
        self._matchmaker.dissolve(room)

    def goes_on(self, match_id: MatchId) -> bool:
        """Is a match played, here or by another server, now or later?"""
        return self.running(match_id) is not None or match_id in self._matchmaker.play.left

    def running(self, match_id: MatchId) -> MatchRunner | FarMatch | None:
        """A match that is being played, here or on another server of the cluster."""
        play = self._matchmaker.play
        return play.running.get(match_id) or play.far.get(match_id)
