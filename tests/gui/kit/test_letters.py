"""Names in every script: which font sets what, and which way it runs."""

from pathlib import Path

import pygame
import pytest

from infoset_gui.kit.letters import Letters, Piece, cut, system_fonts
from infoset_gui.kit.type import Typesetter, file_of


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


def font_of(letter: str) -> int:
    """Our own has Latin and Cyrillic letters, the next Hebrew and Arabic ones, the last signs."""
    if letter in "★😀":
        return 2
    return int("\u0590" <= letter <= "\u06ff")


def test_a_line_is_cut_where_font_or_direction_change() -> None:
    pieces = list(cut("Ada שלום עולם ★ x", font_of))
    assert pieces == [
        Piece("Ada ", 0, ""),
        Piece("שלום עולם", 1, "Hebr"),
        Piece(" ★ ", 2, ""),
        Piece("x", 0, ""),
    ]
    assert list(cut("العربية", font_of)) == [Piece("العربية", 1, "Arab")]
    assert list(cut("", font_of)) == []


def test_our_own_font_has_the_letters_of_europe() -> None:
    letters = Letters([file_of("Regular"), file_of("SemiBold")])
    assert [piece.font for piece in letters.pieces("Příliš žluťoučký Жук Ωδη … · →")] == [0]


def test_what_no_font_has_is_left_to_our_own() -> None:
    letters = Letters([file_of("Regular"), file_of("SemiBold")])
    assert letters.font_of("日") == 0


def test_text_with_foreign_letters_is_measured_as_it_is_drawn() -> None:
    type_ = Typesetter()
    for text in ("Ada", "Ada שלום ★", "العربية 12 日本"):
        picture = type_.picture(text, "body", (0, 0, 0))
        assert picture.get_width() == type_.width(text, "body")
        assert type_.width(type_.elide(text * 20, "body", 200), "body") <= 200


def test_of_fonts_with_the_same_letters_one_is_enough(tmp_path: Path) -> None:
    for name in ("TTF/DejaVuSans.ttf", "segoeui.ttf", "PingFang.ttc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = system_fonts([str(tmp_path / "none"), str(tmp_path)])
    assert [file.name for file in found] == ["PingFang.ttc", "DejaVuSans.ttf"]
    assert system_fonts([str(tmp_path / "none")]) == []


def test_a_file_that_is_no_font_is_passed_over(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"not a font")
    assert Letters([file_of("Regular"), broken]).font_of("日") == 0
