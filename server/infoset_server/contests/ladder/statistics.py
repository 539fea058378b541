"""What can be counted of results: who beat whom, on which seat, how fast. Counts as results come in; rates nothing."""

from dataclasses import dataclass, field
from typing import Any

from infoset_server.contests.ladder.results import RawResult


@dataclass(slots=True)
class Record:
    """Matches against one opponent: ahead of it, level with it, behind it."""

    ahead: int = 0
    level: int = 0
    behind: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.ahead + self.level + self.behind

    @property
    def share(self) -> float:
        """The part in which it was ahead; level ones count half. 0 without matches."""
        return (self.ahead + self.level / 2) / self.games if self.games else 0.0


@dataclass(slots=True)
class SeatRecord:
    """Matches on one seat of tables of one size."""

    games: int = 0
    wins: int = 0
    places: int = 0  # their sum
    scores: float = 0.0  # their sum


@dataclass(slots=True)
class Conduct:
    """How an entry played: decisions and the time they took, what it missed."""

    games: int = 0
    decisions: int = 0
    took_ms: int = 0
    timeouts: int = 0
    illegal: int = 0
    faults: int = 0


@dataclass(slots=True)
class Statistics:
    """Counts of all results that count, by entry."""

    pairs: dict[str, dict[str, Record]] = field(default_factory=dict)
    seats: dict[str, dict[int, list[SeatRecord]]] = field(default_factory=dict)
    conduct: dict[str, Conduct] = field(default_factory=dict)
    void: int = 0

    def add(self, result: RawResult) -> None:
        """One more result."""
        if result.is_void:
            self.void += 1
        if not result.counts:
            return
        for seat, entry in enumerate(result.entries):
            self._add_seat(entry, seat, result)
            self._add_conduct(entry, seat, result)
            self._add_pairs(entry, result.places[seat], result)

    def _add_pairs(self, entry: str, place: int, result: RawResult) -> None:
        met = self.pairs.get(entry)
        if met is None:
            met = self.pairs[entry] = {}
        for opponent, other in zip(result.entries, result.places, strict=True):
            if opponent != entry:
                record = met.get(opponent)
                if record is None:
                    record = met[opponent] = Record()
                if other > place:
                    record.ahead += 1
                elif other == place:
                    record.level += 1
                else:
                    record.behind += 1

    def _add_seat(self, entry: str, seat: int, result: RawResult) -> None:
        size = len(result.entries)
        by_size = self.seats.get(entry)
        if by_size is None:
            by_size = self.seats[entry] = {}
        if size not in by_size:
            by_size[size] = [SeatRecord() for _ in range(size)]
        record = by_size[size][seat]
        place = result.places[seat]
        record.games += 1
        record.wins += place == 1
        record.places += place
        record.scores += result.scores[seat]

    def _add_conduct(self, entry: str, seat: int, result: RawResult) -> None:
        conduct = self.conduct.get(entry)
        if conduct is None:
            conduct = self.conduct[entry] = Conduct()
        conduct.games += 1
        conduct.decisions += result.decisions[seat]
        conduct.took_ms += result.took_ms[seat]
        conduct.timeouts += result.timeouts[seat]
        conduct.illegal += result.illegal[seat]
        conduct.faults += bool(result.faults[seat])

    def games_of(self, entry: str) -> int:
        """The matches of an entry."""
        found = self.conduct.get(entry)
        return 0 if found is None else found.games

    # As plain values, for pages and files.

    def crosstable(self, entries: list[str]) -> list[list[list[int] | None]]:
        """For each of `entries` against each: [ahead, level, behind], None against itself."""
        return [
            [None if one == other else self._cell(one, other) for other in entries]
            for one in entries
        ]

    def _cell(self, one: str, other: str) -> list[int]:
        record = self.pairs.get(one, {}).get(other, Record())
        return [record.ahead, record.level, record.behind]

    def opponents_of(self, entry: str) -> list[dict[str, Any]]:
        """Everybody whom the entry has met, most met first."""
        met = sorted(self.pairs.get(entry, {}).items(), key=lambda one: (-one[1].games, one[0]))
        return [
            {
                "entry": opponent,
                "games": record.games,
                "ahead": record.ahead,
                "level": record.level,
                "behind": record.behind,
                "share": round(record.share, 4),
            }
            for opponent, record in met
        ]

    def seats_of(self, entry: str) -> list[dict[str, Any]]:
        """Every seat the entry sat on, by size of the table."""
        return [
            {
                "seats": size,
                "seat": seat,
                "games": record.games,
                "wins": record.wins,
                "mean_place": round(record.places / record.games, 3),
                "mean_score": round(record.scores / record.games, 3),
            }
            for size, records in sorted(self.seats.get(entry, {}).items())
            for seat, record in enumerate(records)
            if record.games
        ]

    def conduct_of(self, entry: str) -> dict[str, Any]:
        """How the entry played. What it missed and where it failed is its owner's business."""
        conduct = self.conduct.get(entry, Conduct())
        mean_ms = conduct.took_ms / conduct.decisions if conduct.decisions else 0.0
        return {"decisions": conduct.decisions, "mean_ms": round(mean_ms, 1)}
