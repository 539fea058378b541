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

    def add(self, result: RawResult, times: int = 1) -> None:
        """One more result; with `times` -1, one that was added is taken out again."""
        if result.is_void:
            self.void += times
        if not result.counts:
            return
        for seat, entry in enumerate(result.entries):
            self._add_seat(entry, seat, result, times)
            self._add_conduct(entry, seat, result, times)
            self._add_pairs(entry, result.places[seat], result, times)
        if times < 0:
            self._drop_empty(result)

    def _drop_empty(self, result: RawResult) -> None:
        """What there is nothing of any more is as if it had never been."""
        for entry in dict.fromkeys(result.entries):
            met, by_size, size = self.pairs[entry], self.seats[entry], len(result.entries)
            for opponent in met.keys() & set(result.entries):
                if not met[opponent].games:
                    del met[opponent]
            if size in by_size and not any(one.games for one in by_size[size]):
                del by_size[size]
            if not self.conduct[entry].games:
                del self.pairs[entry], self.seats[entry], self.conduct[entry]

    def _add_pairs(self, entry: str, place: int, result: RawResult, times: int) -> None:
        met = self.pairs.get(entry)
        if met is None:
            met = self.pairs[entry] = {}
        for opponent, other in zip(result.entries, result.places, strict=True):
            if opponent != entry:
                record = met.get(opponent)
                if record is None:
                    record = met[opponent] = Record()
                if other > place:
                    record.ahead += times
                elif other == place:
                    record.level += times
                else:
                    record.behind += times

    def _add_seat(self, entry: str, seat: int, result: RawResult, times: int) -> None:
        size = len(result.entries)
        by_size = self.seats.get(entry)
        if by_size is None:
            by_size = self.seats[entry] = {}
        if size not in by_size:
            by_size[size] = [SeatRecord() for _ in range(size)]
        record = by_size[size][seat]
        place = result.places[seat]
        record.games += times
        record.wins += times * (place == 1)
        record.places += times * place
        record.scores += times * result.scores[seat]

    def _add_conduct(self, entry: str, seat: int, result: RawResult, times: int) -> None:
        conduct = self.conduct.get(entry)
        if conduct is None:
            conduct = self.conduct[entry] = Conduct()
        conduct.games += times
        conduct.decisions += times * result.decisions[seat]
        conduct.took_ms += times * result.took_ms[seat]
        conduct.timeouts += times * result.timeouts[seat]
        conduct.illegal += times * result.illegal[seat]
        conduct.faults += times * bool(result.faults[seat])

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
