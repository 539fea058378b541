"""Which recordings of a ladder stay, and for how long; that a deleted one takes nothing of the ladder along."""

import asyncio
from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.server.contests.ladder.made import Notepad, enter, make_ladder, meet, play, result
from tests.server.storage.matches import begin, note

from infoset_server.config import LadderRecordLimits
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.leader_lease import LeaderLease
from infoset_server.contests.ladder.recordings import (
    DAY_MS,
    MEGABYTE,
    Interest,
    Recording,
    Recordings,
    interest_in,
    recording_kind,
)
from infoset_server.contests.ladder.results import VOID, RawResult
from infoset_server.contests.ladder.retention import DELETED, SETTLED_MS, Retention
from infoset_server.matches.replays import is_sample
from infoset_server.storage.errors import UnknownMatchError
from infoset_server.storage.memory import MemoryStore

EVEN = (1500, 1500)
NO_SAMPLES = [f"m_{number}" for number in range(200) if not is_sample(f"m_{number}")]
SAMPLES = [f"m_{number}" for number in range(200) if is_sample(f"m_{number}")]


@pytest.mark.parametrize(
    ("match_id", "changed", "ratings", "interest"),
    [
        (NO_SAMPLES[0], {}, EVEN, Interest.ROUTINE),
        (SAMPLES[0], {}, EVEN, Interest.CHOSEN),
        (NO_SAMPLES[0], {}, (1400, 1601), Interest.CHOSEN),
        (NO_SAMPLES[0], {}, (1601, 1400), Interest.ROUTINE),
        (NO_SAMPLES[0], {"reason": VOID}, (), Interest.ROUTINE),
        (NO_SAMPLES[0], {"people": (False, True)}, EVEN, Interest.PEOPLE),
        (SAMPLES[0], {"people": (True, True)}, EVEN, Interest.PEOPLE),
    ],
)
def test_why_a_match_is_kept(
    match_id: str, changed: dict[str, Any], ratings: Sequence[int], interest: Interest
) -> None:
    one = result(1, ("a", "b"), (1, 2), match_id=match_id, **changed)
    assert interest_in(one, ratings, may_assist=False) == interest
    assert interest_in(one, ratings, may_assist=True) == Interest.PEOPLE


def recordings(
    *found: tuple[Interest, int, int], notes: Notepad | None = None
) -> tuple[Recordings, Notepad]:
    """Recordings by interest, day and megabytes."""
    notes = notes or Notepad()
    kept = Recordings("open", notes)
    for number, (interest, day, megabytes) in enumerate(found):
        kept.add(Recording(f"m_{number}", day * DAY_MS, megabytes * MEGABYTE, interest))
    return kept, notes


def due(kept: Recordings, day: int, **limits: int) -> list[str]:
    return [one.match_id for one in kept.due(LadderRecordLimits(**limits), day * DAY_MS)]


def test_what_is_too_old_is_due_and_what_people_played_never_is() -> None:
    kinds = (Interest.ROUTINE, Interest.CHOSEN, Interest.PEOPLE)
    kept, _ = recordings(*((kind, day, 1) for day in (0, 10) for kind in kinds))
    bounds = {"routine_days": 5, "chosen_days": 20}
    assert due(kept, 5, **bounds) == []
    assert due(kept, 6, **bounds) == ["m_0"]
    assert due(kept, 21, **bounds) == ["m_0", "m_3", "m_1"]
    assert due(kept, 30_000, **bounds) == ["m_0", "m_3", "m_1", "m_4"]


def test_of_what_is_too_much_the_oldest_is_due_each_kind_for_itself() -> None:
    kinds = (Interest.ROUTINE, Interest.CHOSEN, Interest.PEOPLE)
    kept, _ = recordings(*((kind, day, 3) for day in (1, 2, 3, 4) for kind in kinds))
    assert due(kept, 4, routine_mb=12, chosen_mb=12) == []
    assert due(kept, 4, routine_mb=11, chosen_mb=12) == ["m_0"]
    assert due(kept, 4, routine_mb=6, chosen_mb=9) == ["m_0", "m_3", "m_1"]


