"""Words that are no entry of the game but are for the table: undo, show, save, ... Pure."""

from dataclasses import dataclass
from typing import Final

from infoset.errors import WrongChoiceError

MAX_COUNT: Final = 10_000
COUNTED: Final = ("undo", "redo", "log", "win")  # may have a number behind them
BARE: Final = ("show", "map", "help", "quit")
NAMED: Final = ("save", "cards")  # need a word behind them
ALIASES: Final = {"?": "help", "q": "quit", "exit": "quit", "wins": "win"}
HELP: Final = (
    "8, or 3 5       the dice; the sum alone is enough",
    "12              a place where only places are asked, else the number of a listed action",
    "road 17, bank w o, offer 2w:1o to ann ben, accept, counter 1w:1o, confirm ann, end_turn",
    "                an action in words; the brackets in the list say how. w wood, b brick, s sheep,",
    "                h wheat, o ore; yes, no, end, buy and knight will do as well",
    "discard w w o   all cards that somebody puts aside; discard 2w1o is the same",
    "?               behind a card that nobody else shall know: steal ann ?",
    "Enter           what can be done, once more; behind an announcement: it is done",
    "win, win 2      whoever's turn it is has won; with so many victory cards laid open",
    "undo, undo 3    takes the last entries back; redo enters them again",
    "show, map       the position; the numbers of all places",
    "log, log 50     what has happened",
    "cards blue      what a program's seat holds, to compare with its pile",
    "save FILE       a copy of the table's file, which is written at every entry anyway",
    "quit            leaves; infoset tabletop --resume FILE goes on",
)


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
            raise WrongChoiceError(f"{name}: expected a name behind it")
        return Command(name, text=rest)
    if name in COUNTED:
        if not rest:
            return Command(name)
        if not (rest.isascii() and rest.isdecimal() and int(rest[:9]) <= MAX_COUNT):
            raise WrongChoiceError(f"{name}: expected a number behind it, got {rest!r}")
        return Command(name, int(rest))
    if name in BARE and not rest:
        return Command(name)
    return None
