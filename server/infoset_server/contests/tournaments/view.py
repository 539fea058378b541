"""Tournaments as documents for pages and programs, and as tables for people at a terminal.

What may not be known yet is not in them. Where results are hidden, everything here follows from what is released
alone: results of later rounds, and tables that were drawn because of them, do not change a byte.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from infoset_games.contests.brackets.schedule import Pairing, write_source
from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.knockout import SeededBracket, depths_of
from infoset_games.contests.tournaments.sitting import Sitting
from infoset_games.contests.tournaments.standings import Row
from infoset_games.contests.tournaments.teams import TeamRow
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.table_calls import TableCall
from infoset_server.contests.tournaments.tournament import EVERYTHING, Tournament

Document = dict[str, Any]


@dataclass(frozen=True)
class View:
    """How far somebody sees: results up to a round. Everybody sees what is released, the organiser everything."""

    director: Director
    last_round: int

    @classmethod
    def of_all(cls, director: Director) -> "View":
        """What everybody may know."""
        return cls(director, director.tournament.visible_round)

    @classmethod
    def of_organiser(cls, director: Director) -> "View":
        """Everything."""
        return cls(director, EVERYTHING)

    @property
    def tournament(self) -> Tournament:
        """Which one."""
        return self.director.tournament

    @property
    def is_whole(self) -> bool:
        """Is nothing hidden?"""
        return self.last_round >= EVERYTHING

    @property
    def course(self) -> Course:
        """What has happened, as far as it is seen."""
        course = self.tournament.course
        return course if self.is_whole else course.up_to(self.last_round)

    def tables(self) -> Iterator[tuple[int, Sitting]]:
        """The tables that are seen: those with results, and those that follow from these alone."""
        is_drawn_ahead = self.tournament.format.is_drawn_ahead
        for number, sitting in enumerate(self.tournament.course.sittings):
            if is_drawn_ahead or sitting.draw.round <= self.last_round + 1:
                yield number, sitting

    def shows_result(self, sitting: Sitting) -> bool:
        """May it be known how a table ended?"""
        return sitting.draw.round <= self.last_round

    @property
    def state(self) -> str:
        """How far it has come: that it is over is not seen before everything is."""
        one = self.tournament
        return one.state if self.is_whole or one.state != "over" else "running"

    # Documents.

    def summary(self) -> Document:
        """A line of the list of tournaments."""
        one = self.tournament
        return {
            "tournament": one.id,
            "title": one.title,
            "game": one.file.game,
            "seats": one.seats,
            "format": one.format.name,
            "state": self.state,
            "entrants": len(one.entrants),
        }

    def document(self) -> Document:
        """Everything that is seen."""
        one = self.tournament
        rows = one.standings(self.course) if one.course.entrants else []
        found: Document = self.summary() | {
            "options": one.file.options,
            "best_of": one.terms.best_of,
            "tie_breaks": list(one.file.order_by()),
            "entrants": [self.entrant(number) for number in range(len(one.entrants))],
            "tables": [self.table(number, sitting) for number, sitting in self.tables()],
            "standings": [self.row(row) for row in rows],
        }
        if one.file.rating is not None:
            found["rating"] = one.file.rating.model_dump(exclude_defaults=True)
        if one.file.team and one.course.entrants:
            found["teams"] = [self.team(row) for row in one.teams(self.course)]
        if not self.is_whole:
            found["released"] = self.last_round
        if one.course.entrants and (bracket := self.bracket()) is not None:
            found["bracket"] = list(self.pairings(bracket))
        return found

    def entrant(self, number: int) -> Document:
        """Who takes part."""
        one = self.tournament.entrants[number]
        found: Document = {"entrant": number, "name": one.name}
        if one.user is not None:
            found["user"] = one.user
        if one.bot is not None:
            found["bot"] = one.bot
        if one.rating is not None:
            found["rating"] = round(one.rating)
        if number in self.course.withdrawn:
            found["withdrawn"] = True
        return found

    def team(self, row: TeamRow) -> Document:
        """A line of the standings of teams."""
        return {
            "place": row.place,
            "team": row.team,
            "score": plain(row.score),
            "boards": [{"entrant": one, "score": plain(score)} for one, score in row.boards],
        }

    @cached_property
    def performances(self) -> dict[int, float]:
        """What everybody was worth, as far as results are seen."""
        return self.tournament.performances(self.course)

    def table(self, number: int, sitting: Sitting) -> Document:
        """A table. Of one whose result is hidden, who meets there and whether it is being played."""
        found: Document = {
            "table": sitting.draw.name,
            "round": sitting.draw.round,
            "entrants": list(sitting.entrants),
        }
        if sitting.draw.best_of:
            found["best_of"] = sitting.best_of
        match = self.tournament.table(number).match
        call = self.director.calls.get(number)
        if not self.shows_result(sitting):
            return found | {"status": "drawn" if match is None else "playing"}
        found["status"] = status = status_of(self.director, number)
        if status == "playing" and match is not None:
            found["match_id"] = match.id
            if match.berserk:
                found["berserk"] = list(match.berserk)
        elif status == "called" and call is not None:
            found |= self.call(call)
        return found | result(sitting)

    def call(self, call: TableCall) -> Document:
        """Of a table that is called: whom it waits for, and until when; or that it waits for places."""
        found: Document = {
            "room": call.room.id,
            "missing": self.director.missing(call),
            "until_ms": call.until_ms,
        }
        return found | {"waits_for_places": True} if self.director.waits_for_places(call) else found

    def row(self, row: Row) -> Document:
        """A line of the standings."""
        found: Document = {
            "place": row.place,
            "entrant": row.entrant,
            "score": plain(row.score),
            "tie_breaks": [plain(value) for value in row.tie_breaks],
            "tables": row.tables,
            "won": row.won,
            "tied": row.tied,
        }
        if row.entrant in self.performances:
            found["performance"] = round(self.performances[row.entrant])
        return found

    def bracket(self) -> SeededBracket | None:
        """The bracket of a knock-out of two, as far as it is seen."""
        return self.tournament.format.bracket(self.course)

    def pairings(self, seeded: SeededBracket) -> Iterator[Document]:
        """The pairings of a bracket. A side that is not known yet says whence it comes."""
        bracket, third = seeded.bracket, seeded.third
        winners: dict[int, int | None] = dict(bracket.results)
        schedule = bracket.schedule
        depths = depths_of(schedule)
        pairings = schedule.pairings
        if third is not None:  # before the final, which is the last
            winners[third.number] = seeded.third_winner
            depths.append(depths[-1])
            pairings = (*pairings[:-1], third, pairings[-1])
        for pairing in pairings:
            found: Document = {
                "table": pairing.name,
                "round": seeded.rounds_before + depths[pairing.number],
                "sides": list(sides(seeded, pairing)),
            }
            winner = winners.get(pairing.number)
            if winner is not None:
                found["winner"] = seeded.seeds[winner]
            if pairing.only_if is not None:
                found["only_if_second_wins"] = schedule.pairings[pairing.only_if].name
            yield found


def sides(seeded: SeededBracket, pairing: Pairing) -> Iterator[Document]:
    """Who meets, or where they come from."""
    bracket = seeded.bracket
    for source in pairing.sides:
        player = bracket.player(source)
        if player is None:
            yield {"from": write_source(source, bracket.schedule.pairings)}
        else:
            yield {"entrant": seeded.seeds[player]}


def result(sitting: Sitting) -> Document:
    """What has happened at a table."""
    found: Document = {}
    if sitting.played:
        found["matches"] = [
            {"match_id": one.match, "seating": list(one.seating), "places": list(one.places)}
            | ({"berserk": list(one.berserk)} if one.berserk else {})
            for one in sitting.played
        ]
    if sitting.absent:
        found["absent"] = sorted(sitting.absent)
    if sitting.ruling is not None:
        found["ruled"] = True
    return found | places_and_points(sitting)


def places_and_points(sitting: Sitting) -> Document:
    """How a table ended, by its entrants; nothing while it is not decided."""
    if not sitting.is_decided:
        return {}
    points = sitting.points()
    return {
        "points": [plain(points[one]) for one in sitting.entrants],
        "places": list(sitting.places()),
    }


def status_of(director: Director, number: int) -> str:
    """How far a table has come: `drawn`, `called`, `playing`, `decided` or `bye`."""
    sitting = director.tournament.sitting(number)
    if sitting.is_bye:
        return "bye"
    if sitting.is_decided:
        return "decided"
    if director.tournament.table(number).match is not None:
        return "playing"
    return "called" if number in director.calls else "drawn"


def plain(value: Fraction) -> float | int:
    """A number for JSON: whole, or to six digits."""
    return int(value) if value.denominator == 1 else round(float(value), 6)


def list_document(directors: Iterable[Director]) -> Document:
    """The list of tournaments, each as everybody may see it."""
    return {"tournaments": [View.of_all(one).summary() for one in directors]}


Rows = list[dict[str, Any]]


def number(value: Fraction) -> str:
    """Points: 2, 2.5, 2.33."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def standings_rows(view: View) -> Rows:
    """The standings."""
    one = view.tournament
    if not one.course.entrants:
        return [{"seed": seed, "name": who.name} for seed, who in enumerate(one.entrants, 1)]
    names = one.file.order_by()
    left = view.course.withdrawn
    return [
        {
            "place": row.place,
            "name": one.name_of(row.entrant) + (" (left)" if row.entrant in left else ""),
            "score": number(row.score),
            **{name: number(value) for name, value in zip(names, row.tie_breaks, strict=True)},
            "tables": row.tables,
            "won": row.won,
            "tied": row.tied,
            **performance_cell(view, row.entrant),
        }
        for row in one.standings(view.course)
    ]


