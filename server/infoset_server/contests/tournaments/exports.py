"""A tournament for other programs: as FIDE's Tournament Report File (TRF16), and as CSV. Shows what the view shows.

TRF is of two who meet, one table in a round; https://www.fide.com (Handbook C.04) has its columns. Who played for three
points, or the best of five, stands there with the points and the result of the table.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final

from infoset_games.contests.series import SIDES
from infoset_games.contests.tournaments.sitting import Sitting
from infoset_games.contests.tournaments.teams import TeamRow
from infoset_server.common.csv_text import csv_text
from infoset_server.common.text import clean_name
from infoset_server.contests.tournaments.definition import TournamentError
from infoset_server.contests.tournaments.entrants import Entrant
from infoset_server.contests.tournaments.view import View, plain

NAME: Final = 33  # columns of a name in TRF
TEAM_NAME: Final = 32
ROUND: Final = 91  # columns before the first round there
STANDING_COLUMNS: Final = ("place", "entrant", "name", "score", "tables", "won", "tied")
CSV_COLUMNS: Final = (
    *("round", "table", "entrant", "name", "place", "points", "matches_won", "matches"),
    *("absent", "ruled", "berserk"),
)


def trf_text(view: View) -> str:
    """The report. Raises TournamentError where TRF cannot say what was played."""
    one = view.tournament
    if one.seats != SIDES:
        raise TournamentError(f"form: trf is for two seats, and here are {one.seats}; expected csv")
    rounds = {number: rounds_of(view, number) for number in view.course.everybody}
    started = datetime.fromtimestamp(one.started_ms / 1000, UTC).strftime("%Y/%m/%d")
    last = max((number for mine in rounds.values() for number in mine), default=0)
    head = [
        f"012 {one.title}",
        f"042 {started if one.started_ms else ''}",
        f"062 {len(one.entrants)}",
        f"072 {sum(who.rating is not None for who in one.entrants)}",
        f"082 {len(one.file.team)}",
        f"092 {one.format.name.replace('_', ' ')}",
        f"XXR {last}",
    ]
    rows = sorted(one.standings(view.course), key=lambda row: row.entrant)
    players = [
        player_line(
            row.entrant + 1,
            one.entrants[row.entrant],
            row.score,
            row.place,
            "".join(round_text(rounds[row.entrant].get(number)) for number in range(1, last + 1)),
        )
        for row in rows
    ]
    # Blanks at the end of a player's line are columns: of a result that is not known yet.
    teams = [team_line(row) for row in one.teams(view.course)]
    return "".join(f"{line}\n" for line in [*(line.rstrip() for line in head), *players, *teams])


def player_line(number: int, who: Entrant, score: Fraction, place: int, rounds: str) -> str:
    """The line of a player: fixed columns, nothing in those of what is not known here."""
    name = clean_name(who.name)[:NAME].ljust(NAME)
    rating = "" if who.rating is None else f"{round(who.rating)}"
    line = f"{f'001 {number:4}'.ljust(14)}{name} {rating:>4}{'':28}{float(score):4.1f} {place:4}"
    return line.ljust(ROUND) + rounds


def team_line(row: TeamRow) -> str:
    """The line of a team: its name, and the numbers of its members."""
    name = clean_name(row.team)[:TEAM_NAME].ljust(TEAM_NAME)
    return f"013 {name}{' '.join(f'{entrant + 1:4}' for entrant, _ in row.boards)}"


Played = tuple[int | None, str, str]  # number of the opponent from 1, colour, result


def rounds_of(view: View, entrant: int) -> dict[int, Played]:
    """What an entrant did in each round. Raises TournamentError for two tables in one round."""
    found: dict[int, Played] = {}
    for sitting in view.course.sittings:
        if entrant in sitting.entrants and view.shows_result(sitting):
            number = sitting.draw.round
            if number in found:
                raise TournamentError(
                    f"form: trf has one table of everybody in a round, and round {number} has more; expected csv"
                )
            found[number] = played(sitting, entrant)
    return found


def played(sitting: Sitting, entrant: int) -> Played:
    """One table as TRF tells it: forfeits are `+` and `-`, a bye that was drawn is `U`, nothing yet is blank."""
    if sitting.is_bye:
        return None, "-", "U"
    seat = sitting.entrants.index(entrant)
    opponent = next((one for one in sitting.entrants if one != entrant), entrant)
    colour = "wb"[seat] if seat < SIDES else "-"
    if not sitting.is_decided:
        return opponent + 1, colour, " "
    places = sitting.places()
    ahead, behind = places[seat] == min(places), places[seat] == max(places)
    if not sitting.played and sitting.ruling is None:
        is_here = entrant not in sitting.absent
        return opponent + 1, "-", "+" if is_here else "-"
    return opponent + 1, colour, "=" if ahead and behind else "1" if ahead else "0"


def round_text(one: Played | None) -> str:
    """Ten columns: opponent, colour, result."""
    if one is None:
        return "0000 - Z".ljust(10)
    opponent, colour, result = one
    number = "0000" if opponent is None else f"{opponent:4}"
    return f"{number} {colour} {result}".ljust(10)


def results_csv(view: View) -> str:
    """A line for each entrant of each table of which the result is seen."""
    return csv_text(
        CSV_COLUMNS,
        (
            row
            for sitting in view.course.sittings
            if sitting.is_decided and view.shows_result(sitting)
            for row in table_rows(view, sitting)
        ),
    )


def standings_csv(view: View) -> str:
    """The standings as far as they are seen, best first; nothing below the heading while nobody has been drawn."""
    document = view.document()
    return csv_text(
        (*STANDING_COLUMNS, *document["tie_breaks"], "performance"),
        (standing_row(view, row) for row in document["standings"]),
    )


def standing_row(view: View, row: dict[str, Any]) -> list[object]:
    """A line of the standings."""
    name = view.tournament.name_of(row["entrant"])
    counts = (row["score"], row["tables"], row["won"], row["tied"])
    return [
        *(row["place"], row["entrant"] + 1, name, *counts),
        *(*row["tie_breaks"], row.get("performance")),
    ]


def table_rows(view: View, sitting: Sitting) -> Iterator[tuple[object, ...]]:
    """The lines of a table."""
    points, won = sitting.points(), sitting.matches_won()
    for entrant, place in zip(sitting.entrants, sitting.places(), strict=True):
        yield (
            sitting.draw.round,
            sitting.draw.name,
            entrant + 1,
            view.tournament.name_of(entrant),
            place,
            plain(points[entrant]),
            won[entrant],
            len(sitting.played),
            int(entrant in sitting.absent),
            int(sitting.ruling is not None),
            sum(entrant in match.berserk for match in sitting.played),
        )


FORMS: Final[dict[str, Callable[[View], str]]] = {"trf": trf_text, "csv": results_csv}
