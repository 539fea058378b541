"""TOML that may come from anybody: bounded before it is read, as the library takes what is nested without end.

`tomllib` calls itself for every bracket, and keeps every beginning of a dotted key: 200 KB of `a.a.a...` take
more memory than most machines have.
"""

import re
import tomllib
from typing import Any, Final

MAX_CHARACTERS: Final = 256 * 1024
MAX_DEPTH: Final = 32  # brackets within each other, and parts of a dotted key
# Strings and comments hold brackets and dots that mean nothing. One that does not end is a fault of its own.
TEXT: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*', re.DOTALL
)
PART: Final = re.compile(r"[\w \t-]*")


def parse_toml(text: str) -> dict[str, Any]:
    """The table that a text holds. Raises tomllib.TOMLDecodeError, which names a key that is nested too deeply."""
    if len(text) > MAX_CHARACTERS:
        raise tomllib.TOMLDecodeError(f"expected at most {MAX_CHARACTERS} characters")
    _check_depth(TEXT.sub("_", text))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("nested too deeply") from None


def _check_depth(text: str) -> None:
    """Raises TOMLDecodeError for brackets or a dotted key that go too deep."""
    depth, key = 0, ""
    for line in text.splitlines():
        if depth == 0:
            key = line.partition("=")[0].strip()
        if _longest_key(line) > MAX_DEPTH:
            raise _too_deep(key, "parts of a key")
        for sign in line:
            if sign in "[{":
                depth += 1
            elif sign in "]}":
                depth = max(0, depth - 1)
            if depth > MAX_DEPTH:
                raise _too_deep(key, "lists or tables within each other")


def _longest_key(line: str) -> int:
    """Parts of the dotted key in a line that has most of them."""
    longest = parts = 1
    for piece in line.split(".")[1:]:
        parts += 1
        longest = max(longest, parts)
        if PART.fullmatch(piece) is None:  # the key ends in it
            parts = 1
    return longest


def _too_deep(key: str, what: str) -> tomllib.TOMLDecodeError:
    name = key.strip("[]").partition(".")[0][:40] or "the file"
    return tomllib.TOMLDecodeError(f"{name}: expected at most {MAX_DEPTH} {what}")