def performance_cell(view: View, entrant: int) -> Document:
    """A column of the standings, where there are ratings."""
    if view.tournament.file.rating is None:
        return {}
    value = view.performances.get(entrant)
    return {"performance": None if value is None else round(value)}


def team_rows(view: View) -> Rows:
    """The standings of the teams, with the score on each board."""
    one = view.tournament
    return [
        {
            "place": row.place,
            "team": row.team,
            "score": number(row.score),
            "boards": ", ".join(f"{one.name_of(who)} {number(score)}" for who, score in row.boards),
        }
        for row in one.teams(view.course)
    ]


def schedule_rows(view: View, only_round: int | None) -> Rows:
    """The tables that are drawn."""
    return [
        {
            "table": sitting.draw.name,
            "round": sitting.draw.round,
            "entrants": " - ".join(view.tournament.name_of(one) for one in sitting.entrants),
            "status": (told := view.table(place, sitting))["status"],
            "waiting": waiting_for(view, told),
            "points": points_of(sitting) if view.shows_result(sitting) else "",
            "match": told.get("match_id", ""),
        }
        for place, sitting in view.tables()
        if only_round in (None, sitting.draw.round)
    ]


def waiting_for(view: View, table: Document) -> str:
    """What a table that is called waits for; nothing for another."""
    if table.get("waits_for_places"):
        return "places for its programs"
    return ", ".join(view.tournament.name_of(one) for one in table.get("missing", ()))


