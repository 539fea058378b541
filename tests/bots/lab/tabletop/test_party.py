"""Who may sit at a table, and on which board."""

from pathlib import Path
from typing import Any

import pytest
from tests.bots.lab.tabletop.people import party

from infoset.errors import BotLoadError, CommandError
from infoset_bots.lab.tabletop.party import make_places, read_party

ANN, BEN, BLUE = ("person", "Ann"), ("person", "Ben"), ("player", "Blue=heuristic")


def test_seats_are_in_the_order_in_which_they_were_named() -> None:
    table = party(BEN, BLUE, ANN)
    assert table.names == ("Ben", "Blue", "Ann")
    assert table.programs == {1}


def test_a_player_without_a_name_is_called_by_its_kind() -> None:
    assert party(ANN, ("player", "heuristic")).names == ("Ann", "heuristic")


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ([BLUE, ("player", "random")], "at least one person"),
        ([ANN], "expected 2 to 4 of --person and --player, got 1"),
        ([ANN] * 5, "got 5"),
        ([ANN, ("person", "ann")], "names: expected different ones"),
        ([ANN, ("player", "nobody")], "there is no bot 'nobody'"),
        ([ANN, ("player", "person")], "people are named"),
        ([("person", "  "), BLUE], "--person: expected a name"),
        ([("person", "Ann Lee"), BLUE], "expected a name without blanks"),
        ([("person", "12"), BLUE], "expected a name without blanks"),
    ],
)
def test_seats_that_make_no_table_are_refused(seats: list[Any], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        party(*seats)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"public_discards": False}, "public_discards: expected true"),
        ({"seats": 3}, "they follow from"),
        ({"target": 0}, "target: expected an integer"),
        ({"wind": 3}, "expected one of bank_public, .*"),
    ],
)
def test_options_that_do_not_fit_a_table_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        party(ANN, BLUE, **options)


def test_a_player_that_cannot_play_this_table_is_refused(tmp_path: Path) -> None:
    bot = tmp_path / "picky.py"
    bot.write_text(
        "import infoset\n\nclass Picky(infoset.Bot):\n    def check_game(self, game):\n"
        "        if game.seats != 3: raise ValueError('w.npz: expected 3 seats')\n"
    )
    player = ("player", f"Red={bot}")
    assert party(ANN, BLUE, player).names == ("Ann", "Blue", "Red")
    with pytest.raises(BotLoadError, match=r"cannot play catan: w\.npz: expected 3 seats"):
        party(ANN, player)


def test_equal_seeds_lay_the_same_board() -> None:
    assert party(ANN, BLUE, seed="a") == party(ANN, BLUE, seed="a")
    assert party(ANN, BLUE, seed="a").deal != party(ANN, BLUE, seed="b").deal


def test_a_stored_table_is_checked_again() -> None:
    plain = party(ANN, BLUE).model_dump()
    plain["deal"]["numbers"][0] = 7
    with pytest.raises(CommandError, match="deal: "):
        read_party(plain)
    assert [place.name for place in make_places([ANN, BLUE])] == ["Ann", "Blue"]