def test_recordings_are_known_again_after_a_restart() -> None:
    kept, notes = recordings((Interest.ROUTINE, 2, 3), (Interest.CHOSEN, 1, 5))
    kept.remove(kept.of(Interest.ROUTINE)[0])
    kept.add(Recording("m_7", DAY_MS, 4, Interest.ROUTINE))
    again = Recordings("open", notes)
    again.restore(notes.of(recording_kind("open")))
    for interest in Interest:
        assert again.of(interest) == kept.of(interest)
    assert again.sizes == kept.sizes
    assert "m_7" in again
    assert "m_0" not in again


class Sweeper:
    """A ladder of programs whose matches are in a store, swept at a time of its own."""

    def __init__(self, ladder: Ladder, **limits: int) -> None:
        self.ladder = ladder
        self.store = MemoryStore()
        self.forgotten: list[str] = []
        self.now_ms = 0
        self.lease = LeaderLease(self.store, 3600.0, asyncio.get_running_loop().time)
        self.retention = self.of(self.lease, **limits)

    def of(self, lease: LeaderLease, **limits: int) -> Retention:
        """Of the server with a lease."""
        return Retention(
            {"open": self.ladder},
            self.store,
            lease,
            LadderRecordLimits(**limits),
            self.forgotten.append,
            lambda: self.now_ms,
        )

    async def lead(self) -> None:
        """This server runs the ladders."""
        await self.lease.take()

        async def nothing() -> None:
            """There is nothing to set up."""

        self.lease.keep(nothing, lambda: None)

    async def play(self, match_ids: Iterable[str], at_ms: int) -> None:
        """Matches that are over, recorded, and counted."""
        entries = [entry.id for entry in self.ladder.entries.values()]
        for match_id in match_ids:
            await begin(self.store, match_id, note(b"x" * 1000))
            await self.store.close_match(match_id, 1, "over")
            number = self.ladder.next_number
            one = result(number, entries, (1, 2), match_id=match_id, at_ms=at_ms)
            self.ladder.count(one)

    async def sweep(self, now_ms: int, retention: Retention | None = None) -> None:
        """One sweep to its end."""
        self.now_ms = now_ms
        chosen = retention or self.retention
        chosen.sweep()
        await chosen._tasks.finish()

    async def stored(self) -> list[str]:
        """What the store has of the matches that were counted."""
        return sorted(await self.store.sizes([one.match_id for one in self.ladder.results]))


async def sweeper(notes: Notepad | None = None, **limits: int) -> Sweeper:
    ladder = make_ladder(notes)
    for name in ("ann", "bob"):
        enter(ladder, name)
    found = Sweeper(ladder, **limits)
    await found.lead()
    return found


async def test_routine_is_deleted_in_time_with_its_place_in_the_list_and_results_stay() -> None:
    notes = Notepad()
    ladder = await sweeper(notes, routine_days=1, chosen_days=3)
    routine, chosen = NO_SAMPLES[: 2 * DELETED + 1], SAMPLES[:2]
    await ladder.play([*routine, *chosen], at_ms=0)
    results: list[RawResult] = list(ladder.ladder.results)
    await ladder.sweep(DAY_MS)
    assert await ladder.stored() == sorted([*routine, *chosen])
    await ladder.sweep(DAY_MS + 1)
    assert await ladder.stored() == sorted(chosen)
    assert sorted(ladder.forgotten) == sorted(routine)
    assert sorted(notes.of(recording_kind("open"))) == sorted(chosen)
    assert ladder.retention.deleted == len(routine)
    await ladder.sweep(3 * DAY_MS + 1)
    assert await ladder.stored() == []
    assert ladder.ladder.results == results
    await ladder.lease.close()


