"""Who may not look into a hand: all that one person logs in as, and their bots, see one hand of a match at most."""

from collections.abc import Callable, Iterable

from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.assistants.assistant import Assistant, AssistedSeat
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import WrongStateError
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.room import Room


class Conflicts:
    """Whose hand everybody has seen, and what that forbids. `keeper_of` finds who answers for a user."""

    def __init__(
        self, people: ClientRegistry, lobby: Lobby, keeper_of: Callable[[User], UserId]
    ) -> None:
        self._keeper_of = keeper_of
        self._people = people
        self._lobby = lobby
        self._seen: dict[MatchId, dict[UserId, UserId]] = {}  # whose hand each keeper has seen

    def note(self, live: MatchRunner, user: User, owner: UserId) -> None:
        """From now on the user's keeper knows the hand of `owner` in a match."""
        self._seen.setdefault(live.id, {})[self._keeper_of(user)] = owner

    def forget(self, match: MatchId) -> None:
        """A match is over for assistants."""
        self._seen.pop(match, None)

    def check(
        self,
        client: Client,
        owner: UserId,
        place: AssistedSeat,
        matches: Iterable[MatchRunner],
        others: Iterable[Assistant],
    ) -> None:
        """Raises WrongStateError where `client` may not assist `owner` at a place.

        `matches` are being played there, `others` are all assistants but the one that `client` would be.
        """
        obstacle = self._obstacle_in_room(client.user, owner, place, others)
        if obstacle is not None:
            raise WrongStateError(obstacle)
        for live in matches:
            obstacle = self.obstacle(client.user, owner, live)
            if obstacle is not None:
                raise WrongStateError(obstacle)
            if live.id in client.aiding:
                raise WrongStateError("you are an assistant in this match already")
            if live.id in client.seats and len(self._people.clients_of(client.user)) == 1:
                raise WrongStateError(
                    "you play here yourself: attach the assistant over another connection"
                )

    def is_beside(
        self,
        user: User,
        room: Room,
        live: MatchRunner | None,
        assistants: Iterable[Assistant],
    ) -> bool:
        """Does somebody of the user's keeper sit, or has sat, beside a seat of a room or of the match there?"""
        keeper = self._keeper_of(user)
        places = [AssistedSeat(room=room.id)]
        if live is not None:
            if keeper in self._seen.get(live.id, {}):
                return True
            places.append(AssistedSeat(match=live.id))
        return any(
            one.place in places and self._keeper_of(one.user) == keeper for one in assistants
        )

    def obstacle(self, user: User, owner: UserId, live: MatchRunner) -> str | None:
        """Why a user does not sit beside the hand of `owner` in a match; None if they may."""
        keeper = self._keeper_of(user)
        if any(c.user.id != owner and self._keeper_of(c.user) == keeper for c in live.match_seats):
            return "you, or a bot of yours, play in this match: you cannot look into another hand"
        if self._seen.get(live.id, {}).get(keeper, owner) != owner:
            return "you have looked into another hand of this match"
        if any(self._keeper_of(one.user) == keeper for one in live.spectators.clients):
            return "you watch this match: end that first"
        return None

    def _obstacle_in_room(
        self, user: User, owner: UserId, place: AssistedSeat, others: Iterable[Assistant]
    ) -> str | None:
        """The same for all matches of a room, those to come included."""
        room = None if place.room is None else self._lobby.rooms.get(place.room)
        if room is None:
            return None
        keeper = self._keeper_of(user)
        if any(self._keeper_of(one.user) == keeper for one in room.watchers):
            return "you watch this room: end that first"
        others = (one for one in others if one.owner != owner and one.place == place)
        if any(self._keeper_of(one.user) == keeper for one in others):
            return "you assist somebody else in this room"
        return None
