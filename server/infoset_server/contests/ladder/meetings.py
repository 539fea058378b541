"""A line-up and the matches it plays: one, a series, or one deal in every rotation of the seats.

A person who knows the seed of a deal knows every card of the matches that are still to be played with it. So it is kept
sealed, as those of matches are, opened for each of them, and told to nobody before the last is over.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from infoset_games.contests.series import Series
from infoset_games.luck import LUCK
from infoset_server.contests.ladder.results import RawResult
from infoset_server.matches.match_records import SharedDeal, open_deal
from infoset_server.storage.port import MatchStore
from infoset_server.storage.seed_box import SeedBox, SeedBoxError, fresh_seed

MEETING: Final = "ladder_meeting"  # kind of documents; keys: `LADDER:MEETING`
MOST_VOID: Final = 3  # matches of a meeting without a result; then it is over


@dataclass(eq=False)
class Meeting:
    """`entries` by seat of its first match, `table` the kind of table. `running` is the match that is on.

    With `same_deal` all its matches share a seed, which is in `seed_box`. `options` are those of the next match
    where they differ from the table's. `played` are its matches that are over, `voids` counts those of them that
    had no result; `is_given_up` when somebody did not come to the next.
    """

    id: str
    ladder: str
    table: int
    entries: tuple[str, ...]
    best_of: int = 1
    same_deal: bool = False
    seed_box: str = ""
    options: dict[str, Any] | None = None
    running: str | None = None
    played: list[str] = field(default_factory=list)
    voids: int = 0
    is_given_up: bool = False
    results: list[RawResult] = field(default_factory=list)  # that count
    batch: str = ""  # that it was asked for with
    unrated: bool = False  # its results do not count
    due_s: float = 0.0  # between two matches: until then everybody is waited for

    @property
    def is_over(self) -> bool:
        """Is nothing more played?"""
        if self.is_given_up or self.voids >= MOST_VOID:
            return True
        if self.same_deal:
            return len(self.results) >= len(self.entries)
        return bool(self.results) if self.best_of == 1 else self.series().is_over

    @property
    def most_matches(self) -> int:
        """So many may be played in it."""
        return len(self.entries) if self.same_deal else self.best_of

    def series(self) -> Series:
        """The score; side 0 is who sat on seat 0 in the first match."""
        series = Series(self.best_of)
        for result in self.results:
            first, second = result.places
            series = series.after(0.5 if first == second else float(first < second))
        return series

    def seating(self) -> tuple[str, ...]:
        """Who sits where in the next match."""
        if self.same_deal:
            turn = len(self.results)
            return self.entries[turn:] + self.entries[:turn]
        if self.best_of > 1 and self.series().is_swapped:
            return self.entries[::-1]
        return self.entries

    def open_deal(self, box: SeedBox) -> SharedDeal | None:
        """What its matches are dealt from, drawn for the first; None where each has a deal of its own. Raises SeedBoxError."""
        if not self.same_deal:
            return None
        if not self.seed_box:
            self.seed_box = box.seal(self.id, fresh_seed().encode()).hex()
        deal = open_deal(self.id, bytes.fromhex(self.seed_box), box)
        if self.results and not deal.seed.startswith(LUCK):
            raise SeedBoxError(
                "its deal was drawn in another way than one of this seed is drawn now"
            )
        return deal

    def to_plain(self) -> dict[str, Any]:
        """The values to be kept; results are kept for themselves."""
        return {
            "id": self.id,
            "ladder": self.ladder,
            "table": self.table,
            "entries": list(self.entries),
            "best_of": self.best_of,
            "same_deal": self.same_deal,
            "seed_box": self.seed_box,
            "options": self.options,
            "running": self.running,
            "played": self.played,
            "voids": self.voids,
            "is_given_up": self.is_given_up,
            "batch": self.batch,
            "unrated": self.unrated,
        }


def meeting_key(meeting: Meeting) -> str:
    """The key of its document."""
    return f"{meeting.ladder}:{meeting.id}"


def read_meeting(body: bytes, results: Sequence[RawResult]) -> Meeting:
    """The meeting of a document; `results` are all of its ladder. Raises ValueError for anything else."""
    try:
        values: dict[str, Any] = orjson.loads(body)
        mine = [one for one in results if one.meeting == values["id"] and not one.is_void]
        values["entries"] = tuple(values["entries"])
        if values.pop("seed", None) is not None:  # as it was kept once, for all to read
            values |= {"same_deal": True, "is_given_up": True}
        return Meeting(**values, results=mine)
    except (TypeError, KeyError, AttributeError) as problem:
        raise ValueError(f"a ladder's meeting: {problem}") from None


async def is_deal_secret(store: MatchStore, match_id: str) -> bool:
    """Is the deal of a match to be played again, so that nobody may see it yet? Raises StoreError.

    It is the store that is asked: any server may be, not only the one that pairs.
    """
    bodies = (await store.documents(MEETING)).values()
    return any(match_id in deals_in(body) for body in bodies)


def deals_in(body: bytes) -> list[str]:
    """The matches with the shared deal of a meeting, of its document."""
    values: dict[str, Any] = orjson.loads(body)
    return [*values["played"], values["running"] or ""] if values.get("same_deal") else []
