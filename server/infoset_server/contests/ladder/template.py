"""The file of a new ladder, as `infoset ladder create` writes it, to be edited by its organiser. Checks nothing."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def ladder_text(
    game: str,
    options: Mapping[str, Any],
    hosted: Sequence[str],
    open_to: Sequence[str],
    move_ms: int,
    copies: int = 1,
) -> str:
    """TOML. Whether the values are good is found by reading it."""
    bots = '"all"' if list(hosted) == ["all"] else toml_list(hosted)
    table = "".join(f"{name} = {json.dumps(value)}\n" for name, value in options.items())
    return f"""# A ladder. The name of this file is its name; docs/ladder.md explains every field.

title = ""
game = {json.dumps(game)}
open_to = {toml_list(open_to)}  # from outside: human, bot, guest
hosted = {bots}  # bots of this server
on_timeout = "fallback"
max_timeouts = 3
compute = false
assist = "off"
watch = "public"
talk = "people"  # at a table; "all" lets programs talk, too
matches = 4  # at once

[options]  # of the game
{table}
[clock]
kind = "per_move"
move_ms = {move_ms}
first_ms = 15000  # on top of the first decision; who lets that pass is taken off the queue

[pairing]
parallel = 2  # matches at once of one entry
copies = {copies}  # seats of one table that a bot of this server may take where others are too few
own = false  # entries of one owner may meet

[health]
faults = 3  # in a row, and an entry is benched
"""


def toml_list(words: Sequence[str]) -> str:
    """`["one", "two"]`."""
    return json.dumps(list(words))
