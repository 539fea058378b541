"""The survey: what random plays show, and how written values become rows of numbers."""

from infoset_bots.adapters.survey import Layout, survey
from infoset_games.core import Json
from infoset_games.testing.toys import Ambush, Leduc


def layout_of(*values: Json) -> Layout:
    layout = Layout()
    for value in values:
        layout.widen(value)
    return layout


def test_a_number_is_its_own_cell() -> None:
    assert layout_of(3).flatten(-7) == [-7.0]


def test_a_word_is_its_place_among_the_words_met() -> None:
    layout = layout_of("pick", "build")
    assert [layout.flatten(word) for word in ("build", "pick", "dance")] == [[1.0], [2.0], [0.0]]


def test_a_list_has_its_length_and_room_up_to_a_power_of_two() -> None:
    layout = layout_of([1, 2, 3])
    assert layout.flatten([7, 8]) == [2.0, 7.0, 8.0, 0.0, 0.0]
    assert layout.cells() == 5


def test_entries_without_room_are_counted_and_left_out() -> None:
    assert layout_of([1]).flatten([7, 8, 9]) == [3.0, 7.0]


def test_an_object_has_its_fields_by_name_whatever_order_they_were_met_in() -> None:
    layout = layout_of({"b": 1}, {"c": "x", "a": [4]})
    assert layout.flatten({"c": "x", "b": 2, "a": [5]}) == [1.0, 5.0, 2.0, 1.0]
    assert layout.flatten({}) == [0.0, 0.0, 0.0, 0.0]


def test_a_value_of_several_forms_has_room_for_each() -> None:
    layout = layout_of(5, "none", [6])
    assert layout.flatten(5) == [5.0, 0.0, 0.0, 0.0]
    assert layout.flatten("none") == [0.0, 1.0, 0.0, 0.0]
    assert layout.flatten([6]) == [0.0, 0.0, 1.0, 6.0]


def test_rows_of_nested_values_have_one_length() -> None:
    values: list[Json] = [{"cards": [[1, 2], [3]]}, {"cards": []}, {"turn": True}, {}]
    layout = layout_of(*values)
    assert {len(layout.flatten(value)) for value in values} == {layout.cells()}


def test_the_survey_of_leduc_finds_its_verbs_and_cards() -> None:
    found = survey(Leduc())
    assert (found.largest_key, found.largest_chance, found.slots) == (3, 5, ())


def test_the_survey_of_ambush_finds_its_slots() -> None:
    found = survey(Ambush(fields=6))
    assert (found.largest_key, found.largest_product, found.slots) == (-1, 36, (6, 6))


def test_equal_games_have_equal_surveys() -> None:
    assert survey(Leduc(ranks=4)) == survey(Leduc(ranks=4))
