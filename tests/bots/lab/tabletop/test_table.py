"""Twins: tables that differ only in what the program's seats cannot know hear the same announcements."""

from pathlib import Path
from typing import Any

import pytest
from tests.bots.lab.tabletop.openings import ANN, BEN, BLUE, FEW, ONLY_BEN, PLACED
from tests.bots.lab.tabletop.people import party

from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.journal import Story, begin
from infoset_bots.lab.tabletop.table import Table
from infoset_games.catan.cells import DEVS
from infoset_games.core import Json

WHEAT, ORE = 3, 4
KNIGHT, MONOPOLY, VICTORY = 0, 3, 4
BOTS = [
    "heuristic",
    "minimax:depth=0",
    "ismcts:iterations=30",
    "trader:inner=heuristic,worlds=4",
    "random",
]


def entry(seat: int, *action: Any, **told: Any) -> Entry:
    return Entry("act", seat, action, **told)


def roll(seat: int, total: int) -> Entry:
    low = max(1, total - 6)
    return entry(seat, "roll", dice=(low, total - low))


def opening() -> list[Entry]:
    found: list[Entry] = []
    for seat, vertex, edge in PLACED:
        found += [entry(seat, "place_settlement", vertex), entry(seat, "place_road", edge)]
    return found


class Evening:
    """Ann and Ben play what is told; Blue decides. `heard` are Blue's decisions and what it observed."""

    def __init__(self, folder: Path, bot: str) -> None:
        table = party(
            ("person", "Ann"),
            ("player", f"Blue={bot}"),
            ("person", "Ben"),
            layout="beginner",
        )
        self.heard: list[tuple[list[Json], Json]] = []
        self.table = Table(table, Story(), begin(folder / "table.jsonl", table))

    def play(self, stolen: int | None, bought: int | None) -> None:
        """Ann robs Ben, Ben buys a card; Blue has a turn after either."""
        with self.table:
            for given in opening():
                self.table.enter(given)
            for seat, total in ((ANN, 4), (BLUE, FEW), (BEN, FEW)):  # Ben gets a sheep and a wheat
                self.enter(roll(seat, total), entry(seat, "end_turn"))
            robbed = entry(ANN, "move_robber", ONLY_BEN, card=stolen)
            self.enter(roll(ANN, 7), robbed, entry(ANN, "end_turn"))
            self.let_blue_play(8)
            self.enter(roll(BEN, 3), entry(BEN, "buy_dev", card=bought), entry(BEN, "end_turn"))
            self.enter(roll(ANN, FEW), entry(ANN, "end_turn"))
            self.let_blue_play(7)

    def enter(self, *entries: Entry) -> None:
        for given in entries:
            self.table.enter(given)

    def let_blue_play(self, total: int) -> None:
        """A whole turn of Blue; people say no to its offers."""
        world = self.table.world
        while world.state.turn == BLUE and not world.is_over:
            seat = world.seats_to_act()[0]
            if seat != BLUE:
                self.enter(entry(seat, "reject"))
                continue
            action, trouble = self.table.decide(BLUE)
            assert not trouble
            self.heard.append((action, world.match.observation(BLUE)))
            self.enter(self.completed(action, total))

    def completed(self, action: list[Json], total: int) -> Entry:
        need = self.table.world.need(BLUE, action)
        if need is None:
            return entry(BLUE, *action)
        if need.what == "dice":
            return Entry("act", BLUE, tuple(action), roll(BLUE, total).dice)
        card = KNIGHT if need.what == "drawn" else 0
        if need.what == "stolen":  # of Ben, who has a wheat in all these tables, or of Ann a wood
            card = WHEAT if need.victim == BEN else 0
        return Entry("act", BLUE, tuple(action), card=card)


@pytest.mark.parametrize("bot", BOTS)
def test_what_a_program_cannot_know_changes_no_announcement(bot: str, tmp_path: Path) -> None:
    heard = []
    ways = [(None, None), (WHEAT, KNIGHT), (WHEAT, VICTORY), (None, MONOPOLY)]
    for number, (stolen, bought) in enumerate(ways):
        folder = tmp_path / str(number)
        folder.mkdir()
        evening = Evening(folder, bot)
        evening.play(stolen, bought)
        assert evening.table.world.state.cells[DEVS + BEN] == 1
        heard.append(evening.heard)
    assert len(heard[0]) >= 4
    assert all(other == heard[0] for other in heard)


def test_a_program_that_sees_the_card_may_decide_otherwise(tmp_path: Path) -> None:
    """The twin test can fail: what Blue itself observes is told apart."""
    observed = []
    for number, card in enumerate((WHEAT, ORE)):
        folder = tmp_path / str(number)
        folder.mkdir()
        evening = Evening(folder, "heuristic")
        with evening.table as table:
            evening.enter(*opening(), roll(ANN, FEW), entry(ANN, "end_turn"), roll(BLUE, 7))
            evening.enter(entry(BLUE, "move_robber", ONLY_BEN, card=card))
            observed.append(table.world.match.observation(BLUE))
    assert observed[0] != observed[1]


def test_the_same_question_gets_the_same_answer_after_an_undo(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "random")
    with evening.table as table:
        evening.enter(*opening(), roll(ANN, FEW), entry(ANN, "end_turn"), roll(BLUE, 8))
        decided, _ = table.decide(BLUE)
        evening.enter(evening.completed(decided, FEW))
        assert table.undo(2) == 2
        evening.enter(roll(BLUE, 8))
        assert table.decide(BLUE)[0] == decided


def test_a_card_drawn_from_a_program_is_the_same_at_the_same_step(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "heuristic")
    with evening.table as table:
        evening.enter(*opening(), roll(ANN, 7))
        card = table.drawn_from(BLUE)
        assert card in (0, 4)  # Blue holds 2 wood, 1 ore
        assert table.drawn_from(BLUE) == card


def test_a_program_over_stdio_plays_along_and_is_started_anew_after_an_undo(tmp_path: Path) -> None:
    script = Path(__file__).parents[4] / "clients" / "shell" / "random_words.sh"
    people = party(("person", "Ann"), ("player", f"Blue=cmd:sh {script}"))
    table = Table(people, Story(), begin(tmp_path / "table.jsonl", people))
    with table:
        for _ in range(2):
            table.enter(entry(0, "place_settlement", 9))
            table.enter(entry(0, "place_road", 14))
            action, trouble = table.decide(1)
            assert action[0] == "place_settlement"
            assert not trouble
            assert table.undo(2) == 2


def test_a_player_that_takes_too_long_is_not_waited_for(tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import infoset\n\n\nclass Slow(infoset.Bot):\n"
        "    def decide(self, turn):\n        while True:\n            pass\n"
    )
    people = party(("person", "Ann"), ("player", f"Blue={slow}:Slow"), think_s=0.05)
    table = Table(people, Story(), begin(tmp_path / "table.jsonl", people))
    with table:
        table.enter(entry(0, "place_settlement", 9))
        table.enter(entry(0, "place_road", 14))
        action, trouble = table.decide(1)
    assert action == ["place_settlement", 0]
    assert trouble == "took more than 0.05 s"
