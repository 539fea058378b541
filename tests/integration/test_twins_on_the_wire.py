"""Two servers whose matches differ only in what one seat cannot know send that seat the same bytes.

What thinking on the server tells is compared in test_compute_twins.py.
"""

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.integration.tables import Numbers, Table

from infoset_games.colonizers import Colonizers
from infoset_games.core import CHANCE, State
from infoset_games.events import Event
from infoset_games.replay import state_hash
from infoset_games.rng import Rng
from infoset_protocol.codec import Encoding, decode

SEATS = 4
PLIES = (3, 9, 21, 40, 75, 120)  # where the twins part: in several phases, early and late
# Others' actions that show nothing of a hand or role: the first colonist offered, omnium, two cards,
# keep the first, no power, no building.
UNTELLING = (0, 5, 6, 7, 15, 21)


def untelling_actions(one: State, other: State) -> Iterator[int]:
    """Actions of the mover that both twins allow and that show nothing of what is hidden."""
    mover = int(one.mover())
    legal, also = one.legal(mover), other.legal(mover)
    for action in UNTELLING:
        if legal.contains(action) and also.contains(action):
            yield action


def after(state: State, action: int) -> State:
    """The position a ply later, before any chance."""
    later = state.copy()
    later.move(action)
    return later


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("plies", PLIES)
async def test_no_byte_depends_on_what_the_seat_cannot_know(
    encoding: Encoding, plies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = Numbers(monkeypatch)
    compared = 0
    for seat in range(SEATS):
        tables = []
        for _ in range(2):
            numbers.restart()
            table = Table(encoding, tmp_path)
            await table.start()
            tables.append(table)
        compared += await part_and_compare(tables, seat, plies)
        for table in tables:
            await table.close()
    assert compared > SEATS, "hardly anything was compared"


def part(tables: list[Table], seat: int, plies: int) -> bool:
    """Plays both tables alike, then makes twins of them for `seat`. False where nothing is hidden from it."""
    rng = Rng("moves")
    for _ in range(plies):
        state = tables[0].state
        action = state.legal(int(state.mover())).draw(rng)
        for table in tables:
            table.act(action)
    observation = tables[0].state.observe(seat)
    for number, table in enumerate(tables):
        game = table.live.match.game
        table.replace(game.determinize(observation, Rng(f"twin {number}")))
        table.forget()
    return state_hash(tables[0].state) != state_hash(tables[1].state)


async def part_and_compare(tables: list[Table], seat: int, plies: int) -> int:
    """Makes twins of both tables, then compares what the seat is sent when it asks, and when others act."""
    if not part(tables, seat, plies):
        return 0
    for table in tables:
        table.tell(seat, "sync", match_id=table.live.id)
        table.tell(seat, "act", match_id=table.live.id, decision=998, index=0)
        table.tell(seat, "act", match_id=table.live.id, decision=table.number(seat), action=["no"])
    return compare(tables, seat) + act_and_compare(tables, seat)


def act_and_compare(tables: list[Table], seat: int) -> int:
    """Somebody does what tells the seat nothing of what is hidden, if there is such a thing."""
    game = tables[0].live.match.game
    first, second = (table.state for table in tables)
    for action in untelling_actions(first, second):
        later = [after(first, action), after(second, action)]
        seen = [game.write_observation(state.observe(seat)) for state in later]
        if later[0].mover() == CHANCE or seen[0] != seen[1]:
            continue  # a role or a hand comes to light: the twins part rightly
        for table in tables:
            table.forget()
            table.act(action)
        return compare(tables, seat)
    return 0


async def test_a_difference_tells_no_more_than_the_observations_it_is_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = Numbers(monkeypatch)
    compared = 0
    for seat, plies in itertools.product(range(SEATS), (20, 23, 41, 44)):
        tables = []
        for _ in range(2):
            numbers.restart()
            table = Table(Encoding.JSON, tmp_path)
            await table.start(features=["delta"])
            tables.append(table)
        if part(tables, seat, plies) and act_and_compare(tables, seat):
            compared += sum(b'"delta":' in frame for frame in tables[0].links[seat].sent)
        for table in tables:
            await table.close()
    assert compared >= 2, "hardly any difference was compared"


def compare(tables: list[Table], seat: int) -> int:
    """Asserts that `seat` was sent equal frames; returns how many."""
    one, other = (table.links[seat].sent for table in tables)
    shown = [[decode(frame, tables[0].encoding) for frame in frames] for frames in (one, other)]
    assert shown[0] == shown[1]
    assert one == other
    return len(one)


async def test_the_comparison_sees_a_planted_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrate: Any = Colonizers.narrate

    def leaky(
        game: Colonizers, before: State, joint: Mapping[int, int], after: State
    ) -> list[Event]:
        hint = Event("hint", {"card": int(state_hash(after)[:4], 16)})
        return [*narrate(before, joint, after), hint]

    monkeypatch.setattr(Colonizers, "narrate", leaky)
    with pytest.raises(AssertionError):
        await test_no_byte_depends_on_what_the_seat_cannot_know(
            Encoding.JSON, 21, tmp_path, monkeypatch
        )
