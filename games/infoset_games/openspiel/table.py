"""The tables of docs/openspiel.md, as Markdown, from the catalogue.

python -m infoset_games.openspiel.table
"""

import sys
from typing import Final

from infoset_games.openspiel.catalogue import CATALOGUE, LEFT_OUT, PUBLIC, Entry
from infoset_games.openspiel.family import find

WAYS: Final = {
    "public": "the one there is",
    "resampling": "OpenSpiel's resampling",
    "dealing": "dealt anew",
    "histories": "all histories that agree",
    None: "none: no compute",
}


def offered() -> str:
    """A row for each game that is offered."""
    rows = [
        "| game | seats | a seat is told | worlds | options |",
        "| --- | --- | --- | --- | --- |",
    ]
    for member in sorted(CATALOGUE):
        entry, found = CATALOGUE[member], find(member)
        least, most = found.seat_range
        seats = str(least) if least == most else f"{least} to {most}"
        at_once = ", at once" if found.simultaneous else ""
        options = ", ".join(f"`{name}`" for name in found.describe_options())
        row = (f"`{found.name}`", seats + at_once, told(entry), WAYS[entry.worlds], options)
        rows.append(f"| {' | '.join(row)} |".replace("|  |", "| |"))
    return "\n".join(rows)


def told(entry: Entry) -> str:
    """What a seat is shown, in words."""
    if entry.worlds == PUBLIC:
        return "all"
    return "all it has seen" if entry.remembers else "what it sees now"


def left_out() -> str:
    """A row for each game that is not offered."""
    rows = ["| game | why not |", "| --- | --- |"]
    rows += [f"| `{name}` | {LEFT_OUT[name]} |" for name in sorted(LEFT_OUT)]
    return "\n".join(rows)


def main() -> None:
    """Prints both."""
    sys.stdout.write(f"{offered()}\n\n{left_out()}\n")


if __name__ == "__main__":
    main()
