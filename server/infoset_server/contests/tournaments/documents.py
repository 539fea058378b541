"""Tournaments as documents in the store, and back: one for each tournament, wave of draws, and table.

A wave is written before, or together with, the tables that are played in it, and a table with the match that is
played there before anything is told of that match. So what is read after a crash is a course that was.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from infoset_games.contests.tournaments.course import Adjustment, Course
from infoset_games.contests.tournaments.sitting import Played, Sitting
from infoset_games.contests.tournaments.table import Draw
from infoset_server.common.ids import MatchId, UserId
from infoset_server.contests.tournaments.definition import TournamentError, check_tournament
from infoset_server.contests.tournaments.endings import ENDING
from infoset_server.contests.tournaments.entrants import Entrant
from infoset_server.contests.tournaments.tournament import Match, State, TableState, Tournament
from infoset_server.storage.notes import DocumentKind, Notes

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class StoredTournament:
    """A tournament without its tables."""

    file: dict[str, Any]
    seats: int
    owner: UserId | None
    key: str
    state: State
    entrants: list[Entrant]
    released: int = 0
    started_ms: int = 0
    withdrawn: tuple[int, ...] = ()
    adjustments: tuple[tuple[int, str, str], ...] = ()


@dataclass(frozen=True)
class StoredWave:
    """Tables that were drawn at once, and the number of the first."""

    tournament: str
    first: int
    draws: tuple[Draw, ...]


@dataclass(frozen=True)
class StoredTable:
    """What has happened at a table."""

    tournament: str
    number: int
    played: tuple[Played, ...] = ()
    absent: tuple[int, ...] = ()
    ruling: tuple[int, ...] | None = None
    match: str = ""
    seating: tuple[int, ...] = ()
    begun_ms: int = 0
    voids: tuple[str, ...] = ()
    berserk: tuple[int, ...] = ()  # in the match being played
    left: tuple[int, ...] = ()  # of the absent, for nothing but having left the tournament
    is_discarded: bool = False  # the match being played: it is to end, and counts for nothing


TOURNAMENT: Final = DocumentKind("tournament", StoredTournament)
WAVE: Final = DocumentKind("tournament_wave", StoredWave)
TABLE: Final = DocumentKind("tournament_table", StoredTable)
KINDS: Final = (TOURNAMENT.name, WAVE.name, TABLE.name, ENDING.name)


class TournamentDocuments:
    """Notes tournaments as they change."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def put(self, one: Tournament) -> None:
        """Notes a tournament without its tables."""
        stored = StoredTournament(
            one.file.to_plain(),
            one.seats,
            one.owner,
            one.key,
            one.state,
            one.entrants,
            one.released,
            one.started_ms,
            tuple(sorted(one.course.withdrawn)),
            tuple((a.entrant, str(a.points), a.reason) for a in one.course.adjustments),
        )
        self._notes.put(TOURNAMENT.name, one.id, TOURNAMENT.write(stored))

    def put_wave(self, one: Tournament, numbers: range) -> None:
        """Notes tables that were drawn just now."""
        draws = tuple(one.sitting(number).draw for number in numbers)
        stored = StoredWave(one.id, numbers.start, draws)
        self._notes.put(WAVE.name, key(one.id, numbers.start), WAVE.write(stored))
        for number in numbers:
            if one.sitting(number).absent:
                self.put_table(one, number)

    def put_table(self, one: Tournament, number: int) -> None:
        """Notes what has happened at a table."""
        sitting, table = one.sitting(number), one.table(number)
        match = table.match
        stored = StoredTable(
            one.id,
            number,
            sitting.played,
            tuple(sorted(sitting.absent)),
            sitting.ruling,
            "" if match is None else match.id,
            () if match is None else match.seating,
            0 if match is None else match.begun_ms,
            tuple(table.voids),
            () if match is None else match.berserk,
            tuple(sorted(sitting.left)),
            match is not None and match.is_discarded,
        )
        self._notes.put(TABLE.name, key(one.id, number), TABLE.write(stored))

    def drop(self, one: Tournament) -> None:
        """Nothing of it is kept."""
        self._notes.drop(TOURNAMENT.name, one.id)
        for number in range(len(one.course.sittings)):
            self._notes.drop(WAVE.name, key(one.id, number))
            self._notes.drop(TABLE.name, key(one.id, number))

    def drop_remains(self, documents: Mapping[str, Mapping[str, bytes]]) -> None:
        """What was read of tournaments that are deleted: servers before dropped much in several transactions, and could die
        between two of them.

        It would count for the next tournament of that name.
        """
        for kind in (WAVE.name, TABLE.name):
            for name in list(documents[kind]):
                if name.rpartition("/")[0] not in documents[TOURNAMENT.name]:
                    self._notes.drop(kind, name)


def key(tournament: str, number: int) -> str:
    """Of a wave, by its first table, or a table."""
    return f"{tournament}/{number:05d}"


def read_tournaments(documents: Mapping[str, Mapping[str, bytes]]) -> list[Tournament]:
    """The tournaments of an earlier run. One that cannot be read is left out, and named in the log."""
    waves = list(WAVE.read(documents[WAVE.name]))
    tables = list(TABLE.read(documents[TABLE.name]))
    found = []
    for stored in TOURNAMENT.read(documents[TOURNAMENT.name]):
        name = stored.file.get("id")
        try:
            found.append(
                set_up(
                    stored,
                    [wave for wave in waves if wave.tournament == name],
                    [table for table in tables if table.tournament == name],
                )
            )
        except (TournamentError, ValueError, IndexError) as problem:
            logger.error("tournament %s cannot be set up: %s", name, problem)
    return found


def set_up(
    stored: StoredTournament, waves: Iterable[StoredWave], tables: Iterable[StoredTable]
) -> Tournament:
    """A tournament as it was. Raises TournamentError, ValueError or IndexError."""
    one = Tournament(
        check_tournament(stored.file), stored.seats, stored.owner, stored.entrants, stored.key
    )
    one.state = stored.state
    one.released = stored.released
    one.started_ms = stored.started_ms
    one.course = Course(
        len(stored.entrants) if stored.state not in ("draft", "open") else 0,
        one.terms,
        withdrawn=frozenset(stored.withdrawn),
        adjustments=tuple(
            Adjustment(entrant, Fraction(points), reason)
            for entrant, points, reason in stored.adjustments
        ),
        apart=one.pairs_apart(),
    )
    draw_again(one, waves)
    for table in tables:
        seat_again(one, table)
    return one


def draw_again(one: Tournament, waves: Iterable[StoredWave]) -> None:
    """The tables as they were drawn, nobody being absent. Raises ValueError where some are missing."""
    sittings: list[Sitting] = []
    for wave in sorted(waves, key=lambda wave: wave.first):
        if wave.first != len(sittings):
            raise ValueError(f"tables from {len(sittings)} to {wave.first} are missing")
        sittings += [Sitting(draw, one.terms) for draw in wave.draws]
    one.course = replace(one.course, sittings=tuple(sittings))


def seat_again(one: Tournament, table: StoredTable) -> None:
    """What had happened at a table. Raises IndexError where it was not drawn."""
    was = one.course.sittings[table.number]
    sitting = Sitting(
        was.draw,
        one.terms,
        table.played,
        frozenset(table.absent),
        table.ruling,
        frozenset(table.left),
    )
    one.course = one.course.with_sitting(table.number, sitting)
    match = None
    if table.match:
        match = Match(MatchId(table.match), table.seating, table.begun_ms, table.berserk)
        match.is_discarded = table.is_discarded
    one.tables[table.number] = TableState(match, [MatchId(void) for void in table.voids])