async def test_a_match_that_has_just_ended_is_looked_at_later() -> None:
    ladder = await sweeper()
    await ladder.play(NO_SAMPLES[:1], at_ms=5_000)
    await ladder.sweep(5_000)
    assert not ladder.ladder.recordings.of(Interest.ROUTINE)
    await ladder.sweep(5_000 + SETTLED_MS)
    assert len(ladder.ladder.recordings.of(Interest.ROUTINE)) == 1
    await ladder.lease.close()


async def test_a_restart_counts_nothing_twice_and_goes_on() -> None:
    """After a crash between deleting and noting it, too: the note of a recording that is gone goes the next time."""
    notes = Notepad()
    ladder = await sweeper(notes, routine_days=1)
    await ladder.play(NO_SAMPLES[:5], at_ms=0)
    await ladder.sweep(SETTLED_MS)
    size = ladder.ladder.recordings.sizes[Interest.ROUTINE]
    await ladder.store.delete_matches(NO_SAMPLES[:2])
    again = Recordings("open", notes)
    again.restore(notes.of(recording_kind("open")))
    ladder.ladder.recordings = again
    await ladder.sweep(SETTLED_MS)
    assert again.sizes[Interest.ROUTINE] == size
    await ladder.sweep(DAY_MS + 1)
    assert again.sizes[Interest.ROUTINE] == 0
    assert sorted(ladder.forgotten) == sorted(NO_SAMPLES[:5])
    assert not notes.of(recording_kind("open"))
    await ladder.lease.close()


async def test_matches_of_a_meeting_that_goes_on_stay_until_it_is_over() -> None:
    ladder = await sweeper(routine_days=1)
    await ladder.play(NO_SAMPLES[:2], at_ms=0)
    meeting = meet(ladder.ladder)
    assert meeting is not None
    meeting.played.append(NO_SAMPLES[0])
    await ladder.sweep(2 * DAY_MS)
    assert await ladder.stored() == NO_SAMPLES[:1]
    play(ladder.ladder, meeting, ladder.ladder.next_number)
    await ladder.sweep(2 * DAY_MS)
    assert await ladder.stored() == []
    await ladder.lease.close()


async def test_a_match_that_is_not_closed_in_the_store_stays() -> None:
    ladder = await sweeper(routine_days=1)
    await begin(ladder.store, NO_SAMPLES[0], note())
    entries = [entry.id for entry in ladder.ladder.entries.values()]
    ladder.ladder.count(result(1, entries, (1, 2), match_id=NO_SAMPLES[0]))
    await ladder.sweep(9 * DAY_MS)
    assert (await ladder.store.find_match(NO_SAMPLES[0])).status == "open"
    await ladder.lease.close()


async def test_only_the_server_that_runs_the_ladders_deletes() -> None:
    ladder = await sweeper(routine_days=1)
    await ladder.play(NO_SAMPLES[:1], at_ms=0)
    elsewhere = cast(LeaderLease, SimpleNamespace(is_ours=False))
    await ladder.sweep(9 * DAY_MS, ladder.of(elsewhere, routine_days=1))
    assert await ladder.stored() == NO_SAMPLES[:1]
    # One that does not know yet that it was replaced is refused by the store, and knows then.
    mine = ladder.lease.claim
    assert mine is not None
    await ladder.store.give_up(mine)
    await ladder.store.claim("ladders", "another", 3600.0)
    await ladder.sweep(9 * DAY_MS)
    assert await ladder.stored() == NO_SAMPLES[:1]
    assert ladder.lease.claim is None
    assert ladder.forgotten == []
    await ladder.lease.close()


async def test_what_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = await sweeper(routine_days=1)
    await ladder.play(NO_SAMPLES[:1], at_ms=0)

    async def fails(*args: object) -> list[str]:
        raise UnknownMatchError("the store is away")

    with monkeypatch.context() as patched:
        patched.setattr(ladder.store, "delete_matches", fails)
        await ladder.sweep(9 * DAY_MS)
    assert ladder.forgotten == []
    await ladder.sweep(9 * DAY_MS)
    assert ladder.forgotten == NO_SAMPLES[:1]
    await ladder.lease.close()
