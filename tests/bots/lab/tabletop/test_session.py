"""Evenings at the table, typed from the first line to the scores."""

import io
from pathlib import Path
from typing import Any

import pytest
from tests.bots.lab.tabletop.openings import ANN, BEN, BLUE, FEW, ONLY_BEN
from tests.bots.lab.tabletop.people import RandomPeople, Typed, party, sit, talk
from tests.bots.lab.tabletop.test_table import entry, opening, roll

from infoset.replaying.source import load_file
from infoset_bots.lab.statistics.sources import read_source
from infoset_bots.lab.tabletop.entries import Entry
from infoset_bots.lab.tabletop.journal import resume, story_text
from infoset_bots.lab.tabletop.laying import ask_board
from infoset_bots.lab.tabletop.lines import PlainLines
from infoset_bots.lab.tabletop.party import Party
from infoset_bots.lab.tabletop.recording import record_path

ORE = 4


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def three(**options: Any) -> Party:
    return party(
        ("person", "Ann"),
        ("player", "Blue=heuristic"),
        ("person", "Ben"),
        layout="beginner",
        **options,
    )


def prepare(file: Path, *entries: Entry, table: Party | None = None) -> None:
    """A table with all first pieces placed and these entries."""
    file.write_text(story_text(table or three(), [*opening(), *entries]))


def entries_in(file: Path) -> list[Entry]:
    _, story, journal = resume(file)
    journal.close()
    return story.entries


TO_BEN = (
    *(roll(ANN, 4), entry(ANN, "end_turn"), roll(BLUE, FEW), entry(BLUE, "end_turn")),
    *(roll(BEN, 3), entry(BEN, "end_turn"), roll(ANN, FEW), entry(ANN, "end_turn")),
    *(roll(BLUE, FEW), entry(BLUE, "end_turn")),
)  # Ben, who is to roll, holds what a development card costs


@pytest.mark.parametrize(
    "seats",
    [
        (("person", "Ann"), ("player", "Blue=heuristic"), ("person", "Ben")),
        (
            *(("player", "Blue=heuristic"), ("person", "Ann")),
            *(("player", "Red=trader:inner=heuristic,worlds=2"), ("person", "Ben")),
        ),
    ],
)
def test_an_evening_of_people_who_choose_at_random_ends_with_scores_and_a_record(
    file: Path, seats: tuple[tuple[str, str], ...]
) -> None:
    people = RandomPeople("e")
    table = talk(file, people, party(*seats, seed="e", target=6))
    shown = people.out.getvalue()
    assert table.world.is_over
    assert "! " not in shown
    assert "result (finished):\n  1. " in shown
    record = load_file(record_path(file))
    *_, (_, match, _) = record.play()
    assert match.over is not None
    assert table.world.match.over is not None
    assert match.over.result == table.world.match.over.result
    assert record.about["assumed"] == table.world.assumed_steps()
    assert read_source([record_path(file)]).labels == table.party.names


def test_the_same_lines_typed_again_are_the_same_evening(file: Path, tmp_path: Path) -> None:
    people = RandomPeople("f")
    table = party(seed="f", target=4)
    talk(file, people, table)
    again = RandomPeople("f", script=people.typed)
    talk(tmp_path / "again.jsonl", again, table)
    assert again.announcements == people.announcements
    assert people.announcements


def test_the_board_is_shown_first_as_master_copy(file: Path) -> None:
    shown = sit(file, party=three())
    assert shown.startswith("  (a) Ann\n  (b) Blue, played by heuristic\n  (c) Ben\n")
    assert shown.index("Lay the board like this:") < shown.index("ore") < shown.index("edges")
    assert shown.endswith(f"left; go on with: infoset tabletop --resume {file}\n")


def test_an_announcement_says_where_on_the_real_board(file: Path) -> None:
    shown = sit(file, "", "17", "25", "", "", party=three())
    assert "Ann builds a settlement at vertex 17\n" in shown
    assert "\n>> Blue places a settlement at vertex " in shown
    assert "\n>> Blue places a road from vertex " in shown
    assert "Ben, place a settlement: " in shown


def test_nothing_goes_on_before_an_announcement_is_confirmed(file: Path) -> None:
    shown = sit(file, "", "17", "25", "what?", party=three())
    assert "! press Enter when it is done" in shown
    assert len(entries_in(file)) == 2


