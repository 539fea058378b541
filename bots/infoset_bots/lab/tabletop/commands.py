"""Words that are no entry of the game but are for the table: undo, show, save, ... Pure."""

from dataclasses import dataclass
from typing import Final

from infoset.errors import WrongChoiceError
from infoset.wording import say

MAX_COUNT: Final = 10_000
COUNTED: Final = ("undo", "redo", "log", "win")  # may have a number behind them
BARE: Final = ("show", "map", "help", "quit")
NAMED: Final = ("save", "cards")  # need a word behind them
ALIASES: Final = {"?": "help", "q": "quit", "exit": "quit", "wins": "win"}
# What is typed, with the message that says what it does.
HELP: Final = (
    ("8, 3 5", "dice"),
    ("12", "number"),
    ("road 17, bank w o, offer 2w:1o to ann ben, accept, counter 1w:1o, confirm ann, end_turn", ""),
    ("", "words"),
    ("", "letters"),
    ("discard w w o", "discard"),
    ("?", "hidden"),
    ("Enter", "enter"),
    ("win, win 2", "win"),
    ("undo, undo 3", "undo"),
    ("show, map", "show"),
    ("log, log 50", "log"),
    ("cards blue", "cards"),
    ("save FILE", "save"),
    ("quit", "quit"),
)


def help_lines() -> list[str]:
    """All that can be typed."""
    return [
        f"{typed:16}{say(f'terminal-table-help-{key}') if key else ''}".rstrip()
        for typed, key in HELP
    ]


@dataclass(frozen=True)
class Command:
    """A word for the table, with its number (None: none was typed) or its text."""

    name: str
    count: int | None = None
    text: str = ""


def read_command(line: str) -> Command | None:
    """The command in a line, None for anything else. Raises WrongChoiceError for one that is not whole."""
    words = line.split(maxsplit=1)
    if not words:
        return None
    name = ALIASES.get(words[0].lower(), words[0].lower())
    rest = words[1].strip() if len(words) > 1 else ""
    if name in NAMED:
        if not rest:
            raise WrongChoiceError(f"{name}: {say('terminal-table-name-expected')}")
        return Command(name, text=rest)
    if name in COUNTED:
        if not rest:
            return Command(name)
        if not (rest.isascii() and rest.isdecimal() and int(rest[:9]) <= MAX_COUNT):
            raise WrongChoiceError(f"{name}: {say('terminal-table-number-behind', got=repr(rest))}")
        return Command(name, int(rest))
    if name in BARE and not rest:
        return Command(name)
    return None
