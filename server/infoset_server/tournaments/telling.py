"""Tournaments as clients are told of them: `TournamentInfo` and `tournament_table` as plain values. Sends nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from infoset_server.ids import UserId
from infoset_server.people import Client, User
from infoset_server.settings import write_clock
from infoset_server.tournaments.admission import Gate
from infoset_server.tournaments.definition import table_settings
from infoset_server.tournaments.director import Director
from infoset_server.tournaments.errors import TournamentError
from infoset_server.tournaments.stage import Stage
from infoset_server.tournaments.tournament import Tournament
from infoset_server.tournaments.view import View, places_and_points, status_of

Plain = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """One tournament at one moment. `common` is the same for everybody, `entries` are each user's own."""

    gate: Gate
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
        """The message `tournament` for him."""
        return {"type": "tournament", "tournament": self.info(client)}


class Teller:
    """Knows what is told of a tournament as long as it lasts."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._lasting = WeakKeyDictionary[Tournament, Plain]()  # what never changes

    def most(self, one: Tournament) -> int:
        """How many entrants there may be."""
        most: int = self._lasting_of(one)["most"]
        return most

    def gate(self, one: Tournament) -> Gate:
        """Who may know of a tournament and enter it now."""
        return Gate(one, self._stage.user, self._stage.owner_of)

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
        start_ms = one.file.start_ms()
        if start_ms is not None:
            common["start_ms"] = start_ms
        organiser = None if one.owner is None else self._stage.user(one.owner)
        if organiser is not None:
            common["organiser"] = organiser.name
        is_open = common["state"] == "open" and len(one.entrants) < common["most"]
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
        match, calling = one.table(number).match, director.callings.get(number)
        if status == "called" and calling is not None:
            left_ms = calling.until_ms - self._stage.now_ms()
            found |= {"room": calling.room.id, "left_ms": max(0, left_ms)}
        elif status == "playing" and match is not None:
            found["match_id"] = match.id
        elif sitting.is_decided and view.shows_result(sitting):
            found |= places_and_points(sitting)
        return found

    def players(self, director: Director, number: int) -> Iterator[tuple[int, User]]:
        """Those who play at a table themselves, each with his place among its entrants."""
        entrants = director.tournament.entrants
        for place, entrant in enumerate(director.tournament.sitting(number).entrants):
            user_id = entrants[entrant].user
            user = None if user_id is None else self._stage.user(user_id)
            if user is not None:
                yield place, user

    def _lasting_of(self, one: Tournament) -> Plain:
        """Rules and clock of its matches, and how many may enter."""
        if one not in self._lasting:
            most = one.room_for(self._stage.limits.max_entrants)
            self._lasting[one] = {"most": most, **self._terms_of(one)}
        return self._lasting[one]

    def _terms_of(self, one: Tournament) -> Plain:
        """Rules and clock; as the file has them where the game is not there any more."""
        try:
            settings = table_settings(one.file, one.title, self._stage.room_limits)
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
    return found
