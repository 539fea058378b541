"""TOML that may come from anybody: bounded before it is read, as the library takes what is nested without end.

`tomllib` calls itself for every bracket, and keeps every beginning of a dotted key: 200 KB of `a.a.a...` take
more memory than most machines have.
"""

import re
import tomllib
from typing import Any, Final

MAX_CHARACTERS: Final = 256 * 1024
MAX_DEPTH: Final = 32  # brackets within each other, and parts of a dotted key
MAX_WORD: Final = 1_000  # characters of a number, or of a key without quotes; Python reads and writes no endless numbers
# Strings and comments hold brackets and dots that mean nothing. A string that does not end goes to the end of its line,
# or of the file, and is a fault that the library finds: looking on from each of its quotes would take for ever.
TEXT: Final = re.compile(
    r'"""(?>[^\\]|\\.?)*?(?:"{3,5}|\Z)|\'\'\'.*?(?:\'{3,5}|\Z)'
    r'|"(?>[^"\\\n]|\\.?)*+"?|\'[^\'\n]*+\'?|#[^\n]*+',
    re.DOTALL,
)
PART: Final = re.compile(r"[\w \t-]*")
WORD: Final = re.compile(r"\w+")


def parse_toml(text: str) -> dict[str, Any]:
    """The table that a text holds. Raises tomllib.TOMLDecodeError, which names a key that goes too far."""
    if len(text) > MAX_CHARACTERS:
        raise tomllib.TOMLDecodeError(f"expected at most {MAX_CHARACTERS} characters")
    _check_bounds(TEXT.sub("_", text))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("nested too deeply") from None


def _check_bounds(text: str) -> None:
    """Raises TOMLDecodeError for brackets or a dotted key that go too deep, and for a word that is too long."""
    depth, key = 0, ""
    for line in text.splitlines():
        if depth == 0:
            key = line.partition("=")[0].strip()
        if _longest_key(line) > MAX_DEPTH:
            raise _too_much(key, MAX_DEPTH, "parts of a key")
        if any(len(word) > MAX_WORD for word in WORD.findall(line)):
            raise _too_much(key, MAX_WORD, "digits or letters in a row")
        for sign in line:
            if sign in "[{":
                depth += 1
            elif sign in "]}":
                depth = max(0, depth - 1)
            if depth > MAX_DEPTH:
                raise _too_much(key, MAX_DEPTH, "lists or tables within each other")


def _longest_key(line: str) -> int:
    """Parts of the dotted key in a line that has most of them."""
    longest = parts = 1
    for piece in line.split(".")[1:]:
        parts += 1
        longest = max(longest, parts)
        if PART.fullmatch(piece) is None:  # the key ends in it
            parts = 1
    return longest


def _too_much(key: str, most: int, what: str) -> tomllib.TOMLDecodeError:
    name = key.strip("[]").partition(".")[0][:40] or "the file"
    return tomllib.TOMLDecodeError(f"{name}: expected at most {most} {what}")
