"""The greedy way to deal out unseen development cards finds one wherever there is one."""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest

from infoset_bots.lab.tabletop import stock
from infoset_bots.lab.tabletop.stock import Happening, draw
from infoset_games.catan.journal import BUY, CAPPED, PLAY, REST
from infoset_games.rng import Rng

SMALL = (2, 1, 0, 1, 2)  # cards of a deck that can be gone through
KNIGHT, VICTORY = 0, 4


def is_possible(story: Sequence[Happening], kinds: Sequence[int], shown: Mapping[int, int]) -> bool:
    """Can the cards bought have been these, in order?"""
    left = list(kinds)
    ready: dict[int, list[int]] = {0: [], 1: []}
    fresh: dict[int, list[int]] = {0: [], 1: []}
    for item in story:
        seat = item.seat
        if item.kind == BUY:
            kind = left.pop(0)
            if item.what not in (None, kind):
                return False
            fresh[seat].append(kind)
        elif item.kind == REST:
            ready[seat] += fresh[seat]
            fresh[seat] = []
        elif item.kind == PLAY:
            if item.what not in ready[seat]:
                return False
            ready[seat].remove(item.what)
        elif (ready[seat] + fresh[seat]).count(VICTORY) > (item.what or 0):
            return False
    return all(kinds.count(kind) <= SMALL[kind] for kind in range(5)) and all(
        (ready[seat] + fresh[seat]).count(VICTORY) == number for seat, number in shown.items()
    )


def some_story(rng: Rng) -> tuple[list[Happening], dict[int, int]]:
    """What two seats may have done, possible or not."""
    story: list[Happening] = []
    bought = 0
    for _ in range(4 + rng.below(7)):
        seat = rng.below(2)
        match rng.below(5):
            case 0 | 1 if bought < 5:
                told = rng.below(5) if rng.below(4) == 0 else None
                story.append(Happening(BUY, seat, told))
                bought += 1
            case 2:
                story.append(Happening(REST, seat))
            case 3:
                story.append(Happening(PLAY, seat, (0, 0, 1, 3)[rng.below(4)]))
            case _:
                story.append(Happening(CAPPED, seat, rng.below(3)))
    return story, {0: rng.below(3)} if rng.below(3) == 0 else {}


@pytest.mark.parametrize("seed", range(8))
def test_a_way_is_found_exactly_where_there_is_one(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stock, "DEV_COUNTS", SMALL)
    rng = Rng("stock", str(seed))
    found = 0
    for _ in range(250):
        story, shown = some_story(rng)
        bought = sum(item.kind == BUY for item in story)
        ways = [
            kinds for kinds in product(range(5), repeat=bought) if is_possible(story, kinds, shown)
        ]
        drawn = draw(story, shown)
        assert (drawn is not None) == bool(ways), (story, shown)
        if drawn is not None:
            found += 1
            assert tuple(drawn) in ways
    assert 10 < found < 240


def test_nobody_is_taken_to_hold_victory_cards_without_need() -> None:
    story = [Happening(BUY, 0) for _ in range(20)]
    assert VICTORY not in (draw(story) or [VICTORY])
    assert (draw([*story, Happening(BUY, 0)]) or []).count(VICTORY) == 1
