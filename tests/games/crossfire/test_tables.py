"""How Crossfire is set up: paces by units, the lessons as test rooms, a map that is played twice."""

import pytest

from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.levels import LEVELS
from infoset_games.crossfire.tables import CrossfireTables
from infoset_games.rng import Rng

TABLES = CrossfireTables()


@pytest.mark.parametrize(("preset", "units"), [("mini", 3), ("standard", 5), ("large", 8)])
def test_a_person_has_time_for_every_unit(preset: str, units: int) -> None:
    paces = TABLES.paces(Crossfire(preset=preset))
    for name, setup_s in (("casual", 18), ("classic", 12)):
        clock = paces[name].clock
        assert clock.move_ms == 4_000 * units
        assert clock.move_ms + clock.first_ms == 1_000 * setup_s * units
    assert paces["bots"] == TABLES.paces(Crossfire())["bots"]


def test_only_the_classic_pace_takes_a_missed_deadline_for_a_loss() -> None:
    paces = TABLES.paces(Crossfire())
    assert [name for name, pace in paces.items() if pace.on_timeout == "forfeit"] == ["classic"]
    assert (paces["casual"].max_timeouts, paces["bots"].max_timeouts) == (2, 5)


def test_every_lesson_is_a_test_room_with_its_scripted_enemy() -> None:
    practices = TABLES.practices()
    assert list(practices) == ["mirror", *(level.name for level in LEVELS)]
    assert all(practices[level.name].bot == "scripted" for level in LEVELS)


def test_the_same_map_is_dealt_again_under_its_options() -> None:
    game = Crossfire(preset="mini")
    first = game.deal(Rng("first"))
    again = Crossfire(preset="mini", **TABLES.same_map(first))
    assert again.deal(Rng("second"))["map"] == first["map"]
    assert again.units == game.units
