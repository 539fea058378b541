"""Trunks over a bus that loses, doubles and delays: what is taken is what was sent, in order, or the trunk is broken."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest

from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Form, T, Topic
from infoset_server.cluster.frames import (
    VERSION,
    Batch,
    Flowing,
    Frame,
    Missed,
    Presence,
    Silent,
    pack_frame,
    raw,
    read_batch,
    read_frames,
    read_presence,
    write_batch,
    write_presence,
)
from infoset_server.cluster.trunk import (
    FULL_BYTES,
    MOST_WAITING_BYTES,
    TRUNK,
    UNDER_WAY,
    UNSAID,
    End,
    Trunk,
    send_broken,
)

PATIENCE = 4
DEEP = b"\x91" * 5_000 + b"\xc0"  # lists in lists
HERE, THERE = End("here", "e_1"), End("there", "h_1")


class BadBus(EmbeddedBus):
    """A bus that loses and doubles messages by the numbers of a seed. Everything travels as bytes."""

    def __init__(self, seed: int = 0, loss: float = 0.0, doubling: float = 0.0) -> None:
        super().__init__()
        self._rng = random.Random(seed)
        self.loss = loss
        self.doubling = doubling
        self.swallowed = 0

    def publish(self, topic: Topic[Any], subject: str, body: Any) -> None:
        if self._rng.random() < self.loss:
            self.swallowed += 1
            return
        super().publish(topic, subject, body)
        if self._rng.random() < self.doubling:
            super().publish(topic, subject, body)

    def carry(self, form: Form[T], body: T) -> T:
        return form.read(form.write(body))


class Station:
    """One end, and what came of it."""

    def __init__(self, bus: EmbeddedBus, here: End, there: End) -> None:
        self.taken: list[int] = []
        self.broken: list[str] = []
        self.is_busy = False  # what comes waits
        self.waiting: list[Batch] = []
        self.trunk = Trunk(bus, here, there, self._take, self.broken.append)
        bus.subscribe(
            TRUNK,
            f"{here.node}.*",
            lambda subject, batch: self._receive(batch),
            on_gap=lambda lost: None,
            max_pending=1_000,
        )

    def read(self) -> None:
        """Does what was to be done meanwhile."""
        self.is_busy = False
        waiting, self.waiting = self.waiting, []
        for batch in waiting:
            self.trunk.receive(batch)

    def _receive(self, batch: Batch) -> None:
        if self.is_busy:
            self.waiting.append(batch)
        else:
            self.trunk.receive(batch)

    def _take(self, frames: Sequence[Frame]) -> None:
        for frame in frames:
            assert isinstance(frame, Flowing)
            self.taken.append(frame.mark)


def in_batch(frame: bytes) -> bytes:
    """The bytes of a batch with this frame in it."""
    whole = write_batch(Batch(VERSION, "e_1", "h_1", 1, ()))
    return whole.removesuffix(b"\x90\xff") + b"\x91" + frame + b"\xff"


async def turns(count: int = 20) -> None:
    """So many turns of the loop."""
    for _ in range(count):
        await asyncio.sleep(0)


def pair(bus: EmbeddedBus) -> tuple[Station, Station]:
    return Station(bus, HERE, THERE), Station(bus, THERE, HERE)


async def test_frames_arrive_in_order_and_those_of_one_turn_together() -> None:
    bus = BadBus()
    here, there = pair(bus)
    for number in range(1_000):
        here.trunk.send(Flowing(7, number))
    await turns()
    here.trunk.send(Flowing(7, 1_000))
    await turns()
    assert there.taken == list(range(1_001))
    assert (here.broken, there.broken) == ([], [])


@pytest.mark.parametrize("seed", range(40))
async def test_over_a_bad_bus_nothing_is_taken_out_of_order_twice_or_behind_a_gap(
    seed: int,
) -> None:
    bus = BadBus(seed, loss=0.05, doubling=0.1)
    here, there = pair(bus)
    sent = 0
    while not there.broken and not here.broken and sent < 300:
        for _ in range(3):
            here.trunk.send(Flowing(1, sent))
            sent += 1
        here.trunk.beat(PATIENCE)
        there.trunk.beat(PATIENCE)
        await turns(5)
    assert there.taken == list(range(len(there.taken))), "a prefix of what was sent"
    if not bus.swallowed:
        assert len(there.taken) == sent
    else:
        assert here.broken or there.broken, "a loss is found out"


async def test_a_last_message_that_is_lost_is_found_out_by_the_next_beat() -> None:
    bus = BadBus()
    here, there = pair(bus)
    here.trunk.send(Flowing(1, 0))
    await turns()
    bus.loss = 1.0
    here.trunk.send(Flowing(1, 1))
    await turns()
    bus.loss = 0.0
    here.trunk.beat(PATIENCE)  # it has sent something since the last one
    here.trunk.beat(PATIENCE)
    await turns()
    assert there.broken == ["1 batches were lost"]
    assert there.taken == [0]


async def test_silence_breaks_after_so_many_beats_of_ones_own() -> None:
    here = Station(BadBus(), HERE, THERE)
    for _ in range(PATIENCE):
        here.trunk.beat(PATIENCE)
    assert here.broken == []
    here.trunk.beat(PATIENCE)
    assert here.broken == [f"nothing was heard for {PATIENCE} beats"]
    here.trunk.beat(PATIENCE)
    assert len(here.broken) == 1, "told once"


async def test_the_word_that_there_is_no_such_trunk_breaks_it() -> None:
    bus = BadBus()
    here, _ = pair(bus)
    send_broken(bus, THERE, HERE)
    await turns()
    assert here.broken == ["the other end knows nothing of it"]


async def test_an_end_in_order_comes_behind_all_that_was_sent_and_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus = BadBus()
    here, there = pair(bus)
    for number in range(3):
        there.trunk.send(Flowing(7, number))
    there.trunk.end()
    await turns()
    assert here.taken == [0, 1, 2]
    assert here.broken == ["the other end has ended it"]
    assert (here.trunk.is_broken, here.trunk.has_ended) == (True, True)
    assert not [one for one in caplog.records if one.levelname == "WARNING"]


async def test_what_is_larger_than_a_message_goes_in_several() -> None:
    bus = BadBus()
    sizes: list[int] = []
    bus.subscribe(
        TRUNK,
        "there.*",
        lambda subject, batch: sizes.append(len(write_batch(batch))),
        on_gap=lambda lost: None,
        max_pending=1_000,
    )
    here, there = pair(bus)
    for number in range(100_000):
        here.trunk.send(Flowing(1 << 40, number))
    await turns()
    assert there.taken == list(range(100_000))
    assert len(sizes) > 1
    assert max(sizes) < 1 << 20


async def test_an_end_that_is_busy_is_flooded_by_nobody_and_gets_all_in_order() -> None:
    bus = BadBus()
    here, there = pair(bus)
    there.trunk.beat(PATIENCE)
    await turns()
    there.is_busy = True
    for number in range(5_000):
        here.trunk.send(Flowing(7, number))
        await turns(2)
    assert len(there.waiting) == UNDER_WAY
    here.trunk.beat(PATIENCE)
    here.trunk.beat(PATIENCE)
    await turns()
    assert [len(batch.frames) for batch in there.waiting[UNDER_WAY:]] == [0], "it is heard of"
    there.read()
    await turns()
    assert there.taken == list(range(5_000))
    here.trunk.send(Flowing(7, 5_000))
    await turns()
    assert there.taken[-1] == 5_000
    assert (here.broken, there.broken) == ([], [])


async def test_who_only_hears_says_now_and_then_what_it_has_read() -> None:
    bus = BadBus()
    said: list[int] = []
    bus.subscribe(
        TRUNK,
        "here.*",
        lambda subject, batch: said.append(batch.read),
        on_gap=lambda lost: None,
        max_pending=1_000,
    )
    here, there = pair(bus)
    for number in range(10 * UNDER_WAY):
        here.trunk.send(Flowing(7, number))
        await turns(2)
    await turns()
    assert there.taken == list(range(10 * UNDER_WAY))
    assert said == [UNSAID * (count + 1) for count in range(10 * UNDER_WAY // UNSAID)]


async def test_two_that_are_busy_do_not_wait_for_each_other() -> None:
    bus = BadBus()
    here, there = pair(bus)
    for end in (here, there):
        end.trunk.beat(PATIENCE)
    await turns()
    here.is_busy = there.is_busy = True
    for number in range(2 * UNDER_WAY):
        for end in (here, there):
            end.trunk.send(Flowing(7, number))
        await turns(2)
    here.read()
    there.read()
    await turns(50)
    assert here.taken == there.taken == list(range(2 * UNDER_WAY))


async def test_what_an_end_says_last_goes_even_to_one_that_is_busy() -> None:
    bus = BadBus()
    here, there = pair(bus)
    there.trunk.beat(PATIENCE)
    await turns()
    there.is_busy = True
    for number in range(UNDER_WAY + 10):
        here.trunk.send(Flowing(7, number))
        await turns(2)
    here.trunk.finish()
    await turns()
    there.read()
    assert there.taken == list(range(UNDER_WAY + 10))


async def test_an_end_for_which_too_much_waits_is_given_up() -> None:
    bus = BadBus()
    here, there = pair(bus)
    there.trunk.beat(PATIENCE)
    await turns()
    there.is_busy = True
    large = Missed(7, "x" * (FULL_BYTES - 100), 0)
    for _ in range(UNDER_WAY + MOST_WAITING_BYTES // FULL_BYTES):
        here.trunk.send(large)
        await turns(2)
    assert here.broken == []
    for _ in range(3):
        here.trunk.send(large)
    assert here.broken == [], "not while somebody sends"
    await turns()
    assert here.broken == ["too much waits for it to read"]


async def test_a_release_that_does_not_say_what_it_has_read_is_sent_all() -> None:
    bus = BadBus()
    here, there = pair(bus)
    bus.publish(TRUNK, "here.there", Batch(VERSION, "h_1", "e_1", 1, ()))
    await turns()
    there.is_busy = True
    for number in range(2 * UNDER_WAY):
        here.trunk.send(Flowing(7, number))
        await turns(2)
    assert len(there.waiting) == 2 * UNDER_WAY


def test_unknown_kinds_are_counted_and_added_fields_are_passed_over() -> None:
    newer = b"\x94\x09\x2a\xc3\xa1x"  # as Silent, with two fields that are not known here
    unknown = b"\x92\x7f\x2a"
    assert read_frames([newer, unknown, pack_frame(Silent(1))]) == ([Silent(42), Silent(1)], 1)


def test_frames_that_cannot_be_read_are_counted_and_hold_nothing_up() -> None:
    no_text = b"\x94\x08\x2a\xa2\xff\xfe\x00"  # as Missed, whose key is none
    deep = b"\x92\x08" + DEEP
    assert read_frames([no_text, deep, pack_frame(Silent(1))]) == ([Silent(1)], 2)


def test_whatever_is_no_message_or_of_another_version_is_refused() -> None:
    batch = Batch(VERSION, "e_1", "h_1", 1, raw([pack_frame(Silent(1))]))
    assert read_batch(write_batch(batch)) == batch
    whole = write_batch(batch)
    earlier = b"\x95" + whole[1:-1]  # without what the source has read
    assert read_batch(earlier).read == -1
    for data in (b"", b"\xc1", b"{}", whole[:-1], whole.replace(b"e_1", b"e\xff1"), in_batch(DEEP)):
        with pytest.raises(ValueError, match="no message of ours"):
            read_batch(data)
    with pytest.raises(ValueError, match="version 9"):
        read_batch(write_batch(Batch(9, "e_1", "h_1", 1, ())))
    presence = Presence(VERSION, "n1", "h_1", 3, 0.5)
    assert read_presence(write_presence(presence)) == presence
    with pytest.raises(ValueError, match="no message of ours"):
        read_presence(b"\x91\x01")