def test_a_contradiction_is_named_and_nothing_is_kept(file: Path) -> None:
    prepare(file, *TO_BEN)
    lines = ("13", "8 8", "8 4 5", "end_turn", "8", "city 3", "offer 9w:1o", "road 99", "fly", "77")
    before = len(entries_in(file))
    shown = sit(file, *lines)
    for said in (
        "! dice: expected a sum in 2..12, got 13",
        "! dice: expected two numbers in 1..6",
        "! Ben: end_turn: not in the roll phase",
        "! Ben: city: costs 2 wheat, 3 ore, at hand are",
        "! Ben: offer: you do not hold 9 wood, only 0",
        "! road: expected an edge, 0..71, got 99",
        "! fly: no such action",
        "or an action in words",
    ):
        assert said in shown
    assert len(entries_in(file)) == before + 1  # the eight


def test_undo_takes_back_and_asks_again(file: Path) -> None:
    shown = sit(file, "", "17", "25", "undo 2", "9", "14", "", "", party=three())
    assert "taken back: 2; the last that happened:\n  nothing has happened yet" in shown
    assert [given.action for given in entries_in(file)][:2] == [
        ("place_settlement", 9),
        ("place_road", 14),
    ]


def test_redo_enters_again_what_was_taken_back(file: Path) -> None:
    sit(file, "", "17", "25", "", "", "undo 4", "redo 3", party=three())
    assert len(entries_in(file)) == 3
    assert "! redo: there is nothing to redo" in sit(file, "redo 5", "redo")
    assert len(entries_in(file)) == 4


def test_another_entry_ends_what_could_be_redone(file: Path) -> None:
    shown = sit(file, "", "17", "undo", "9", "redo", party=three())
    assert "! redo: there is nothing to redo" in shown
    assert "! undo: there is nothing to undo" in sit(file, "undo 9", "undo")


def test_undo_goes_back_over_dice_and_announcements(file: Path) -> None:
    prepare(file, roll(ANN, FEW))
    shown = sit(file, "end", "8", "undo 2", "end", "9")
    assert shown.count(">> Blue rolls the dice.") == 2
    assert [given.dice for given in entries_in(file) if given.dice][-1] == (3, 6)


# Cards.


def test_a_card_between_people_is_not_asked_for(file: Path) -> None:
    prepare(file, *TO_BEN)
    shown = sit(file, "7", "move_robber 16", "buy", "undo", "buy knight")
    assert "not shown" not in shown
    assert "Ben steals a card from Ann" in shown
    assert entries_in(file)[-1] == entry(BEN, "buy_dev", card=0)


def test_a_card_for_a_program_is_typed_unseen(file: Path) -> None:
    prepare(file, roll(ANN, FEW), entry(ANN, "end_turn"), roll(BLUE, 7))
    shown = sit(file, "gold", "w", "h", "o", "")
    assert "(w b s h o; not shown): ****\n! expected a resource" in shown
    assert "steals a card from" in shown
    assert "steals wood" not in shown
    assert "gold" not in shown


def test_what_a_person_draws_from_a_program_can_be_left_to_it(file: Path) -> None:
    prepare(file, roll(ANN, 7))
    shown = sit(file, "move_robber 10", "?")
    assert "? lets the program draw): *\nAnn takes " in shown
    assert "Ann steals a card from Blue" in shown
    assert entries_in(file)[-1].card in (0, ORE)


def test_the_program_shows_its_hand_when_asked(file: Path) -> None:
    prepare(file)
    shown = sit(file, "cards blue", "cards ann", "cards")
    assert "Blue holds 2 wood, 1 ore; nothing else" in shown
    assert "! cards: ann: expected the name of a program's player" in shown
    assert "! cards: expected a name behind it" in shown


def test_a_monopoly_asks_what_is_handed_over(file: Path) -> None:
    bought = [roll(BEN, FEW), entry(BEN, "buy_dev"), entry(BEN, "end_turn")]
    robbed = [roll(ANN, 7), entry(ANN, "move_robber", ONLY_BEN), entry(ANN, "end_turn")]
    prepare(file, *TO_BEN, *bought, *robbed, roll(BLUE, FEW), entry(BLUE, "end_turn"))
    shown = sit(file, "play_monopoly o", "x", "1")
    assert "how many ore does Ann hand over? x\n! expected a number in 0..19" in shown
    assert "how many ore does Blue" not in shown  # it is known
    assert "Ben takes all ore: 3" in shown


def test_discards_are_entered_by_person_and_announced_for_the_program(file: Path) -> None:
    rolls = [
        given
        for _ in range(3)
        for seat in (ANN, BLUE, BEN)
        for given in (roll(seat, 11), entry(seat, "end_turn"))
    ]
    prepare(file, *rolls)
    shown = sit(file, "7", "discard w w", "discard 4w1b")
    assert "Ann, put 5 cards aside for the seven (discard w w o): " in shown
    assert "! discard: Ann has to put 5 cards aside, got 2" in shown
    assert "Ann discards 4 wood, 1 brick\n  Blue discards " in shown
    assert "Ann, move the robber: " in shown
    assert sum(given.is_quiet for given in entries_in(file)) > 3


