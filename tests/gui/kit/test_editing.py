"""What keys make of a line of text."""

import pytest

from infoset_gui.kit.editing import (
    Selection,
    all_of,
    caret_at,
    printable,
    replace,
    word_after,
    word_at,
    word_before,
)

LINE = "python  my_bot.py --fast"


def test_a_piece_takes_the_place_of_what_is_selected() -> None:
    assert replace("abcdef", Selection(4, 1), "X") == ("aXef", caret_at(2))
    assert replace("abc", caret_at(3), "d") == ("abcd", caret_at(4))
    assert replace("abc", all_of("abc"), "") == ("", caret_at(0))


def test_a_caret_that_is_moved_with_the_shift_key_leaves_its_anchor() -> None:
    selection = caret_at(3).to(1, is_extended=True)
    assert (selection.start, selection.end) == (1, 3)
    assert selection.of("abcdef") == "bc"
    assert selection.to(5, is_extended=False) == caret_at(5)


def test_a_text_that_became_shorter_keeps_the_caret_inside() -> None:
    assert Selection(2, 9).within("abcd") == Selection(2, 4)


@pytest.mark.parametrize(
    ("place", "word"),
    [
        (0, "python"),
        (3, "python"),
        (6, "python"),  # just behind it
        (7, "  "),
        (8, "my_bot"),
        (14, "my_bot"),
        (15, "py"),  # a word rather than the dot before it
        (18, "--"),
        (len(LINE), "fast"),
    ],
)
def test_the_word_at_a_place_is_rather_one_than_signs_or_blanks(place: int, word: str) -> None:
    assert word_at(LINE, place).of(LINE) == word


def test_there_is_no_word_in_nothing() -> None:
    assert word_at("", 0) == caret_at(0)


def test_words_are_stepped_over_with_the_blanks_beside_them() -> None:
    steps = [len(LINE)]
    while steps[-1]:
        steps.append(word_before(LINE, steps[-1]))
    assert steps == [24, 20, 18, 15, 14, 8, 0]
    steps = [0]
    while steps[-1] < len(LINE):
        steps.append(word_after(LINE, steps[-1]))
    assert steps == [0, 6, 14, 15, 17, 20, 24]


def test_lines_become_one_and_what_cannot_be_printed_goes() -> None:
    text = "a\r\nb\x1b\tc\n"
    assert printable(text, keeps_lines=False) == "a bc"
    assert printable(text, keeps_lines=True) == "a\nbc"