def points_of(sitting: Sitting) -> str:
    """As `1 - 0`; nothing before it is decided."""
    if not sitting.is_decided:
        return ""
    points = sitting.points()
    text = " - ".join(number(points[one]) for one in sitting.entrants)
    return f"{text} (absent)" if sitting.absent and sitting.ruling is None else text


def crosstable_rows(view: View) -> Rows:
    """Who made how many points against whom at tables where they met; the best first."""
    one, course = view.tournament, view.course
    order = [row.entrant for row in one.standings(course)]
    found: dict[tuple[int, int], list[str]] = {}
    for sitting in course.decided():
        for entrant, points in sitting.points().items():
            for other in sitting.entrants:
                if other != entrant:
                    found.setdefault((entrant, other), []).append(number(points))
    rows: Rows = []
    for place, entrant in enumerate(order, start=1):
        row: dict[str, Any] = {"": place, "name": one.name_of(entrant)}
        for column, other in enumerate(order, start=1):
            row[str(column)] = (
                "x" if other == entrant else " ".join(found.get((entrant, other), []))
            )
        rows.append(row)
    return rows


def bracket_text(view: View) -> str:
    """The pairings, a line for each, with names as far as they are known."""
    bracket = view.bracket()
    if bracket is None:
        return ""
    return "\n".join(pairing_lines(view, list(view.pairings(bracket))))


def pairing_lines(view: View, pairings: Rows) -> Iterator[str]:
    """`W2.1  Ann - winner of W1.2   Ann goes on`."""
    name_of = view.tournament.name_of
    texts = [
        " - ".join(
            name_of(side["entrant"]) if "entrant" in side else side["from"]
            for side in pairing["sides"]
        )
        for pairing in pairings
    ]
    names = max(len(pairing["table"]) for pairing in pairings)
    width = max(map(len, texts))
    for pairing, text in zip(pairings, texts, strict=True):
        winner = f"won by {name_of(pairing['winner'])}" if "winner" in pairing else ""
        if "only_if_second_wins" in pairing and not winner:
            winner = f"only if the second wins {pairing['only_if_second_wins']}"
        yield f"{pairing['table']:<{names}}  {text:<{width}}  {winner}".rstrip()
