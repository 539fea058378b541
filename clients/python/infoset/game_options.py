"""Options of a game as people give them: `target=8`, `layout=@island.txt`. Knows no command line."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError
from infoset_games.catan.layouts import LayoutError, read_layout_text
from infoset_games.core import Json
from infoset_games.crossfire.maps import MapError, read_map

FILE: Final = "@"  # opens a value that is the name of a file
MAX_FILE_BYTES: Final = 1 << 20


def read_options(game: str, pairs: Iterable[str]) -> dict[str, Json]:
    """`name=value` as options of a game; raises CommandError.

    A value is JSON, or text. `@FILE` takes it from a file: a board for Catan's `layout` (see
    `infoset board`), a map for Crossfire's `map`, JSON for all others.
    """
    options: dict[str, Json] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise CommandError(f"--option {pair}: expected NAME=VALUE")
        if value.startswith(FILE):
            options[name] = read_option_file(game, name, Path(value.removeprefix(FILE)))
        else:
            options[name] = read_value(value)
    return options


def read_value(text: str) -> Any:
    """A number, true, false, null or a JSON value; anything else is text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_option_file(game: str, name: str, file: Path) -> Json:
    """The value of an option in a file. Raises CommandError naming the file and what is wrong in it."""
    text = read_text_file(file)
    try:
        match game, name:
            case "catan", "layout":
                return read_layout_text(text)
            case "crossfire", "map":
                return read_map(text.strip()).text()
            case _:
                return json.loads(text)
    except (LayoutError, MapError) as error:
        raise CommandError(f"{file}: {error}") from error
    except ValueError as error:
        raise CommandError(f"{file}: expected JSON: {error}") from error


def read_text_file(file: Path) -> str:
    """The text in a file. Raises CommandError."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
        text = data.decode("utf-8")
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise CommandError(f"{file}: expected text in UTF-8") from None
    if len(data) > MAX_FILE_BYTES:
        raise CommandError(f"{file}: more than {MAX_FILE_BYTES >> 20} MB")
    return text
