"""How a play node takes leave of the hall: by a last word behind which nothing follows, or without it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import Emptied, Leaving, Left
from infoset_server.nodes import departure
from infoset_server.nodes.departure import Departure

SOON_S = 0.05
LONG_S = 60.0


class Node:
    """What a node that stops tells the hall, and what keeps it."""

    def __init__(self) -> None:
        self.said: list[Frame] = []
        self.unfinished: tuple[int, ...] = ()
        self.departure = Departure(self.said.append, lambda: self.unfinished)

    @asynccontextmanager
    async def leaving(
        self, grace_s: float = LONG_S
    ) -> AsyncIterator[Callable[[], Awaitable[bool]]]:
        """It stops; what is given tells whether it has said its last word."""
        taking = asyncio.create_task(self.departure.take(grace_s))
        await settle()

        async def end() -> bool:
            async with asyncio.timeout(LONG_S):
                return await taking

        yield end
        taking.cancel()


async def settle() -> None:
    """Whatever is to happen without anybody else happens."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_last_word_follows_when_its_matches_have_gone_and_the_hall_has_let_it_go() -> (
    None
):
    node = Node()
    node.departure.note_matches(2)
    async with node.leaving() as end:
        node.departure.note_matches(1)
        await settle()
        assert node.said == [Leaving()]
        node.departure.note_matches(0)
        await settle()
        assert node.said == [Leaving(), Emptied()]
        node.departure.let_go()
        assert await end()
    assert node.said == [Leaving(), Emptied(), Left()]


async def test_a_node_without_matches_takes_leave_too() -> None:
    node = Node()
    async with node.leaving() as end:
        assert node.said == [Leaving(), Emptied()]
        node.departure.let_go()
        assert await end()
    assert node.said[-1] == Left()


async def test_a_hall_that_does_not_let_it_go_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As one of an earlier release."""
    monkeypatch.setattr(departure, "HALL_S", SOON_S)
    node = Node()
    async with node.leaving() as end:
        assert not await end()
    assert node.said == [Leaving(), Emptied()]


async def test_matches_that_do_not_go_are_not_waited_for_longer_than_it_may() -> None:
    node = Node()
    node.departure.note_matches(1)
    async with node.leaving(SOON_S) as end:
        assert not await end()
    assert node.said == [Leaving()]


async def test_a_match_that_comes_when_it_wants_to_go_has_to_go_first() -> None:
    node = Node()
    async with node.leaving() as end:
        node.departure.note_matches(1)  # the hall had sent it before it was asked
        await settle()
        assert node.said == [Leaving(), Emptied()]
        node.departure.note_matches(0)
        await settle()
        assert node.said == [Leaving(), Emptied(), Emptied()]
        node.departure.let_go()
        assert await end()
    assert node.said[-1] == Left()


@pytest.mark.parametrize("is_first", [True, False])
async def test_what_the_hall_said_does_not_count_once_there_is_a_match_again(
    is_first: bool,
) -> None:
    node = Node()
    async with node.leaving() as end:
        if is_first:
            node.departure.note_matches(1)
        node.departure.let_go()
        if not is_first:
            node.departure.note_matches(1)
        await settle()
        assert node.said == [Leaving(), Emptied()]
        node.departure.note_matches(0)
        await settle()
        assert node.said == [Leaving(), Emptied(), Emptied()]
        node.departure.let_go()
        assert await end()


async def test_another_hall_hears_all_and_the_word_of_the_last_one_does_not_count() -> None:
    node = Node()
    async with node.leaving() as end:
        node.departure.let_go()
        node.departure.hall_gone()
        node.said.clear()
        node.departure.hall_came()
        await settle()
        assert node.said[:2] == [Leaving(), Emptied()]
        assert Left() not in node.said
        node.departure.let_go()
        assert await end()
    assert node.said[-1] == Left()


async def test_it_waits_for_the_answers_that_visitors_are_owed_and_names_those_who_wait_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    node = Node()
    node.unfinished = (3, 4)
    async with node.leaving() as end:
        assert node.said == [Leaving()]
        node.unfinished = ()
        async with asyncio.timeout(LONG_S):
            while Emptied() not in node.said:  # noqa: ASYNC110 (no event tells it)
                await asyncio.sleep(departure.LOOK_S)
        node.departure.let_go()
        assert await end()
    assert node.said[-1] == Left()
    monkeypatch.setattr(departure, "ANSWERS_S", SOON_S)
    late = Node()
    late.unfinished = (3, 4)
    async with late.leaving() as end:
        async with asyncio.timeout(LONG_S):
            while Emptied() not in late.said:  # noqa: ASYNC110 (no event tells it)
                await asyncio.sleep(SOON_S)
        late.departure.let_go()
        assert await end()
    assert late.said[-1] == Left((3, 4))
