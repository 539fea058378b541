"""Letters that our own font does not have: the fonts of this computer that may have them, and what to set with which.

Without any such font a box stands for the letter. Lines run from left to right as a whole; words of scripts that run the
other way do so within themselves.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pygame

FOLDERS: Final = ("/usr/share/fonts", "/System/Library/Fonts", "/Library/Fonts", "C:/Windows/Fonts")
FILES: Final = (  # below them; of each line the first that is there
    (  # Chinese, Japanese, Korean
        "opentype/noto/NotoSansCJK-Regular.ttc",
        "noto-cjk/NotoSansCJK-Regular.ttc",
        "google-noto-cjk/NotoSansCJK-Regular.ttc",
        "Hiragino Sans GB.ttc",
        "PingFang.ttc",
        "msyh.ttc",
    ),
    ("truetype/noto/NotoEmoji-Regular.ttf", "noto/NotoEmoji-Regular.ttf", "seguiemj.ttf"),
    (  # Hebrew, Arabic, and much more
        "truetype/dejavu/DejaVuSans.ttf",
        "TTF/DejaVuSans.ttf",
        "dejavu-sans-fonts/DejaVuSans.ttf",
        "Supplemental/Arial Unicode.ttf",
        "Arial Unicode.ttf",
        "segoeui.ttf",
    ),
    ("truetype/ancient-scripts/Symbola_hint.ttf", "Apple Symbols.ttf", "seguisym.ttf"),
)
PROBE: Final = 64  # pixels at which a font is asked for its letters
NO_LETTER: Final = "\U0010ffff"  # no font has one for this
LEFTWARD: Final = {"HEBREW": "Hebr", "ARABIC": "Arab"}  # scripts by how the names of letters begin
MAX_KNOWN: Final = 20_000  # letters


class Piece(NamedTuple):
    """A part of a line: the number of its font, 0 for our own, and its script where that runs to the left."""

    text: str
    font: int
    script: str


class Letters:
    """Which of several font files has which letter. The first is our own."""

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = list(files)
        self._probes: list[pygame.font.Font | None] = []
        self._known: dict[str, int] = {}

    def pieces(self, text: str) -> list[Piece]:
        """The text in parts that are set with one font each."""
        return list(cut(text, self.font_of))

    def font_of(self, letter: str) -> int:
        """The first font that has a letter; our own where none has."""
        if letter.isascii():
            return 0
        found = self._known.get(letter)
        if found is None:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            found = self._known[letter] = self._look_up(letter)
        return found

    def has(self, letter: str) -> bool:
        """Is it in any of the fonts?"""
        return next(self._having(letter), None) is not None

    def _look_up(self, letter: str) -> int:
        return next(self._having(letter), 0)

    def _having(self, letter: str) -> Iterator[int]:
        """The numbers of the fonts that have a letter."""
        self._probes = self._probes or [open_font(file) for file in self.files]
        for number, font in enumerate(self._probes):
            if font is not None and font.metrics(letter) != font.metrics(NO_LETTER):
                yield number


def open_font(file: Path) -> pygame.font.Font | None:
    """A font to be asked for its letters; None for a file that is none."""
    try:
        return pygame.font.Font(file, PROBE)
    except pygame.error:
        return None


def cut(text: str, font_of: Callable[[str], int]) -> Iterator[Piece]:
    """Cuts where font or direction change; blanks stay with what is before them."""
    piece = Piece("", 0, "")
    for letter in text:
        if letter.isspace():
            font, script = piece.font, piece.script
        else:
            font, script = font_of(letter), script_of(letter)
        if (font, script) != (piece.font, piece.script):
            blank = blank_after(piece)
            if piece.text != blank:
                yield piece._replace(text=piece.text.removesuffix(blank))
            piece = Piece(blank, font, script)
        piece = piece._replace(text=piece.text + letter)
    if piece.text:
        yield piece


def blank_after(piece: Piece) -> str:
    """The blanks that follow words which run to the left: they stand at the right of these."""
    return piece.text[len(piece.text.rstrip()) :] if piece.script else ""


def script_of(letter: str) -> str:
    """The script of a letter that runs to the left, empty for all others."""
    if letter.isascii():
        return ""
    return LEFTWARD.get(unicodedata.name(letter, "").partition(" ")[0], "")


def system_fonts(folders: Sequence[str] = FOLDERS) -> list[Path]:
    """The files of fonts on this computer that may have more letters."""
    found = []
    for names in FILES:
        files = (Path(folder, name) for name in names for folder in folders)
        found += [file for file in files if file.is_file()][:1]
    return found
