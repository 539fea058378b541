"""Tournaments as clients are told of them, and who may know of one or enter it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import Role, User, may_meet
from infoset_server.common.ids import UserId
from infoset_server.contests.openness import not_open
from infoset_server.contests.tournaments.definition import TournamentError, table_settings
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.rating import Ratings, no_ratings
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.tournament import Tournament
from infoset_server.contests.tournaments.view import View, places_and_points, status_of
from infoset_server.matches.settings import write_clock

Plain = dict[str, Any]


class TournamentAccess:
    """What follows for users from a tournament's file and from who is in it now. Good until somebody comes or goes.

    `entries` are the numbers of each user's entrants: the user, and bots that they have uploaded.
    """

    def __init__(
        self,
        one: Tournament,
        find: Callable[[UserId], User | None],
        owner_of: Callable[[str], UserId | None],
        ratings: Ratings = no_ratings,
    ) -> None:
        """`find` finds the user of an id, `owner_of` whose a bot is that was uploaded here, `ratings` how anybody
        stands on its ladder.
        """
        self._one = one
        self._ratings = ratings
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

    def obstacle(self, user: User, kind: str, bot: str | None = None) -> str | None:
        """Why a user may not enter it by themselves as `human`, `bot` or `hosted`, whatever its state; None if they may.

        `bot` is the name of one that is hosted.
        """
        if user.is_guest:
            return "only accounts take part in tournaments"
        if kind not in self._one.file.open_to:
            return not_open(kind, self._one.file.open_to, ["its organiser can enter you"])
        if not self._may_join(user):
            return "it is for a class; a class plays among itself"
        asked = self._one.file.rating
        if asked is None:
            return None
        return asked.obstacle(self._ratings(None if bot is not None else user.id, bot))

    def _may_join(self, user: User) -> bool:
        """Is it for nobody else, and may the user meet all who are in it?"""
        wanted = self._one.file.classroom
        if wanted is not None and wanted != user.classroom and user.id != self._one.owner:
            return False
        return self._classes <= {user.classroom} or all(
            may_meet(user, other) for other in self._users
        )


@dataclass(frozen=True)
class Told:
    """One tournament at one moment. `common` is the same for everybody, `entries` are each user's own."""

    gate: TournamentAccess
    common: Plain
    entries: Mapping[UserId, list[Plain]]
    is_open: bool  # may somebody who is let in enter now?

    def info(self, client: Client) -> Plain:
        """`TournamentInfo` for somebody who may know of it."""
        found = dict(self.common)
        mine = self.entries.get(client.user.id, [])
        is_in = any("bot" not in one for one in mine)
        if self.is_open and not is_in and self.gate.obstacle(client.user, client.kind) is None:
            found["may_enter"] = True
        if mine:
            found["yours"] = mine
        return found

    def message(self, client: Client) -> Plain:
        """The message `tournament` for a user."""
        return {"type": "tournament", "tournament": self.info(client)}


class Teller:
    """Knows what is told of a tournament as long as it lasts."""

    def __init__(self, stage: TournamentServices) -> None:
        self._services = stage
        self._lasting = WeakKeyDictionary[Tournament, Plain]()  # what never changes

    def most(self, one: Tournament) -> int:
        """How many entrants there may be."""
        most: int = self._lasting_of(one)["most"]
        return most

    def gate(self, one: Tournament) -> TournamentAccess:
        """Who may know of a tournament and enter it now."""
        ratings = self._services.ratings(one.file) or no_ratings
        return TournamentAccess(one, self._services.user, self._services.owner_of, ratings)

    def tell(self, director: Director, state: str | None = None) -> Told:
        """A tournament as it is now, or in another `state`."""
        one = director.tournament
        gate = self.gate(one)
        common: Plain = {
            "tournament": one.id,
            "title": one.title,
            "state": state or View.of_all(director).state,
            "game": one.file.game,
            "options": one.file.options,
            "seats": one.seats,
            "format": one.format.name,
            "best_of": one.terms.best_of,
            "open_to": list(one.file.open_to),
            "entrants": len(one.entrants),
            "page": f"/tournaments/{gate.address}.json",
            **self._lasting_of(one),
        }
        if one.file.has_berserk:
            common["berserk"] = True
        start_ms = one.file.start_ms()
        if start_ms is not None:
            common["start_ms"] = start_ms
        organiser = None if one.owner is None else self._services.user(one.owner)
        if organiser is not None:
            common["organiser"] = organiser.name
        is_open = state is None and one.admits and len(one.entrants) < common["most"]
        entries = {
            user: [entry(one, number) for number in numbers]
            for user, numbers in gate.entries.items()
        }
        return Told(gate, common, entries, is_open)

    def table(self, director: Director, number: int) -> Plain | None:
        """`tournament_table` without `you`; None where the entrants themselves may not know of it yet."""
        one, sitting = director.tournament, director.tournament.sitting(number)
        view, status = View.of_all(director), status_of(director, number)
        if status in ("drawn", "bye") and not view.shows_result(sitting):
            return None
        found: Plain = {
            "type": "tournament_table",
            "tournament": one.id,
            "title": one.title,
            "table": sitting.draw.name,
            "round": sitting.draw.round,
            "status": status,
            "entrants": [one.name_of(entrant) for entrant in sitting.entrants],
        }
        match, call = one.table(number).match, director.calls.get(number)
        if status == "called" and call is not None:
            left_ms = call.until_ms - self._services.now_ms()
            found |= {"room": call.room.id, "left_ms": max(0, left_ms)}
        elif status == "playing" and match is not None:
            found["match_id"] = match.id
        elif sitting.is_decided and view.shows_result(sitting):
            found |= places_and_points(sitting)
        return found

    def players(self, director: Director, number: int) -> Iterator[tuple[int, User]]:
        """Those who play at a table in person, each with their place among its entrants."""
        entrants = director.tournament.entrants
        for place, entrant in enumerate(director.tournament.sitting(number).entrants):
            user_id = entrants[entrant].user
            user = None if user_id is None else self._services.user(user_id)
            if user is not None:
                yield place, user

    def _lasting_of(self, one: Tournament) -> Plain:
        """Rules and clock of its matches, and how many may enter."""
        if one not in self._lasting:
            most = one.room_for(self._services.limits.max_entrants)
            self._lasting[one] = {"most": most, **self._terms_of(one)}
        return self._lasting[one]

    def _terms_of(self, one: Tournament) -> Plain:
        """Rules and clock; as the file has them where the game is not there any more."""
        try:
            settings = table_settings(one.file, one.title, self._services.room_limits)
        except TournamentError:
            clock = one.file.room(one.title).clock
            assert clock is not None, "a tournament has one"
            return {"rules": one.file.rules or "", "clock": clock.to_plain()}
        return {"rules": settings.game.rules, "clock": write_clock(settings.terms.clock)}


def entry(one: Tournament, number: int) -> Plain:
    """`TournamentEntry` for an entrant."""
    entrant = one.entrants[number]
    found: Plain = {"entrant": number, "name": entrant.name}
    if entrant.bot is not None:
        found["bot"] = entrant.bot
    if number in one.course.withdrawn:
        found["out"] = True
    if entrant.berserk:
        found["berserk"] = True
    return found
