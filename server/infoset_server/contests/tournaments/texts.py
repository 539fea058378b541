"""Tournaments as tables for people at a terminal."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from infoset_games.contests.tournaments.sitting import Sitting
from infoset_server.contests.tournaments.view import View

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
        }
        for row in one.standings(view.course)
    ]


def schedule_rows(view: View, only_round: int | None) -> Rows:
    """The tables that are drawn."""
    return [
        {
            "table": sitting.draw.name,
            "round": sitting.draw.round,
            "entrants": " - ".join(view.tournament.name_of(one) for one in sitting.entrants),
            "status": view.table(place, sitting)["status"],
            "points": points_of(sitting) if view.shows_result(sitting) else "",
            "match": view.table(place, sitting).get("match_id", ""),
        }
        for place, sitting in view.tables()
        if only_round in (None, sitting.draw.round)
    ]


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
