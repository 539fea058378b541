"""What a replay tells agrees with the result, and with a count by hand."""

from collections import Counter
from pathlib import Path

import pytest

from infoset.replaying.source import load_file
from infoset_bots.lab.arena.store import match_file, read_run
from infoset_bots.lab.statistics.island import blocked_cards
from infoset_bots.lab.statistics.tale import public_items, tell
from infoset_games.catan.cells import VERTEX
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import HEX_VERTICES
from infoset_games.registry import make_game
from infoset_games.rng import Rng


@pytest.mark.parametrize("run", ["islands", "colonies"])
def test_a_kept_replay_ends_as_the_result_says(run: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(run)
    _, records = read_run(folder)
    for record in records:
        replay = load_file(match_file(folder, record))
        tale, match = tell(replay)
        assert match.over is not None
        assert list(match.over.result.scores) == record.scores
        assert tale.rounds == record.rounds
        assert tale.decisions == record.decisions
        assert [player["name"] for player in replay.players] == record.bots
        assert len(tale.points) == tale.rounds + 1
        assert max(tale.points[-1]) == max(record.scores)


def test_points_are_those_when_a_round_ended(islands: Path) -> None:
    _, records = read_run(islands)
    tale, _ = tell(load_file(match_file(islands, records[0])))
    assert tale.points[0] == [2.0] * 4  # two settlements each
    for before, after in zip(tale.points, tale.points[1:], strict=False):
        assert sum(after) >= sum(before) - 4  # special cards may be lost, little else


def test_dice_turns_and_cards_are_those_of_the_events(islands: Path) -> None:
    for number in range(3):
        replay = load_file(islands / "matches" / f"{number}.jsonl")
        tale, _ = tell(replay)
        items = [item for _, _, notices in replay.play() for item in public_items(notices)]
        island = tale.island
        assert island is not None
        rolls = Counter(sum(item["dice"]) for item in items if item["e"] == "dice")
        assert island.dice == [rolls[total] for total in range(2, 13)]
        assert sum(tale.turns) == island.turns == sum(item["e"] == "turn" for item in items)
        assert sum(seat.sevens for seat in island.seats) == rolls[7]
        thefts = sum(item["e"] == "theft" for item in items)
        assert sum(seat.stolen for seat in island.seats) == thefts
        assert sum(seat.lost for seat in island.seats) == thefts
        deals = sum(item["e"] == "trade" for item in items)
        assert sum(seat.deals for seat in island.seats) == 2 * deals
        produced = [sum(item["cards"]) for item in items if item["e"] == "yield"]
        assert sum(sum(seat.produced) for seat in island.seats) == sum(produced)
        held = [seat.held_road for seat in island.seats]
        assert sum(held) <= island.turns


def test_the_robber_blocks_one_card_of_a_settlement_and_two_of_a_city() -> None:
    game = make_game("catan", {"layout": "beginner"})
    state = game.start(game.deal(Rng("x")))
    assert isinstance(state, CatanState)
    state.robber = 1  # sheep 2
    state.cells[VERTEX + HEX_VERTICES[6]] = 1  # a settlement of seat 0
    state.cells[VERTEX + HEX_VERTICES[8]] = 7  # a city of seat 2
    assert blocked_cards(state, 2, 4) == [1, 0, 2, 0]
    assert blocked_cards(state, 3, 4) == [0] * 4
