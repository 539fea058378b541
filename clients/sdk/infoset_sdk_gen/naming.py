"""Names as languages write them. The wire writes `snake_case`; definitions have `PascalCase`."""

import re


def words(name: str) -> list[str]:
    """The words of a name in any style: `your_turn`, `YourTurn` and `1:1` (one `1`, one `1`)."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return [word.lower() for word in re.split(r"[^A-Za-z0-9]+", spaced) if word]


def pascal(name: str) -> str:
    """`YourTurn`."""
    return "".join(word.capitalize() for word in words(name))


def camel(name: str) -> str:
    """`yourTurn`."""
    first, *others = words(name)
    return first + "".join(word.capitalize() for word in others)


def snake(name: str) -> str:
    """`your_turn`."""
    return "_".join(words(name))


def constant(name: str) -> str:
    """`YOUR_TURN`."""
    return snake(name).upper()