# Trade.


def test_people_answer_offers_of_each_other_and_a_program_announces_its_answer(
    file: Path,
) -> None:
    prepare(file, roll(ANN, FEW))
    shown = sit(file, "offer 1w:1h", "counter 1h:1b", "confirm ben")
    assert "Ben, answer the offer: counter 1h:1b" in shown
    assert "\n>> Blue says no to the offer.\n" in shown
    assert "Ben would give 1 wheat for 1 brick" in shown
    assert "Ann gives Ben 1 brick for 1 wheat" in shown


def test_a_trading_program_announces_its_offer(file: Path) -> None:
    table = party(
        *(("person", "Ann"), ("player", "Blue=trader:inner=heuristic"), ("person", "Ben")),
        layout="beginner",
    )
    prepare(file, *TO_BEN[:2], roll(BLUE, 8), table=table)
    shown = sit(file, "", "no", "no", "", "")
    assert "\n>> Blue offers " in shown
    assert " of its own for " in shown
    assert "Ann, answer the offer: no" in shown


# The end.


def test_a_person_wins_by_cards_it_lays_open(file: Path) -> None:
    prepare(file, *TO_BEN, table=three(target=3))
    shown = sit(file, "win", str(FEW), "buy", "win 0", "win 5", "win")
    assert "! win: Ben would need 1 victory card and has 0 cards" in shown
    assert "! Ben has 2 points in sight; with 0 victory cards that makes 2 of 3" in shown
    assert "! win: Ben would need 5 victory cards and has 1 card" in shown
    assert "  1. Ben                  3\n" in shown
    assert record_path(file).exists()


def test_cards_that_stayed_hidden_are_asked_for_at_the_end(file: Path) -> None:
    people = RandomPeople("r")
    table = talk(file, people, party(seed="r", target=7))
    shown = people.out.getvalue()
    assert "how many victory cards did " in shown
    assert entries_in(file)[-1].kind == "show"
    assert not table.world.unseen_seats()


def test_a_program_lays_open_the_victory_cards_it_has_won_with(file: Path) -> None:
    rolled = [
        given
        for seat, total in ((ANN, 4), (BLUE, FEW), (BEN, FEW), (ANN, FEW))
        for given in (roll(seat, total), entry(seat, "end_turn"))
    ]
    trade = (
        *(roll(BLUE, FEW), entry(BLUE, "offer", [1, 0, 0, 0, 0], [0, 0, 1, 0, 0])),
        *(entry(ANN, "reject"), entry(BEN, "accept"), entry(BLUE, "confirm", BEN)),
    )
    bought = entry(BLUE, "buy_dev", card=4)
    prepare(file, *rolled, *trade, bought, table=three(target=3))
    assert ">> Blue lays open 1 victory card.\n" in sit(file)


# The file.


def test_a_table_goes_on_where_it_was_left(file: Path) -> None:
    sit(file, "", "17", "25", party=three())
    shown = sit(file, "")
    assert "Lay the board" not in shown
    assert "  Ann builds a road at edge 25\n" in shown
    assert ">> Blue places a settlement" in shown


def test_a_copy_is_saved_and_can_be_resumed(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    shown = sit(file, "", "17", "undo", "9", f"save {copy}", f"save {tmp_path}", party=three())
    assert f"saved in {copy}" in shown
    assert "! save: " in shown
    assert entries_in(copy) == entries_in(file)


def test_help_log_show_and_map_change_nothing(file: Path) -> None:
    prepare(file)
    shown = sit(file, "?", "log 2", "show", "map", "", "quit")
    assert "undo, undo 3" in shown
    assert "  Ann builds a road at edge 54\n" in shown
    assert "(a)" in shown
    assert "corners" in shown
    assert shown.count("or first") == 0
    assert entries_in(file) == opening()


def test_a_board_is_typed_row_by_row_until_it_is_one() -> None:
    out = io.StringIO()
    rows = (
        *("ore 10, sheep 2", "ore 10, sheep 2, wood 9", "wheat 12, brick 6, sheep 4, brick 10"),
        *("wheat 9, wood 11, desert, wood 3, ore 8", "wood 8, ore 3, wheat 4, sheep 5"),
        *("brick 5, wheat 6, wood 11", ""),
        *("", "", "", "", "brick 5, wheat 6, sheep 11", ""),
    )
    layout = ask_board(PlainLines(Typed(*rows), out))
    assert layout["hexes"][18] == ["sheep", 11]
    assert "! expected 3, parted by commas, got 2" in out.getvalue()
    assert "! that is no board: hexes: expected " in out.getvalue()
